"""What a check of quotations found: per citation, per file, and in all. The rates are those of `rates`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, assert_never

from foam.evidence.quotes.highlight import Sheet
from foam.evidence.quotes.rates import QuotationRates, compute_rates
from foam.paper import Block, Bullets, Heading, Paragraph, Text, strong, to_terminal
from foam.text.evidence import find_left_out
from foam.values import Value
from foam.visible import clean_line, describe_hidden
from foam_quotes.verdicts.align import describe_changes
from foam_quotes.verdicts.found import Quotation
from foam_quotes.verdicts.judge import Judge
from foam_quotes.verdicts.verdict import (
    Altered,
    Exact,
    Fabricated,
    Misattributed,
    Paraphrase,
    Verdict,
    is_match,
    is_near,
)


class Checked(Value):
    """One citation and the verdict on it."""

    quote: str
    source: str | None
    verdict: Verdict

    @property
    def is_match(self) -> bool:
        """Whether CEMR counts it: see `foam_quotes.verdicts.verdict.is_match`."""
        return is_match(self.verdict)


class FileReport(Value):
    """The citations of one file."""

    file: str
    citations: tuple[Checked, ...]
    sheets: tuple[Sheet, ...] = ()
    """Its cards by what is read of them, where that was asked for."""


class Report(Value):
    """The citations of all files."""

    files: tuple[FileReport, ...]
    sources: str = ""
    """What they were held against, in a few words."""

    @property
    def citations(self) -> tuple[Checked, ...]:
        return tuple(citation for file in self.files for citation in file.citations)

    @property
    def clipped(self) -> tuple[Sheet, ...]:
        """The cards of which what is read says something else than its sentence."""
        return tuple(sheet for file in self.files for sheet in file.sheets if sheet.clips)

    @property
    def rates(self) -> QuotationRates:
        """The rates over all files."""
        return rate_files(self.files)

    def describe(self, *, all_citations: bool = False) -> str:
        """The report as people read it: each citation that is not exact, or each one, and the rates."""
        return to_terminal(compose_quotes(self, all_citations=all_citations))

    def data(self) -> dict[str, Any]:
        """The report as one JSON document."""
        return dump_report(self)


def check_quotations(
    judge: Judge,
    quotations: Iterable[Quotation],
    *,
    own: Collection[str] = (),
    told: Callable[[int], None] = lambda _: None,
) -> list[Checked]:
    """Every quotation with its verdict, in order; `own` are the documents they stand in."""
    done: list[Checked] = []
    for one in quotations:
        verdict = judge.check(one.quote, source=one.source, own=own)
        done.append(Checked(quote=one.quote, source=one.source, verdict=verdict))
        told(1)
    return done


def rate_files(files: Sequence[FileReport]) -> QuotationRates:
    """The rates over the citations of some files, each file a case."""
    cases = [[citation.verdict for citation in file.citations] for file in files]
    return compute_rates((verdict for case in cases for verdict in case), cases)


def dump_report(report: Report) -> dict[str, Any]:
    """The report as one JSON document: every citation, the rates in all, and the rates of each file."""
    return {
        "citations": [
            {"file": file.file, **dump_citation(citation)} for file in report.files for citation in file.citations
        ],
        **(
            {
                "clipped": [
                    {"tag": one.tag, "cite": one.cite, "clips": [c.json_value() for c in one.clips]}
                    for one in report.clipped
                ]
            }
            if any(file.sheets for file in report.files)
            else {}
        ),
        **report.rates.json_value(),
        "files": [{"file": file.file, **rate_files([file]).json_value()} for file in report.files],
    }


def dump_citation(citation: Checked) -> dict[str, Any]:
    """One citation as flat JSON; `diff` is a list of steps, `diff_shown` the same on one line."""
    verdict = citation.verdict
    return {
        "quote": citation.quote,
        "source": citation.source,
        "verdict": verdict.type,
        "match": citation.is_match,
        "pointer": str(verdict.places[0].pointer) if verdict.places else None,
        "places": [place.json_value() for place in verdict.places],
        "flags": list(verdict.flags),
        **_details(verdict),
    }


def _details(verdict: Verdict) -> dict[str, Any]:
    match verdict:
        case Exact():
            return {"diff": []}
        case Altered():
            changes = [change.json_value() for change in verdict.diff]
            return {"diff": changes, "diff_shown": describe_changes(verdict.diff), "overlap": verdict.overlap}
        case Paraphrase():
            return {"diff": [], "similarity": verdict.similarity, "decided_by": verdict.decided_by}
        case Misattributed():
            return {"cited": list(verdict.cited), "found": verdict.found.type, **_details(verdict.found)}
        case Fabricated():
            return {"diff": [], "overlap": verdict.overlap}
        case _:
            assert_never(verdict)


_ORDER = ("exact", "altered", "paraphrase", "misattributed", "fabricated")


def compose_quotes(report: Report, *, all_citations: bool = False) -> Iterator[Block]:
    """The report for people: each citation that is not exact, then the counts and the rates."""
    for file in report.files:
        told = [c for c in file.citations if all_citations or c.verdict.type != "exact" or c.verdict.flags]
        if told:
            yield Heading(text=file.file, level=2)
            yield from map(_citation, told)
    if looked := sum(len(file.sheets) for file in report.files):
        yield from _show_clipped(report.clipped, looked)
    counts = {verdict: sum(c.verdict.type == verdict for c in report.citations) for verdict in _ORDER}
    tally = ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count) or "none found"
    count = len(report.citations)
    yield Paragraph(content=f"{count} quotation{'' if count == 1 else 's'}: {tally}")
    turned = sum(is_near(c.verdict) and not c.is_match for c in report.citations)
    if turned:
        yield Paragraph(content=strong(f"no match, since the words may change what the source says: {turned}"))
    yield Paragraph(content=f"{report.rates.describe()} (what these rates count: docs/judging.md)")


def _show_clipped(clipped: Sequence[Sheet], looked: int) -> Iterator[Block]:
    """The cards that are clipped, of how many that were looked at."""
    for sheet in clipped:
        yield Bullets(
            items=((strong("clipped:"), f" {sheet.tag} ({sheet.cite})"), *((str(one),) for one in sheet.clips))
        )
    yield Paragraph(
        content=f"what is read was held against its sentences on {looked} cards; {len(clipped)} lose a negation or a "
        "condition (whom a sentence speaks of is not examined)"
    )


def _citation(citation: Checked) -> Bullets:
    """A citation with its verdict, where its words stand, and what was changed."""
    verdict = citation.verdict
    marks = "".join(f" [{flag.replace('_', ' ')}]" for flag in verdict.flags)
    cited = f" cited: {citation.source}" if citation.source else ""
    lines: list[tuple[str | Text, ...]] = [(strong(f"{verdict.type}{marks}:"), f" “{_cut(citation.quote)}”{cited}")]
    lines += [(hidden,)] if (hidden := describe_hidden(citation.quote)) else []
    if left := find_left_out(citation.quote):
        lines.append((f"not read as evidence: {_cut(' '.join(left))}",))
    if verdict.places:
        lines.append((f"at {verdict.places[0].pointer.brief()}: {_cut(verdict.places[0].text)}",))
    found = verdict.found if isinstance(verdict, Misattributed) else verdict
    if isinstance(found, Altered):
        lines.append(tuple(_changes(found)))
    return Bullets(items=tuple(lines))


def _changes(found: Altered) -> Iterator[Text]:
    for change in found.diff:
        if change.type != "same":
            if change.source:
                yield Text(text=change.source, look="delete")
            if change.quote:
                yield Text(text=change.quote, look="insert")
            yield Text(text=" ")


def _cut(text: str, length: int = 100) -> str:
    line = clean_line(text)
    return line if len(line) <= length else line[: length - 1] + "…"
