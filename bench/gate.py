"""The support gate with the embedded model, on held-back sentences: which get a side, and how many the right one.

The rows are those of `bench.judge` (`FOAM_PAIRS`, `FOAM_JUDGE_ROWS`); each claim is put as a motion, as a question is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from training.pairs import Pair

from bench.embedded import home
from bench.harness import Row, benchmark
from bench.judge import _rows
from foam.argument.motion import parse_motion
from foam.deliberation.support import combine_sides, is_echo
from foam.model.check import GATE
from foam.model.embedded.bearing import label_support
from foam.model.embedded.cost import states_cost_of
from foam.model.embedded.senses import Senses
from foam.model.judge import shipped_judge
from foam.model.question import Label, Labelled
from foam.text.demand import is_bare_request

SOURCES = ("iam_stance", "iam_nonclaim", "perspectrum", "kpa")
TRUTHS = ("for", "against", "neither")


class Found(NamedTuple):
    """What the gate finds of one row."""

    truth: str
    side: str
    echoes: bool


@benchmark
def sides() -> Iterable[Row]:
    """Sentences that get a side, with all they get and without what one answer alone gives and is weak."""
    found = {source: [_pass(row) for row in _rows("relation", source)] for source in SOURCES}
    every = [one for some in found.values() for one in some]
    for name, rows in (("all", every), *found.items()):
        yield from _tell(f"{name}, any answer", rows, lambda one: True)
        yield from _tell(f"{name}, as the gate has it", rows, lambda one: not one.echoes)


@benchmark
def signs() -> Iterable[Row]:
    """Sentences that the words mark as a request, or as a cost of the proposal, by what people found of them."""
    rows = _rows("relation", *SOURCES)
    for name, marks in (
        ("a request without a reason", [is_bare_request(row.first) for row in rows]),
        ("a cost of the proposal", [states_cost_of(row.first, row.second) for row in rows]),
    ):
        told = Counter(_truth(row) for row, is_marked in zip(rows, marks, strict=True) if is_marked)
        yield Row(name, sum(marks), "rows", f"of {len(rows)}; {', '.join(f'{told[one]} {one}' for one in TRUTHS)}")


def _tell(name: str, rows: Sequence[Found], kept: Callable[[Found], bool]) -> Iterator[Row]:
    sided = [one for one in rows if one.side in ("for", "against") and kept(one)]
    right = sum(one.side == one.truth for one in sided)
    neither = sum(one.truth == "neither" for one in sided)
    note = f"{right} right of {len(sided)}, {len(sided) - right - neither} on the wrong side, {neither} on neither"
    yield Row(name, right / max(1, len(sided)), "right", f"{note}; n={len(rows)}")


def _pass(row: Pair) -> Found:
    motion = parse_motion(row.second)
    labels = [_label(row.first, statement) for statement in (motion.affirmed, motion.denied)]
    side, _ = combine_sides(*labels)
    if side not in ("for", "against"):
        return Found(_truth(row), side, echoes=False)
    statement = motion.affirmed if side == "for" else motion.denied
    (strength,) = shipped_judge().relation([(row.first, statement)])
    return Found(_truth(row), side, is_echo(labels, strength.supports))


def _label(text: str, statement: str) -> str:
    asked = Label(template="gate", template_digest="", prompt="", statement=statement, text=text, labels=GATE)
    reply = label_support(asked, _senses()).reply
    assert isinstance(reply, Labelled)
    return reply.label


def _truth(row: Pair) -> str:
    return TRUTHS[max(range(len(TRUTHS)), key=lambda at: row.target[at])]


@cache
def _senses() -> Senses:
    return Senses(home(), shipped_judge())
