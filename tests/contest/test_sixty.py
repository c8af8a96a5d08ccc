"""Sixty challenges to three invented files, by code alone: what it cannot tell it leaves to whoever reads."""

from __future__ import annotations

from bench.contest import hear_all, read_challenges


def test_by_code_alone_no_right_challenge_is_rejected_and_no_wrong_one_sustained() -> None:
    challenges = read_challenges()
    assert sum(one["right"] for one in challenges) == len(challenges) / 2 == 30
    for one, ends in hear_all(challenges, models=None):
        never = ("rejected", "already so") if one["right"] else ("sustained", "partly sustained")
        assert ends not in never, one
