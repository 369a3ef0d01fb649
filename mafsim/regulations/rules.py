"""How a game is played, and what judges may decide: the chapters `rules` and `judging`.

What a chapter leaves out is the barest game: a day of speeches and one vote, a night with one shot
and two checks, and no fouls. The sport's common rules, which written regulations take for granted,
are a base of their own.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mafsim.regulations.kinds import Model, Seconds

Living = Annotated[int, Field(ge=0, le=30)]
"""A number of players at a table."""
Rounds = Annotated[int, Field(ge=1, le=30)]
"""A number of rounds of a game, each a day and a night."""
Consequence = Literal["nothing", "foul", "removal", "side_lost"]
"""What an act brings: nothing, a foul, removal from the table, or the loss of the whole side."""


class Nights(Model):
    """What happens at night; night 0 is the one of acquaintance, night 1 the first with a shot."""

    don_wakes_night_0: bool = True
    """The don is woken alone in night 0, to be known to the host."""
    sheriff_wakes_night_0: bool = True
    """The sheriff is woken in night 0, to be known to the host; he checks nobody in it."""
    shots: Literal["order_fixed", "order_then_open", "free"] = "free"
    """What black players know of each other's shots: the order that the don fixed in night 0 and
    nothing else; that order, and what is said in public by day; or each other's plans anew in
    every night."""
    order_nights: Annotated[int, Field(ge=0, le=30)] = 3
    """For how many nights the don fixes the order of shots in night 0."""
    hit: Literal["all"] = "all"
    """Who must shoot at a player to kill him: all living black players; else it is a miss."""
    don_first_check: Annotated[int, Field(ge=1, le=30)] = 1
    """The first night in which the don checks a player for being the sheriff."""
    sheriff_first_check: Annotated[int, Field(ge=1, le=30)] = 1
    """The first night in which the sheriff checks a player for being black."""
    checks: Annotated[int, Field(ge=0, le=9)] = 1
    """How many players each of them checks in a night."""
    checks_when_shot: bool = True
    """Who is shot still checks in that night, since he learns of it in the morning."""
    check_seconds: Seconds | None = None
    """How long each of them has for a check; left out, it is not said."""
    don_is_inherited: bool = False
    """When the don leaves, another black player becomes the don."""


class BestMoveTold(Model):
    """When the first killed names three seats."""

    told: Literal["night", "last_word"] = "last_word"
    """In the night, aloud and before the morning; or in his last word."""
    seconds: Seconds | None = None
    """How long he has for it; left out, it is not said."""


class Speeches(Model):
    """Who speaks by day, when and how long."""

    seconds: Seconds = 60
    """How long each player speaks."""
    first_seat: Annotated[int, Field(ge=1, le=30)] = 1
    """The seat that speaks first on the first day, counted from one."""
    rotation: Literal["first", "last", "none"] = "first"
    """Who speaks first on the next day: the next living player after the one who spoke first the
    day before; the one who makes the next living player after the last speaker speak last; or again
    the first seat that is alive."""
    last_word_seconds: Seconds = 60
    """How long one speaks who was voted out or shot; 0 where he has no last word."""
    last_word_of_removed: bool = False
    """Who was removed has a last word, too."""
    tied_seconds: Seconds = 30
    """How long each of those who are tied speaks before the vote is repeated."""
    at_the_end: bool = False
    """The last to leave speaks though the game is over."""


class Nominations(Model):
    """How candidates for the vote come about."""

    most: Annotated[int, Field(ge=1, le=30)] = 1
    """How many candidates of a player stand at the most."""
    withdrawal: Literal["no", "allowed", "last_stands"] = "no"
    """What becomes of a nomination: it stands; its player may withdraw it in his speech and only
    then nominate another; or he may withdraw it, and another one replaces it."""
    by_last_word: bool = False
    """Who was shot may nominate in his last word."""
    may_be_asked: bool = True
    """The host may be asked who is nominated."""


class Vote(Model):
    """How a vote by day is held."""

    first_day: Literal["vote", "nobody_leaves"] = "vote"
    """On the first day the vote is held as always; or whoever it meets speaks and stays."""
    single_on_first_day: Literal["no_vote", "vote"] = "no_vote"
    """What a single candidate of the first day means: nobody is voted on; or he leaves, as on any
    other day."""
    hand_withdrawn: Literal["counts", "falls_away"] = "counts"
    """What becomes of a vote whose hand is taken back before the host says thanks."""
    not_cast: Literal["last_candidate", "nobody"] = "last_candidate"
    """For whom a vote counts that is not cast, or cast too late."""
    oneself: bool = True
    """A player may vote for himself."""
    revote_order: Literal["same", "reversed"] = "same"
    """In which order those who are tied are voted on again, as against the order before."""
    fewer_tied: Literal["revote", "lift"] = "revote"
    """What follows when fewer than before are tied: another vote among them, or the question
    whether all of them leave."""
    same_tied_by_others: Literal["lift", "revote"] = "lift"
    """What follows when the same are tied again, but by other votes: the question whether all of
    them leave, or one more vote."""
    lift_needs: Literal["living", "hands"] = "living"
    """What all who are tied leave by: more than half of the living; or more hands for it than
    against it."""
    at_four: Literal["lift", "no_lift", "no_revote"] = "lift"
    """What a tie means with four at the table: the same as always; after a second tie all stay; or
    all stay at once, without another vote."""
    at_nine: Literal["lift", "two_at_most"] = "lift"
    """With nine at the table all who are tied may leave; or no more than two of them may."""
    all_living: Literal["red_wins", "draw", "nobody_leaves"] = "red_wins"
    """What follows when everybody alive is tied and all vote to leave: no black player is left, so
    red wins; a draw; or nobody leaves."""


class Fouls(Model):
    """What fouls cost; the causes of fouls are the acts in `conduct`."""

    loss_at: Annotated[int, Field(ge=1, le=30)] | None = None
    """The foul that costs a speech, or what `loses` says; left out, none does."""
    loses: Literal["speech", "half", "vote", "nothing"] = "speech"
    """What it costs: the speech of one circle, half of its time, or the vote of that day. Last
    words and the speeches of those tied are kept."""
    loss_when: Literal["nearest", "next_day"] = "nearest"
    """Which speech: the nearest that he has not yet made, or always that of the next day."""
    nominates: bool = True
    """Who has lost his speech may still nominate."""
    half_at_most: Living = 0
    """With so many or fewer at the table he keeps half of it; 0 where he never does."""
    removed_at: Annotated[int, Field(ge=1, le=30)] | None = None
    """The foul that removes a player; left out, none does."""


class Removal(Model):
    """What a removal, by fouls or at once, does to the vote.

    `no_vote`: today's vote is not held, or not finished, and night falls. `no_vote_if_nominated`:
    the same, if he is a candidate. `no_vote_and_next`: nor is the vote of the next day. `goes_on`:
    it is held, votes for the departed stand, and if he has the most nobody else leaves. `held`: it
    is held without him. `next`: the vote of the next day is not held. `next_unless_leaving`: the
    same, unless the vote or the shot had met him anyway.
    """

    before_vote: Literal[
        "no_vote", "no_vote_if_nominated", "no_vote_and_next", "goes_on", "held"
    ] = "held"
    """By day, before the vote begins."""
    during_vote: Literal["no_vote", "no_vote_if_nominated", "goes_on", "held"] = "held"
    """While the vote is held, before its result."""
    after_result: Literal["next", "next_unless_leaving", "both_leave"] = "both_leave"
    """After the result of the vote: he and the one voted out leave in any case; `both_leave` where
    that is all."""
    at_night: Literal["next", "next_unless_leaving", "held"] = "held"
    """At night."""


class Conduct(Model):
    """What acts at the table bring; what a regulation does not name brings nothing here."""

    out_of_turn: Consequence = "nothing"
    """Speaking, whispering or humming out of turn."""
    gestures: Consequence = "nothing"
    """Gestures that disturb, knocking on the table."""
    unethical: Consequence = "nothing"
    """Unethical behaviour towards players or the host."""
    honest: Consequence = "nothing"
    """The words «честно» and «правда»."""
    religion: Consequence = "nothing"
    """Mentioning religion."""
    touch: Consequence = "nothing"
    """Touching a player by day."""
    hand_withdrawn: Consequence = "nothing"
    """Taking one's hand back during the vote."""
    palm: Consequence = "nothing"
    """Voting with the palm."""
    address_host: Consequence = "nothing"
    """Addressing the host during the game."""
    swearing: Consequence = "nothing"
    """Swearing at nobody."""
    swearing_at: Consequence = "nothing"
    """Swearing at a player."""
    insult: Consequence = "nothing"
    """Insulting a player, remarks on health or drunkenness."""
    oath: Consequence = "nothing"
    """An oath or a wager."""
    tears: Consequence = "nothing"
    """Crying."""
    standing_up: Consequence = "nothing"
    """Standing up from the table, telling somebody to leave it."""
    night_conduct: Consequence = "nothing"
    """Other breaches of how one behaves at night."""
    night_word: Consequence = "nothing"
    """A word at night."""
    night_gesture: Consequence = "nothing"
    """A gesture at night, a sign whom to check."""
    night_touch: Consequence = "nothing"
    """A touch at night that only open eyes can aim."""
    peeking: Consequence = "nothing"
    """Peeking at night."""
    plea: Consequence = "nothing"
    """A plea or moral pressure about one's own colour, or an opponent's, during the vote."""
    hall: Consequence = "nothing"
    """Information from the hall."""


