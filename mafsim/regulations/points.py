"""What a game brings, and how points become places: the chapters `scoring` and `ranking`."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from mafsim.regulations.kinds import Amount, Count, Model, Multiplier, Name, Points, Text

Role = Literal["civilian", "sheriff", "mafia", "don"]
Color = Literal["red", "black"]

Component = Literal[
    "outcome",
    "best_move",
    "best_player",
    "additional",
    "penalty",
    "disqualification",
    "compensation",
    "words",
    "bye",
]
"""The parts that points consist of, in the order in which they are shown.

`outcome` for the result of a game; `best_move`, `best_player`; `additional`, given by the judge;
`penalty` and `disqualification`, taken off; `compensation` for being killed first; `words` of
Shapka; `bye` for a round without a game.
"""

TieBreak = Literal[
    "wins",
    "best_player",
    "additional",
    "best_move",
    "wins_as_don",
    "wins_as_sheriff",
    "wins_as_mafia",
    "wins_as_don_or_sheriff",
    "first_killed",
    "penalties",
    "words_half_2",
    "words_half_1",
    "lot",
]
"""What parts entrants with equal points.

More `wins`; more often `best_player`; more points in the components that count as `additional`;
more points for the `best_move`; more wins in a role; more often `first_killed`; fewer points taken
off (`penalties`); more words in a half of Shapka; a `lot`, drawn with a seed.
"""

Rounding = Literal["half_up", "half_even", "up", "down"]
"""How a quotient that does not come out even is rounded; half_up goes away from zero."""


class Outcome(Model):
    """What the result of a game brings a role."""

    win: Points
    """For a win of its side."""
    loss: Points = Decimal(0)
    """For a loss of its side; with its sign."""


class Outcomes(Model):
    """What the result of a game brings, role by role, to the living and the dead alike."""

    civilian: Outcome = Outcome(win=Decimal(1))
    """A red player who is not the sheriff."""
    sheriff: Outcome = Outcome(win=Decimal(1))
    """The sheriff."""
    mafia: Outcome = Outcome(win=Decimal(1))
    """A black player who is not the don."""
    don: Outcome = Outcome(win=Decimal(1))
    """The don."""
    draw: Points = Decimal(0)
    """A draw, in every role."""


class BestMove(Model):
    """What the first killed gets for naming three seats in which he sees black players."""

    three: Amount = Decimal(0)
    """For three black players among the three named."""
    two: Amount = Decimal(0)
    """For two."""
    one: Amount = Decimal(0)
    """For one."""
    sheriff_three: Amount | None = None
    """What the sheriff gets for three; left out, the same as others."""
    sheriff_two: Amount | None = None
    """What the sheriff gets for two; left out, the same as others."""
    entitled: Literal["red", "anybody"] = "red"
    """Who gets points for it: a red player, the sheriff included, or the first killed of any
    colour."""
    voted_out_at_most: Annotated[int, Field(ge=0, le=30)] = 30
    """It is allowed if no more players than this were voted out on the day before: 0 where nobody
    may have been, 1 where one may. Those whom fouls or the judge removed do not count here."""
    after_removal: bool = True
    """It is allowed, too, if somebody was removed before the first night with a shot."""


class BestPlayer(Model):
    """What the best player of a game gets, and who says who it is."""

    points: Amount
    """What it brings."""
    chosen_by: Literal["table", "judge"] = "judge"
    """Who chooses: the players at the table, one vote each and none for oneself, or the judge."""
    voters: Literal["all", "left"] = "all"
    """Whose votes count where the table chooses: of all who played, or of those left at the end."""
    compulsory: bool = False
    """Every game has one: nobody at the table may keep his vote, or the judge must name one."""
    tie: Literal["all", "none", "lot", "judge"] = "all"
    """Who it is where votes are equal: all of them, none, one by lot, or one whom the judge
    names."""
    most: Annotated[int, Field(ge=1, le=10)] = 1
    """How many a judge may name in one game."""
    shared: bool = False
    """Several divide the points equally; otherwise each gets all of them."""
    rounding: Rounding | None = None
    """How a share that has more than three decimal places is rounded; left out, the points must
    divide evenly."""
    side: Literal["any", "winner", "winner_if_shared"] = "any"
    """Of which side he is: of any; of the winning side, so that there is none in a draw; or of the
    winning side where several share it, and of any where he is the only one."""


class Bounds(Model):
    """How many additional points one player may get in one game, if he gets any."""

    least: Amount
    """No fewer than this."""
    most: Amount
    """No more than this."""
    approved_from: Amount | None = None
    """From here on only if the head judge agrees (column `approved`); left out, never needed."""


class Additional(Model):
    """The points that the judge of a game may give."""

    most_players: Annotated[int, Field(ge=1, le=30)] | None = None
    """To how many players at the most; left out, to any number."""
    fewest_players: Annotated[int, Field(ge=0, le=30)] = 0
    """To how many at the least."""
    most_in_all: Amount | None = None
    """How many in one game, summed over its players; left out, no limit."""
    step: Annotated[Amount, Field(gt=0)] = Decimal("0.001")
    """Every amount is a whole multiple of this."""
    winner: Bounds | None = None
    """What a player of the winning side may get; left out, nothing."""
    loser: Bounds | None = None
    """What a player of the losing side may get; left out, nothing."""
    drawn: Bounds | None = None
    """What a player may get in a drawn game; left out, nothing."""


class VotedOut(Model):
    """A vote that must be in the record of a game: who left by it, and when."""

    color: Color
    """The colour of the one who was voted out."""
    day: Annotated[int, Field(ge=1, le=30)] | None = None
    """On which day; left out, on any."""
    living: Annotated[int, Field(ge=1, le=30)] | None = None
    """How many were at the table; left out, any number."""
    alone: bool = True
    """He was the only one who left by that vote: where an agreed split is broken, one leaves."""
    may_be_oneself: bool = True
    """He may be the very player who is penalised."""


class Penalty(Model):
    """A case in which the judge takes points off a player, and what must be true of it."""

    reason: Name
    """The word in the column `penalty_reason`."""
    title: Text
    """The case in words."""
    points: Annotated[Amount, Field(gt=0)]
    """How many points are taken off: a positive number."""
    roles: tuple[Role, ...] = ("civilian", "sheriff", "mafia", "don")
    """Whom it can meet."""
    side_lost: bool = False
    """Only if his side has lost; a draw is no loss."""
    voted_out: VotedOut | None = None
    """Only if the game's record has such a vote; left out, no vote is asked for."""
    act: (
        Literal[
            "broke_split", "voted_for", "false_claim", "false_check", "forgot_role", "lost_claim"
        ]
        | None
    ) = None
    """What of it a simulated judge can see: a vote that broke an agreed split; any vote for the one
    who was voted out; a false claim to be sheriff left standing by a red player; a false check left
    standing by the sheriff; a role forgotten; a black player's claim that gave the real sheriff a
    red check. Left out, a simulated judge never finds it."""


