"""Measures of contestability, computed for any answer or case. Pure but for the clock it is handed.

steps to a premise   links a reader follows from the answer to each part that can be challenged
sourced              share of what is asserted that reaches a sentence of a source within two links
reach of a leaf      share of the parts that stand as they are if one cited sentence falls, for each in turn
recorded             what became of the challenges in the record: how many won, how much was reused
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from statistics import fmean, median
from typing import TypeAlias

from foam.argument.rows import Record
from foam.case.provenance import trace_sentences
from foam.contest.challenge import Challenge
from foam.contest.job import admit
from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.contest.kinds.kind import Trial
from foam.contest.leaves.settle import put_rows
from foam.contest.leaves.version import SEAT, AnswerVersion
from foam.contest.outcome import Outcome
from foam.contest.part import FRAME
from foam.contest.subject import CaseFile
from foam.semantics.standing import find_standings
from foam.values import Value

_WITHIN = 2
File: TypeAlias = CaseFile | AnswerVersion
Links = Mapping[str, tuple[str, ...]]


class Contestability(Value):
    """How well an answer or a case can be contested, in figures."""

    parts: int
    contestable: int
    """Parts that at least one kind of challenge fits."""
    mean_steps: float
    most_steps: int
    sourced: float
    asserted: int
    """Statements that `sourced` is a share of."""
    mean_reach: float
    """Mean share of the leaves or slots that stand as they are when one piece of evidence falls."""
    admission_ms: float
    """Median time to admit a challenge and compute what it could change."""
    challenges: int = 0
    sustained: int = 0
    mean_reuse: float | None = None
    """Mean share of entries reused over the challenges in the record that changed something."""


def measure_contestability(
    file: File, outcomes: Iterable[Outcome] = (), *, seconds: Callable[[], float]
) -> Contestability:
    """The measures of a file, and of the challenges that were made to it."""
    links = list_links(file)
    steps = count_steps(FRAME if isinstance(file, CaseFile) else file.tree.root.id, links)
    held = [part for part in file.parts.values() if part.kinds]
    found = [steps[part.id] for part in held if part.id in steps]
    asserted, sourced = _asserted(file, links)
    heard = tuple(outcomes)
    revised = [one.locality.reuse for one in heard if one.revised]
    reach, elapsed = _reach(file, seconds)
    return Contestability(
        parts=len(file.parts),
        contestable=len(held),
        mean_steps=fmean(found) if found else 0.0,
        most_steps=max(found, default=0),
        sourced=sourced / asserted if asserted else 0.0,
        asserted=asserted,
        mean_reach=fmean(reach) if reach else 1.0,
        admission_ms=1000 * median(elapsed) if elapsed else 0.0,
        challenges=len(heard),
        sustained=sum(one.disposition in ("sustained", "partly sustained") for one in heard),
        mean_reuse=fmean(revised) if revised else None,
    )


def list_links(file: File) -> Links:
    """Which part leads to which, as a reader follows them: from the answer down to the sources."""
    return dict(_list_case_links(file) if isinstance(file, CaseFile) else _list_tree_links(file))


def count_steps(start: str, links: Links) -> dict[str, int]:
    """How many links each part is away."""
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for there in links.get(here, ()):
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


def _list_tree_links(file: AnswerVersion) -> Iterator[tuple[str, tuple[str, ...]]]:
    frame = file.tree.frame
    seats = tuple(f"{SEAT}{one.id}" for one in file.seats)
    for node in frame.nodes:
        reasons = tuple(one.id for one in frame.considerations_under.get(node.id, ()))
        yield node.id, (*node.below, *reasons, *(seats if node.id == file.tree.root.id else ()))
    yield from ((one.id, (*one.rests_on, *one.at)) for one in frame.considerations)
    for leaf in frame.leaves:
        yield leaf.id, (*frame.list_below(leaf.id), *leaf.at, *leaf.against)
    named = frame.sentences
    yield from ((at, (at.partition("#")[0],)) for at in named)


def _list_case_links(file: CaseFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    groups = tuple(group.id for group in file.case.groups)
    yield FRAME, (*groups, *(f"choice-{choice.branch}" for choice in file.case.choices))
    for group in groups:
        yield group, tuple(slot.id for slot in file.case.list_slots(group))


def _asserted(file: File, links: Links) -> tuple[int, int]:
    """Statements, and those of them that reach a source within two links."""
    if isinstance(file, CaseFile):
        traced = trace_sentences(file.case)
        return len(traced), sum(bool(one.pointer or one.entry) for one in traced)
    frame = file.tree.frame
    said = [one.id for one in (*frame.leaves, *frame.considerations)]
    steps = [count_steps(name, links) for name in said]
    near = (any(far <= _WITHIN for part, far in one.items() if part in frame.sentences) for one in steps)
    return len(said), sum(near)


def _reach(file: File, seconds: Callable[[], float]) -> tuple[list[float], list[float]]:
    """For each piece of evidence: the share of leaves or slots that stand as they are if it falls, and how long it took
    to compute that."""
    shares: list[float] = []
    elapsed: list[float] = []
    if isinstance(file, CaseFile):
        names, total = [slot.id for slot in file.case.slots if slot.card], len(file.slots)
    else:
        names, total = sorted(file.tree.frame.sentences), len(file.tree.frame.leaves)
    for name in names:
        start = seconds()
        moved = _count_moved(file, name)
        elapsed.append(seconds() - start)
        shares.append(1 - moved / total if total else 1.0)
    return shares, elapsed


def _count_moved(file: File, name: str) -> int:
    """How many slots or leaves would stand otherwise if the card of a slot fell, or a sentence."""
    if isinstance(file, CaseFile):
        admit(file, Challenge(node=name, ground=DoesNotFollow(), because="What if this evidence fell?"))
        return 1
    tree = file.tree
    record = put_rows(tree.record, Record(), Trial(frame=tree.frame, struck=frozenset({name})))
    after = find_standings(tree.frame, file.file.file(file.roles), record)
    return sum(after[one.leaf].stands != one.stands for one in tree.standings)
