"""Whether a question is answered from a sample library: those that it is about must pass, and no other may.

The questions stand in `topics.toml`. Each that is about nothing in any sample library is put to each of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from bench.harness import Row, benchmark
from foam.deliberation.bearing import bear_by, decline_question
from foam.home.desk import Desk
from foam.pack.files import shipped_packs
from foam.pack.loader import load_pack
from foam.stats.intervals import wilson

QUESTIONS = Path(__file__).with_suffix(".toml")


@benchmark
def topics() -> Iterator[Row]:
    """Of questions on the topic those that are answered, and of others those that are declined, a pack at a time."""
    asked = tomllib.loads(QUESTIONS.read_text("utf-8"))
    desk = Desk()
    for name in shipped_packs():
        pack = load_pack(name)
        with desk.open_corpus(pack) as corpus:
            for label, on, off in (("", "on", "off"), ("fresh, ", "fresh", "fresh_off")):
                answered = {one: decline_question(one, corpus, bear_by(desk.judge)) is None for one in asked[on][name]}
                declined = {one: decline_question(one, corpus, bear_by(desk.judge)) is not None for one in asked[off]}
                yield _share(f"{name}: {label}on its topic, answered", answered)
                yield _share(f"{name}: {label}on another topic, declined", declined)


def _share(name: str, outcomes: dict[str, bool]) -> Row:
    right, whole = sum(outcomes.values()), len(outcomes)
    low, high = wilson(right, whole)
    wrong = "; ".join(one for one, came_out in outcomes.items() if not came_out)
    note = f"95% interval {low:.2f} to {high:.2f}" + (f"; not: {wrong}" if wrong else "")
    return Row(name, right / whole, f"of {whole}", note)