class End(Model):
    """When a game is over. It is tested once, after all who leave together have left."""

    black_wins_at: Literal["equal"] = "equal"
    """Black wins when it is as many as red, or more; red when no black player is left."""
    quiet_rounds: Rounds | None = None
    """After so many rounds in a row without a departure the game is drawn; left out, never."""
    quiet_rounds_at_four: Rounds | None = None
    """The same with four at the table, counted from the night that finds them four; left out, as
    with any other number."""
    quiet_at_four: Literal["draw", "red_wins"] = "draw"
    """Who wins when `quiet_rounds_at_four` have passed."""
    ends_with: Literal["departure", "announcement"] = "departure"
    """The game is over with the departure that decides it, or when the host announces it: until
    then a player may still be removed, or lose the game for his side."""


class ShapkaRules(Model):
    """How a game of Shapka is played."""

    halves: tuple[tuple[Literal["words", "one_word", "mime", "drawing"], ...], ...] = (
        ("words", "one_word"),
        ("mime", "drawing"),
    )
    """How a word is explained, in each part of each half."""
    seconds: Annotated[Seconds, Field(ge=1)] = 30
    """How long a pair has the hat."""
    turns: Annotated[int, Field(ge=1, le=30)] = 1
    """How often a pair has the hat in a part."""
    explains: Literal["alternate", "first"] = "alternate"
    """Who of a pair explains: the partners in turn, or always the first of them."""
    passing: bool = False
    """One may go on to the next word before the last one is guessed."""
    unguessed: Literal["out", "back"] = "out"
    """What becomes of a word that is not guessed in time: it is out of the game, or goes back into
    the hat."""


