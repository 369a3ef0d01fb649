"""What a seat is shown, what it may answer at length, and what is wiped between games.

The players are ordinary Python: they note each View that they are shown, and say what a test wants.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from mafsim import agents, mafia
from mafsim.agents.view import NOBODY, WITNESS, Agent, Decision, Parameter, Role
from mafsim.errors import UsageError
from mafsim.kernels import typed
from mafsim.mafia import Incident, Played, When
from mafsim.regulations import Regulation, load, set_values
from tests.laws import enough
from tests.mafia.variants import BASES

PLAIN, UGRA, CHARLIE, OMSK = map(load, ("plain", "ugra-2021", "charlie-2016", "omsk-2012"))
MAFIA = int(Role.MAFIA)
ARRAYS = ("partners", "checked", "checked_on", "revealed", "order", "choices", "tells", "answer")
NUMBERS = ("seat", "role", "don", "plan", "speech", "may_pass", "n_choices", "word", "own_word")


@dataclass
class Table:
    """What the players of this module have been shown, and what they are to say."""

    notes: list[dict[str, Any]] = field(default_factory=list)
    says: dict[int, dict[int, int]] = field(default_factory=dict)
    """By decision: what is written where into a longer answer."""
    answers: dict[int, int] = field(default_factory=dict)
    """By decision: a short answer."""


TABLE = Table()


@pytest.fixture(autouse=True)
def fresh_table() -> None:
    for kept in (TABLE.notes, TABLE.says, TABLE.answers):
        kept.clear()


def decide(kind: int, view: Any, memory: Any) -> int:
    """Note what is shown; do what is wanted, or take the first of what is offered."""
    note = {name: getattr(view, name) for name in NUMBERS}
    note |= {name: getattr(view, name).tolist() for name in ARRAYS}
    note |= {"kind": kind, "day": view.public.day, "living": view.public.living}
    note |= {"win": view.payoffs.win, "seen": memory[:3].tolist()}
    note |= {"votes": int((view.public.votes != NOBODY).sum()), "ballots": view.public.ballots}
    note["beyond"] = view.public.candidates[view.public.n_candidates :].tolist()
    TABLE.notes.append(note)
    for place, value in TABLE.says.get(kind, {}).items():
        view.answer[place] = value
    if kind in TABLE.answers:
        answer = TABLE.answers[kind]
        gone = kind == Decision.PLAN and answer not in view.choices[: view.n_choices]
        return NOBODY if gone else answer
    if kind == Decision.SHOOT and view.plan in view.choices[: view.n_choices]:
        return int(view.plan)
    return int(view.choices[0]) if view.n_choices else NOBODY


WATCHFUL = Agent(decide=decide, compiled=False)
READING = Agent(
    decide=decide,
    compiled=False,
    parameters=(
        Parameter(name="reading", default=0.0, most=1000.0),
        Parameter(name="hiding", default=0.0),
        Parameter(name="shares", default=0.5),
    ),
    reads="reading",
    hides="hiding",
    shares="shares",
)


OF_TODAY = replace(WATCHFUL, sees_history=False)
TRUSTED = replace(READING, trusted=True)


@typed(WITNESS)
def listen(event: Any, public: Any, memory: Any) -> None:
    """Write down how many live."""
    memory[0] += 1.0
    memory[1] = public.living


LISTENING = Agent(decide=decide, compiled=False, witness=listen, memory=2, trusted=True)


@typed(WITNESS)
def spoil(event: Any, public: Any, memory: Any) -> None:
    """Write down how many live, and spoil the record that is shown."""
    memory[0] += 1.0
    memory[1] = public.living
    memory[2] = event.day
    public.living = 1
    for seat in range(10):
        public.alive[seat] = 0


SPOILING = Agent(decide=decide, compiled=False, witness=spoil, memory=3)


def cast(text: str) -> tuple[agents.Player, ...]:
    return agents.cast(text.replace("~", f"{__name__}:"), 10)


def play(regulation: Regulation, n: int = 1, kind: str = "~WATCHFUL", **known: Any) -> Played:
    return mafia.play(regulation, cast(kind), n, seed=3, log=True, **known)


def by_game(n: int) -> list[list[dict[str, Any]]]:
    """Give the notes game by game: each begins with another word of the same seat's own."""
    words = list(dict.fromkeys(note["own_word"] for note in TABLE.notes))
    games: list[list[dict[str, Any]]] = [[]]
    seen: dict[int, int] = {}
    for note in TABLE.notes:
        if seen.get(note["seat"], note["own_word"]) != note["own_word"]:
            games.append([])
            seen = {}
        seen[note["seat"]] = note["own_word"]
        games[-1].append(note)
    assert len(games) == n
    assert len(words) > n
    return games


