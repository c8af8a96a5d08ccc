"""A finding of the examination that the evaluator does not see borne out stands struck, and is held against nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable

import pytest
from tests.deliberation.table import Table
from tests.deliberation.test_examined import make_claim
from tests.deliberation.test_findings import Bench, write

from foam.deliberation.compile import compile_dossier
from foam.deliberation.jobs import mediate_spec
from foam.deliberation.loop import Mediation
from foam.deliberation.points import find_conflicts
from foam.deliberation.summary import summarise
from foam.deliberation.support import NOT_BORNE_OUT, Support
from foam.deliberation.tellable import list_tellable
from foam.deliberation.views.findings import show_findings, show_slips
from foam.evidence.corpus import ListedCorpus, make_passages
from foam.examination.finding import SaidPassage, make_finding
from foam.job.job import open_replay
from foam.paper import Block, to_terminal
from foam.record.graph import entries_of
from foam.text.pointer import Pointer

SLIP = "“The log” reports “The chart” wrongly: the source says otherwise."
REASON = "The first sentence reports nothing."


def judge_finding(table: Table, support: Support) -> Mediation:
    """A deliberation in which an examination found a slip, and the evaluator found this of it."""
    spec = table.spec()
    mediation = asyncio.run(mediate_spec(open_replay(table.store, table.deliberate(spec).run, spec), spec))
    said = SaidPassage(pointer=Pointer(document="ab", sentence=1), text="It blew.", document="The log")
    found = make_finding("report", SLIP, advice="Read it.", passages=(said,), established="code")
    first, *others = mediation.findings
    claims = [
        one.model_copy(update={"support": support}) if one.ground.pointer == first.passage.pointer else one
        for one in mediation.claims
    ]
    findings = (first.model_copy(update={"found": found}), *others)
    return mediation.model_copy(update={"findings": findings, "claims": tuple(claims)})


def print_findings(support: Support) -> str:
    table = Table()
    mediation = judge_finding(table, support)
    dossier = compile_dossier(
        mediation, pack=table.pack, corpus="b2:1", protocol="deliberation", protocol_reason="", entries=()
    )
    blocks: Iterable[Block] = (*show_findings(dossier), *show_slips(dossier))
    return " ".join(to_terminal(blocks, width=None).split())


def test_what_the_evaluator_did_not_see_borne_out_is_struck_with_the_reason() -> None:
    struck = print_findings(Support(side="neither", why=NOT_BORNE_OUT, reasons=REASON, entries=("b2:1",)))
    assert SLIP in struck
    assert f"Struck: the evaluator found that the file does not show it. {REASON}" in struck
    assert "established by" not in struck


def test_what_only_bears_on_nothing_stays_established() -> None:
    printed = print_findings(Support(side="neither", why="it bears on neither", reasons=REASON, entries=("b2:1",)))
    assert "established by" in printed
    assert "Struck" not in printed


def test_what_was_not_shown_is_counted_alike_where_it_is_summed_up_and_where_it_is_told() -> None:
    mediation = judge_finding(Table(), Support(side="neither", why=NOT_BORNE_OUT, reasons=REASON, entries=("b2:1",)))
    told = [one.nodes for one in list_tellable(mediation) if re.fullmatch(r"n\d+", one.id)]
    assert told == [(one.id,) for one in mediation.not_shown]
    assert len(told) < sum(not one.bears for one in mediation.claims)
    assert not told or f"{len(told)} w" in " ".join(summarise(mediation))


@pytest.mark.parametrize(("why", "asked"), [(NOT_BORNE_OUT, False), ("it bears on neither", True)])
def test_a_struck_finding_is_held_against_no_sentence(why: str, *, asked: bool) -> None:
    first, second = make_passages(write("The boat is long. The boat is short."))
    slip = make_claim((first,)).model_copy(
        update={"computed": "finding:1", "support": Support(side="neither", why=why, entries=("b2:1",))}
    )
    bench = Bench(ListedCorpus.of([write("The boat is long. The boat is short.")]))
    asyncio.run(find_conflicts(bench.session, (slip, make_claim((second,)))))
    assert any(entry.draft.kind == "conflict" for entry in entries_of(bench.store, bench.run)) is asked