class Rules(Model):
    """How a game is played."""

    black: Annotated[int, Field(ge=1, le=14)] = 3
    """How many of the table are black, the don included; the others are red."""
    don: bool = True
    """One of the black players is the don, who looks for the sheriff."""
    sheriff: bool = True
    """One of the red players is the sheriff, who looks for black players."""
    first_killed: Literal["night_1", "first_shot"] = "night_1"
    """Who counts as killed first: who was shot in night 1, and nobody if that shot missed; or the
    first who was shot at all."""
    night: Nights = Nights()
    """What happens at night."""
    best_move: BestMoveTold = BestMoveTold()
    """When the first killed names three seats."""
    speech: Speeches = Speeches()
    """Who speaks by day."""
    nomination: Nominations = Nominations()
    """How candidates come about."""
    vote: Vote = Vote()
    """How a vote is held."""
    fouls: Fouls = Fouls()
    """What fouls cost."""
    removal: Removal = Removal()
    """What a removal does to the vote."""
    conduct: Conduct = Conduct()
    """What acts at the table bring."""
    end: End = End()
    """When a game is over."""
    shapka: ShapkaRules = ShapkaRules()
    """How a game of Shapka is played; of no meaning in Mafia."""

    @property
    def side_lost_by(self) -> tuple[Literal["plea", "hall"], ...]:
        """Say how an act ends a game as a loss of the side, by the names that a record has.

        A plea stands for every act but news from the hall.
        """
        loses = {act for act, price in self.conduct if price == "side_lost"}
        ways: list[Literal["plea", "hall"]] = []
        if loses - {"hall"}:
            ways.append("plea")
        if "hall" in loses:
            ways.append("hall")
        return tuple(ways)


class Judging(Model):
    """What judges may decide after a game."""

    awards_result: bool = True
    """A judge may award the result of a disputed game (column `ended`: `judge`)."""
    protests: Literal["none", "head_judge", "commission"] = "head_judge"
    """Who decides a protest against a result, finally; none where there are no protests."""
    protest_minutes: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """Within how many minutes after the game a protest is written into its record; left out, it is
    not said."""
    may_bar: bool = False
    """They may bar a player from the rest of the event."""
