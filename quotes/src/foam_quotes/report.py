"""What a check found: a verdict on each quotation, what no cited sentence has, and what is not supported."""

from __future__ import annotations

from collections.abc import Iterator

from foam_quotes.text.faithful import UnfaithfulKind
from foam_quotes.values import Value
from foam_quotes.verdicts.align import describe_changes
from foam_quotes.verdicts.verdict import Altered, Misattributed, Verdict, is_match

_SHOWN = 60


class Quoted(Value):
    """A quotation of the text, where it stands there, and the verdict on it."""

    start: int
    end: int
    quote: str
    cited: tuple[str, ...] = ()
    """The sources it is ascribed to, as the text names them."""
    verdict: Verdict
    held_by: str = ""
    """The name of the source in which its words stand."""

    @property
    def is_match(self) -> bool:
        """Verbatim, or altered in nothing that may change what the source says."""
        return is_match(self.verdict)

    @property
    def diff(self) -> str:
        """What was altered, on one line: `[-source-]` was left out, `{+quote+}` was put in."""
        found = self.verdict.found if isinstance(self.verdict, Misattributed) else self.verdict
        return describe_changes(found.diff) if isinstance(found, Altered) else ""


class Unborne(Value):
    """A figure, date or name of the text that no cited sentence has."""

    start: int
    end: int
    kind: UnfaithfulKind
    found: str
    why: str


class Statement(Value):
    """A sentence of the text, and whether the sentences that come nearest to it support it."""

    start: int
    end: int
    text: str
    evidence: str
    supported: bool | None
    """None where the judge cannot tell."""


class Fault(Value):
    """Something that is not true to the sources, and where it ends."""

    start: int
    end: int
    told: str


class Report(Value):
    """Everything that was found, in the order of the text."""

    quotations: tuple[Quoted, ...] = ()
    unborne: tuple[Unborne, ...] = ()
    statements: tuple[Statement, ...] = ()

    @property
    def is_true(self) -> bool:
        return not self.faults

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Each fault in a few words."""
        return tuple(sorted(self._list_faults(), key=lambda one: (one.end, one.start)))

    def describe(self) -> str:
        """The faults, one on a line; for people, and for a model that is asked again."""
        return "\n".join(one.told for one in self.faults)

    def _list_faults(self) -> Iterator[Fault]:
        for quoted in self.quotations:
            if not quoted.is_match:
                yield Fault(start=quoted.start, end=quoted.end, told=_tell_quotation(quoted))
        for one in self.unborne:
            yield Fault(start=one.start, end=one.end, told=f"{one.kind} “{one.found}”: {one.why}")
        for said in self.statements:
            if said.supported is False:
                why = f"the nearest is “{said.evidence}”" if said.evidence else "none has words in common with it"
                told = f"not supported by the cited sentences: “{_cut(said.text)}”; {why}"
                yield Fault(start=said.start, end=said.end, told=told)


def _tell_quotation(quoted: Quoted) -> str:
    flags = "".join(f" [{flag.replace('_', ' ')}]" for flag in quoted.verdict.flags)
    cited = f", cited: {', '.join(quoted.cited)}" if quoted.cited else ""
    held = f", found in {quoted.held_by}" if quoted.held_by else ""
    shown = f": {quoted.diff}" if quoted.diff else ""
    return f"{quoted.verdict.type}{flags} “{_cut(quoted.quote)}”{cited}{held}{shown}"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
