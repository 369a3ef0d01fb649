"""What comes next in an event: the tables of its finals by hand, cuts, advisers, refusals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mafsim.errors import Impossible, MafsimError
from mafsim.files import parse_plan, plan_text, read_plan, read_results
from mafsim.games import Games, Protest
from mafsim.pairing import check
from mafsim.pairing.measures import game_counts, seat_counts
from mafsim.pairing.problem import of_regulation
from mafsim.pairing.solve import seat
from mafsim.plan import EMPTY, Plan
from mafsim.regulations import Regulation, load, set_values
from mafsim.regulations.schema import Seeding
from mafsim.roster import Entrant, Roster
from mafsim.standings import misdrawn, standings
from mafsim.tournament import Choice, Search, Step, step
from mafsim.words import LANGUAGES
from tests.laws import times
from tests.tournament.played import played, tables_of

QUICK = Search(effort=0, jobs=1)
UGRA = load("ugra-2021")
SHORT = set_values(UGRA, ["stages.qualifying.rounds=2", "stages.qualifying.times=[]"])


def pairs(many: int) -> Roster:
    """Give pairs of people: A1 and A2, B1 and B2, ..."""
    letters = "ABCDEFGHIJKLMNO"[:many]
    return Roster(
        entrants=tuple(
            Entrant(id=f"{letter}{n}", name=f"{letter}{n}", team=letter)
            for letter in letters
            for n in (1, 2)
        )
    )


def by_hand(roster: Roster, tables: int, rounds: int, stage: str) -> Plan:
    """Seat pairs so that mates are apart: both move on over the tables at different speeds."""
    numbers = range(len(roster.entrants))
    speed = [1 + r % (tables - 1) for r in range(rounds)]
    table = [[(i // 2 + i % 2 * speed[r]) % tables for i in numbers] for r in range(rounds)]
    seats = [
        [np.roll([i for i in numbers if table[r][i] == t], r) for t in range(tables)]
        for r in range(rounds)
    ]
    return Plan(roster=roster, seats=np.array(seats), stages=(stage,) * rounds)


PLAN = by_hand(pairs(15), 3, 2, "qualifying")
BETTER_FIRST = {
    f"{t}{n}": 3000 - 200 * k - 50 * n for k, t in enumerate("ABCDEFGHIJKLMNO") for n in (1, 2)
}
"""Points with which pair A is first, pair O is last, and the first of each is its better one."""


def next_step(
    plan: Plan, points: dict[str, int], regulation: Regulation = SHORT, **known: Any
) -> Step:
    return step(plan, played(plan, regulation, points), regulation, search=QUICK, **known)


def keys(done: Step) -> list[str]:
    return [key for key, _ in done.warnings]


def only(done: Step, key: str) -> dict[str, Any]:
    """Give the fields of the only warning, which has this key."""
    assert keys(done) == [key]
    return done.warnings[0][1]


# --- Ugra's final: 1st of teams 1-10; 1st of 11-15 with 2nd of 1-5; 2nd of 6-15 ---------------------


def test_the_tables_of_ugras_final_are_those_of_the_clause() -> None:
    done = next_step(PLAN, BETTER_FIRST)
    assert tables_of(done.plan, 2) == [
        {"A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1", "J1"},
        {"K1", "L1", "M1", "N1", "O1", "A2", "B2", "C2", "D2", "E2"},
        {"F2", "G2", "H2", "I2", "J2", "K2", "L2", "M2", "N2", "O2"},
    ]
    assert done.plan.stages[2:] == ("final",)
    assert done.plan.draws == ("balanced", "balanced", "ranked")
    assert done.warnings == ()


def test_the_final_is_dealt_anew_after_each_of_its_games() -> None:
    first = next_step(PLAN, BETTER_FIRST).plan
    # In the final points count 1.3 times. K has 0.95 + 0.9 + 1.3 * 3 = 5.75 and is second behind A
    # with 2.95 + 2.9 = 5.85; F2 has 1.9 + 1.3 * 0.1 = 2.03 and goes before F1 with 1.95.
    games = played(first, SHORT, BETTER_FIRST)
    extra = np.array(games.additional)
    names = [entrant.name for entrant in first.roster.entrants]
    for game in np.flatnonzero(games.round == 2).tolist():
        for place, index in enumerate(games.entrants[game].tolist()):
            extra[game, place] = {"K1": 3000, "F2": 100}.get(names[index], 0)
    done = step(first, games.with_(additional=extra), SHORT, search=QUICK)
    assert tables_of(done.plan, 3) == [
        {"A1", "K1", "B1", "C1", "D1", "E1", "F2", "G1", "H1", "I1"},
        {"J1", "L1", "M1", "N1", "O1", "A2", "K2", "B2", "C2", "D2"},
        {"E2", "F1", "G2", "H2", "I2", "J2", "L2", "M2", "N2", "O2"},
    ]
    assert done.coming.first == 3
    assert not done.coming.begins


def test_behind_the_last_final_nothing_comes() -> None:
    plan = PLAN
    for _ in range(3):
        plan = next_step(plan, BETTER_FIRST).plan
    assert plan.stages == ("qualifying",) * 2 + ("final",) * 3
    assert plan.revision == PLAN.revision + 3
    assert check.check(plan) == ()
    with pytest.raises(Impossible, match="nothing comes next: the stage 'final' was the last"):
        next_step(plan, BETTER_FIRST)


def test_a_tie_inside_a_team_is_settled_by_a_lot_that_is_told() -> None:
    equal = BETTER_FIRST | {"C1": 2500, "C2": 2500}
    done = next_step(PLAN, equal)
    fields = only(done, "next.lot_inside")
    assert fields["team"] == "C"
    first, second = fields["names"]
    assert {first, second} == {"C1", "C2"}
    one, two, _ = tables_of(done.plan, 2)
    assert (first in one, second in two) == (True, True)


def test_a_tie_between_teams_is_settled_by_a_lot_that_is_told() -> None:
    equal = BETTER_FIRST | {"K1": BETTER_FIRST["J1"], "K2": BETTER_FIRST["J2"]}
    done = next_step(PLAN, equal)
    fields = only(done, "next.lot_of_teams")
    tenth, eleventh = fields["names"]
    assert {tenth, eleventh} == {"J", "K"}
    one, two, three = tables_of(done.plan, 2)
    assert (f"{tenth}1" in one, f"{eleventh}1" in two) == (True, True)
    assert {"J2", "K2"} < three


def test_a_tie_that_changes_no_table_needs_no_lot() -> None:
    equal = BETTER_FIRST | {"B1": BETTER_FIRST["C1"], "B2": BETTER_FIRST["C2"]}
    assert next_step(PLAN, equal).warnings == ()


def test_another_seed_is_another_lot() -> None:
    equal = BETTER_FIRST | {"C1": 2500, "C2": 2500}
    told = [only(next_step(PLAN, equal, seed=seed), "next.lot_inside") for seed in range(8)]
    assert {tuple(fields["names"]) for fields in told} == {("C1", "C2"), ("C2", "C1")}


@pytest.mark.parametrize("case", range(times(12)))
def test_random_places_lead_to_the_tables_of_the_clause(case: int) -> None:
    order = np.random.default_rng(case).permutation(30).tolist()
    names = [entrant.name for entrant in PLAN.roster.entrants]
    # The last digits are different for each, and for the sum of each pair: there are no ties.
    points = {name: 1000 * order[index] + index for index, name in enumerate(names)}
    teams = sorted("ABCDEFGHIJKLMNO", key=lambda team: -points[f"{team}1"] - points[f"{team}2"])
    best = [max((f"{team}1", f"{team}2"), key=points.__getitem__) for team in teams]
    other = [min((f"{team}1", f"{team}2"), key=points.__getitem__) for team in teams]
    assert tables_of(next_step(PLAN, points).plan, 2) == [
        set(best[:10]),
        {*best[10:], *other[:5]},
        set(other[5:]),
    ]


def test_the_draw_is_the_one_that_standings_would_make() -> None:
    plan = PLAN
    for _ in range(3):
        plan = next_step(plan, BETTER_FIRST).plan
    assert misdrawn(played(plan, SHORT, BETTER_FIRST), SHORT) == ()


def test_the_missing_place_of_an_expelled_player_is_the_last_of_his_team() -> None:
    # A1 is expelled: A keeps its points, A2 is its first, and the second of A is an empty seat.
    done = next_step(PLAN, BETTER_FIRST, choice=Choice(withdraw=("A1",)))
    one, two, three = tables_of(done.plan, 2)
    assert one == {"A2", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1", "J1"}
    assert two == {"K1", "L1", "M1", "N1", "O1", "B2", "C2", "D2", "E2"}
    assert len(three) == 10
    assert keys(done) == ["next.empty_seats"]
    assert done.warnings[0][1] == {"round": 2, "table": 1, "n": 1}
    [gone] = [each for each in done.plan.roster.entrants if each.name == "A1"]
    assert gone.left == 2


def test_who_withdraws_stays_away_from_the_finals_that_follow() -> None:
    first = next_step(PLAN, BETTER_FIRST, choice=Choice(withdraw=("A1",))).plan
    games = played(first, SHORT, BETTER_FIRST)
    second = step(first, games, SHORT, search=QUICK).plan
    assert all("A1" not in table for table in tables_of(second, 3))


def test_a_whole_team_that_withdraws_leaves_the_last_places_empty() -> None:
    done = next_step(PLAN, BETTER_FIRST, choice=Choice(withdraw=("A",)))
    one, two, three = tables_of(done.plan, 2)
    assert one == {"B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1", "J1", "K1"}
    assert (len(two), len(three)) == (9, 9)


def test_the_seats_of_a_final_are_as_even_as_the_rounds_before_allow() -> None:
    plan = PLAN
    for _ in range(3):
        plan = next_step(plan, BETTER_FIRST).plan
    before, after = seat_counts(PLAN), seat_counts(plan)
    assert not ((after > before) & (before > 0)).any()  # nobody gets a seat that he has had
    assert (after - before).max() == 1


def test_earlier_rounds_are_the_same_bytes() -> None:
    before = plan_text(PLAN).split('"rounds": [\n')[1].split("\n],")[0]
    after = plan_text(next_step(PLAN, BETTER_FIRST).plan).split('"rounds": [\n')[1]
    assert after.startswith(before)


def test_a_written_plan_is_read_as_it_was() -> None:
    plan = next_step(PLAN, BETTER_FIRST, choice=Choice(withdraw=("A1",))).plan
    again = parse_plan(plan_text(plan).encode(), file="plan.json")
    assert again.draws == plan.draws
    assert [entrant.left for entrant in again.roster.entrants] == [
        entrant.left for entrant in plan.roster.entrants
    ]
    assert np.array_equal(again.seats, plan.seats)
    assert check.check(again) == check.check(plan)


def test_the_shipped_event_is_dealt_as_its_results_have_it() -> None:
    plan = read_plan("examples/ugra-2021-plan.json")
    games = read_results("examples/ugra-2021-results.csv", UGRA, roster=plan.roster).games
    for round_ in (12, 13, 14):
        plan = step(plan, games.until(round_), UGRA, search=QUICK).plan
        sat = [
            set(games.entrants[game].tolist())
            for game in np.flatnonzero(games.round == round_)[
                np.argsort(games.table[games.round == round_])
            ]
        ]
        assert [set(table.tolist()) for table in plan.seats[round_]] == sat
    assert check.examine(plan, UGRA).violations == ()


# --- a cut: Omsk with twenty after the first tour -----------------------------------------------------

OMSK = set_values(load("omsk-2012"), ["stages.2.field=20"])
PEOPLE = Roster(entrants=tuple(Entrant(id=f"n{i}", name=f"N{i:02}") for i in range(30)))
TWENTY = tuple(f"N{i:02}" for i in range(0, 30, 3)) + tuple(f"N{i:02}" for i in range(1, 30, 3))


@pytest.fixture(scope="module")
def omsk_plan() -> Plan:
    return seat(of_regulation(OMSK, PEOPLE), effort=0, jobs=1)


def omsk_step(plan: Plan, best: tuple[str, ...], **known: Any) -> Step:
    """Go on from a tour in which some were the best player, a point each, of every game of theirs."""
    return step(plan, played(plan, OMSK, best=best), OMSK, search=QUICK, **known)


def test_only_those_who_make_the_cut_play_on(omsk_plan: Plan) -> None:
    assert omsk_plan.rounds == 4
    done = omsk_step(omsk_plan, TWENTY)
    assert (
        done.coming.stages == OMSK.stages[1:2] * 2 + OMSK.stages[2:] * 2
    )  # tour 3 needs no result
    for round_ in range(4, 8):
        one, two = tables_of(done.plan, round_)[:2]
        assert one | two == set(TWENTY)
    assert sorted(done.field.out) == sorted({e.name for e in PEOPLE.entrants} - set(TWENTY))
    assert done.plan.stages[4:] == ("tour-2",) * 2 + ("tour-3",) * 2
    assert done.warnings == ()


def test_a_plan_behind_a_cut_keeps_every_rule(omsk_plan: Plan) -> None:
    plan = omsk_step(omsk_plan, TWENTY).plan
    assert check.examine(plan, OMSK).violations == ()
    games = dict(
        zip((e.name for e in plan.roster.entrants), game_counts(plan).tolist(), strict=True)
    )
    assert {games[name] for name in TWENTY} == {8}
    assert set(games.values()) == {4, 8}
    assert np.ptp(seat_counts(plan)[game_counts(plan) == 8], axis=1).max() <= 2


def test_whom_only_a_lot_can_part_at_the_cut_are_told(omsk_plan: Plan) -> None:
    done = omsk_step(omsk_plan, (*TWENTY, "N02"))
    fields = only(done, "next.lot_at_cut")
    assert len(fields["stays"]) == 1
    assert set(fields["goes"]) | set(fields["stays"]) == {*TWENTY, "N02"}
    assert done.field.out.count(fields["stays"][0]) == 1


def test_all_who_are_equal_at_the_cut_may_go_on(omsk_plan: Plan) -> None:
    every = set_values(OMSK, ["cut.when_tied=all"])
    games = played(omsk_plan, every, best=(*TWENTY, "N02"))
    done = step(omsk_plan, games, every, search=QUICK)
    assert len(done.field.entrants) == 21
    assert keys(done) == ["next.other_number"]
    assert check.check(done.plan) == ()
    played_on = game_counts(done.plan)[list(done.field.entrants)]
    assert sorted(set(played_on.tolist())) == [7, 8]  # 21 at two tables: one rests a round


@pytest.mark.parametrize(("rule", "many"), [("next", 20), ("nobody", 19)])
def test_the_next_takes_the_place_of_one_who_withdraws_or_nobody(
    rule: str, many: int, omsk_plan: Plan
) -> None:
    regulation = set_values(OMSK, [f"cut.when_one_withdraws={rule}"])
    games = played(omsk_plan, regulation, best=TWENTY)
    done = step(omsk_plan, games, regulation, search=QUICK, choice=Choice(withdraw=(TWENTY[0],)))
    assert len(done.field.entrants) == many
    names = {PEOPLE.entrants[index].name for index in done.field.entrants}
    assert names >= set(TWENTY[1:])
    assert ("next.instead" in keys(done)) == (rule == "next")


def test_who_is_past_a_cut_never_comes_back(omsk_plan: Plan) -> None:
    cut_twice = set_values(OMSK, ["stages.3.field=10"])
    second = step(omsk_plan, played(omsk_plan, cut_twice, best=TWENTY), cut_twice, search=QUICK)
    assert second.plan.rounds == 6
    games = played(second.plan, cut_twice, best=TWENTY[:10])
    third = step(second.plan, games, cut_twice, search=QUICK)
    assert tables_of(third.plan, 6)[0] == set(TWENTY[:10])
    assert check.examine(third.plan, cut_twice).violations == ()
    lefts = [entrant.left for entrant in third.plan.roster.entrants]
    assert sorted(lefts, key=str) == [4] * 10 + [6] * 10 + [None] * 10


# --- draws by keys: one table of the best, a snake, semi-finals ---------------------------------------

ANY = """
name = "any"
title.en = "Any"
[entry]
entrants = 20
[[stages]]
name = "first"
rounds = 1
[[stages]]
name = "second"
rounds = {rounds}
draw = "ranked"
{draw}
[scoring.additional]
"""
SOLO = Roster(
    entrants=tuple(Entrant(id=f"q{i}", name=f"Q{i:02}", rating=float(i % 7)) for i in range(1, 21))
)
SOLO_PLAN = Plan(
    roster=SOLO, seats=np.arange(20, dtype=np.int32).reshape(1, 2, 10), stages=("first",)
)
BY_NUMBER = {f"Q{i:02}": 3000 - 100 * i for i in range(1, 21)}


def any_event(tmp_path: Path, draw: str, rounds: int = 1) -> Regulation:
    file = tmp_path / "any.toml"
    file.write_text(ANY.format(draw=draw, rounds=rounds), encoding="utf-8")
    return load(str(file))


def numbers(table: set[str]) -> list[int]:
    return sorted(int(name[1:]) for name in table)


def test_the_ten_best_go_to_one_final_table(tmp_path: Path) -> None:
    final = any_event(tmp_path, "field = 10\ndeal = [[{ first = 1, last = 10 }]]", rounds=3)
    done = next_step(SOLO_PLAN, BY_NUMBER, final)
    assert done.plan.stages == ("first",) + ("second",) * 3
    for round_ in (1, 2, 3):
        assert numbers(tables_of(done.plan, round_)[0]) == [*range(1, 11)]
    assert seat_counts(done.plan).max() == 1  # four rounds, and nobody has a seat twice
    assert check.check(done.plan) == ()


def test_ten_of_a_field_are_one_block(tmp_path: Path) -> None:
    final = any_event(tmp_path, "field = 10")
    done = next_step(SOLO_PLAN, BY_NUMBER, final)
    assert numbers(tables_of(done.plan, 1)[0]) == [*range(1, 11)]


def test_semi_finals_by_a_snake(tmp_path: Path) -> None:
    semi = any_event(tmp_path, 'seeding = { to = "snake" }')
    one, two = tables_of(next_step(SOLO_PLAN, BY_NUMBER, semi).plan, 1)
    assert numbers(one) == [1, 4, 5, 8, 9, 12, 13, 16, 17, 20]
    assert numbers(two) == [2, 3, 6, 7, 10, 11, 14, 15, 18, 19]


def test_semi_finals_in_turn(tmp_path: Path) -> None:
    semi = any_event(tmp_path, 'seeding = { to = "in_turn" }')
    one, two = tables_of(next_step(SOLO_PLAN, BY_NUMBER, semi).plan, 1)
    assert (numbers(one), numbers(two)) == ([*range(1, 20, 2)], [*range(2, 21, 2)])


def test_semi_finals_by_explicit_slots(tmp_path: Path) -> None:
    def table(*ranks: int) -> str:
        return "[{}]".format(", ".join(f"{{ first = {rank} }}" for rank in ranks))

    rows = table(1, 20, *range(5, 13)), table(2, 3, 4, *range(13, 20))
    semi = any_event(tmp_path, f"deal = [{', '.join(rows)}]")
    one, two = tables_of(next_step(SOLO_PLAN, BY_NUMBER, semi).plan, 1)
    assert numbers(one) == [1, *range(5, 13), 20]
    assert numbers(two) == [2, 3, 4, *range(13, 20)]


def test_a_seeding_by_rating_goes_by_places_among_equals(tmp_path: Path) -> None:
    semi = any_event(tmp_path, 'seeding = { by = ["rating"] }')
    one, _ = tables_of(next_step(SOLO_PLAN, BY_NUMBER, semi).plan, 1)
    # Rating 6 for 6, 13, 20; 5 for 5, 12, 19; 4 for 4, 11, 18; 3 for 3, 10, 17.
    assert numbers(one) == [3, 4, 5, 6, 11, 12, 13, 18, 19, 20]


@pytest.mark.parametrize("key", ["points", "additional"])
def test_a_seeding_by_what_is_compared_in_standings(key: str, tmp_path: Path) -> None:
    semi = any_event(tmp_path, f'seeding = {{ by = ["{key}"] }}')
    one, _ = tables_of(next_step(SOLO_PLAN, BY_NUMBER, semi).plan, 1)
    assert numbers(one) == [*range(1, 11)]


def test_ugras_final_is_a_seeding_by_place_in_team_and_then_by_team() -> None:
    seeding = Seeding(by=("place_in_team", "team_place"), to="blocks")
    stage = SHORT.stages[1].model_copy(update={"deal": (), "seeding": seeding})
    regulation = SHORT.model_copy(update={"stages": (SHORT.stages[0], stage)})
    expected = [tables_of(next_step(PLAN, BETTER_FIRST).plan, 2)]
    found = [tables_of(next_step(PLAN, BETTER_FIRST, regulation).plan, 2)]
    assert found == expected
    gone = Choice(withdraw=("A1",))
    assert tables_of(next_step(PLAN, BETTER_FIRST, regulation, choice=gone).plan, 2) == tables_of(
        next_step(PLAN, BETTER_FIRST, choice=gone).plan, 2
    )


def test_team_mates_whom_places_bring_together_are_parted_from_below() -> None:
    stage = SHORT.stages[1].model_copy(update={"deal": ()})  # by places: blocks of ten
    regulation = SHORT.model_copy(update={"stages": (SHORT.stages[0], stage)})
    done = next_step(PLAN, BETTER_FIRST, regulation)
    # By places the blocks are A-E, F-J and K-O with both of each pair: one of each must go.
    assert check.check(done.plan) == ()
    assert keys(done) == ["next.moved"] * 3
    stays = [
        table & set(block) for table, block in zip(tables_of(done.plan, 2), BLOCKS, strict=True)
    ]
    assert [len(table) for table in stays] == [5, 5, 5]
    assert {name for table in stays for name in table} >= {"A1", "B1", "C1", "D1", "E1"}


BLOCKS = [[f"{team}{n}" for team in teams for n in (1, 2)] for teams in ("ABCDE", "FGHIJ", "KLMNO")]


def test_a_lot_among_equal_players_is_told(tmp_path: Path) -> None:
    final = any_event(tmp_path, 'seeding = { to = "blocks" }')
    equal = BY_NUMBER | {"Q11": BY_NUMBER["Q10"]}
    done = next_step(SOLO_PLAN, equal, final)
    fields = only(done, "next.lot_of_players")
    one, two = tables_of(done.plan, 1)
    first, second = fields["names"]
    assert {first, second} == {"Q10", "Q11"}
    assert (first in one, second in two) == (True, True)


# --- Charlie: one of each team sits, the other advises ------------------------------------------------

CHARLIE = load("charlie-2016")
CHARLIE_PLAN = by_hand(pairs(10), 2, 5, "main")


def charlie_step(regulation: Regulation = CHARLIE, **chosen: Any) -> Step:
    games = played(CHARLIE_PLAN, regulation, best=("A2", "B2"))
    return step(CHARLIE_PLAN, games, regulation, search=QUICK, choice=Choice(**chosen))


def behind(plan: Plan, round_: int) -> dict[str, str]:
    """Give who advises whom."""
    assert plan.advisers is not None
    names = [entrant.name for entrant in plan.roster.entrants]
    return {
        names[player]: names[adviser]
        for player, adviser in zip(
            plan.seats[round_].ravel().tolist(), plan.advisers[round_].ravel().tolist(), strict=True
        )
        if player != EMPTY
    }


def test_one_of_each_team_sits_at_one_table_and_the_other_advises() -> None:
    done = charlie_step()
    assert behind(done.plan, 5) == {f"{team}1": f"{team}2" for team in "ABCDEFGHIJ"}
    assert done.plan.played()[5].sum() == 1
    assert "A15" in done.assumed
    assert done.warnings == ()


def test_a_game_with_advisers_is_a_game_of_everybody() -> None:
    plan = charlie_step().plan
    assert check.examine(plan, CHARLIE).violations == ()
    assert plan.byes(5) == ()


def test_the_best_of_each_team_may_sit() -> None:
    sitting = set(behind(charlie_step(seated_by="standings").plan, 5))
    assert {"A2", "B2"} < sitting


def test_a_team_may_choose_who_sits() -> None:
    assert behind(charlie_step(sits=("J2",)).plan, 5)["J2"] == "J1"


def test_who_sits_may_alternate_from_round_to_round() -> None:
    twice = set_values(
        CHARLIE, ["stages.consigliere.rounds=3", "stages.consigliere.seated_by=alternating"]
    )
    plan = charlie_step(twice).plan
    assert [set(behind(plan, round_)) for round_ in (5, 6, 7)] == [
        {f"{team}{n}" for team in "ABCDEFGHIJ"} for n in (1, 2, 1)
    ]
    assert check.examine(plan, twice).violations == ()


def test_a_plan_with_advisers_is_read_as_it_was_written() -> None:
    plan = charlie_step().plan
    again = parse_plan(plan_text(plan).encode(), file="plan.json")
    assert again.with_(provenance={}) == plan.with_(roster=again.roster)
    assert plan_text(again) == plan_text(plan)


def test_whose_game_it_is_as_well_as_an_adviser_has_no_bye_in_it() -> None:
    plan = charlie_step().plan
    rules = set_values(CHARLIE, ["scoring.bye=1"])
    table = standings(played(plan, CHARLIE), rules, by="player")
    assert (table.earned.component("bye") == 0).all()
    seated = set_values(rules, ["stages.consigliere.credit=seated"])
    table = standings(played(plan, CHARLIE), seated, by="player")
    assert (table.earned.component("bye") == 1000).sum() == 10


def test_who_is_away_is_passed_over_and_does_not_advise() -> None:
    away = replace(CHARLIE_PLAN.roster.entrants[0], absent=frozenset({5}))
    roster = replace(CHARLIE_PLAN.roster, entrants=(away, *CHARLIE_PLAN.roster.entrants[1:]))
    plan = CHARLIE_PLAN.with_(roster=roster)
    done = step(plan, played(plan, CHARLIE), CHARLIE, search=QUICK)
    seated = {name for table in tables_of(done.plan, 5) for name in table}
    assert "A2" in seated
    assert done.plan.advisers is not None
    assert 0 not in done.plan.advisers
    assert keys(done) == ["next.without_part"]


# --- lots instead of a search ----------------------------------------------------------------------------


def test_a_stage_may_be_drawn_by_lot_behind_others(omsk_plan: Plan) -> None:
    done = omsk_step(omsk_plan, TWENTY, choice=Choice(draw="random"))
    assert done.plan.draws[4:] == ("random",) * 4
    assert check.examine(done.plan, OMSK).violations == ()
    assert done.plan.certificate is not None
    assert done.plan.certificate["stopped_by"] == "drawn"


# --- what cannot be gone on from -------------------------------------------------------------------------


def ugra_games(plan: Plan = PLAN) -> Games:
    return played(plan, SHORT, BETTER_FIRST)


def without(game: int) -> Games:
    games = ugra_games()
    return games.select(np.arange(len(games)) != game)


def changed(**arrays: Any) -> Games:
    return ugra_games().with_(**arrays)


def of_final(**values: Any) -> Regulation:
    """Give the regulation with other values of its final, whatever they are."""
    stages = (SHORT.stages[0], SHORT.stages[1].model_copy(update=values))
    return SHORT.model_copy(update={"stages": stages})


def exchanged() -> Games:
    """Let two of the first round have played at each other's tables."""
    entrants = np.array(ugra_games().entrants)
    entrants[0, 0], entrants[1, 0] = entrants[1, 0], entrants[0, 0]
    return changed(entrants=entrants)


