"""One game told from its log: every speech, vote, shot and check, so that it can be verified."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mafsim.agents.rules import ACTS
from mafsim.agents.view import BLACK, NOBODY, RED, Decision, Event, Left, Phase, Role
from mafsim.games import EMPTY, Ballot, Ended, Games, Winner
from mafsim.mafia.log import DECISION, Secret
from mafsim.mafia.passages import Passage, Row, Table, passages
from mafsim.scoring import COMPONENTS, best_players, components_of, score, written
from mafsim.words import plain, say

if TYPE_CHECKING:
    from mafsim.mafia import Played
    from mafsim.regulations import Regulation

INDENT = 3
"""By how much what happens is indented under its heading."""
TIE = "\N{NO-BREAK SPACE}"
"""A space at which no line ends."""

Part = tuple[int, str]
"""A paragraph and how deep it stands: 0 a heading, 1 what happens, 2 what belongs to it."""
Told = Iterator[Part]


def story(
    played: Played,
    game: int,
    regulation: Regulation,
    lang: str,
    *,
    width: int = 80,
) -> list[str]:
    """Tell one game, its cards open from the start and its points at the end.

    Parameters
    ----------
    played, game
        What was played with its log, and which game of it.
    regulation
        The regulation under which it was played.
    lang
        ``en`` or ``ru``.
    width
        Columns to fill at the most.
    """
    games = played.games.select(np.array([game]))
    teller = _Teller(games, regulation, [each.name for each in played.players], lang)
    parts = [*teller.game(played.log_of(game)), *_points(games, regulation, lang)]
    return [f"{regulation.title.in_language(lang)}", *_laid_out(parts, width)]


def record(played: Played, game: int, regulation: Regulation) -> dict[str, Any]:
    """Give one game as a document: who sat where and what he got, and the log in words.

    Seats are 1 to 10. Decisions are left out, but for the order and the plan of shots, which nothing
    else says: what is told of the others is an event, be it public or a secret of the host.
    """
    games = _in_a_stage(played.games.select(np.array([game])), regulation)
    points = score(games, regulation)[0].sum(axis=1)
    seats = [
        {
            "seat": seat + 1,
            "player": played.players[int(games.entrants[0, seat])].name,
            "role": Role(int(games.roles[0, seat])).name.lower(),
            "left": _left(games, seat),
            "points": written(int(points[seat])),
        }
        for seat in np.flatnonzero(games.seated[0]).tolist()
    ]
    chosen = {str(seat + 1): vote + 1 for seat, vote in _chosen(games)}
    return {
        "regulation": regulation.name,
        "winner": Winner(int(games.winner[0])).name.lower(),
        "ended": Ended(int(games.ended[0])).name.lower(),
        "seats": seats,
        "votes": list(_votes(games)),
        "best_player_votes": chosen,
        "events": list(_events(games, regulation, played.log_of(game))),
    }


def _chosen(games: Games) -> Iterator[tuple[int, int]]:
    """Give who chose whom as the best player."""
    for seat, vote in enumerate(games.best_player_votes[0].tolist()):
        if vote != EMPTY:
            yield seat, vote


def _left(games: Games, seat: int) -> str | None:
    """Say how a player left, as a results file does."""
    left = int(games.left[0, seat])
    return None if left == EMPTY else f"{Left(left).name.lower()} {games.left_on[0, seat]}"


def _votes(games: Games) -> Iterator[dict[str, Any]]:
    """Give every ballot: whom each seat's vote counted for, or its hand in a lift."""
    for day, kind, votes in zip(
        games.vote_day[0], games.vote_kind[0], games.votes[0].tolist(), strict=True
    ):
        if day != EMPTY:
            by = 0 if kind == Ballot.LIFT else 1
            counted = {str(seat + 1): vote + by for seat, vote in enumerate(votes) if vote != EMPTY}
            yield {"day": int(day), "kind": Ballot(int(kind)).name.lower(), "votes": counted}