# Cards


def test_black_players_know_each_other_and_the_don_and_red_ones_nobody() -> None:
    played = play(UGRA, 3)
    for game, notes in enumerate(by_game(3)):
        roles = played.games.roles[game].tolist()
        black = [seat for seat in range(10) if roles[seat] >= MAFIA]
        for note in notes:
            own = note["seat"]
            assert note["role"] == roles[own]
            if own in black:
                assert note["don"] == roles.index(Role.DON)
                assert np.flatnonzero(note["partners"]).tolist() == [s for s in black if s != own]
            else:
                assert (note["don"], note["plan"]) == (NOBODY, NOBODY)
                assert not any(note["partners"])
                assert set(note["order"]) == {NOBODY}


def test_everybody_knows_what_his_own_card_is_paid() -> None:
    play(OMSK, 2)
    paid = {int(Role.CIVILIAN): 3000, int(Role.SHERIFF): 4000, int(Role.MAFIA): 4000}
    for note in TABLE.notes:
        assert note["win"] == paid.get(note["role"], 5000)
    assert {note["role"] for note in TABLE.notes} == set(map(int, Role))


def test_an_order_is_known_to_black_players_up_to_its_last_night() -> None:
    TABLE.says[int(Decision.ORDER)] = {0: 5, 1: 0, 2: 9, 3: 10}  # the fourth is not asked for
    play(UGRA)
    told = [note for note in TABLE.notes if note["kind"] != Decision.ORDER]
    for note in told:
        if note["role"] >= MAFIA:
            assert note["order"][:3] == [5, 0, 9]
            assert set(note["order"][3:]) <= {NOBODY}
    assert {note["plan"] for note in told if note["kind"] == Decision.SHOOT} <= {5, 0, 9, NOBODY}


def test_a_plan_of_the_leader_is_told_to_those_who_shoot() -> None:
    TABLE.answers[int(Decision.PLAN)] = 9
    TABLE.answers[int(Decision.NOMINATE)] = NOBODY
    played = play(PLAIN)
    shots = [note for note in TABLE.notes if note["kind"] == Decision.SHOOT and note["day"] == 1]
    assert [note["plan"] for note in shots] == [9] * 3
    assert played.games.shot(1)[0, 9]


@pytest.mark.parametrize("checks", [1, 2])
def test_a_check_is_told_to_whom_it_is_due_with_its_night(checks: int) -> None:
    """The don learns who is the sheriff, the sheriff who is black; each of himself alone."""
    regulation = set_values(PLAIN, [f"rules.night.checks={checks}"])
    TABLE.answers[int(Decision.NOMINATE)] = NOBODY
    played = play(regulation, 2)
    for game, notes in enumerate(by_game(2)):
        roles = played.games.roles[game].tolist()
        for note in notes:
            checked = {s: found for s, found in enumerate(note["checked"]) if found != NOBODY}
            own = note["role"]
            right = {Role.DON: [Role.SHERIFF], Role.SHERIFF: [Role.MAFIA, Role.DON]}.get(
                Role(own), []
            )
            assert checked == {seat: int(roles[seat] in right) for seat in checked}
            assert bool(checked) <= (own in (Role.DON, Role.SHERIFF))
            nights = [note["checked_on"][seat] for seat in checked]
            assert all(1 <= night <= note["day"] for night in nights)
            assert all(nights.count(night) <= checks for night in nights)
        for who, role in ((0, Role.SHERIFF), (1, Role.DON)):
            last = [note for note in notes if note["role"] == role][-1]
            first = played.games.checks[game, 0, who]
            assert last["checked_on"][first] == 1


