"""The rules that a text refers to by name fill in what it does not say, and nothing else."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from mafsim import regulations
from mafsim.errors import FileError, UsageError
from mafsim.regulations import Regulation
from mafsim.regulations.load import base_names, base_values
from mafsim.regulations.rules import Rules

HEAD = 'name = "small"\ntitle.en = "Small"\n'
ENTRY = "[entry]\nentrants = 20\n"
CLASSIC = HEAD + 'base = "классические"\n' + ENTRY
NOT_OF_EVERY_GAME = {
    "shapka",  # another game
    "night.check_seconds",
    "best_move.seconds",  # no source gives these
    "end.quiet_rounds_at_four",
    "end.quiet_at_four",  # four at the table are as any other number
}


def read(tmp_path: Path, text: str, name: str = "small.toml") -> Regulation:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return regulations.check_file(file)


def fields(model: type[BaseModel], path: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel) and name != "shapka":
            yield from fields(inner, f"{path}{name}.")
        else:
            yield f"{path}{name}"


def keys(values: object, path: str = "") -> Iterator[str]:
    if isinstance(values, dict):
        for name, inner in values.items():
            yield from keys(inner, f"{path}.{name}" if path else name)
    else:
        yield path


def test_the_names_are_those_that_the_texts_use() -> None:
    used = {regulations.load(name).base for name in ("omsk-2012", "charlie-2016", "ugra-2021")}
    assert used == {"спортивные (московские)", "классические"} == set(base_names())


def test_both_names_mean_one_set_of_rules() -> None:
    assert base_values("спортивные (московские)") == base_values("классические")


def test_the_rules_say_all_that_can_be_said_of_a_game_but_its_conduct() -> None:
    said = set(keys(base_values("классические")["rules"]))
    sayable = {path for path in fields(Rules) if not path.startswith("conduct.")}
    assert sayable - said == NOT_OF_EVERY_GAME
    assert all(path.startswith("conduct.") for path in said - sayable)


def test_what_is_not_said_is_filled_in(tmp_path: Path) -> None:
    rules = read(tmp_path, CLASSIC).rules
    assert (rules.fouls.loss_at, rules.fouls.removed_at) == (3, 4)
    assert rules.removal.before_vote == "no_vote"
    assert rules.end.quiet_rounds == 3
    assert rules.night.shots == "order_then_open"


def test_without_a_base_the_game_is_the_barest(tmp_path: Path) -> None:
    assert read(tmp_path, HEAD + ENTRY).rules == Rules()
    assert Rules().fouls.removed_at is None


def test_what_is_said_goes_before_the_base(tmp_path: Path) -> None:
    rules = read(tmp_path, CLASSIC + "[rules.fouls]\nremoved_at = 5\n").rules
    assert (rules.fouls.loss_at, rules.fouls.removed_at) == (3, 5)


def test_values_of_the_base_do_not_count_as_stated(tmp_path: Path) -> None:
    regulation = read(tmp_path, CLASSIC + "[rules.fouls]\nremoved_at = 5\n")
    assert regulation.model_dump(exclude_unset=True)["rules"] == {"fouls": {"removed_at": 5}}
    assert "rules" not in read(tmp_path, CLASSIC).model_dump(exclude_unset=True)


def test_it_crosses_to_another_process_and_still_knows_what_is_stated() -> None:
    ugra = regulations.load("ugra-2021")
    there = pickle.loads(pickle.dumps(ugra))
    assert there == ugra
    assert regulations.describe(there) == regulations.describe(ugra)


def test_a_digest_is_of_the_values_wherever_they_come_from(tmp_path: Path) -> None:
    classic = read(tmp_path, CLASSIC)
    assert read(tmp_path, CLASSIC.replace("классические", "спортивные (московские)")) != classic
    assert (
        read(tmp_path, CLASSIC.replace("классические", "спортивные (московские)")).digest
        == read(tmp_path, CLASSIC + "[rules.fouls]\nremoved_at = 4\n").digest
        == classic.digest
    )
    assert read(tmp_path, HEAD + ENTRY).digest != classic.digest


def test_a_value_of_the_base_can_be_set_for_one_run_and_the_rest_stays() -> None:
    ugra = regulations.load("ugra-2021")
    changed = regulations.set_values(ugra, ["rules.vote.oneself=false"])
    assert not changed.rules.vote.oneself
    assert changed.rules.model_copy(update={"vote": ugra.rules.vote}) == ugra.rules


def test_another_base_can_be_set_for_one_run() -> None:
    plain = regulations.load("plain")
    classic = regulations.set_values(plain, ["base=классические"])
    assert classic.rules.fouls.removed_at == 4
    assert classic.rules.night.shots == "free"


@pytest.mark.parametrize(
    ("assignment", "sentence"),
    [
        ("base=классика", "--set: base: no rules are called 'классика'; there are: "),
        ("base=3", "--set: base: must be text in quotation marks, not 3"),
    ],
)
def test_a_base_that_is_not_known_is_refused(assignment: str, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        regulations.set_values(regulations.load("plain"), [assignment])
    assert str(caught.value).startswith(sentence)


def test_a_regulation_that_is_based_on_another_keeps_its_base(tmp_path: Path) -> None:
    text = 'based_on = "ugra-2021"\nname = "mine"\n[rules.vote]\nnot_cast = "nobody"\n'
    mine = read(tmp_path, text)
    assert (mine.base, mine.rules.vote.not_cast) == ("классические", "nobody")
    values = {each["path"]: each["from_base"] for each in regulations.describe(mine)["values"]}
    assert not values["rules.vote.not_cast"]
    assert values["rules.vote.revote_order"]


def test_a_wrong_value_beside_a_base_is_told_as_elsewhere(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        read(tmp_path, CLASSIC + '[rules.vote]\nat_four = "lft"\n')
    assert "rules.vote.at_four: must be one of lift, no_lift, no_revote" in str(caught.value)
    assert "did you mean 'lift'?" in str(caught.value)
