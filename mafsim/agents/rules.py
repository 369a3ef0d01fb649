"""The rules of a table as whole numbers: what the engine plays by and what an agent may know.

Every rule is a field of the record `RULES`, named after the place of the value in a regulation's
chapter `rules`: ``vote.at_four`` is ``vote_at_four``. A switch is 0 or 1, a number is itself (`NONE`
where a regulation leaves it out), and a choice of words is the place of the word in `WORDS`.
"""

from __future__ import annotations

import numpy as np

NONE = -1
"""A number that the regulation leaves out."""

CONSEQUENCES = ("nothing", "foul", "removal", "side_lost")
"""What an act may bring, in the order of its numbers."""

ACTS = (
    "out_of_turn",
    "gestures",
    "unethical",
    "honest",
    "religion",
    "touch",
    "hand_withdrawn",
    "palm",
    "address_host",
    "swearing",
    "swearing_at",
    "insult",
    "oath",
    "tears",
    "standing_up",
    "night_conduct",
    "night_word",
    "night_gesture",
    "night_touch",
    "peeking",
    "plea",
    "hall",
)
"""What players do that they should not; an act's number is its place in this list."""

WORDS: dict[str, tuple[str, ...]] = {
    "first_killed": ("night_1", "first_shot"),
    "night_shots": ("order_fixed", "order_then_open", "free"),
    "night_hit": ("all",),
    "best_move_told": ("night", "last_word"),
    "speech_rotation": ("first", "last", "none"),
    "nomination_withdrawal": ("no", "allowed", "last_stands"),
    "vote_first_day": ("vote", "nobody_leaves"),
    "vote_single_on_first_day": ("no_vote", "vote"),
    "vote_hand_withdrawn": ("counts", "falls_away"),
    "vote_not_cast": ("last_candidate", "nobody"),
    "vote_revote_order": ("same", "reversed"),
    "vote_fewer_tied": ("revote", "lift"),
    "vote_same_tied_by_others": ("lift", "revote"),
    "vote_lift_needs": ("living", "hands"),
    "vote_at_four": ("lift", "no_lift", "no_revote"),
    "vote_at_nine": ("lift", "two_at_most"),
    "vote_all_living": ("red_wins", "draw", "nobody_leaves"),
    "fouls_loses": ("speech", "half", "vote", "nothing"),
    "fouls_loss_when": ("nearest", "next_day"),
    "removal_before_vote": (
        "no_vote",
        "no_vote_if_nominated",
        "no_vote_and_next",
        "goes_on",
        "held",
    ),
    "removal_during_vote": ("no_vote", "no_vote_if_nominated", "goes_on", "held"),
    "removal_after_result": ("next", "next_unless_leaving", "both_leave"),
    "removal_at_night": ("next", "next_unless_leaving", "held"),
    "end_black_wins_at": ("equal",),
    "end_quiet_at_four": ("draw", "red_wins"),
    "end_ends_with": ("departure", "announcement"),
    **{f"conduct_{act}": CONSEQUENCES for act in ACTS},
}
"""The rules that are a choice of words, and the words in the order of their numbers."""

NUMBERS = (
    "seats",
    "black",
    "don",
    "sheriff",
    "night_don_wakes_night_0",
    "night_sheriff_wakes_night_0",
    "night_order_nights",
    "night_don_first_check",
    "night_sheriff_first_check",
    "night_checks",
    "night_checks_when_shot",
    "night_check_seconds",
    "night_don_is_inherited",
    "best_move_seconds",
    "speech_seconds",
    "speech_first_seat",
    "speech_last_word_seconds",
    "speech_last_word_of_removed",
    "speech_tied_seconds",
    "speech_at_the_end",
    "nomination_most",
    "nomination_by_last_word",
    "nomination_may_be_asked",
    "vote_oneself",
    "fouls_loss_at",
    "fouls_nominates",
    "fouls_half_at_most",
    "fouls_removed_at",
    "end_quiet_rounds",
    "end_quiet_rounds_at_four",
    "best_move",
    "best_move_voted_out_at_most",
    "best_move_after_removal",
    "best_player_votes",
)
"""The rules that are a number or a switch.

Not of the chapter `rules` are `seats`, how many sit at the table; `best_move`, whether the first
killed names three at all, and when he may (``scoring.best_move``); and `best_player_votes`, whether
the table chooses the best player: 0 no, 1 yes, 2 yes and everybody must vote. `speech_first_seat`
counts from zero.
"""

RULES = np.dtype([(name, np.int16) for name in (*NUMBERS, *WORDS)], align=True)
"""The rules of a table."""


def code(rule: str, word: str) -> int:
    """Give the number of a rule's word."""
    return WORDS[rule].index(word)


def act(name: str) -> int:
    """Give the number of an act."""
    return ACTS.index(name)


# What compiled agents compare a rule with.
ORDER_FIXED, ORDER_THEN_OPEN, FREE = range(3)
"""What `night_shots` may be."""
