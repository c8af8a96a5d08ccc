"""Measures of contestability, computed for any dossier or case. Pure but for the clock it is handed.

steps to a premise   links a reader follows from the answer to each part that can be challenged
sourced              share of what is asserted that reaches a sentence of a source within two links
reach of a leaf      share of the parts that stand as they are if one cited sentence falls, for each in turn
recorded             what became of the challenges in the record: how many won, how much was reused
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from statistics import fmean, median

from foam.case.provenance import trace_sentences
from foam.contest.admit import admit, list_kinds
from foam.contest.challenge import Challenge, Relevance
from foam.contest.foresee import list_moves
from foam.contest.outcome import Outcome
from foam.contest.subject import FRAME, CaseFile, DossierFile, File, Part
from foam.deliberation.dossier import ClaimNode, EvidenceNode, ObjectionNode, PositionNode, ResponseNode, WarrantNode
from foam.values import Value

WITHIN = 2
Links = Mapping[str, tuple[str, ...]]


class Contestability(Value):
    """How well a file can be contested, in figures."""

    parts: int
    contestable: int
    """Parts that at least one kind of challenge fits."""
    mean_steps: float
    most_steps: int
    sourced: float
    asserted: int
    """Statements that `sourced` is a share of."""
    mean_reach: float
    """Mean share of the claims or slots that stand as they are when one piece of evidence falls."""
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
    steps = count_steps(FRAME, links)
    held = [part for part in file.parts.values() if list_kinds(file, part)]
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
    return dict(_case_links(file)) if isinstance(file, CaseFile) else dict(_dossier_links(file))


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


def _dossier_links(file: DossierFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    nodes = file.dossier.nodes
    shown = [n.id for n in nodes if n.kind in ("perspective", "position", "claim")]
    pairs = file.dossier.conflicts
    yield FRAME, (*shown, *(one.id for one in pairs))
    yield from ((one.id, (one.left, one.right)) for one in pairs)
    objections: dict[str, tuple[str, ...]] = {}
    for node in nodes:
        if isinstance(node, ObjectionNode):
            objections[node.claim] = (*objections.get(node.claim, ()), node.id)
    for node in nodes:
        match node:
            case ClaimNode():
                yield (
                    node.id,
                    (
                        *node.grounds,
                        *node.working,
                        *node.sources,
                        node.warrant,
                        node.support,
                        *objections.get(node.id, ()),
                    ),
                )
            case ObjectionNode():
                yield node.id, (*node.evidence, node.response, node.commitment)
            case ResponseNode():
                yield node.id, node.evidence
            case WarrantNode():
                yield node.id, (node.claim,)
            case PositionNode():
                yield node.id, tuple(n.id for n in nodes if isinstance(n, ClaimNode) and node.seat in n.brought_by)
            case _:
                pass


def _case_links(file: CaseFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    groups = tuple(group.id for group in file.case.groups)
    yield FRAME, (*groups, *(f"choice-{choice.branch}" for choice in file.case.choices))
    for group in groups:
        yield group, tuple(slot.id for slot in file.case.list_slots(group))


def _asserted(file: File, links: Links) -> tuple[int, int]:
    """Statements, and those of them that reach a source within two links."""
    if isinstance(file, CaseFile):
        traced = trace_sentences(file.case)
        return len(traced), sum(bool(one.pointer or one.entry) for one in traced)
    sources = {node.id for node in file.dossier.nodes if isinstance(node, EvidenceNode)}
    said = [n.id for n in file.dossier.nodes if isinstance(n, ClaimNode | WarrantNode | ObjectionNode)]
    near = [id for id in said if any(d <= WITHIN for part, d in count_steps(id, links).items() if part in sources)]
    return len(said), len(near)


def _reach(file: File, seconds: Callable[[], float]) -> tuple[list[float], list[float]]:
    """For each piece of evidence: the share of claims that stand as they are if it falls, and how long that took."""
    shares: list[float] = []
    elapsed: list[float] = []
    arguments = dict.fromkeys(use.argument for uses in file.uses.values() for use in uses)
    total = len(file.claims) if isinstance(file, DossierFile) else len(file.slots)
    for id in arguments:
        start = seconds()
        challenge = Challenge(node=id, ground=Relevance(), because="What if this evidence fell?")
        part = admit(file, challenge)
        moved = _count_moved(file, challenge, part) if isinstance(file, DossierFile) else 1
        elapsed.append(seconds() - start)
        shares.append(1 - moved / total)
    return shares, elapsed


def _count_moved(file: DossierFile, challenge: Challenge, part: Part) -> int:
    """How many claims would stand elsewhere."""
    moved = list_moves(file, challenge, part)
    return sum(one.before != one.after for one in moved if one.claim in file.claims)
