"""`foam audit`: hold every citation of every case against its source. Decides nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from foam.cli.desk import configured
from foam.cli.frame import Face, faced
from foam.cli.juries import documents_for
from foam.errors import InputError
from foam.evidence.document import Document
from foam.judging.audit import OUTCOMES, Audited, CaseAudit, Rates, audit_case, case_json, rates, sources_judge
from foam.judging.entrants.intake import read_case
from foam.pack.loader import load_pack


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CASE...")
@click.option("--sources", multiple=True, type=click.Path(path_type=Path), help="Folders and files of sources.")
@click.option("--pack", help="Hold them against this pack's library too; without --sources, the setting `pack`.")
@click.option("--all", "all_citations", is_flag=True, help="List exact quotations too.")
@faced
def audit(
    face: Face, files: tuple[Path, ...], sources: tuple[Path, ...], pack: str | None, all_citations: bool
) -> None:
    """Audit the citations of cases (.json of FOAM's, .docx, .md, .html, .pdf, .txt).

    A citation whose source is not at hand is counted apart. Exits with 1 when one does not hold.
    """
    held = {str(file): read_case(file).entrant for file in files}
    judge = sources_judge(documents_for(face, sources, _own(sources, pack), held.values()))
    with face.progress("auditing cases", len(held)) as advance:
        audits = []
        for name, entrant in held.items():
            audits.append(audit_case(name, entrant, judge))
            advance(1)
    if not any(one.citations for one in audits):
        raise InputError("no case quotes anything", hint="quotations stand in quote marks, in block quotes or on cards")
    found = rates(audits)
    face.show(_text(audits, found, all_citations), _data(audits, found))
    sys.exit(0 if found.cfvr == 1 else 1)


def _own(sources: tuple[Path, ...], pack: str | None) -> tuple[Document, ...]:
    if sources and not pack:
        return ()
    return load_pack(configured(pack=pack).settings.pack).documents()


def _text(audits: list[CaseAudit], found: Rates, all_citations: bool) -> str:
    lines = [line for one in audits for line in _case_lines(one, all_citations)]
    tally = ", ".join(f"{found.counts[outcome]} {outcome}" for outcome in OUTCOMES if found.counts[outcome])
    return "\n".join([*lines, f"cases {found.cases}, citations {found.citations}: {tally}", _rates(found)])


def _case_lines(audited: CaseAudit, all_citations: bool) -> list[str]:
    holes = f", {audited.holes} marked as needed" if audited.holes else ""
    shown = [one for one in audited.citations if all_citations or one.outcome != "exact" or _flagged(one)]
    head = f"{audited.case}: {len(audited.citations)} citations{holes}; {_rates(rates([audited]))}"
    return [head, *(line for one in shown for line in _citation_lines(one)), ""]


def _flagged(one: Audited) -> bool:
    """Whether a reader must know more: an omission that is marked, as FOAM's own are, is nothing to look into."""
    return bool(set(one.checked.verdict.flags) - {"omission"})


def _citation_lines(one: Audited) -> list[str]:
    verdict = one.checked.verdict
    flags = "".join(f" [{flag.replace('_', ' ')}]" for flag in verdict.flags)
    quote = " ".join(one.checked.quote.split())
    cited = f"  cited: {' '.join(one.checked.source.split())[:80]}" if one.checked.source else ""
    lines = [f"  {one.outcome}{flags}: “{quote[:90]}{'…' if len(quote) > 90 else ''}”{cited}"]
    if verdict.places and one.outcome != "exact":
        lines.append(f"      at {verdict.places[0].pointer.brief()}: {' '.join(verdict.places[0].text.split())[:100]}")
    return lines


def _rates(found: Rates) -> str:
    named = (("exact", found.exact_rate), ("CEMR", found.cemr), ("CFVR", found.cfvr))
    told = "  ".join(f"{name} {'–' if rate is None else f'{rate:.1%}'}" for name, rate in named)
    return told + (f"  unreachable {found.unreachable}" if found.unreachable else "")


def _data(audits: list[CaseAudit], found: Rates) -> dict[str, Any]:
    return {"cases": [case_json(one) for one in audits], "rates": found.json_value()}