class Disqualification(Model):
    """What a removal from the table costs."""

    points: Amount
    """How many points are taken off: a positive number."""
    fourth_foul: bool = False
    """A removal by the fourth foul costs them too; otherwise only a direct one does (column
    `disqualified`)."""
    side_lost: Amount | None = None
    """What is taken off instead where the player's act ended the game against his own side
    (column `ended`: `plea` or `hall`); left out, the same as for others."""


class Compensation(Model):
    """What a red player gets for being killed first in games that red lost.

    With i such nights in the distance of n games, each of these games brings
    min(i x `most` / round(`share` x n), `most`).
    """

    most: Amount
    """What one game brings at the most."""
    share: Annotated[Multiplier, Field(le=1)] = Decimal("0.4")
    """The share of the distance's games, rounded, that i is measured against."""
    share_rounding: Rounding = "half_up"
    """How the share of the games is rounded to a whole number; it is 1 at the least."""
    nights: Literal["lost", "all"] = "lost"
    """Which nights i counts: first killed and red lost, or first killed whoever won."""
    distance: Literal["stage", "event"] = "stage"
    """Over which games i and n count: of each stage apart, or of the whole event."""
    fewest_games: Count = 1
    """There is none in a distance of fewer games than this."""
    places: Annotated[int, Field(ge=0, le=3)] = 3
    """To how many decimal places the quotient is rounded."""
    rounding: Rounding = "half_up"
    """How the quotient is rounded."""


class ShapkaPoints(Model):
    """What words and breaches bring in Shapka."""

    word: Points = Decimal(1)
    """For each word that a pair has guessed."""
    breach: Amount = Decimal(0)
    """How many points each breach takes off the team: a positive number."""
    breach_counts: Literal["stage", "event"] = "stage"
    """Where a breach is taken off: from the result of the stage in which it is imposed, or from
    the total of all stages."""
    below_zero: bool = True
    """A team's result may fall below zero; otherwise it stops there."""


class Scoring(Model):
    """What a game brings."""

    outcome: Outcomes = Outcomes()
    """Points for the result, by role."""
    best_move: BestMove | None = None
    """The first killed player's guess; left out, there is none."""
    best_player: BestPlayer | None = None
    """The best player of a game; left out, there is none."""
    additional: Additional | None = None
    """Points that the judge may give; left out, he gives none."""
    penalties: tuple[Penalty, ...] = ()
    """The cases in which the judge takes points off; none where he takes none."""
    disqualification: Disqualification | None = None
    """What a removal costs; left out, nothing."""
    compensation: Compensation | None = None
    """What being killed first in a lost game brings; left out, nothing."""
    shapka: ShapkaPoints = ShapkaPoints()
    """What words and breaches bring in Shapka."""
    bye: Points = Decimal(0)
    """What an entrant gets for a round in which it has no game while others have one."""
    multiplier_applies_to: tuple[Component, ...] = (
        "outcome",
        "best_move",
        "best_player",
        "additional",
        "penalty",
        "compensation",
        "words",
    )
    """Which components a stage's multiplier multiplies."""
    counted_as_additional: tuple[Component, ...] = ("best_move", "best_player", "additional")
    """Which components the tie-break `additional` sums up, each with its sign and multiplied as in
    the points."""


class Ranking(Model):
    """How points become places."""

    by: Annotated[tuple[Literal["player", "team"], ...], Field(min_length=1)] = ("player",)
    """What is ranked; the first decides cuts and ranked draws. In Shapka a `player` is a pair.
    Places inside a team are those of its members as players."""
    points: Literal["sum", "per_game"] = "sum"
    """What is compared first: the sum, or the sum divided by the games played, as a fraction."""
    best_rounds: Count | None = None
    """Only so many rounds count, those with the most points; left out, all rounds do."""
    team: Literal["sum", "best"] = "sum"
    """A team's points: the sum of its members' points, or those of its best member."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """What parts those with equal points, in this order; whom none of it parts share a place."""
    player_tie_breaks: tuple[TieBreak, ...] | None = None
    """The same for players where `tie_breaks` is for teams; left out, the same list."""
    later_stages_first: bool = True
    """Those who went further through the cuts stand above those who did not, whatever their
    points."""
    substitutes: Literal["team", "unranked", "own"] = "team"
    """What a substitute's points count for: for the team and no player, for nobody, or for himself
    as a player of his own and for the team."""
