"""Whatever is done to the record's file is found."""

from __future__ import annotations

from pathlib import Path

from bench.attacks.record import run


def test_every_attack_on_the_record_is_found(tmp_path: Path) -> None:
    tallies = {tally.kind: tally for tally in run(tmp_path, flips=60)}
    rewritten = tallies.pop("a wholly consistent rewrite, without --head")
    assert rewritten.found == 0, "if this is found now, the page on security may promise more"
    assert [tally for tally in tallies.values() if tally.silent] == []
    assert all(tally.attempts > 5 for tally in tallies.values())
