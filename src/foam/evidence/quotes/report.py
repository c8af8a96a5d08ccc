"""What a check of quotations found: per citation, per file, and in all. Pure values and the three rates.

exact rate  share of citations that are verbatim
CEMR        share that are verbatim or altered a little, in the document they cite
CFVR        share of files of which every citation is so
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, assert_never

from foam.evidence.quotes.align import shown
from foam.evidence.quotes.judge import Judge
from foam.evidence.quotes.reading import Quotation
from foam.evidence.quotes.verdict import Altered, Exact, Fabricated, Misattributed, Paraphrase, Verdict
from foam.values import Value


class Checked(Value):
    """One citation and the verdict on it."""

    quote: str
    source: str | None
    verdict: Verdict

    @property
    def valid(self) -> bool:
        """Exact or altered where it was cited: what CEMR counts."""
        return self.verdict.type in ("exact", "altered")


class FileReport(Value):
    """The citations of one file."""

    file: str
    citations: tuple[Checked, ...]


class Report(Value):
    """The citations of all files."""

    files: tuple[FileReport, ...]

    @property
    def citations(self) -> tuple[Checked, ...]:
        return tuple(citation for file in self.files for citation in file.citations)

    @property
    def cfvr(self) -> float | None:
        return cfvr(self.files)


def checked(
    judge: Judge, quotations: Iterable[Quotation], *, told: Callable[[int], None] = lambda _: None
) -> list[Checked]:
    """Every quotation with its verdict, in order."""
    done: list[Checked] = []
    for one in quotations:
        done.append(Checked(quote=one.quote, source=one.source, verdict=judge.check(one.quote, source=one.source)))
        told(1)
    return done


def exact_rate(citations: Sequence[Checked]) -> float | None:
    """Share of citations that are verbatim; nothing when there is none."""
    return _share(citation.verdict.type == "exact" for citation in citations)


def cemr(citations: Sequence[Checked]) -> float | None:
    """Citation-level match rate: exact or altered, per citation."""
    return _share(citation.valid for citation in citations)


def cfvr(files: Sequence[FileReport]) -> float | None:
    """Case-level full validation rate: share of files with every citation exact or altered."""
    return _share(all(citation.valid for citation in file.citations) for file in files)


def _share(facts: Iterable[bool]) -> float | None:
    held = list(facts)
    return sum(held) / len(held) if held else None


def rates(citations: Sequence[Checked], files: Sequence[FileReport]) -> dict[str, float | None]:
    return {"exact_rate": exact_rate(citations), "cemr": cemr(citations), "cfvr": cfvr(files)}


def report_json(report: Report) -> dict[str, Any]:
    """The report as one JSON document: every citation, the rates in all, and the rates of each file."""
    return {
        "citations": [
            {"file": file.file, **citation_json(citation)} for file in report.files for citation in file.citations
        ],
        **rates(report.citations, report.files),
        "files": [{"file": file.file, **rates(file.citations, [file])} for file in report.files],
    }


def citation_json(citation: Checked) -> dict[str, Any]:
    """One citation as flat JSON; `diff` is a list of steps, `diff_shown` the same on one line."""
    verdict = citation.verdict
    return {
        "quote": citation.quote,
        "source": citation.source,
        "verdict": verdict.type,
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
            return {"diff": changes, "diff_shown": shown(verdict.diff), "overlap": verdict.overlap}
        case Paraphrase():
            return {"diff": [], "similarity": verdict.similarity, "decided_by": verdict.decided_by}
        case Misattributed():
            return {"cited": list(verdict.cited), "found": verdict.found.type, **_details(verdict.found)}
        case Fabricated():
            return {"diff": [], "overlap": verdict.overlap}
        case _:
            assert_never(verdict)


def report_text(report: Report, *, all_citations: bool = False) -> str:
    """The report for people: each citation that is not exact, then the rates."""
    lines = [line for file in report.files for line in _file_lines(file, all_citations)]
    counts = {type: sum(c.verdict.type == type for c in report.citations) for type in _ORDER}
    tally = ", ".join(f"{count} {type}" for type, count in counts.items() if count) or "none found"
    turned = sum(bool({"number", "negation"} & set(c.verdict.flags)) for c in report.citations)
    warning = [f"{turned} of them change a number or a negation"] if turned else []
    count = len(report.citations)
    total = f"{count} quotation{'' if count == 1 else 's'}: {tally}"
    return "\n".join([*lines, total, *warning, _rates_line(report)])


_ORDER = ("exact", "altered", "paraphrase", "misattributed", "fabricated")


def _file_lines(file: FileReport, all_citations: bool) -> list[str]:
    shown_ones = [c for c in file.citations if all_citations or c.verdict.type != "exact" or c.verdict.flags]
    return (
        [file.file, *(line for citation in shown_ones for line in _citation_lines(citation)), ""] if shown_ones else []
    )


def _citation_lines(citation: Checked) -> list[str]:
    verdict = citation.verdict
    marks = "".join(f" [{flag.replace('_', ' ')}]" for flag in verdict.flags)
    lines = [
        f"  {verdict.type}{marks}: “{_cut(citation.quote)}”"
        + (f"  cited: {citation.source}" if citation.source else "")
    ]
    if verdict.places:
        lines.append(f"      at {verdict.places[0].pointer.brief()}: {_cut(verdict.places[0].text)}")
    found = verdict.found if isinstance(verdict, Misattributed) else verdict
    if isinstance(found, Altered):
        lines.append(f"      {shown(change for change in found.diff if change.type != 'same')}")
    return lines


def _cut(text: str, length: int = 100) -> str:
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


def _rates_line(report: Report) -> str:
    named = rates(report.citations, report.files)
    labels = {"exact_rate": "exact", "cemr": "CEMR", "cfvr": "CFVR"}
    return "  ".join(f"{labels[name]} {'–' if rate is None else f'{rate:.1%}'}" for name, rate in named.items())
