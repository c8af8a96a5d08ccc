"""The audit gives exactly the planted verdicts, and counts what it cannot reach apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.case.writing import sample
from tests.judging.cases import source

from foam.errors import InputError
from foam.judging.audit import (
    OUTCOMES,
    CaseAudit,
    audit_case,
    audit_cases,
    case_json,
    rates,
    read_sources,
    sources_judge,
)
from foam.judging.entrants.entrant import Entrant
from foam.judging.entrants.intake import case_entrant, case_of_text

SOURCES = (
    source(
        "Half of the night cleaners in the port walk home after midnight, and most of them walk for an hour or longer. "
        "The council has known this since the survey of the spring and has not answered it.",
        author="Mary Hale",
        year="2021",
        title="Night work in the port",
    ),
    source(
        "A night line on the harbour road costs the city less in a year than one new classroom. "
        "Ridership on comparable lines grew by eleven percent in the second year.",
        author="Jan Orlo",
        year="2019",
        title="What a night line costs",
    ),
)
PLANTED = {
    "exact": '"walk home after midnight, and most of them walk for an hour or longer" (Hale 2021)',
    "altered": '"Ridership on comparable lines grew by seventy percent in the second year" (Orlo 2019)',
    "paraphrase": '"The night cleaners of the port mostly walk home for an hour after midnight" (Hale 2021)',
    "misattributed": '"on the harbour road costs the city less in a year than one new classroom" (Hale 2021)',
    "fabricated": '"Every tram in Lisbon was painted blue by volunteers from the orchestra" (Hale 2021)',
    "unreachable": '"Every tram in Lisbon was painted blue by volunteers from the orchestra" (Ferro 2020)',
}


def audited(*names: str) -> CaseAudit:
    entrant = case_of_text("\n\n".join(f"We say: {PLANTED[name]}." for name in names))
    return audit_case("case", entrant, sources_judge(SOURCES))


@pytest.mark.parametrize("name", OUTCOMES)
def test_each_planted_citation_gets_its_verdict(name: str) -> None:
    assert [one.outcome for one in audited(name).citations] == [name]


def test_rates_leave_out_what_cannot_be_reached_and_cfvr_asks_for_all() -> None:
    found = rates([audited("exact", "altered"), audited("exact", "fabricated"), audited("exact", "unreachable")])
    assert (found.citations, found.unreachable) == (6, 1)
    assert found.exact_rate == pytest.approx(3 / 5)
    assert found.cemr == pytest.approx(3 / 5), "a changed number is no match"
    assert found.cemr_by_overlap == pytest.approx(4 / 5)
    assert found.cfvr == 0.0
    assert found.cfvr_by_overlap == pytest.approx(1 / 3), "a case whose source is not at hand is not fully validated"
    assert found.misquoted == 1
    assert found.counts == {**dict.fromkeys(OUTCOMES, 0), "exact": 3, "altered": 1, "fabricated": 1, "unreachable": 1}


def test_a_changed_number_is_flagged_in_the_report() -> None:
    (row,) = case_json(audited("altered"))["citations"]
    assert row["outcome"] == "altered"
    assert "number" in row["flags"]


def test_the_title_of_a_source_between_quote_marks_is_no_quotation() -> None:
    judge = sources_judge(SOURCES)
    named = audit_case("case", case_of_text("We read Osei, “Night work in the port,” and nobody else did."), judge)
    assert named.citations == ()
    other = audit_case(
        "case", case_of_text("We read Osei, “Night work in the other port,” and nobody else did."), judge
    )
    assert [one.outcome for one in other.citations] == ["fabricated"]


def test_a_case_without_citations_is_not_fully_validated() -> None:
    bare = audit_case("bare", case_of_text("We say so."), sources_judge(SOURCES))
    assert (bare.whole, bare.validation) == (False, 0.0)
    assert rates([bare]).cfvr == 0.0
    assert rates([bare]).cemr is None
    assert rates([]).cfvr is None


def test_every_citation_of_a_case_of_ours_is_exact() -> None:
    desk, case = sample()
    found = audit_cases({"ours": case_entrant(case)}, sources_judge(tuple(desk.documents.values())))
    assert len(found[0].citations) >= 10
    assert rates(found).exact_rate == rates(found).cfvr == 1.0


def test_a_pointer_into_a_library_that_is_not_there_is_unreachable() -> None:
    _, case = sample()
    found = audit_case("ours", case_entrant(case), sources_judge(SOURCES))
    assert {one.outcome for one in found.citations} == {"unreachable"}


def test_sources_come_from_folders_and_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "hale.md").write_text(SOURCES[0].text, "utf-8")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    documents, rejected = read_sources([tmp_path])
    assert len(documents) == 1
    assert "broken.pdf" in rejected[0].file
    with pytest.raises(InputError, match="nowhere"):
        read_sources([tmp_path / "nowhere"])


def test_no_case_and_no_source_is_no_error() -> None:
    assert audit_cases({}, sources_judge(())) == ()
    assert audit_case("case", Entrant(parts=()), sources_judge(())).citations == ()
