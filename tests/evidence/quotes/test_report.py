"""The report, its rates, and the command that prints it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.evidence.quotes.samples import DOCUMENTS, TRADE, TRANSPORT
from tests.evidence.quotes.test_judge import JUDGE

from foam.cli.quote import quote
from foam.evidence.library import Library
from foam.evidence.quotes.report import (
    Checked,
    FileReport,
    Report,
    _cut,
    check_quotations,
    compose_quotes,
    dump_citation,
    dump_report,
    rate_files,
)
from foam.evidence.quotes.shelf import LibraryShelf, open_shingles
from foam.paper import to_terminal
from foam_quotes.verdicts.found import Quotation
from foam_quotes.verdicts.judge import Judge
from foam_quotes.verdicts.verdict import ALTERED, Altered, Exact, Misattributed, rank

CITED = [
    Quotation(quote="Ridership rose by 12 percent", source="Osei 2021"),
    Quotation(quote="Ridership rose by 21 percent, and cars were left at home", source="Osei 2021"),
    Quotation(quote="the harvest came in early and prices fell", source="Osei 2021"),
    Quotation(quote="The moon is made of green cheese", source="Osei 2021"),
]


@pytest.fixture
def report() -> Report:
    citations = tuple(check_quotations(JUDGE, CITED))
    return Report(
        files=(FileReport(file="a.md", citations=citations), FileReport(file="b.md", citations=citations[:2]))
    )


def test_rates(report: Report) -> None:
    assert [c.verdict.type for c in report.files[0].citations] == ["exact", "altered", "misattributed", "fabricated"]
    assert report.rates.exact_rate == report.rates.cemr == pytest.approx(2 / 6), "a changed number is no match"
    assert report.rates.cemr_by_overlap == pytest.approx(4 / 6)
    assert (report.rates.cfvr, report.rates.cfvr_by_overlap) == (0.0, 0.5)


def test_no_citations_have_no_rates() -> None:
    assert set(Report(files=()).rates.named.values()) == {None}
    assert rate_files([FileReport(file="bare.md", citations=())]).cfvr == 0.0, "nothing was validated"
    assert "0 quotations" in to_terminal(compose_quotes(Report(files=())))


def test_json_is_flat_and_whole(report: Report) -> None:
    data = dump_report(report)
    json.dumps(data)
    assert [c["verdict"] for c in data["citations"]][:4] == ["exact", "altered", "misattributed", "fabricated"]
    exact, altered, elsewhere, made_up = data["citations"][:4]
    assert exact["pointer"].startswith(f"d:{TRANSPORT.id}#s")
    assert (altered["flags"], altered["diff_shown"]) == (
        ["number"],
        "Ridership rose by [-12-]{+21+} percent, and cars were left at home",
    )
    assert [step["type"] for step in altered["diff"]] == ["same", "replaced", "same"]
    assert (elsewhere["found"], elsewhere["cited"]) == ("exact", [TRANSPORT.id])
    assert elsewhere["pointer"].startswith(f"d:{TRADE.id}")
    assert (made_up["pointer"], made_up["places"]) == (None, [])
    rates = {"exact_rate": 0.5, "cemr": 0.5, "cfvr": 0.0, "cemr_by_overlap": 1.0, "cfvr_by_overlap": 1.0}
    assert data["files"][1] == {"file": "b.md", **rates}
    assert [c["match"] for c in data["citations"][:4]] == [True, False, False, False]


def test_text_shows_what_is_wrong_and_the_rates(report: Report) -> None:
    text = to_terminal(compose_quotes(report), width=None)
    assert "altered [number]: “Ridership rose by 21 percent, and cars were left at home” cited: Osei 2021" in text
    assert "[-12-]{+21+}" in text
    brief = TRANSPORT.pointer(2).brief()
    assert f"at {brief}: Ridership rose by 12 percent, and cars were left at home" in text
    assert text.count("at d:") == 3, "what is fabricated stands nowhere"
    assert "Ridership rose by 12 percent”" not in text
    assert "exact 33.3%, CEMR 33.3%, CFVR 0.0%, CEMR by overlap 66.7%, CFVR by overlap 50.0%" in text
    assert "Ridership rose by 12 percent”" in to_terminal(compose_quotes(report, all_citations=True), width=None)


def test_a_verdict_survives_json(report: Report) -> None:
    for citation in report.citations:
        assert Checked.model_validate_json(citation.model_dump_json()) == citation


def test_a_paraphrase_says_who_decided_it() -> None:
    (checked,) = check_quotations(JUDGE, [Quotation(quote="on 40 lines fares the city in 2019 did not charge")])
    data = dump_citation(checked)
    assert (data["verdict"], data["diff"], data["decided_by"]) == ("paraphrase", [], "lexical")
    assert 0.7 < data["similarity"] <= 1
    assert data["pointer"] == str(TRANSPORT.pointer(1))


def test_each_verdict_is_told_as_it_comes() -> None:
    told: list[int] = []
    assert len(check_quotations(JUDGE, CITED, told=told.append)) == 4
    assert told == [1, 1, 1, 1]


def test_how_close_to_verbatim_a_find_is(report: Report) -> None:
    exact, altered = (one.verdict for one in report.files[0].citations[:2])
    assert isinstance(exact, Exact)
    assert isinstance(altered, Altered)
    assert rank(exact) == 1.0
    assert ALTERED <= rank(altered) == altered.overlap < 1.0


@pytest.mark.parametrize(("length", "shown"), [(99, "x" * 99), (100, "x" * 100), (101, "x" * 99 + "…")])
def test_a_long_line_is_cut_to_a_hundred_characters(length: int, shown: str) -> None:
    assert _cut("x" * length) == shown


def test_one_quotation_is_said_in_the_singular(report: Report) -> None:
    (first, *_) = report.files[0].citations
    one = Report(files=(FileReport(file="a.md", citations=(first,)),))
    assert "1 quotation: 1 exact" in one.describe()
    assert "a.md" not in one.describe(), "an exact one is not listed"
    assert "a.md" in one.describe(all_citations=True)
    assert "no match" not in one.describe()
    assert one.data() == dump_report(one)


# The library behind it


@pytest.fixture
def library(tmp_path: Path) -> Library:
    held = Library.open(tmp_path / "foam.db")
    held.add(DOCUMENTS, what="samples", at="2026-01-01T00:00:00.000+00:00")
    return held


def test_a_library_is_followed_as_it_grows(library: Library, tmp_path: Path) -> None:
    told: list[int] = []
    index = open_shingles(library, tmp_path / "shingles", progress=told.append)
    assert sum(told) == 3
    assert index.missing(library.ids()) == []
    assert open_shingles(library, tmp_path / "shingles", progress=told.append).missing(library.ids()) == []
    assert sum(told) == 3
    library.close()


def test_quotations_are_held_against_the_version_asked_for(library: Library, tmp_path: Path) -> None:
    before = library.version
    library.remove([TRADE.id], at="2026-01-02T00:00:00.000+00:00")
    asked = "the harvest came in early and prices fell"
    index = open_shingles(library, tmp_path / "shingles")
    assert Judge(LibraryShelf(library, index), index).check(asked).type == "fabricated"
    index = open_shingles(library, tmp_path / "shingles", version=before)
    assert Judge(LibraryShelf(library, index, version=before), index).check(asked).type == "exact"
    assert Judge(LibraryShelf(library, index), index).check(asked).type == "fabricated"
    library.close()


def test_sources_are_named_by_id_prefix_title_and_author(library: Library, tmp_path: Path) -> None:
    index = open_shingles(library, tmp_path / "shingles")
    shelf = LibraryShelf(library, index)
    for name in (TRADE.id, f"d:{TRADE.id[:8]}", str(TRADE.pointer(0)), "Ports and prices", "Baro 14"):
        assert shelf.cited(name) == (TRADE.id,)
    assert shelf.cited("d:00000000") == ()
    assert isinstance(Judge(shelf, index).check("prices fell. Every port", source="Baro 14"), Exact)
    assert isinstance(Judge(shelf, index).check("prices fell. Every port", source="Osei 21"), Misattributed)
    library.close()


# The command


def run(*arguments: str, home: Path) -> Result:
    return CliRunner().invoke(quote, ["check", *arguments], env={"FOAM_HOME": str(home)})


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "case.json"
    file.write_text(json.dumps([one.json_value() for one in CITED]))
    return file


def test_the_command_reads_the_library(library: Library, tmp_path: Path, case: Path) -> None:
    library.close()
    done = run(str(case), "--json", "--quiet", home=tmp_path)
    data: dict[str, Any] = json.loads(done.stdout)
    assert done.exit_code == 1
    assert [c["verdict"] for c in data["citations"]] == ["exact", "altered", "misattributed", "fabricated"]
    assert (data["exact_rate"], data["cemr"], data["cemr_by_overlap"], data["cfvr"]) == (0.25, 0.25, 0.5, 0.0)


def test_the_command_reads_files_instead(tmp_path: Path) -> None:
    (tmp_path / "source.txt").write_text(TRADE.text)
    (tmp_path / "case.md").write_text('"Trade fell in spring and nobody was surprised" (source.txt)')
    done = run(str(tmp_path / "case.md"), "--against", str(tmp_path / "source.txt"), "--all", home=tmp_path)
    assert done.exit_code == 0, done.output
    assert "1 quotation: 1 exact" in done.stdout
    assert not (tmp_path / "foam.db").exists()


@pytest.mark.parametrize("content", ["{", '[{"quote": 1}]'])
def test_bad_input_leaves_with_two_and_a_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "bad.json").write_text(content)
    done = run(str(tmp_path / "bad.json"), home=tmp_path)
    assert done.exit_code == 2
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.output
