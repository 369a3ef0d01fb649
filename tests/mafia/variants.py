"""Every variant of the rules that a regulation can set, for Hypothesis to choose among."""

from __future__ import annotations

from hypothesis import strategies as st

from mafsim.agents.rules import ACTS
from mafsim.regulations import Regulation, load, set_values

BASES = ("plain", "omsk-2012", "charlie-2016", "ugra-2021", "fiim")

SWITCHES: dict[str, tuple[object, ...]] = {
    "rules.don": ("true", "false"),
    "rules.sheriff": ("true", "false"),
    "rules.black": (1, 2, 3, 4),
    "rules.first_killed": ("night_1", "first_shot"),
    "rules.night.shots": ("order_fixed", "order_then_open", "free"),
    "rules.night.order_nights": (0, 1, 3, 5),
    "rules.night.don_first_check": (1, 2),
    "rules.night.sheriff_first_check": (1, 2, 3),
    "rules.night.checks": (0, 1, 2, 3),
    "rules.night.checks_when_shot": ("true", "false"),
    "rules.night.don_is_inherited": ("true", "false"),
    "rules.best_move.told": ("night", "last_word"),
    "rules.speech.first_seat": (1, 4, 10),
    "rules.speech.rotation": ("first", "last", "none"),
    "rules.speech.last_word_seconds": (0, 60),
    "rules.speech.last_word_of_removed": ("true", "false"),
    "rules.speech.tied_seconds": (0, 30),
    "rules.speech.at_the_end": ("true", "false"),
    "rules.nomination.most": (1, 2, 3),
    "rules.nomination.withdrawal": ("no", "allowed", "last_stands"),
    "rules.nomination.by_last_word": ("true", "false"),
    "rules.vote.first_day": ("vote", "nobody_leaves"),
    "rules.vote.single_on_first_day": ("no_vote", "vote"),
    "rules.vote.not_cast": ("last_candidate", "nobody"),
    "rules.vote.hand_withdrawn": ("counts", "falls_away"),
    "rules.vote.oneself": ("true", "false"),
    "rules.vote.revote_order": ("same", "reversed"),
    "rules.vote.fewer_tied": ("revote", "lift"),
    "rules.vote.same_tied_by_others": ("lift", "revote"),
    "rules.vote.lift_needs": ("living", "hands"),
    "rules.vote.at_four": ("lift", "no_lift", "no_revote"),
    "rules.vote.at_nine": ("lift", "two_at_most"),
    "rules.vote.all_living": ("red_wins", "draw", "nobody_leaves"),
    "rules.fouls.loss_at": (1, 2),
    "rules.fouls.loses": ("speech", "half", "vote", "nothing"),
    "rules.fouls.loss_when": ("nearest", "next_day"),
    "rules.fouls.nominates": ("true", "false"),
    "rules.fouls.half_at_most": (0, 4, 7),
    "rules.fouls.removed_at": (4, 5),
    "rules.removal.before_vote": (
        "no_vote",
        "no_vote_if_nominated",
        "no_vote_and_next",
        "goes_on",
        "held",
    ),
    "rules.removal.during_vote": ("no_vote", "no_vote_if_nominated", "goes_on", "held"),
    "rules.removal.after_result": ("next", "next_unless_leaving", "both_leave"),
    "rules.removal.at_night": ("next", "next_unless_leaving", "held"),
    "rules.end.quiet_rounds": (1, 2, 3),
    "rules.end.quiet_rounds_at_four": (1, 2, 3),
    "rules.end.quiet_at_four": ("draw", "red_wins"),
    "rules.end.ends_with": ("departure", "announcement"),
    "scoring.best_move.three": (0.5,),
    "scoring.best_move.voted_out_at_most": (0, 1, 30),
    "scoring.best_move.after_removal": ("true", "false"),
    **{f"rules.conduct.{act}": ("nothing", "foul", "foul", "removal", "side_lost") for act in ACTS},
}
"""By the path of a rule: the values that are tried."""


def assignments() -> st.SearchStrategy[list[str]]:
    """Give some rules, each with one of its values."""
    one = st.sampled_from(sorted(SWITCHES)).flatmap(
        lambda path: st.sampled_from(SWITCHES[path]).map(lambda value: (path, value))
    )
    chosen = st.lists(one, max_size=14, unique_by=lambda pair: pair[0])
    return chosen.map(lambda pairs: [f"{path}={value}" for path, value in pairs])


def regulations() -> st.SearchStrategy[Regulation]:
    """Give a regulation with some of its rules changed."""
    return st.builds(
        lambda name, changes: set_values(load(name), tuple(changes)),
        st.sampled_from(BASES),
        assignments(),
    )
