"""Strings planted all over a home, erased, and searched for in every byte."""

from __future__ import annotations

from pathlib import Path

from bench.attacks.erasure import run


def test_nothing_erased_is_left_and_what_is_left_verifies(tmp_path: Path) -> None:
    gone, verified = run(tmp_path)
    assert gone.attempts >= 50
    assert (gone.silent, verified.silent) == (0, 0), (gone, verified)