def _events(games: Games, regulation: Regulation, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """Give the log in words, and beside some events what they alone do not say."""
    table = Table()
    for row in rows:
        table.follow(row)
        match int(row["event"]), int(row["decision"]):
            case _, Decision.ORDER:
                named = table.order[: regulation.rules.night.order_nights]
                yield _planned(row) | {
                    "order": [None if seat == NOBODY else seat + 1 for seat in named]
                }
            case _, Decision.PLAN:
                target = int(row["choice"])
                yield _planned(row) | ({} if target == NOBODY else {"target": target + 1})
            case Event.SPLIT, _:
                parts = {str(seat + 1): target + 1 for seat, target in table.split.items()}
                yield _event(row) | {"split": parts}
            case Event.BEST_MOVE, _:
                named = [int(seat) + 1 for seat in games.best_move[0] if seat != EMPTY]
                yield _event(row) | {"named": named}
            case event, _ if event != DECISION:
                yield _event(row)
        if int(row["event"]) == Event.BALLOT:
            table.tied = _most_voted(games, int(row["value"]))


def _most_voted(games: Games, number: int) -> list[int]:
    """Give who had the most votes of a ballot."""
    votes = games.votes[0, number]
    count = np.bincount(votes[votes != EMPTY], minlength=1)
    return np.flatnonzero(count == max(count.max(), 1)).tolist()


def _planned(row: Row) -> dict[str, Any]:
    """Give a decision of black's leader as an event, of which nothing but the decision tells."""
    return {
        "event": Decision(int(row["decision"])).name.lower(),
        "day": int(row["day"]),
        "phase": Phase(int(row["phase"])).name.lower(),
        "seat": int(row["seat"]) + 1,
    }


def _event(row: Row) -> dict[str, Any]:
    """Give a row of the log in words, without what it has no use for."""
    number = int(row["event"])
    kind = Secret(number) if number >= min(Secret) else Event(number)
    found: dict[str, Any] = {
        "event": kind.name.lower(),
        "day": int(row["day"]),
        "phase": Phase(int(row["phase"])).name.lower(),
    }
    for name, by in (("seat", 1), ("target", 1), ("value", 0)):
        if int(row[name]) != NOBODY:
            found[name] = int(row[name]) + by
    return found


def _laid_out(parts: Iterable[Part], width: int) -> Iterator[str]:
    """Wrap paragraphs; a heading has an empty line above it."""
    for depth, text in parts:
        if depth == 0:
            yield ""
        lines = textwrap.wrap(
            text,
            width,
            initial_indent=" " * (INDENT * depth),
            subsequent_indent=" " * (INDENT * (depth + 1)),
            break_long_words=False,
            break_on_hyphens=False,
        )
        yield from (line.replace(TIE, " ") for line in lines)


class _Teller:
    """Tells a game passage by passage; what holds at the table meanwhile is in `table`."""

    def __init__(
        self, games: Games, regulation: Regulation, names: Sequence[str], lang: str
    ) -> None:
        self.games = games
        self.rules = regulation.rules
        self.regulation = regulation
        self.names = names
        self.lang = lang
        self.table = Table()

    def game(self, rows: Iterable[Row]) -> Told:
        """Tell the whole game."""
        tellers: dict[Passage, Callable[[list[Row]], Told]] = {
            Passage.DEAL: self.deal,
            Passage.SPEECH: self.speech,
            Passage.BALLOT: self.ballot,
            Passage.SHOTS: self.shots,
            Passage.EVENT: self.event,
            Passage.SECRET: self.secret,
            Passage.DECISION: self.decision,
        }
        for passage, own in passages(rows):
            if passage is not Passage.BALLOT:
                for row in own:
                    self.table.follow(row)
            yield from tellers[passage](own)

    def role(self, seat: int) -> str:
        """Name the card of a seat."""
        return say(self.lang, f"story.role.{Role(self.table.roles[seat]).name.lower()}")

    # Before the first day.

    def deal(self, _rows: list[Row]) -> Told:
        """Name who sits where, and with which card; once, when all that is known."""
        kinds = {seat: plain(self.names[index]) for seat, index in self.table.players.items()}
        if len(kinds) < len(self.table.roles):
            return
        alike = len(set(kinds.values())) == 1
        for seat in self.table.living:
            own = "" if alike else f"  {kinds[seat]}"
            yield 1, f"{seat + 1:2}  {self.role(seat)}{own}"
        if alike:
            yield 1, say(self.lang, "story.all_play", kind=kinds[self.table.living[0]])
        yield 0, say(self.lang, "story.night_0")
        yield 1, say(self.lang, "story.black", seats=self.table.black)

    def decision(self, rows: list[Row]) -> Told:
        """Tell what black plans; other decisions are told by what comes of them."""
        seat, choice = int(rows[0]["seat"]), int(rows[0]["choice"])
        match int(rows[0]["decision"]):
            case Decision.ORDER if self.rules.night.order_nights:
                nobody = say(self.lang, "story.nobody")
                nights = self.table.order[: self.rules.night.order_nights]
                named = [nobody if each == NOBODY else str(each + 1) for each in nights]
                yield 1, say(self.lang, "story.order", seat=seat, order=", ".join(named))
            case Decision.PLAN if choice == NOBODY:
                yield 1, say(self.lang, "story.shot.no_plan")
            case Decision.PLAN:
                yield 1, say(self.lang, "story.shot.plan", target=choice)

    # What is said.

    def speech(self, rows: list[Row]) -> Told:
        """Tell what a speaker says; nothing of one who says nothing, but of a speech that is lost."""
        heading, lost = self.speaker(rows[0])
        said = [*self.nominations(rows), *self.claims(rows), *self.colours(rows)]
        if said:
            yield 1, f"{heading}: {'; '.join(said)}."
        elif lost:
            yield 1, f"{heading}."

    def speaker(self, row: Row) -> tuple[str, bool]:
        """Name the speaker and how he speaks, and say whether his speech is lost."""
        seat, value = int(row["seat"]), int(row["value"])
        if int(row["event"]) == Event.SPEECH:
            kind = ("lost", "half", "normal")[value]
            return say(self.lang, f"story.speech.{kind}", seat=seat), value == 0
        if int(row["event"]) == Event.LAST_WORD:
            kind = "tied" if int(row["phase"]) == Phase.TIED else "last_word"
            return say(self.lang, f"story.speech.{kind}", seat=seat), False
        return say(self.lang, "story.speech.normal", seat=seat), False

    def nominations(self, rows: list[Row]) -> Iterator[str]:
        """Give whom he nominates and takes back."""
        for row in rows:
            target = int(row["target"])
            match int(row["event"]):
                case Event.NOMINATED:
                    yield say(self.lang, "story.speech.nominates", target=target)
                case Event.WITHDRAWN:
                    yield say(self.lang, "story.speech.withdraws", target=target)

    def claims(self, rows: list[Row]) -> Iterator[str]:
        """Give what he says of himself, and the split that he proposes."""
        for row in rows:
            match int(row["event"]):
                case Event.CLAIMED if int(row["value"]) == 1:
                    yield say(self.lang, "story.speech.claims")
                case Event.CLAIMED:
                    yield say(self.lang, "story.speech.takes_back")
                case Event.SPLIT:
                    yield say(self.lang, "story.speech.split", parts="; ".join(self.parts()))

    def parts(self) -> Iterator[str]:
        """Give for each candidate of the split who is to vote for him."""
        split = self.table.split
        for target in dict.fromkeys(split.values()):
            voters = [seat for seat, agreed in split.items() if agreed == target]
            yield say(self.lang, "story.speech.part", target=target, voters=voters)

    def colours(self, rows: list[Row]) -> Iterator[str]:
        """Give whom he calls black and red, by his checks and by his opinion."""
        for event, kind in ((Event.TOLD_CHECK, "check"), (Event.OPINION, "opinion")):
            for colour, word in ((BLACK, "black"), (RED, "red")):
                targets = [
                    int(row["target"])
                    for row in rows
                    if int(row["event"]) == event and int(row["value"]) == colour
                ]
                if targets:
                    many = "s" if len(targets) > 1 else ""
                    key = f"story.speech.{kind}{many}_{word}"
                    yield say(self.lang, f"{key}", targets=targets)

    # The vote.

    def ballot(self, rows: list[Row]) -> Told:
        """Tell who voted for whom, or who wanted all to leave."""
        asked = {int(row["seat"]): row for row in rows if int(row["event"]) == DECISION}
        held = [row for row in rows if int(row["event"]) == Event.BALLOT]
        if not held:
            return
        number = int(held[0]["value"])
        counted = {
            seat: int(vote)
            for seat, vote in enumerate(self.games.votes[0, number])
            if vote != EMPTY
        }
        if self.games.vote_kind[0, number] == Ballot.LIFT:
            yield from self.lift(counted)
        else:
            yield from self.votes(counted, asked)
        self.table.ballots += 1

    def votes(self, counted: dict[int, int], asked: dict[int, Row]) -> Told:
        """Tell a vote or a revote, candidate by candidate, and who did not vote in time."""
        on_ballot = self.on_ballot(counted, asked)
        if self.table.ballots == 0:
            yield 1, say(self.lang, "story.vote.candidates", seats=on_ballot)
        yield 1, say(self.lang, f"story.vote.{'revote' if self.table.ballots else 'vote'}")
        count = {target: list(counted.values()).count(target) for target in on_ballot}
        for target, n in count.items():
            voters = [seat for seat, vote in counted.items() if vote == target]
            if n:
                yield 2, say(self.lang, "story.vote.row", target=target, n=n, voters=voters)
            else:
                yield 2, say(self.lang, "story.vote.no_votes", target=target)
        late = [seat for seat, row in asked.items() if int(row["choice"]) == NOBODY]
        kept = [seat for seat in late if seat in counted]
        if kept:
            key = "late" if len(kept) > 1 else "late_one"
            yield 2, say(self.lang, f"story.vote.{key}", seats=kept, target=counted[kept[0]])
        silent = [seat for seat in self.table.living if seat not in counted]
        if silent:
            yield 2, say(self.lang, "story.vote.uncast", seats=silent)
        self.table.tied = [target for target in on_ballot if count[target] == max(count.values())]
        if len(self.table.tied) > 1:
            yield 1, say(self.lang, "story.vote.tied", seats=self.table.tied)

    def nobody_left(self, day: int) -> Told:
        """Tell why nobody leaves by today's vote, where nobody does and it is not told yet."""
        if self.table.out:
            return
        if day in self.table.no_vote:
            if self.table.no_vote[day] not in self.table.removed_today:
                yield 1, say(self.lang, "story.vote.none_today")
        elif self.table.ballots:
            yield 1, say(self.lang, "story.vote.stays")
        elif self.table.candidates:
            yield 1, say(self.lang, "story.vote.alone_stays", seat=self.table.candidates[0])
        else:
            yield 1, say(self.lang, "story.vote.nobody")

    def on_ballot(self, counted: dict[int, int], asked: dict[int, Row]) -> list[int]:
        """Give who can be voted for, in the order of nomination."""
        legal = 0
        for row in asked.values():
            legal |= int(row["legal"])
        can_be = [seat for seat in self.table.roles if legal >> (seat + 1) & 1]
        known = [*self.table.candidates, *can_be]
        able = {*counted.values(), *can_be}
        return [seat for seat in dict.fromkeys(known) if seat in able]

    def lift(self, counted: dict[int, int]) -> Told:
        """Tell who is for and against that all who are tied leave."""
        yield 1, say(self.lang, "story.vote.lift", seats=self.table.tied)
        for hand, word in ((1, "for"), (0, "against")):
            voters = [seat for seat, vote in counted.items() if vote == hand]
            if voters:
                key = f"story.vote.hands_{word}"
                yield 2, say(self.lang, f"{key}", n=len(voters), voters=voters)
            else:
                yield 2, say(self.lang, f"story.vote.nobody_{word}")

    # The night.

    def shots(self, rows: list[Row]) -> Told:
        """Tell who shot at whom, and what came of it."""
        at: dict[int, list[int]] = {}
        for row in rows:
            if int(row["event"]) == Secret.SHOT_AT:
                at.setdefault(int(row["target"]), []).append(int(row["seat"]))
        night = int(rows[0]["day"])
        if self.rules.night.shots != "free" and night <= self.rules.night.order_nights:
            planned = [*self.table.order[night - 1 : night], NOBODY][0]
            if planned in self.table.living:
                yield 1, say(self.lang, "story.shot.by_order", target=planned)
            elif planned != NOBODY:
                yield 1, say(self.lang, "story.shot.by_order_gone", target=planned)
        told = "; ".join(self.shot(target, seats) for target, seats in at.items())
        victims = [int(row["seat"]) for row in rows if int(row["event"]) == Secret.VICTIM]
        if victims:
            yield 1, say(self.lang, "story.shot.hit", shots=told, victim=victims[0])
        else:
            yield 1, say(self.lang, "story.shot.miss", shots=told)

    def shot(self, target: int, seats: list[int]) -> str:
        """Say who shoots at a target, or not at all."""
        if target != NOBODY:
            return say(self.lang, "story.shot.at", seats=seats, target=target)
        if len(seats) > 1:
            return say(self.lang, "story.shot.at_nobody_several", seats=seats)
        return say(self.lang, "story.shot.at_nobody", seats=seats)

    def secret(self, rows: list[Row]) -> Told:
        """Tell what only the host sees."""
        row = rows[0]
        seat, target, value = int(row["seat"]), int(row["target"]), int(row["value"])
        match int(row["event"]):
            case Secret.CHECKED:
                yield 1, self.check(seat, target, value)
            case Secret.DON if int(row["day"]) > 0:
                yield 1, say(self.lang, "story.check.new_don", seat=seat)
            case Secret.NO_VOTE:
                key = "no_vote" if value > int(row["day"]) else "not_finished"
                if key == "not_finished" and self.table.ballots == 0:
                    key = "no_vote"
                yield 1, say(self.lang, f"story.vote.{key}", seat=seat, day=value)
            case Secret.LOSES:
                kind = self.rules.fouls.loses
                yield 1, say(self.lang, f"story.foul.loses_{kind}", seat=seat, day=value)

    def check(self, seat: int, target: int, value: int) -> str:
        """Say what a check shows."""
        if self.table.roles[seat] == Role.SHERIFF:
            word = "black" if value else "red"
            return say(self.lang, f"story.check.sheriff_{word}", seat=seat, target=target)
        word = "found" if value else "missed"
        return say(self.lang, f"story.check.don_{word}", seat=seat, target=target)

    # What everybody sees.

    def event(self, rows: list[Row]) -> Told:
        """Tell what is one event alone."""
        row = rows[0]
        seat, target, value = int(row["seat"]), int(row["target"]), int(row["value"])
        match int(row["event"]):
            case Event.DAY_BEGINS:
                yield 0, self.day(int(row["day"]))
                yield 1, say(self.lang, "story.speech.first", seat=seat)
            case Event.BROKE:
                agreed = self.table.split.get(seat, target)
                yield 1, say(self.lang, "story.vote.broke", seat=seat, agreed=agreed)
            case Event.LEFT:
                alone = value == Left.VOTE and self.table.ballots == 0
                how = "alone" if alone else Left(value).name.lower()
                yield 1, say(self.lang, f"story.left.{how}", seat=seat, role=self.role(seat))
            case Event.NIGHT_BEGINS:
                yield from self.nobody_left(value)
                yield 0, say(self.lang, "story.night", night=value)
            case Event.SHOT if target == NOBODY:
                yield 1, say(self.lang, "story.left.miss")
            case Event.FOUL:
                act = say(self.lang, f"story.act.{ACTS[value]}")
                n = self.table.fouls[seat]
                yield 1, say(self.lang, "story.foul.foul", seat=seat, n=n, act=act)
            case Event.REMOVED if value == NOBODY:
                n = self.table.fouls[seat]
                yield 1, say(self.lang, "story.foul.by_number", seat=seat, n=n)
            case Event.REMOVED:
                act = say(self.lang, f"story.act.{ACTS[value]}")
                yield 1, say(self.lang, "story.foul.removed", seat=seat, act=act)
            case Event.BEST_MOVE:
                yield 1, self.best_move(seat)
            case Event.GAME_OVER:
                yield 0, say(self.lang, "story.end")
                yield 1, self.end(value)

    def day(self, day: int) -> str:
        """Head a day."""
        at_table = say(self.lang, "story.at_table", n=len(self.table.living))
        return f"{say(self.lang, 'story.day', day=day)}, {at_table}"

    def best_move(self, seat: int) -> str:
        """Say which three the first killed names, and how many of them are black."""
        named = [int(each) for each in self.games.best_move[0] if each != EMPTY]
        black = sum(self.table.roles[each] >= Role.MAFIA for each in named)
        return say(self.lang, "story.best_move.named", seat=seat, seats=named, n=black)

    def end(self, winner: int) -> str:
        """Say who has won, and why."""
        black = len(self.table.black)
        red = len(self.table.living) - black
        if self.games.ended[0] != Ended.PLAY:
            act = say(self.lang, f"story.act.{ACTS[self.table.removed_for]}")
            side = Winner(winner).name.lower()
            return say(self.lang, f"story.over.side_lost_{side}", act=act)
        if winner == Winner.BLACK:
            return say(self.lang, "story.over.black", black=black, red=red)
        if winner == Winner.DRAW:
            kind = self.draw()
        else:
            kind = "red_quiet" if black else "red" if red else "red_everybody"
        return say(self.lang, f"story.over.{kind}")

    def draw(self) -> str:
        """Say why a game is drawn: all have left, nobody did, or it has come to its last day or ballot."""
        if not self.table.living:
            return "draw_everybody"
        return "draw" if self.table.phase == Phase.MORNING else "draw_long"


def _points(games: Games, regulation: Regulation, lang: str) -> Told:
    """Tell the best player and what the game brings everybody."""
    games = _in_a_stage(games, regulation)
    yield from _best_player(games, regulation, lang)
    yield 0, say(lang, "story.points")
    points = score(games, regulation)[0]
    fates = [_fate(games, seat, lang) for seat in range(points.shape[0])]
    longest = max(map(len, fates))
    for seat in np.flatnonzero(games.seated[0]).tolist():
        role = say(lang, f"story.role.{Role(int(games.roles[0, seat])).name.lower()}")
        total = _decimal(int(points[seat].sum()), lang)
        line = f"{seat + 1:2}  {role:8}  {fates[seat]:{longest}}  {total:>6}"
        yield 1, f"{line}   {_components(points[seat], regulation, lang)}".rstrip()
    if {"additional", "penalty"} & set(components_of(regulation)):
        yield 1, say(lang, "story.without_judge")


def _in_a_stage(games: Games, regulation: Regulation) -> Games:
    """Give games that have no stage as games of a regulation's first one."""
    if games.stages or not regulation.stages:
        return games
    stage = np.zeros(len(games), dtype=np.int16)
    return games.with_(stages=(regulation.stages[0].name,), stage=stage)


def _best_player(games: Games, regulation: Regulation, lang: str) -> Told:
    """Tell whom the table has chosen."""
    rule = regulation.scoring.best_player
    if rule is None or (games.best_player_votes == EMPTY).all():
        return
    votes = games.best_player_votes[0]
    chosen = np.flatnonzero(best_players(games, rule)[0]).tolist()
    if chosen:
        n = int((votes == chosen[0]).sum())
        key = "best_player" if len(chosen) == 1 else "best_players"
        yield 1, say(lang, f"story.over.{key}", seats=chosen, n=n)
    told = ", ".join(f"{seat + 1}{TIE}→{TIE}{vote + 1}" for seat, vote in _chosen(games))
    yield 1, say(lang, "story.over.voted_best", votes=told)


def _fate(games: Games, seat: int, lang: str) -> str:
    """Say how and when a player left."""
    left = int(games.left[0, seat])
    if left == EMPTY:
        return say(lang, "story.fate.stayed")
    how = Left(left).name.lower()
    return say(lang, f"story.fate.{how}", on=int(games.left_on[0, seat]))


def _components(points: Sequence[int], regulation: Regulation, lang: str) -> str:
    """Say what points consist of, where it is more than the result."""
    parts = {
        component: int(points[COMPONENTS.index(component)])
        for component in components_of(regulation)
    }
    if not any(value for component, value in parts.items() if component != "outcome"):
        return ""
    return ", ".join(
        f"{say(lang, f'story.component.{component}')} {_decimal(value, lang)}"
        for component, value in parts.items()
        if value
    )


def _decimal(points: int, lang: str) -> str:
    return written(points).replace(".", say(lang, "story.decimal_point"))
