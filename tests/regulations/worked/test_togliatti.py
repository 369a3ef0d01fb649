"""Games of Togliatti 2014 (Shapka), scored on paper from the text; each example names its clause.

A pair's words are written by half and part: "3 2 4 1" is 3 and 2 in the first half («Словесный»),
4 and 1 in the second («Изобразительный»).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

EventOf = Callable[..., Any]
Pair = Callable[..., dict[str, Any]]


@pytest.fixture
def tour(event: EventOf, pair: Pair) -> Callable[..., Any]:
    """Play a tour: each team's words in all, put into the first half of its first pair.

    Teams sit at tables in threes, as many as there are; the other pairs of a team guess nothing.
    """

    def _tour(*played: dict[str, str], of: Any = None, sets: tuple[str, ...] = ()) -> Any:
        found = of or event("togliatti-2014", *sets)
        for round_, words in enumerate(played, start=1):
            teams = list(words)
            for first in range(0, len(teams), 3):
                for number in (1, 2, 3):
                    found.pairs(
                        *(
                            pair(
                                f"{team}{number}",
                                team,
                                words[team] if number == 1 else "0 0 0 0",
                            )
                            for team in teams[first : first + 3]
                        ),
                        round=round_,
                        table=first + number,
                    )
        return found

    return _tour


def test_t24_a_word_brings_a_point(event: EventOf, pair: Pair) -> None:
    # Ten words (A32): 3, 2, 4 and 1.
    played = event("togliatti-2014").pairs(
        pair("A1", "A", "3 2 4 1"), pair("B1", "B"), pair("C1", "C")
    )
    assert played.points("A1") == ["10"]


def test_t20_the_pairs_of_a_team_add_up(event: EventOf, pair: Pair) -> None:
    # 10 + 7 + 0 = 17.
    played = event("togliatti-2014")
    for table, words in ((1, "3 2 4 1"), (2, "1 2 3 1"), (3, "0 0 0 0")):
        played.pairs(
            pair(f"A{table}", "A", words),
            pair(f"B{table}", "B"),
            pair(f"C{table}", "C"),
            table=table,
        )
    assert played.points("A", by="team") == ["17"]


def test_t15_a_breach_at_a_table_takes_five(event: EventOf, pair: Pair) -> None:
    # 10 - 5 for one breach; 10 - 2 x 5 for two (A35: per breach).
    played = event("togliatti-2014").pairs(
        pair("A1", "A", "3 2 4 1", 1), pair("B1", "B", "3 2 4 1", 2), pair("C1", "C")
    )
    assert played.points("A", "B", by="team") == ["5", "0"]
    assert played.components("A", "team") == {"words": "10", "penalty": "-5"}


def test_t15_a_breach_away_from_a_table_takes_five_from_the_team(
    event: EventOf, pair: Pair
) -> None:
    # 10 - 3 x 5 = -5: a result may fall below zero (A35). The pair itself keeps its ten words.
    played = event("togliatti-2014").pairs(
        pair("A1", "A", "3 2 4 1"), pair("B1", "B"), pair("C1", "C")
    )
    played.breach("A", stage="qualifying-1").breach("A", 2, stage="qualifying-1")
    assert played.points("A", by="team") == ["-5"]
    assert played.points("A1") == ["10"]


def test_a30_each_tour_begins_at_zero(tour: Callable[..., Any]) -> None:
    # Tour 1: A 30, B 20, C 10; tour 2: A 1, B 2, C 3. C leads after the second tour.
    played = tour(
        {"A": "30 0 0 0", "B": "20 0 0 0", "C": "10 0 0 0"},
        {"A": "1 0 0 0", "B": "2 0 0 0", "C": "3 0 0 0"},
    )
    assert played.points("A", "B", "C", by="team", after_round=1) == ["30", "20", "10"]
    assert played.points("A", "B", "C", by="team") == ["1", "2", "3"]


def test_t17_who_went_further_stands_above(tour: Callable[..., Any]) -> None:
    # D, E and F have 30 in tour 1 and do not play tour 2; A, B and C have 1 to 3 there.
    played = tour(
        {"A": "9 0 0 0", "B": "8 0 0 0", "C": "7 0 0 0"}
        | {"D": "30 0 0 0", "E": "30 0 0 1", "F": "30 0 0 2"},
        {"A": "1 0 0 0", "B": "2 0 0 0", "C": "3 0 0 0"},
    )
    table = played.table("team")
    order = [table.units.names[unit] for unit in table.order[0].tolist()]
    assert order == ["C", "B", "A", "F", "E", "D"]
    assert played.above("A", "F", "team") == "stage"
    assert played.points("D", "A", by="team") == ["30", "1"]


def test_t15_a_breach_counts_in_the_tour_in_which_it_is_imposed(tour: Callable[..., Any]) -> None:
    # A35: 5 off in tour 1, nothing in tour 2.
    played = tour(
        {"A": "10 0 0 0", "B": "0 0 0 0", "C": "0 0 0 0"},
        {"A": "4 0 0 0", "B": "0 0 0 0", "C": "0 0 0 0"},
    ).breach("A", stage="1-й тур")
    assert played.points("A", by="team", after_round=1) == ["5"]
    assert played.points("A", by="team") == ["4"]


# --- T28, A33: tie-breaks, each where all before it are equal ---------------------------------


def test_a33_fewer_penalty_points_part_equal_results(event: EventOf, pair: Pair) -> None:
    # A: 10. B: 15 - 5 = 10.
    played = event("togliatti-2014").pairs(
        pair("A1", "A", "10 0 0 0"), pair("B1", "B", "10 0 5 0", 1), pair("C1", "C")
    )
    assert played.points("A", "B", by="team") == ["10", "10"]
    assert played.above("A", "B", "team") == "penalties"


def test_a33_words_in_the_second_half_part_equal_penalties(event: EventOf, pair: Pair) -> None:
    # Ten words each; B has six of them in the second half, A four.
    played = event("togliatti-2014").pairs(
        pair("A1", "A", "3 3 2 2"), pair("B1", "B", "2 2 3 3"), pair("C1", "C")
    )
    assert played.above("B", "A", "team") == "words_half_2"


def test_a33_a_lot_parts_the_rest_and_is_shown_as_one(event: EventOf, pair: Pair) -> None:
    played = event("togliatti-2014").pairs(
        pair("A1", "A", "3 3 2 2"), pair("B1", "B", "3 3 2 2"), pair("C1", "C")
    )
    first = [
        played.table("team", seed=seed).units.names[
            int(played.table("team", seed=seed).order[0, 0])
        ]
        for seed in range(20)
    ]
    assert set(first) == {"A", "B"}
    one, other = (first[0], "B" if first[0] == "A" else "A")
    assert played.above(one, other, "team", seed=0) == "lot"


def test_t19_two_pairs_of_a_team_at_one_table_are_refused(event: EventOf, pair: Pair) -> None:
    played = event("togliatti-2014").pairs(pair("A1", "A"), pair("A2", "A"), pair("C1", "C"))
    assert [fault.key for fault in played.read().faults] == ["results.team_twice"]


def test_t19_a_table_of_two_pairs_is_refused(event: EventOf, pair: Pair) -> None:
    played = event("togliatti-2014").pairs(pair("A1", "A", "1 1 1 1"), pair("C1", "C"))
    assert [fault.key for fault in played.read().faults] == ["results.pairs_wrong"]


def test_words_in_the_first_half_decide_where_a_result_stops_at_zero(
    event: EventOf, pair: Pair
) -> None:
    # Both have a breach and one word in the second half: 2 - 5 and 1 - 5, both 0.
    played = event("togliatti-2014", "scoring.shapka.below_zero=false").pairs(
        pair("A1", "A", "0 0 1 0", 1), pair("B1", "B", "1 0 1 0", 1), pair("C1", "C", "9 0 0 0")
    )
    assert played.points("A", "B", by="team") == ["0", "0"]
    assert played.above("B", "A", "team") == "words_half_1"
