"""`foam search`: find sentences that answer, or counter-evidence. Knows no engine."""

from __future__ import annotations

from typing import Any

import click

from foam.cli.frame import Face, faced, home
from foam.cli.library import VECTORS, VERSION, opened, vectors_named
from foam.evidence import pages as page
from foam.evidence.search.against import find_against
from foam.evidence.search.hybrid import Search
from foam.evidence.search.opening import open_search
from foam.evidence.search.where import Where, admitted_by, parse_where
from foam.perspective.policy import POLICIES, named_policy


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--where", "terms", multiple=True, metavar="FIELD=VALUE", help="side, kind, trust, topic, source, domain, year."
)
@click.option("--policy", default="open", show_default=True, help=f"Sources to admit: {', '.join(POLICIES)}.")
@click.option("--against", is_flag=True, help="Find counter-evidence: QUERY is a claim.")
@click.option("--limit", type=click.IntRange(min=1, max=1000), default=20, show_default=True, help="At most so many.")
@click.option(
    "--diversity", type=click.FloatRange(0, 1), default=0.0, show_default=True, help="Weight of being unlike."
)
@VERSION
@VECTORS
@faced
def search(
    face: Face,
    query: tuple[str, ...],
    terms: tuple[str, ...],
    policy: str,
    against: bool,
    limit: int,
    diversity: float,
    pinned: int | None,
    vectors: str,
) -> None:
    """Find the sentences that answer QUERY, by words and by meaning."""
    where = parse_where(terms) & admitted_by(named_policy(policy))
    wanted = " ".join(query)
    with opened() as held:
        if held.version == 0:
            face.note("the library is empty; take something in with: foam library add PATH")
        searching = open_search(held, home(), vectors_named(vectors))
        if against:
            _show_against(face, searching, wanted, where, limit, pinned)
        else:
            found = searching.find(wanted, where=where, limit=limit, version=pinned, diversity=diversity)
            cites = _cites(searching, [one.pointer.document for one in found])
            results = [
                {**one.json_value(), "pointer": str(one.pointer), "cite": cites[one.pointer.document]} for one in found
            ]
            face.show(page.found_text(found, cites) or "nothing found", {"query": wanted, "results": results})


def _show_against(face: Face, searching: Search, claim: str, where: Where, limit: int, pinned: int | None) -> None:
    counters = find_against(searching, claim, where=where, limit=limit, version=pinned)
    cites = _cites(searching, [one.found.pointer.document for one in counters])
    results: list[dict[str, Any]] = [
        {**one.json_value(), "pointer": str(one.found.pointer), "cite": cites[one.found.pointer.document]}
        for one in counters
    ]
    face.note("stance is judged by negations and opposites alone: read what is found before you rely on it")
    face.show(page.counters_text(counters, cites) or "nothing found", {"claim": claim, "against": results})


def _cites(searching: Search, documents: list[str]) -> dict[str, str]:
    return {one: page.clipped(page.cite_line(searching.library.document(one)), 70) for one in dict.fromkeys(documents)}