def with_somebody_twice() -> Games:
    entrants = np.array(ugra_games().entrants)
    entrants[0, 0] = entrants[0, 1]
    return changed(entrants=entrants)


APART = PLAN.with_(roster=replace(PLAN.roster, apart=((0, 2),)))

REFUSALS: list[tuple[str, Callable[[], Step], str]] = [
    (
        "a game is missing",
        lambda: step(PLAN, without(4), SHORT, search=QUICK),
        "the results lack the game of round 2, table 2",
    ),
    (
        "rounds are missing",
        lambda: step(PLAN, ugra_games().until(1), SHORT, search=QUICK),
        "the results lack 3 games of the plan, the first of them in round 2 at table 1",
    ),
    (
        "a round is not planned",
        lambda: step(PLAN, ugra_games(next_step(PLAN, BETTER_FIRST).plan), SHORT, search=QUICK),
        "the results have round 3, and the plan has 2 rounds",
    ),
    (
        "a table is not planned",
        lambda: step(PLAN, changed(table=np.array([0, 1, 3, 0, 1, 2])), SHORT, search=QUICK),
        "the results have table 4 of round 1",
    ),
    (
        "a round is of another stage",
        lambda: step(PLAN, changed(stage=np.array([0, 0, 0, 1, 1, 1])), SHORT, search=QUICK),
        "round 2 is of the stage 'final' in the results and of 'qualifying' in the plan",
    ),
    (
        "somebody has played elsewhere",
        lambda: step(PLAN, exchanged(), SHORT, search=QUICK),
        "has played at table 1, and the plan has him at table 2",
    ),
    (
        "somebody has not played",
        lambda: step(PLAN, with_somebody_twice(), SHORT, search=QUICK),
        "has a seat in the plan and has not played",
    ),
    (
        "a stage of the plan is unknown",
        lambda: step(PLAN.with_(stages=("qualifying", "tour")), ugra_games(), SHORT),
        "round 2 of the plan is of the stage 'tour', which ugra-2021 does not have",
    ),
    (
        "stages of the plan go backwards",
        lambda: step(PLAN.with_(stages=("final", "qualifying")), ugra_games(), SHORT),
        "round 2 of the plan is of the stage 'qualifying', behind rounds of 'final'",
    ),
    (
        "a stage of the plan is not whole",
        lambda: next_step(PLAN, BETTER_FIRST, UGRA),
        "the plan has 2 rounds of the stage 'qualifying', and the regulation has 12",
    ),
    (
        "a plan without stages has too many rounds",
        lambda: next_step(
            SOLO_PLAN.with_(stages=(), seats=np.arange(80).reshape(4, 2, 10) % 20),
            {},
            load("plain"),
        ),
        "the plan has 4 rounds, and all stages of plain together have 1",
    ),
    (
        "nobody is called so",
        lambda: next_step(PLAN, BETTER_FIRST, choice=Choice(withdraw=("Z9",))),
        "--withdraw Z9: no person and no team of the plan is called so",
    ),
    (
        "places leave nothing to draw",
        lambda: next_step(PLAN, BETTER_FIRST, choice=Choice(draw="random")),
        "the stage 'final' is dealt by places: leave out --draw",
    ),
    (
        "nobody advises",
        lambda: next_step(PLAN, BETTER_FIRST, choice=Choice(sits=("A1",))),
        "nobody advises in the stage 'final': leave out --sits",
    ),
    (
        "nobody who could sit is called so",
        lambda: charlie_step(sits=("Z9",)),
        "--sits Z9: nobody who plays on is called so",
    ),
    (
        "two of a team are to sit",
        lambda: charlie_step(sits=("A1", "A2")),
        "of 'A' 1 may sit, not A1, A2",
    ),
    (
        "a field does not fill the tables of an order",
        lambda: next_step(PLAN, BETTER_FIRST, of_final(field=12, deal=())),
        "the field of the stage 'final' is 24, which does not fill 3 tables of 10",
    ),
    (
        "more play on than an order has seats for",
        lambda: next_step(PLAN, BETTER_FIRST, of_final(field=14, deal=(), tables=None)),
        "28 play on to the stage 'final', and 2 tables of 10 seat fewer",
    ),
    (
        "a demand breaks the deal",
        lambda: step(APART, played(APART, SHORT, BETTER_FIRST), SHORT, search=QUICK),
        "a rule is broken: round 3, table 1: A1, B1",
    ),
]


