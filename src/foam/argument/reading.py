"""What one reading of a whole file finds: who speaks in it, what it says that matters, what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from foam.argument.casefile import Role
from foam.argument.working import SentenceId, Working, show_working
from foam.values import Value

Knows: TypeAlias = Literal["own_act", "own_records", "study", "opinion", "hearsay"]
FindingKind: TypeAlias = Literal["fact", "figure", "conflict", "report", "decision_right", "decision_wrong"]


class Source(Value):
    """Whose word a document is, and how its author knows."""

    document: str
    role: Role
    knows: Knows


class Finding(Value):
    """Something that the file says, or how two of its sentences stand to each other."""

    id: str
    says: str
    kind: FindingKind
    at: tuple[SentenceId, ...]
    working: Working | None = None


class Missing(Value):
    """What the file does not hold, and who has it."""

    what: str
    who_has_it: str = ""
    touches: str = ""


class Read(Value):
    """One reading of the file."""

    decides: Literal["rules", "weighing", "both"] = "weighing"
    sources: tuple[Source, ...] = ()
    findings: tuple[Finding, ...] = ()
    missing: tuple[Missing, ...] = ()
    strange: tuple[SentenceId, ...] = ()
    """Text that gives orders or does not belong."""

    @property
    def sentences(self) -> frozenset[SentenceId]:
        """Every sentence that it names."""
        return frozenset((*self.strange, *(at for one in self.findings for at in one.at)))

    @property
    def rules(self) -> frozenset[str]:
        """The documents that state rules."""
        return frozenset(one.document for one in self.sources if one.role == "rule")

    def describe(self) -> Iterator[str]:
        """What it found, line by line, with what code worked out."""
        yield f"The question is decided by: {self.decides}."
        yield from (f"{one.document}: {one.role}, {one.knows}" for one in self.sources)
        for one in self.findings:
            worked = f" [{show_working(one.working)}]" if one.working else ""
            yield f"{one.id} ({one.kind}): {one.says} {' '.join(one.at)}{worked}"
        yield from (f"missing: {one.what}; {one.who_has_it}; touches {one.touches}" for one in self.missing)


def merge_reads(reads: Sequence[Read]) -> Read:
    """Readings of parts that did not see each other. Of a document in two parts the first says whose word it is."""
    decided = {one.decides for one in reads}
    sources = {source.document: source for one in reversed(reads) for source in one.sources}
    return Read(
        decides=decided.pop() if len(decided) == 1 else "both",
        sources=tuple(sources[name] for name in sorted(sources)),
        findings=tuple(
            finding.model_copy(update={"id": f"part{number}_{finding.id}"})
            for number, one in enumerate(reads, start=1)
            for finding in one.findings
        ),
        missing=tuple(missing for one in reads for missing in one.missing),
        strange=tuple(at for one in reads for at in one.strange),
    )