@pytest.mark.parametrize(
    ("kind", "regulation"), [("~READING", OMSK), ("trusted", OMSK), ("trusted", PLAIN)]
)
def test_a_view_is_new_in_every_game(
    kind: str, regulation: Regulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of mafsim's own kinds are not wiped whole, but of all that a game can have left there.

    They are where all cards were open, since the table had to name its best player.
    """
    monkeypatch.setitem(agents.KINDS, "trusted", f"{__name__}:TRUSTED")
    regulation = set_values(regulation, ["rules.night.shots=free"])
    players = cast(f"{kind}:reading=200")
    played = mafia.play(regulation, players, 3, seed=3)
    games = by_game(3)
    cards: dict[int, set[int]] = {seat: set() for seat in range(10)}
    for game, notes in enumerate(games):
        first = {note["seat"]: note for note in reversed(notes)}
        black = played.games.black[game]
        for seat, note in first.items():
            cards[seat].add(note["role"])
            partners = [
                other for other in range(10) if black[seat] and black[other] and other != seat
            ]
            assert np.flatnonzero(note["partners"]).tolist() == partners
            assert (note["don"] == NOBODY) == (not black[seat])
            assert set(note["checked"]) == set(note["checked_on"]) == {NOBODY}
            assert set(note["revealed"]) == set(note["order"]) == {NOBODY}
            assert all(abs(found) < 110 for found in note["tells"])
    assert any(len(found & {2, 3}) and len(found & {0, 1}) for found in cards.values())
    words = {(note["seat"], note["own_word"]) for notes in games for note in notes}
    assert len(words) == 30
    assert {note["may_pass"] for note in TABLE.notes} == {0, 1}


def test_the_votes_of_before_are_shown_to_kinds_that_ask_for_history() -> None:
    """To the others they are shown when they name the best player."""
    for kind, shows in (("~WATCHFUL", True), ("~OF_TODAY", False)):
        TABLE.notes.clear()
        play(OMSK, 1, kind)
        voted = [note for note in TABLE.notes if note["ballots"] > 0]
        assert len(voted) > 20
        for note in voted:
            assert (note["votes"] > 0) == (shows or note["kind"] == Decision.BEST_PLAYER)


def test_whoever_was_nominated_yesterday_is_no_candidate_today() -> None:
    play(PLAIN, 2)
    assert max(note["day"] for note in TABLE.notes) > 1
    assert all(set(note["beyond"]) <= {NOBODY} for note in TABLE.notes)


def test_all_cards_are_open_to_those_who_name_the_best_player_and_to_them_alone() -> None:
    played = play(OMSK, 2)
    votes = [note for note in TABLE.notes if note["kind"] == Decision.BEST_PLAYER]
    assert len(votes) == 20
    for i, note in enumerate(votes):
        assert note["seat"] == i % 10
        assert note["revealed"] == played.games.roles[i // 10].tolist()
        assert note["choices"][: note["n_choices"]] == [s for s in range(10) if s != i % 10]
    others = [note for note in TABLE.notes if note["kind"] != Decision.BEST_PLAYER]
    assert all(set(note["revealed"]) == {NOBODY} for note in others)


# Faces


def tells(kind: str, day: int = 1) -> tuple[Played, dict[int, list[float]]]:
    """Give by seat what is read in faces in the speeches of a day."""
    TABLE.answers[int(Decision.NOMINATE)] = NOBODY
    TABLE.answers[int(Decision.PLAN)] = NOBODY
    played = play(PLAIN, 1, kind)
    speaking = [note for note in TABLE.notes if note["kind"] == Decision.NOMINATE]
    seen = {note["seat"]: note["tells"] for note in speaking if note["day"] == day}
    return played, seen


def test_a_good_reader_sees_the_colour_of_all_who_hide_nothing() -> None:
    played, seen = tells("~READING:reading=200")
    for seat, read in seen.items():
        for other, found in enumerate(read):
            if other == seat:
                assert found == 0
            else:
                mean = 100 if played.games.black[0, other] else -100
                assert 0 < abs(found - mean) < 10


def test_what_is_read_adds_up_over_the_days_that_the_other_has_seen() -> None:
    played, seen = tells("~READING:reading=200", day=2)
    games = played.games
    dead = (games.left[0] != NOBODY) & (games.left_on[0] == 1)
    assert dead.sum() == 1, "somebody was shot in night 1"
    for seat, read in seen.items():
        for other, found in enumerate(read):
            mean = 0 if other == seat else 100 if games.black[0, other] else -100
            assert abs(found - mean * (1 if dead[other] else 2)) < 15


@pytest.mark.parametrize(("hiding", "mean"), [(1, 0), (0.75, 25)])
def test_who_hides_his_colour_shows_less_of_it(hiding: float, mean: int) -> None:
    played, seen = tells(f"~READING:reading=200,hiding={hiding}")
    for seat, read in seen.items():
        for other, found in enumerate(read):
            expected = 0 if other == seat else mean if played.games.black[0, other] else -mean
            assert abs(found - expected) < 10


def test_who_does_not_read_sees_nothing() -> None:
    _, seen = tells("5*~READING:reading=0.5+5*~READING")
    assert sum(any(read) for read in seen.values()) == 5


@pytest.mark.parametrize("shares", [0, 1])
def test_what_is_common_to_all_who_read_is_the_same_for_all(shares: int) -> None:
    _, seen = tells(f"~READING:reading=0.5,shares={shares}")
    for other in range(10):
        found = {read[other] for seat, read in seen.items() if seat != other}
        assert (len(found) == 1) == (shares == 1)


# Longer answers


SPEAK, BEST_MOVE, ORDER = map(int, (Decision.SPEAK, Decision.BEST_MOVE, Decision.ORDER))


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        *((SPEAK, {0: claim}) for claim in (-2, 0, 3)),
        *((SPEAK, {place: value}) for place in (10, 19) for value in (-2, 10)),
        *((SPEAK, {place: value}) for place in (20, 29, 30, 39) for value in (-2, 2)),
        *((BEST_MOVE, {i: 3, j: 3}) for i, j in ((0, 1), (0, 2), (1, 2))),
        *((BEST_MOVE, {i: value}) for i in range(3) for value in (-2, 10)),
        *((ORDER, {i: value}) for i in range(3) for value in (-2, 10)),
    ],
)
def test_an_answer_at_length_that_cannot_be_is_refused(kind: int, said: dict[int, int]) -> None:
    TABLE.says[kind] = said
    TABLE.answers[int(Decision.NOMINATE)] = NOBODY
    with pytest.raises(UsageError) as refused:
        play(UGRA)
    assert refused.value.key == "mafia.illegal"
    assert refused.value.fields["decision"] == Decision(kind).name.lower()
    assert refused.value.fields["game"] == 0


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        *((SPEAK, {0: claim}) for claim in (-1, 1, 2)),
        *((SPEAK, {place: value}) for place in (10, 19) for value in (-1, 0, 9)),
        *((SPEAK, {place: value}) for place in (20, 39) for value in (-1, 0, 1)),
        (BEST_MOVE, {0: NOBODY, 1: NOBODY, 2: NOBODY}),
        (ORDER, {0: 9, 1: 9, 2: NOBODY}),
    ],
)
def test_an_answer_at_length_at_its_limits_is_taken(kind: int, said: dict[int, int]) -> None:
    TABLE.says[kind] = said
    TABLE.answers[int(Decision.NOMINATE)] = NOBODY
    assert play(UGRA).games.winner[0] in (0, 1, 2)


def test_the_first_killed_may_name_anybody_but_himself() -> None:
    TABLE.answers[int(Decision.NOMINATE)] = NOBODY
    TABLE.says[ORDER] = {0: 4}
    TABLE.says[BEST_MOVE] = {0: 9, 1: 0, 2: 3}
    assert play(UGRA).games.best_move[0].tolist() == [9, 0, 3]
    TABLE.says[BEST_MOVE] = {0: 9, 1: 4, 2: 3}
    with pytest.raises(UsageError) as refused:
        play(UGRA)
    assert (refused.value.fields["seat"], refused.value.fields["answer"]) == (4, 4)


@pytest.mark.parametrize("answer", [-2, 31, 32, 33, 62, 63, 64, 65, -64])
def test_a_short_answer_that_is_not_offered_is_refused_as_it_was_given(answer: int) -> None:
    TABLE.answers[int(Decision.VOTE)] = answer
    TABLE.says[ORDER] = {0: 4}
    with pytest.raises(UsageError) as refused:
        play(set_values(UGRA, ["rules.vote.single_on_first_day=vote"]), 2)
    fields = refused.value.fields
    assert (fields["decision"], fields["answer"], fields["game"]) == ("vote", answer, 0)
    assert fields["seat"] == 0


# Witnesses, games before


def test_who_is_told_is_shown_the_record_as_it_is_and_cannot_spoil_it() -> None:
    spoilt = play(UGRA, 2, "~SPOILING")
    noted = [(note["day"], note["living"], note["seen"]) for note in TABLE.notes]
    TABLE.notes.clear()
    assert spoilt.games == play(UGRA, 2).games.with_(roster=spoilt.games.roster)
    for day, living, (_, seen, _) in noted:
        assert seen == living or day == 0
    told = [seen[0] for _, _, seen in noted]
    assert max(told) > 50


def test_a_trusted_witness_is_told_all_that_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(agents.KINDS, "listening", f"{__name__}:LISTENING")
    mafia.play(UGRA, agents.cast("listening", 10), 1, seed=3)
    told = [note["seen"][0] for note in TABLE.notes]
    assert told == sorted(told)
    assert told[-1] > 50
    assert all(note["seen"][1] == note["living"] for note in TABLE.notes if note["day"] > 0)


KINDS = ("tests.mafia.wild:WILD:foul=0.1", "bayes", "human")


@pytest.mark.parametrize("kind", KINDS[: enough(len(KINDS))])
def test_the_games_before_change_nothing_whoever_plays(kind: str) -> None:
    players = agents.cast(kind, 10)
    whole = mafia.play(OMSK, players, 3, seed=4)
    for index in (1, 2):
        alone = mafia.play(OMSK, players, 1, seed=4, first=index)
        for name in ("roles", "winner", "left", "left_on", "best_player_votes", "fouls"):
            assert (
                getattr(alone.games, name)[0].tolist() == getattr(whole.games, name)[index].tolist()
            )
        assert (alone.claims[0] == whole.claims[index]).all()


@pytest.mark.parametrize("name", BASES)
def test_the_games_of_a_seed_are_always_the_same(name: str) -> None:
    """Same version, same seed, same games: whoever changes where chances come from changes this."""
    players = agents.cast("5*tests.mafia.wild:WILD:foul=0.1+5*tests.mafia.wild:WILD:foul=0.02", 10)
    insult = Incident(day=2, when=When.SPEECHES, seat=4, act="insult", step=3)
    games = mafia.play(load(name), players, 2, seed=9, log=True, incidents=[insult])
    assert games.log is not None
    columns = [
        games.log[each].astype("<i8").tobytes() for each in ("event", "seat", "target", "value")
    ]
    assert sha256(b"".join(columns)).hexdigest()[:12] == DIGESTS[name]


DIGESTS = {
    "plain": "78511bc1ab8b",
    "omsk-2012": "478f4dbf0e07",
    "charlie-2016": "2f6410173bf2",
    "ugra-2021": "2e607a0328e8",
    "fiim": "c352247f1a7d",
}