@pytest.mark.parametrize(
    ("demand", "said"), [row[1:] for row in REFUSALS], ids=[r[0] for r in REFUSALS]
)
def test_what_cannot_be_gone_on_from_is_refused_with_one_sentence(
    demand: Callable[[], Step], said: str
) -> None:
    with pytest.raises(MafsimError) as refused:
        demand()
    assert said in refused.value.sentence()
    for lang in LANGUAGES:
        assert len(refused.value.sentence(lang).splitlines()) == 1
        assert not set("{}") & set(refused.value.sentence(lang))


def test_an_open_protest_makes_what_comes_next_provisional() -> None:
    protest = np.full((6, 10), EMPTY)
    protest[4, 0] = Protest.OPEN
    done = step(PLAN, changed(protest=protest), SHORT, search=QUICK)
    assert done.warnings == (("next.provisional", {"round": 1, "table": 1}),)


def test_people_on_other_seats_of_their_table_are_counted() -> None:
    entrants = np.array(ugra_games().entrants)
    entrants[0, [0, 1]] = entrants[0, [1, 0]]
    done = step(PLAN, changed(entrants=entrants), SHORT, search=QUICK)
    assert done.warnings == (("next.other_seats", {"n": 2}),)


def test_a_substitute_is_for_whom_he_sits_in() -> None:
    games = ugra_games()
    entrants, replaces = np.array(games.entrants), np.full((6, 10), EMPTY)
    replaces[0, 0] = entrants[0, 0]
    entrants[0, 0] = 30
    roster = replace(PLAN.roster, entrants=(*PLAN.roster.entrants, Entrant(id="sub", name="Sub")))
    games = games.with_(entrants=entrants, replaces=replaces, roster=roster)
    done = step(PLAN, games, SHORT, search=QUICK)
    assert len(done.plan.roster.entrants) == 30


