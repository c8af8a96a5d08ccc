"""`foam audit`: hold every citation of every case against its source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from foam.cli.frame import Face, faced, leave


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CASE...")
@click.option("--sources", multiple=True, type=click.Path(path_type=Path), help="Folders and files of sources.")
@click.option("--pack", help="Hold them against this pack's library too; without --sources, the setting `pack`.")
@click.option("--all", "all_citations", is_flag=True, help="List exact quotations too.")
@faced
def audit(face: Face, files: tuple[Path, ...], all_citations: bool, **options: Any) -> None:
    """Audit the citations of cases (.json of FOAM's, .docx, .md, .html, .pdf, .txt).

    A quotation with a changed number, negation or name does not hold, however little was changed. A citation whose
    source is not at hand is counted apart. Exits with 1 when one does not hold.
    """
    with face.home() as home:
        found = home.audit(*files, **options)
    face.note(f"held against {found.sources}")
    for one in found.not_read:
        face.note(f"not read: {one}")
    lines = [line for case in found.cases for line in _case_lines(case, all_citations)]
    rates = found.rates
    tally = ", ".join(f"{count} {outcome}" for outcome, count in rates.counts.items() if count)
    misquoted = f"; {rates.misquoted} altered so that they are no match" if rates.misquoted else ""
    total = f"cases {rates.cases}, citations {rates.citations}: {tally}{misquoted}"
    face.show("\n".join([*lines, total, _rates_line(rates)]), found.data())
    leave(rates.cfvr == 1)


def _case_lines(case: Any, all_citations: bool) -> list[str]:
    holes = f", {case.holes} marked as needed" if case.holes else ""
    shown = [one for one in case.citations if all_citations or one.outcome != "exact" or _is_flagged(one)]
    head = f"{case.case}: {len(case.citations)} citations{holes}; {_rates_line(case.rates)}"
    return [head, *(line for one in shown for line in _citation_lines(one)), ""]


def _is_flagged(one: Any) -> bool:
    """Whether a reader must know more: an omission that is marked, as FOAM's own are, is nothing to look into."""
    return bool(set(one.checked.verdict.flags) - {"omission"})


def _citation_lines(one: Any) -> list[str]:
    verdict = one.checked.verdict
    flags = "".join(f" [{flag.replace('_', ' ')}]" for flag in verdict.flags)
    quote = " ".join(one.checked.quote.split())
    cited = f"  cited: {' '.join(one.checked.source.split())[:80]}" if one.checked.source else ""
    lines = [f"  {one.outcome}{flags}: “{quote[:90]}{'…' if len(quote) > 90 else ''}”{cited}"]
    if verdict.places and one.outcome != "exact":
        lines.append(f"      at {verdict.places[0].pointer.brief()}: {' '.join(verdict.places[0].text.split())[:100]}")
    return lines


def _rates_line(rates: Any) -> str:
    told: str = rates.describe()
    return told + (f", unreachable {rates.unreachable}" if rates.unreachable else "")
