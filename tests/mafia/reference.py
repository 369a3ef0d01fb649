"""A referee of one table, slow and plain, written from the regulations' texts and nothing else.

He asks a `Host` for every decision of the game, saying what is legal, and tells it whatever happens.
A host that hands him an engine's recorded decisions (`Recorded`) so checks the engine: what was
legal, who was asked, and all that followed. A host that draws the decisions by lot (`Drawn`) plays
games of its own, to be compared in their frequencies.

Where a text says something, it is quoted; the readings A1-A39 and the table of removals are those
that the regulations' files take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from mafsim.agents.rules import ACTS
from mafsim.agents.view import (
    ANSWER,
    BALLOTS,
    DAYS,
    NOBODY,
    Ballot,
    Decision,
    Event,
    Left,
    Phase,
    Role,
)
from mafsim.regulations import Regulation

if TYPE_CHECKING:
    from mafsim.mafia import Played

RED, BLACK, DRAW = 0, 1, 2
PLEA, HALL = 1, 2
DECISION, SECRETS = -1, 100
"""How a log numbers its rows: decisions, and from 100 on what only the host sees."""
SECOND_THOUGHTS = 3
"""How often a speaker may change his mind: the texts set no bound, and a speech is a minute."""
SILENCE = (NOBODY,) * ANSWER


@dataclass(frozen=True)
class Answer:
    """What a seat has answered: a number, and more where more was asked for."""

    choice: int
    words: Sequence[int] = SILENCE


PASS = Answer(NOBODY)


@dataclass(frozen=True)
class Told:
    """Something that everybody at the table sees."""

    event: Event
    day: int
    phase: Phase
    seat: int = NOBODY
    target: int = NOBODY
    value: int = NOBODY


class When(IntEnum):
    """The parts of a day and of the night after it in which somebody misbehaves."""

    SPEECHES = 0
    BEFORE_VOTE = 1
    VOTE = 2
    RESULT = 3
    NIGHT = 4


BY_NIGHT = {"night_conduct", "night_word", "night_gesture", "night_touch", "peeking"}
IN_A_VOTE = {"hand_withdrawn", "palm"}


def possible(when: When) -> list[int]:
    """Give the acts that can happen: hands are raised in a vote, and masks are on at night."""
    can = BY_NIGHT | {"hall"} if when == When.NIGHT else set(ACTS) - BY_NIGHT
    if when != When.VOTE:
        can -= IN_A_VOTE
    return [number for number, act in enumerate(ACTS) if act in can]


@dataclass(frozen=True)
class Act:
    """An act that somebody commits because the test wants it: when, and whose."""

    when: When
    day: int
    step: int
    seat: int
    act: str


class Host(Protocol):
    """Whoever knows what the seats decide."""

    def ask(self, seat: int, decision: Decision, legal: frozenset[int], where: str) -> Answer:
        """Give the answer of a seat."""

    def tell(self, told: Told) -> None:
        """Hear what everybody sees."""

    def misbehaves(self, phase: Phase) -> Iterator[int]:
        """Give who is asked for his conduct at this moment, one after the other."""


class Over(Exception):
    """The game is over."""

    def __init__(self, winner: int, ended: int = 0) -> None:
        self.winner = winner
        self.ended = ended


class NightFalls(Exception):
    """«Дальнейшего голосования не происходит и город уходит в ночь»."""


@dataclass
class Referee:
    """One table, from the deal to the last vote for the best player."""

    regulation: Regulation
    roles: Sequence[int]
    host: Host
    acts: Sequence[Act] = ()

    day: int = 0
    days: int = 0
    first_speaker: int = NOBODY
    last_speaker: int = NOBODY
    phase: Phase = Phase.NIGHT_0
    winner: int = DRAW
    ended: int = 0
    candidates: list[int] = field(default_factory=list)
    best_move: list[int] = field(default_factory=list)
    votes: list[tuple[int, int, dict[int, int]]] = field(default_factory=list)
    checks: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    split: dict[int, int] = field(default_factory=dict)
    quiet: int = 0
    quiet_at_four: int = 0
    no_vote_on: set[int] = field(default_factory=set)
    leaving: list[int] = field(default_factory=list)
    ballots_today: int = 0
    over: Over | None = None
    hands_withdrawn: set[int] = field(default_factory=set)
    voted_once_more: bool = False
    to_speak_in_the_morning: list[int] = field(default_factory=list)
    sent_away: set[int] = field(default_factory=set)
    stopped: Over | None = None
    removed: bool = False
    night_falls: bool = False
    on_ballot: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rules = self.regulation.rules
        seats = len(self.roles)
        self.alive = [True] * seats
        self.left = [NOBODY] * seats
        self.left_on = [NOBODY] * seats
        self.fouls = [0] * seats
        self.loses = [NOBODY] * seats
        self.spoken = [False] * seats
        self.disqualified = [False] * seats
        self.claims = [0] * seats
        self.claimed_on = [NOBODY] * seats
        self.told = [[NOBODY] * seats for _ in range(seats)]
        self.opinions = [[NOBODY] * seats for _ in range(seats)]
        self.broke = [NOBODY] * seats
        self.best_player_votes = [NOBODY] * seats
        self.don = self.roles.index(Role.DON) if Role.DON in self.roles else NOBODY

    # What everybody needs to know.

    @property
    def seats(self) -> range:
        return range(len(self.roles))

    @property
    def living(self) -> list[int]:
        return [seat for seat in self.seats if self.alive[seat]]

    @property
    def black(self) -> list[int]:
        return [seat for seat in self.living if self.is_black(seat)]

    def is_black(self, seat: int) -> bool:
        return self.roles[seat] in (Role.MAFIA, Role.DON)

    def tell(
        self, event: Event, seat: int = NOBODY, target: int = NOBODY, value: int = NOBODY
    ) -> None:
        self.host.tell(Told(event, self.day, self.phase, seat, target, value))

    def ask(self, seat: int, decision: Decision, legal: Iterable[int]) -> Answer:
        allowed = frozenset(legal)
        where = f"day {self.day}, {self.phase.name}, seat {seat + 1}, {decision.name}"
        return self.host.ask(seat, decision, allowed, where)

    # The whole game.

    def play(self) -> None:
        self.tell(Event.GAME_BEGINS)
        try:
            self.night_of_acquaintance()
            for self.day in range(1, DAYS + 1):
                self.hold_day()
                self.hold_night()
            raise Over(DRAW)
        except Over as over:
            self.winner, self.ended = over.winner, over.ended
        self.phase = Phase.OVER
        self.tell(Event.GAME_OVER, value=self.winner)
        self.choose_best_player()

    def night_of_acquaintance(self) -> None:
        """«Дон ... назначает порядок "отстрела" на последующие три ночи»."""
        self.order: Sequence[int] = []
        if self.rules.night.shots != "free":
            leader = self.don if self.don != NOBODY else self.black[0]
            answer = self.ask(leader, Decision.ORDER, [NOBODY, *self.living])
            self.order = answer.words[: self.rules.night.order_nights]

    # The day.

    def hold_day(self) -> None:
        self.days = self.day
        circle = self.circle()
        self.phase = Phase.SPEECHES
        self.split = {}
        self.spoken = [False] * len(self.roles)
        self.departed = False
        self.ballots_today = 0
        self.tell(Event.DAY_BEGINS, circle[0])
        try:
            for step, seat in enumerate(circle):
                self.misconduct(When.SPEECHES, step)
                if self.alive[seat]:
                    self.hold_speech(seat)
            self.misconduct(When.BEFORE_VOTE, 0)
            self.hold_vote()
        except NightFalls:
            pass
        self.candidates, self.on_ballot = [], []

    def circle(self) -> list[int]:
        """Say in which order the living speak.

        «Обсуждение второго дня начинается со следующего, после говорившего первым на предыдущем
        кругу, игрока».
        """
        seats = len(self.roles)
        first = self.rules.speech.first_seat - 1
        if self.day > 1 and self.rules.speech.rotation == "first":
            first = self.first_speaker + 1
        if self.day > 1 and self.rules.speech.rotation == "last":
            first = self.living_from(self.last_speaker + 1) + 1
        order = [(first + i) % seats for i in range(seats)]
        circle = [seat for seat in order if self.alive[seat]]
        self.first_speaker, self.last_speaker = circle[0], circle[-1]
        return circle

    def living_from(self, seat: int) -> int:
        seats = len(self.roles)
        return next(s for s in ((seat + i) % seats for i in range(seats)) if self.alive[s])

    def hold_speech(self, seat: int) -> None:
        time = self.speech_of(seat)
        self.spoken[seat] = True
        self.tell(Event.SPEECH, seat, value=time)
        if time > 0 or self.rules.fouls.nominates:
            self.nominate(seat)
        if time > 0:
            self.speak(seat)

    def speech_of(self, seat: int) -> int:
        """Give 2 for a whole speech, 1 for half of it, 0 for none.

        «Лишается слова на следующий круг», «лишается права голоса на ближайший круг».
        """
        fouls = self.rules.fouls
        if self.loses[seat] != self.day or fouls.loses in ("vote", "nothing"):
            return 2
        if fouls.loses == "half" or len(self.living) <= fouls.half_at_most:
            return 1
        return 0

    def nominate(self, seat: int) -> None:
        """«Не более одной каждый игрок»; «разрешается отзывать»; «принимается последняя»."""
        nomination = self.rules.nomination
        own: list[int] = []
        for _ in range(nomination.most + SECOND_THOUGHTS):
            legal = [s for s in self.living if s not in self.candidates]
            if not legal:
                return
            chosen = self.ask(seat, Decision.NOMINATE, [*legal, NOBODY]).choice
            if chosen == NOBODY:
                return
            if len(own) == nomination.most:
                self.withdraw(seat, own.pop())
            self.candidates.append(chosen)
            own.append(chosen)
            self.tell(Event.NOMINATED, seat, chosen)
            if (
                nomination.withdrawal != "no"
                and self.ask(seat, Decision.WITHDRAW, [0, 1]).choice == 1
            ):
                self.withdraw(seat, own.pop())
            elif len(own) == nomination.most and nomination.withdrawal != "last_stands":
                return

    def withdraw(self, seat: int, candidate: int) -> None:
        self.candidates.remove(candidate)
        self.tell(Event.WITHDRAWN, seat, candidate)

    def speak(self, seat: int) -> None:
        words = self.ask(seat, Decision.SPEAK, [NOBODY, *self.seats]).words
        self.claim(seat, words[0])
        for target in self.seats:
            check, opinion = words[20 + target], words[30 + target]
            if check not in (NOBODY, self.told[seat][target]):
                self.told[seat][target] = check
                self.tell(Event.TOLD_CHECK, seat, target, check)
            if opinion not in (NOBODY, self.opinions[seat][target]):
                self.opinions[seat][target] = opinion
                self.tell(Event.OPINION, seat, target, opinion)
        if self.phase in (Phase.SPEECHES, Phase.TIED):
            self.announce_split(seat, words[10:20])

    def claim(self, seat: int, claim: int) -> None:
        if claim == 1 and self.claims[seat] != 1:
            self.claims[seat] = 1
            if self.claimed_on[seat] == NOBODY:
                self.claimed_on[seat] = self.day
            self.tell(Event.CLAIMED, seat, value=1)
        elif claim == 2 and self.claims[seat] == 1:
            self.claims[seat] = 2
            self.tell(Event.CLAIMED, seat, value=2)

    def announce_split(self, seat: int, named: Sequence[int]) -> None:
        """Take note of who is to vote for whom, if at least two candidates are named."""
        known = self.on_ballot if self.phase == Phase.TIED else self.candidates
        split = {s: named[s] for s in self.seats if named[s] in known}
        if len(set(split.values())) >= 2:
            self.split = split
            self.tell(Event.SPLIT, seat)

    # The vote.

    def hold_vote(self) -> None:
        """«По окончанию обсуждения за кандидатуры игроков голосуют»."""
        self.phase = Phase.VOTE
        self.living_at_vote = len(self.living)
        self.voted_once_more = False
        self.on_ballot = [] if self.day in self.no_vote_on else list(self.candidates)
        if len(self.on_ballot) > 1:
            self.hold_result(self.hold_ballots())
        else:
            self.hold_result(self.met_alone())

    def met_alone(self) -> list[int]:
        """«Если в первый День выставлена только одна кандидатура, она не голосуется»."""
        if not self.on_ballot:
            return []
        if self.day == 1 and self.rules.vote.single_on_first_day == "no_vote":
            return []
        self.misconduct(When.VOTE, 0)
        return [seat for seat in self.on_ballot if self.alive[seat]]

    def hold_ballots(self) -> list[int]:
        """Vote until it is known who leaves."""
        vote = self.rules.vote
        before: dict[int, int] | None = None
        while True:
            self.prepare_a_ballot()
            if len(self.on_ballot) < 2:
                return self.on_ballot
            votes = self.hold_ballot(Ballot.VOTE if before is None else Ballot.REVOTE)
            tied = self.with_the_most(votes)
            if len(tied) == 1:
                if not self.alive[tied[0]]:
                    return []
                self.look_for_breakers(votes, tied[0])
                return tied
            if self.living_at_vote == 4 and vote.at_four == "no_revote":
                return []
            if before is not None and self.asks_to_lift(tied, votes, before):
                self.on_ballot = tied
                return self.hold_lift()
            self.on_ballot = list(tied)
            before = votes
            self.hear_the_tied(tied)
            if vote.revote_order == "reversed":
                self.on_ballot.reverse()

    def asks_to_lift(self, tied: list[int], votes: dict[int, int], before: dict[int, int]) -> bool:
        """Say whether it is time to ask; «one more vote» is held among the same once."""
        vote = self.rules.vote
        if set(tied) != set(self.on_ballot):
            self.voted_once_more = False
            return vote.fewer_tied == "lift"
        once_more = (
            votes != before and vote.same_tied_by_others == "revote" and not self.voted_once_more
        )
        self.voted_once_more = once_more
        return not once_more

    def with_the_most(self, votes: dict[int, int]) -> list[int]:
        counts = [list(votes.values()).count(seat) for seat in self.on_ballot]
        return [seat for seat, n in zip(self.on_ballot, counts, strict=True) if n == max(counts)]

    def hold_ballot(self, kind: Ballot) -> dict[int, int]:
        """Have everybody vote who may; «его голос отходит игроку, выставленному последним»."""
        votes = {}
        for seat in self.living:
            if self.has_lost_his_vote(seat):
                continue
            legal = [s for s in self.on_ballot if s != seat or self.rules.vote.oneself]
            chosen = self.ask(seat, Decision.VOTE, [*legal, NOBODY]).choice
            if seat in self.hands_withdrawn:
                chosen = NOBODY
            if chosen == NOBODY and self.rules.vote.not_cast == "last_candidate":
                chosen = legal[-1]
            if chosen != NOBODY:
                votes[seat] = chosen
        self.record(kind, votes)
        return votes

    def prepare_a_ballot(self) -> None:
        if len(self.votes) == BALLOTS:
            raise Over(DRAW)
        self.hands_withdrawn = set()
        self.misconduct(When.VOTE, self.ballots_today)
        self.ballots_today += 1

    def has_lost_his_vote(self, seat: int) -> bool:
        return self.loses[seat] == self.day and self.rules.fouls.loses == "vote"

    def record(self, kind: Ballot, votes: dict[int, int]) -> None:
        self.votes.append((self.day, int(kind), votes))
        self.tell(Event.BALLOT, value=len(self.votes) - 1)

    def look_for_breakers(self, votes: dict[int, int], alone: int) -> None:
        """Name those whose vote, against the split, made a single player leave (A39).

        Kept by all whom it names, a split ties at least two; else it could not be broken.
        """
        split = {seat: target for seat, target in self.split.items() if self.alive[seat]}
        kept = list({**votes, **split}.values())
        counts = sorted((kept.count(seat) for seat in set(kept)), reverse=True)
        if not split or len(counts) < 2 or counts[0] != counts[1]:
            return
        for seat, target in split.items():
            if votes.get(seat) == alone != target:
                self.broke[seat] = self.day
                self.tell(Event.BROKE, seat, alone)

    def hear_the_tied(self, tied: list[int]) -> None:
        """«Голосуемым дается право в течение 30-ти секунд оправдаться»."""
        self.phase = Phase.TIED
        if self.rules.speech.tied_seconds > 0:
            for seat in tied:
                if self.alive[seat]:
                    self.tell(Event.LAST_WORD, seat)
                    self.speak(seat)
        self.phase = Phase.VOTE

    def hold_lift(self) -> list[int]:
        """«Если голоса делятся поровну, игроки остаются в игре»."""
        vote = self.rules.vote
        everybody = set(self.on_ballot) == set(self.living)
        if self.living_at_vote == 4 and vote.at_four == "no_lift":
            return []
        if self.living_at_vote == 9 and vote.at_nine == "two_at_most" and len(self.on_ballot) > 2:
            return []
        self.prepare_a_ballot()
        hands = {}
        for seat in self.living:
            if not self.has_lost_his_vote(seat):
                legal = [0, 1] if vote.lift_needs == "living" else [0, 1, NOBODY]
                choice = self.ask(seat, Decision.LIFT, legal).choice
                if choice != NOBODY and seat not in self.hands_withdrawn:
                    hands[seat] = choice
        self.record(Ballot.LIFT, hands)
        yes = list(hands.values()).count(1)
        passed = 2 * yes > len(self.living if vote.lift_needs == "living" else hands)
        if not passed or (everybody and vote.all_living == "nobody_leaves"):
            return []
        return [seat for seat in self.on_ballot if self.alive[seat]]

    def hold_result(self, out: list[int]) -> None:
        """Let all who leave together leave at once, and only then ask whether the game is over."""
        self.phase = Phase.RESULT
        everybody = bool(out) and set(out) == set(self.living)
        stay = self.day == 1 and self.rules.vote.first_day == "nobody_leaves"
        self.leaving = [] if stay else out
        if stay:
            self.hear_last_words(sorted(out))
            self.misconduct(When.RESULT, 0)
            return
        announced = self.rules.end.ends_with == "announcement"
        with self.speaking_at_the_end():
            try:
                if announced:
                    self.misconduct(When.RESULT, 0)
            finally:
                self.leave({seat: Left.VOTE for seat in self.leaving if self.alive[seat]})
            if everybody and self.rules.vote.all_living == "draw":
                raise Over(DRAW)
            self.test_the_end()
            if not announced:
                self.misconduct(When.RESULT, 0)
        self.hear_last_words([seat for seat in sorted(out) if not self.is_silenced(seat)])
        if self.over is not None:
            raise self.over

    def hear_last_words(self, seats: list[int]) -> None:
        if self.rules.speech.last_word_seconds > 0:
            for seat in seats:
                self.tell(Event.LAST_WORD, seat)
                self.speak(seat)

    def is_silenced(self, seat: int) -> bool:
        """«При любом удалении из игры игрок лишается последнего слова»."""
        return seat in self.sent_away and not self.rules.speech.last_word_of_removed

    # Departures and the end.

    @contextmanager
    def speaking_at_the_end(self) -> Iterator[None]:
        """Where the rules let the last to leave speak, keep the end until he has."""
        try:
            yield
        except Over as over:
            if not self.rules.speech.at_the_end:
                raise
            self.over = over

    def leave(self, who: dict[int, Left], number: int | None = None) -> None:
        number = self.day if number is None else number
        for seat, how in sorted(who.items()):
            self.alive[seat] = False
            self.left[seat], self.left_on[seat] = int(how), number
            self.tell(Event.LEFT, seat, value=int(how))
            self.departed = True
        self.hand_down_the_don()

    def hand_down_the_don(self) -> None:
        """«Передавать «Дона» нельзя»; elsewhere to the next black player round the table."""
        if self.don != NOBODY and not self.alive[self.don]:
            after = [(self.don + i) % len(self.roles) for i in self.seats]
            heirs = [seat for seat in after if seat in self.black]
            inherited = heirs and self.rules.night.don_is_inherited
            self.don = heirs[0] if inherited else NOBODY

    def test_the_end(self) -> None:
        """«Победа "красных" — если устранены все "мафиози", "чёрных" — когда остается равное»."""
        black = len(self.black)
        if black == 0:
            raise Over(RED)
        if 2 * black >= len(self.living):
            raise Over(BLACK)

    # Fouls and removals.

    def misconduct(self, when: When, step: int) -> None:
        """Let those misbehave who do so at this moment, and then see what has come of it.

        Whoever is removed in one moment leaves together with the others: the end is tested once.
        """
        for act in self.acts:
            if (act.when, act.day, act.step) == (when, self.day, step):
                self.commit(act.seat, act.act)
        for seat in self.host.misbehaves(self.phase):
            assert self.alive[seat], f"seat {seat + 1} is asked for its conduct after leaving"
            choice = self.ask(seat, Decision.CONDUCT, [NOBODY, *possible(when)]).choice
            if choice != NOBODY:
                self.commit(seat, ACTS[choice])
        if self.stopped is not None:
            raise self.stopped
        if self.removed and not self.waits_for_the_host:
            self.test_the_end()
        self.removed = False
        if self.night_falls:
            self.night_falls = False
            raise NightFalls

    @property
    def waits_for_the_host(self) -> bool:
        """«Игра заканчивается после объявления результатов ведущим»: both leave, and then it may."""
        return self.rules.end.ends_with == "announcement" and self.phase in (
            Phase.RESULT,
            Phase.NIGHT,
        )

    def is_here(self, seat: int) -> bool:
        """Say whether he sits at the table, or is about to say his last word there."""
        met = self.phase == Phase.RESULT and seat in self.leaving
        return (self.alive[seat] or met) and seat not in self.sent_away

    def commit(self, seat: int, act: str) -> None:
        """Do what the regulation says an act brings."""
        if act == "hand_withdrawn" and self.rules.vote.hand_withdrawn == "falls_away":
            self.hands_withdrawn.add(seat)
        consequence = getattr(self.rules.conduct, act)
        if self.stopped is not None or not self.is_here(seat) or consequence == "nothing":
            return
        if consequence == "foul":
            self.warn(seat, act)
            return
        self.disqualified[seat] = True
        self.tell(Event.REMOVED, seat, value=ACTS.index(act))
        if consequence == "side_lost":
            winner = RED if self.is_black(seat) else BLACK
            self.stopped = Over(winner, HALL if act == "hall" else PLEA)
        self.remove(seat)

    def warn(self, seat: int, act: str) -> None:
        """«Игрок, получивший 3 замечания, лишается права голоса на ближайший круг»; «4 замечания»."""
        fouls = self.rules.fouls
        self.fouls[seat] += 1
        self.tell(Event.FOUL, seat, value=ACTS.index(act))
        if self.fouls[seat] == fouls.loss_at and fouls.loses != "nothing":
            self.loses[seat] = self.day_of_loss(seat)
        if fouls.removed_at is not None and self.fouls[seat] >= fouls.removed_at:
            self.tell(Event.REMOVED, seat)
            self.remove(seat)

    def day_of_loss(self, seat: int) -> int:
        """Give the day of the nearest speech that he has not made, or the nearest vote."""
        if self.rules.fouls.loss_when == "next_day":
            return self.day + 1
        if self.rules.fouls.loses == "vote":
            still_to_come = self.phase in (Phase.SPEECHES, Phase.VOTE)
        else:
            still_to_come = self.phase == Phase.SPEECHES and not self.spoken[seat]
        return self.day if still_to_come else self.day + 1

    def remove(self, seat: int) -> None:
        """Have him leave at once, and do what his removal does to the vote (clauses, section 3)."""
        nominated = seat in (self.candidates if self.phase == Phase.SPEECHES else self.on_ballot)
        met = seat in self.leaving
        if self.stopped is None:
            self.sent_away.add(seat)
        if not met:
            self.leave({seat: Left.FOUL})
            self.removed = True
            speaks = self.rules.speech.last_word_of_removed and self.stopped is None
            if speaks and self.phase == Phase.NIGHT:
                self.to_speak_in_the_morning.append(seat)
            elif speaks:
                self.hear_last_words([seat])
        removal = self.rules.removal
        match self.phase:
            case Phase.SPEECHES:
                self.lose_todays_vote(removal.before_vote, seat, nominated=nominated)
            case Phase.VOTE:
                self.lose_todays_vote(removal.during_vote, seat, nominated=nominated)
            case Phase.RESULT:
                self.lose_the_next_vote(removal.after_result, met=met)
            case _:
                self.lose_the_next_vote(removal.at_night, met=met)

    def lose_todays_vote(self, rule: str, seat: int, *, nominated: bool) -> None:
        if rule == "no_vote_and_next":
            self.no_vote_on.add(self.day + 1)
        if rule in ("no_vote", "no_vote_and_next") or (
            rule == "no_vote_if_nominated" and nominated
        ):
            self.night_falls = True
        if rule != "goes_on":
            self.candidates = [each for each in self.candidates if each != seat]
            self.on_ballot = [each for each in self.on_ballot if each != seat]

    def lose_the_next_vote(self, rule: str, *, met: bool) -> None:
        if rule == "next" or (rule == "next_unless_leaving" and not met):
            self.no_vote_on.add(self.day + 1)

    # The night.

    def hold_night(self) -> None:
        """«Стрельба ... проверка Дона ... проверка Шерифа», and only then the morning."""
        night = self.day
        self.phase = Phase.NIGHT
        self.leaving = []
        self.tell(Event.NIGHT_BEGINS, value=night)
        four = len(self.living) == 4
        self.misconduct(When.NIGHT, 0)
        victim = self.shoot(night)
        self.leaving = [victim]
        self.misconduct(When.NIGHT, 1)
        self.hold_checks(night, victim)
        self.misconduct(When.NIGHT, 2)
        if victim != NOBODY and self.rules.best_move.told == "night":
            self.name_three(night, victim)
        self.day += 1
        self.phase = Phase.MORNING
        self.hold_morning(night, victim)
        self.count_quiet_rounds(four=four)

    def shoot(self, night: int) -> int:
        """«Если на определенном номере все мафиози одновременно выстрелят, объект поражен»."""
        if not self.black:
            return NOBODY
        if self.rules.night.shots == "free":
            leader = self.don if self.don != NOBODY else self.black[0]
            self.ask(leader, Decision.PLAN, [NOBODY, *self.living])
        targets = self.living
        fixed = night <= self.rules.night.order_nights
        if self.rules.night.shots == "order_fixed" and fixed:
            targets = [seat for seat in self.order[night - 1 : night] if seat in self.living]
        shots = {self.ask(seat, Decision.SHOOT, [NOBODY, *targets]).choice for seat in self.black}
        return shots.pop() if len(shots) == 1 else NOBODY

    def hold_checks(self, night: int, victim: int) -> None:
        """Have the don, then the sheriff check: he does not know yet that he was shot."""
        rules = self.rules.night
        sheriff = self.roles.index(Role.SHERIFF) if Role.SHERIFF in self.roles else NOBODY
        for who, seat, decision, first in (
            (1, self.don, Decision.DON_CHECK, rules.don_first_check),
            (0, sheriff, Decision.SHERIFF_CHECK, rules.sheriff_first_check),
        ):
            awake = seat != NOBODY and self.alive[seat] and night >= first
            if (
                not awake
                or seat in self.sent_away
                or (seat == victim and not rules.checks_when_shot)
            ):
                continue
            checked: list[int] = []
            for _ in range(rules.checks):
                legal = [s for s in self.living if s != seat and s not in checked]
                if not legal:
                    break  # he has checked everybody
                chosen = self.ask(seat, decision, [*legal, NOBODY]).choice
                if chosen == NOBODY:
                    break
                checked.append(chosen)
            self.checks[night, who] = checked

    def hold_morning(self, night: int, victim: int) -> None:
        """«Если мафия промахнулась, ведущий объявляет, что утро действительно доброе»."""
        self.tell(Event.SHOT, target=victim, value=night)
        with self.speaking_at_the_end():
            if victim != NOBODY:
                self.leave({victim: Left.NIGHT}, night)
            self.test_the_end()
        self.hear_last_words(self.to_speak_in_the_morning)
        self.to_speak_in_the_morning = []
        if victim != NOBODY:
            self.hear_the_victim(night, victim)
        if self.over is not None:
            raise self.over

    def hear_the_victim(self, night: int, victim: int) -> None:
        """Have who was shot name three and speak."""
        if self.rules.best_move.told == "last_word":
            self.name_three(night, victim)
        speaks = self.rules.speech.last_word_seconds > 0 and self.over is None
        if self.rules.nomination.by_last_word and speaks and not self.is_silenced(victim):
            self.nominate(victim)
        self.hear_last_words([] if self.is_silenced(victim) else [victim])

    def name_three(self, night: int, victim: int) -> None:
        """«Озвучивает вслух номера трёх игроков, которых он считает “чёрными”»."""
        rule = self.regulation.scoring.best_move
        first = night == 1
        if self.rules.first_killed == "first_shot":
            first = all(self.left[s] != Left.NIGHT for s in self.seats if s != victim)
        if rule is None or not first or victim in self.sent_away:
            return
        day_one = [self.left[s] for s in self.seats if self.left_on[s] == 1]
        removed = [s for s in self.seats if self.left[s] == Left.FOUL and self.left_on[s] <= 1]
        if day_one.count(Left.VOTE) > rule.voted_out_at_most:
            return
        if removed and not rule.after_removal:
            return
        others = [NOBODY, *(seat for seat in self.seats if seat != victim)]
        words = self.ask(victim, Decision.BEST_MOVE, others).words
        self.best_move = [seat for seat in words[:3] if seat != NOBODY]
        self.tell(Event.BEST_MOVE, victim)

    def count_quiet_rounds(self, *, four: bool) -> None:
        """«На протяжении трёх ночей никто не уходит»: red wins; with other numbers, a draw."""
        end = self.rules.end
        self.quiet = 0 if self.departed else self.quiet + 1
        self.quiet_at_four = self.quiet_at_four + 1 if four and len(self.living) == 4 else 0
        if len(self.living) == 4 and end.quiet_rounds_at_four is not None:
            if self.quiet_at_four >= end.quiet_rounds_at_four:
                raise Over(RED if end.quiet_at_four == "red_wins" else DRAW)
        elif end.quiet_rounds is not None and self.quiet >= end.quiet_rounds:
            raise Over(DRAW)

    # After the game.

    def choose_best_player(self) -> None:
        """«Каждый игрок за столом выбирает "лучшего игрока", кроме себя»."""
        rule = self.regulation.scoring.best_player
        if rule is None or rule.chosen_by != "table":
            return
        for seat in self.seats:
            others = [s for s in self.seats if s != seat]
            legal = others if rule.compulsory else [*others, NOBODY]
            self.best_player_votes[seat] = self.ask(seat, Decision.BEST_PLAYER, legal).choice


class Recorded:
    """A host who reads an engine's log aloud, and checks that the referee would have said the same.

    Decisions that a kind of player leaves to silence have no row: `asked` says which each seat takes.
    """

    def __init__(self, rows: Any, asked: Sequence[frozenset[Decision]]) -> None:
        self.rows = [row for row in rows if int(row["event"]) < SECRETS]
        self.asked = asked
        self.next = 0

    @property
    def row(self) -> Any:
        assert self.next < len(self.rows), "the engine has ended the game already"
        return self.rows[self.next]

    def ask(self, seat: int, decision: Decision, legal: frozenset[int], where: str) -> Answer:
        if decision not in self.asked[seat]:
            return PASS
        row = self.row
        found = (int(row["event"]), int(row["seat"]), int(row["decision"]))
        assert found == (DECISION, seat, decision), f"{where}: the engine has {self.shown()}"
        bits = int(row["legal"])
        allowed = {c for c in range(NOBODY, 40) if bits >> (c + 1) & 1}
        assert allowed == legal, f"{where}: {sorted(legal)} are legal, not {sorted(allowed)}"
        self.next += 1
        return Answer(int(row["choice"]), tuple(row["answer"].tolist()))

    def tell(self, told: Told) -> None:
        row = self.row
        names = ("event", "day", "phase", "seat", "target", "value")
        found = tuple(int(row[name]) for name in names)
        meant = (told.event, told.day, told.phase, told.seat, told.target, told.value)
        assert found == tuple(map(int, meant)), f"{told}: the engine has {self.shown()}"
        self.next += 1

    def misbehaves(self, phase: Phase) -> Iterator[int]:
        while self.next < len(self.rows):
            row = self.row
            if (int(row["decision"]), int(row["phase"])) != (Decision.CONDUCT, phase):
                return
            yield int(row["seat"])

    def shown(self) -> str:
        row = self.rows[self.next]
        kind = int(row["event"])
        name = Decision(int(row["decision"])).name if kind == DECISION else Event(kind).name
        cells = ("day", "phase", "seat", "target", "value", "choice")
        return f"row {self.next}, {name} " + str({cell: int(row[cell]) for cell in cells})


class Drawn:
    """A host who draws decisions by lot, as the kind of player called `random` is described to.

    He nominates somebody else with a given chance, votes for anybody, says yes to "all leave" with a
    given chance; black players shoot at one red player on whom they agree.
    """

    def __init__(
        self, rng: Random, roles: Sequence[int], *, nominate: float, lift: float, miss: float = 0.0
    ) -> None:
        self.rng = rng
        self.roles = roles
        self.nominate = nominate
        self.lift = lift
        self.miss = miss
        self.order: list[int] = []
        self.plan: int | None = None
        self.night = 0

    def ask(self, seat: int, decision: Decision, legal: frozenset[int], where: str) -> Answer:
        choices = sorted(legal - {NOBODY})
        match decision:
            case Decision.ORDER:
                self.order = self.rng.sample(self.red(choices), len(self.red(choices)))
                return Answer(NOBODY, [*self.order, *SILENCE][:ANSWER])
            case Decision.NOMINATE:
                others = [choice for choice in choices if choice != seat]
                wants = bool(others) and self.rng.random() < self.nominate
                return Answer(self.rng.choice(others) if wants else NOBODY)
            case Decision.VOTE:
                return Answer(self.rng.choice(choices))
            case Decision.LIFT:
                return Answer(int(self.rng.random() < self.lift))
            case Decision.PLAN:
                hits = self.rng.random() >= self.miss
                self.plan = self.rng.choice(self.red(choices)) if hits else NOBODY
                return Answer(self.plan)
            case Decision.SHOOT:
                return Answer(self.shot(choices))
            case Decision.DON_CHECK | Decision.SHERIFF_CHECK if choices:
                return Answer(self.rng.choice(choices))
            case Decision.BEST_MOVE:
                return Answer(NOBODY, [*self.rng.sample(choices, 3), *SILENCE][:ANSWER])
            case Decision.BEST_PLAYER:
                return Answer(self.rng.choice(choices))
        return PASS

    def shot(self, choices: list[int]) -> int:
        """Give the target that all black players know."""
        if self.plan is not None:
            return self.plan
        planned = self.order[self.night - 1 : self.night]
        known = [*planned, *self.order, *self.red(choices), NOBODY]
        return next(seat for seat in known if seat in choices or seat == NOBODY)

    def red(self, seats: Iterable[int]) -> list[int]:
        return [seat for seat in seats if self.roles[seat] in (Role.CIVILIAN, Role.SHERIFF)]

    def tell(self, told: Told) -> None:
        if told.event == Event.NIGHT_BEGINS:
            self.night = told.value

    def misbehaves(self, phase: Phase) -> Iterator[int]:
        return iter(())


def replay(played: Played, game: int, regulation: Regulation, acts: Sequence[Act] = ()) -> Referee:
    """Have a referee hear an engine's log of a game, and hold the engine's record against his."""
    games = played.games
    kinds = [played.players[entrant].agent for entrant in games.entrants[game].tolist()]
    host = Recorded(played.log_of(game), [kind.asked for kind in kinds])
    referee = Referee(regulation, games.roles[game].tolist(), host, acts)
    referee.play()
    assert host.next == len(host.rows), f"the engine goes on: {host.shown()}"
    hold_against(referee, played, game)
    return referee


def hold_against(referee: Referee, played: Played, game: int) -> None:
    """Hold the engine's arrays of a game against what a referee has kept of it."""
    games = played.games
    assert (games.winner[game], games.ended[game]) == (referee.winner, referee.ended)
    for name in ("left", "left_on", "fouls", "disqualified", "best_player_votes"):
        found = getattr(games, name)[game].tolist()
        assert found == getattr(referee, name), f"{name}: {found}"
    assert played.days[game] == referee.days
    assert games.reveals[game].tolist() == referee.claimed_on
    assert [each for each in games.best_move[game].tolist() if each >= 0] == referee.best_move
    assert played.claims[game].tolist() == referee.claims
    assert played.broke[game].tolist() == referee.broke
    if len(played.told):
        assert played.told[game].tolist() == referee.told
    for number, (day, kind, votes) in enumerate(referee.votes):
        assert (games.vote_day[game, number], games.vote_kind[game, number]) == (day, kind)
        found = {s: v for s, v in enumerate(games.votes[game, number].tolist()) if v != NOBODY}
        assert found == votes, f"ballot {number} of day {day}: {found}"
    assert (games.vote_day[game, len(referee.votes) :] == NOBODY).all()
    for (night, who), checked in referee.checks.items():
        if checked:
            assert games.checks[game, night - 1, who] in checked