def test_teams_that_only_the_results_tell_are_known() -> None:
    alone = replace(
        PLAN.roster, entrants=tuple(replace(each, team=None) for each in PLAN.roster.entrants)
    )
    done = step(PLAN.with_(roster=alone), ugra_games(), SHORT, search=QUICK)
    assert tables_of(done.plan, 2) == tables_of(next_step(PLAN, BETTER_FIRST).plan, 2)


def test_what_is_wrong_in_rounds_that_were_played_is_no_reason_to_stop(tmp_path: Path) -> None:
    final = any_event(tmp_path, "field = 10")
    idle = Entrant(id="q21", name="Q21")
    plan = SOLO_PLAN.with_(roster=replace(SOLO, entrants=(*SOLO.entrants, idle)))
    assert [violation.key for violation in check.check(plan)] == ["never_seated"]
    done = next_step(plan, BY_NUMBER, final)
    assert numbers(tables_of(done.plan, 1)[0]) == [*range(1, 11)]


def test_a_plan_that_names_no_stages_has_them_in_their_order() -> None:
    done = next_step(PLAN.with_(stages=()), BETTER_FIRST)
    assert done.plan.stages == ("", "", "final")


def test_the_same_step_gives_the_same_bytes() -> None:
    equal = BETTER_FIRST | {"C1": 2500, "C2": 2500}
    texts = {plan_text(next_step(PLAN, equal, seed=5).plan) for _ in range(2)}
    assert len(texts) == 1
