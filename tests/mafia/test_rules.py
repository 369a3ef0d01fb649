"""The engine's numbers are the regulation's values, all of them."""

from __future__ import annotations

from typing import Any, get_args, get_origin

import pytest
from pydantic import BaseModel

from mafsim import regulations
from mafsim.agents.rules import ACTS, NONE, NUMBERS, RULES, WORDS, code
from mafsim.agents.view import PAYOFFS, Role
from mafsim.mafia import payoffs_of, rules_of
from mafsim.regulations.rules import Rules


def values(model: type[BaseModel], before: str = "") -> dict[str, Any]:
    """Give the type of every value of the chapter `rules`, but for Shapka's."""
    found: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        kind = field.annotation
        if name == "shapka":
            continue
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            found |= values(kind, f"{before}{name}_")
        else:
            found[before + name] = kind
    return found


NOT_OF_RULES = {
    "seats",
    "best_move",
    "best_move_voted_out_at_most",
    "best_move_after_removal",
    "best_player_votes",
}


def test_every_value_of_the_chapter_is_a_rule_of_the_table() -> None:
    assert set(values(Rules)) == set(RULES.names or ()) - NOT_OF_RULES


@pytest.mark.parametrize("name", sorted(set(WORDS)))
def test_the_words_of_a_rule_are_those_of_the_schema_in_its_order(name: str) -> None:
    kind = values(Rules)[name]
    assert WORDS[name] == get_args(kind)


def test_numbers_and_switches_are_no_words() -> None:
    for name in set(NUMBERS) - NOT_OF_RULES:
        kind = values(Rules)[name]
        assert kind in (int, bool) or type(None) in get_args(kind) or get_origin(kind) is not None


@pytest.mark.parametrize("name", regulations.names())
def test_the_record_holds_what_the_regulation_says(name: str) -> None:
    regulation = regulations.load(name)
    if regulation.game != "mafia":
        return
    found = rules_of(regulation)
    rules = regulation.rules
    assert found["seats"] == regulation.table.size
    assert found["black"] == rules.black
    assert found["vote_at_four"] == code("vote_at_four", rules.vote.at_four)
    assert found["fouls_removed_at"] == (
        NONE if rules.fouls.removed_at is None else rules.fouls.removed_at
    )
    assert found["speech_first_seat"] == rules.speech.first_seat - 1
    for act in ACTS:
        word = getattr(rules.conduct, act)
        assert found[f"conduct_{act}"] == code(f"conduct_{act}", word)


def test_payoffs_are_thousandths_by_role() -> None:
    omsk = payoffs_of(regulations.load("omsk-2012"))
    assert omsk["win"].tolist() == [3000, 4000, 4000, 5000]
    assert omsk["loss"].tolist() == [0, -1000, 0, -1000]
    assert omsk["best_player"].tolist() == [1000] * 4
    assert omsk["best_player_by_table"].tolist() == [1] * 4
    charlie = payoffs_of(regulations.load("charlie-2016"))
    assert charlie["best_move"].tolist() == [[0, 0, 500, 750], [0, 0, 0, 500], [0] * 4, [0] * 4]
    ugra = payoffs_of(regulations.load("ugra-2021"))
    assert ugra["broke_split"].tolist() == [400, 400, 0, 0]
    assert ugra["false_claim"][Role.CIVILIAN] == 400
    assert ugra["lost_claim"][Role.DON] == 400
    assert ugra["disqualification"].tolist() == ugra["fourth_foul"].tolist() == [500] * 4
    assert ugra["additional_winner"].tolist() == [700] * 4
    assert set(PAYOFFS.names or ()) == set(ugra.dtype.names)


def test_the_table_votes_for_the_best_player_in_omsk_alone() -> None:
    assert rules_of(regulations.load("omsk-2012"))["best_player_votes"] == 2
    assert rules_of(regulations.load("charlie-2016"))["best_player_votes"] == 0
    assert rules_of(regulations.load("plain"))["best_move"] == 0
    assert rules_of(regulations.load("charlie-2016"))["best_move_voted_out_at_most"] == 1


def test_a_card_is_paid_as_its_own_rules_have_it() -> None:
    charlie, omsk, plain, ugra, fiim = (
        payoffs_of(regulations.load(name))
        for name in ("charlie-2016", "omsk-2012", "plain", "ugra-2021", "fiim")
    )
    assert [each["best_player"][0] for each in (charlie, omsk, plain)] == [1200, 1000, 0]
    assert [each["best_player_winner_only"][0] for each in (charlie, omsk)] == [1, 0]
    assert [each["best_player_by_table"][0] for each in (charlie, omsk)] == [0, 1]
    assert ugra["additional_loser"].tolist() == [400] * 4
    assert omsk["additional_winner"].tolist() == omsk["additional_loser"].tolist() == [0] * 4
    assert ugra["side_lost"].tolist() == [500] * 4
    assert fiim["side_lost"].tolist() == [700] * 4
    assert fiim["disqualification"].tolist() == [500] * 4
    assert fiim["first_killed_loser"].tolist() == [500, 500, 0, 0]
    assert plain["side_lost"].tolist() == plain["fourth_foul"].tolist() == [0] * 4
    assert ugra["best_move"].tolist() == [[0, 0, 250, 400]] * 2 + [[0] * 4] * 2


@pytest.mark.parametrize(
    ("change", "name", "paid"),
    [
        ("scoring.disqualification.fourth_foul=false", "fourth_foul", [0] * 4),
        ("scoring.disqualification.fourth_foul=false", "disqualification", [500] * 4),
        (
            "scoring.additional={step = 0.1, winner = {least = 0.1, most = 1}}",
            "additional_loser",
            [0] * 4,
        ),
        (
            "scoring.additional={step = 0.1, winner = {least = 0.1, most = 1}}",
            "additional_winner",
            [1000] * 4,
        ),
        ("scoring.outcome.draw=0.5", "draw", [500] * 4),
        (
            "scoring.best_move={one = 0.1, two = 0.2, three = 0.3, entitled = 'anybody'}",
            "best_move",
            [[0, 100, 200, 300]] * 4,
        ),
        (
            "scoring.best_move={two = 0.2, three = 0.3, sheriff_two = 0.4, sheriff_three = 0.5}",
            "best_move",
            [[0, 0, 200, 300], [0, 0, 400, 500], [0] * 4, [0] * 4],
        ),
    ],
)
def test_a_changed_value_is_paid_as_it_says(change: str, name: str, paid: list[Any]) -> None:
    regulation = regulations.set_values(regulations.load("ugra-2021"), [change])
    assert payoffs_of(regulation)[name].tolist() == paid
