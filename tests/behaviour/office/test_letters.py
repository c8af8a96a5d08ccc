"""Letters: they carry the file's figures and the last day, are held to their sources, and come in every form."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.appeal import FILE, PERSON, RULING, at, begin, take
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.homes import open_home
from tests.behaviour.office.conftest import Office

import foam

After = Callable[[str], Office]


def read_letter(office: Office, kind: str) -> str:
    """The letter as text, its lines joined."""
    return " ".join(run_foam(office.folder, "appeal", "notice", office.matter, kind).stdout.split())


def test_the_notice_of_the_decision_has_its_figures_rules_and_last_day(office_after: After) -> None:
    letter = read_letter(office_after("issue_notice"), "decision")
    for said in (
        "To: Ruth Hollin",
        "You do not get the heating grant of 160 crowns a month.",
        "This takes effect on 1 May 2025.",
        "Your pay for March 2025 was 2,310 crowns. (See: i1, Pay slip for March.)",
        "The limit for a household of three is 2,100 crowns. (See: i2, Heating Aid Code.)",
        "Heating Aid Code, sections 4 to 6",
        "A computer listed arguments for and against. It decided nothing.",
        "The last day is 2 May 2025.",
        "A person who had no part in this decision will look at it again.",
        "The Larkfield Advice Centre helps you for free.",
    ):
        assert said in letter


def test_the_receipt_and_the_hearing_say_what_was_told_and_when(office_after: After) -> None:
    office = office_after("set_hearing")
    receipt = read_letter(office, "receipt")
    assert "We got your appeal on 2 May 2025." in receipt
    assert "The bonus of 420 crowns comes once a year." in receipt
    assert "You have an answer by 1 June 2025." in receipt
    hearing = read_letter(office, "hearing")
    assert "Your hearing is on 12 May 2025 at 10:00 (Europe/Berlin)." in hearing
    assert "Where: Room 4" in hearing


def test_the_outcome_begins_with_what_was_decided_and_answers_each_ground(office_after: After) -> None:
    letter = read_letter(office_after("notify_decision"), "outcome")
    order = (
        "You get the heating grant of 160 crowns a month.",
        "It counts from 1 May 2025 on.",
        "The office has to do this by 23 May 2025.",
        "You said: “The bonus of 420 crowns comes once a year.”",
        "Without the yearly bonus of 420 crowns the pay for March is 1,890 crowns. (See: i1, Pay slip for March.)",
        "You said: “Section 6 does not count it.”",
        "A payment that comes once a year is not counted as income. (See: i2, Heating Aid Code.)",
        "the board of the Heating Aid Office",
        "A person decided this: judge-3. That person had no part in the first decision.",
    )
    places = [letter.index(said) for said in order]
    assert places == sorted(places)


def test_a_figure_that_was_worked_out_is_borne_out_and_how_is_told(office_after: After) -> None:
    office = office_after("decide")
    told = read_foam(office.folder, "appeal", "notice", office.matter, "outcome")
    (worked,) = (one for one in told["reasons"] if "1,890" in one["says"])
    assert (worked["held"], worked["why"]) == ("borne out", "1,890 = 2,310 − 420")
    assert 0 < told["reading"]["grade"] < 7


def test_a_letter_whose_reason_goes_beyond_its_source_is_refused_and_shown_as_a_draft(tmp_path: Path) -> None:
    with open_home(tmp_path / "home") as home:
        form = dict(home.appeal.read_form(FILE / "decision.toml"))
        says = [{"says": "Your pay for March 2025 was 2,410 crowns.", "cites": ["i1"]}]
        form["decision"] = {**form["decision"], "reasons": says}
        matter = home.appeal.begin(form, at=at("04-17T10:00")).matter
        with pytest.raises(foam.InputError, match="2,410"):
            take(home, matter, "issue_notice")
        assert home.appeal.status(matter).acts == 0, "nothing is recorded"
        assert run_foam(tmp_path / "home", "appeal", "notice", matter, "decision", code=2).stdout == ""
        draft = read_foam(tmp_path / "home", "appeal", "notice", matter, "decision", "--draft")
        assert "draft, not sent" in draft["text"]
        assert [one["held"] for one in draft["reasons"]] != ["borne out"]


def read_saved(path: Path) -> str:
    """What a person reads in a saved letter."""
    match path.suffix:
        case ".html":
            text = html.unescape(re.sub(r"<[^>]+>", " ", path.read_text("utf-8")))
        case ".pdf":
            pdf = pytest.importorskip("pypdf", reason="NO PYPDF: pip install 'foam[pdf]'")
            text = "\n".join(page.extract_text() for page in pdf.PdfReader(path).pages)
        case ".docx":
            docx = pytest.importorskip("docx", reason="NO PYTHON-DOCX: pip install 'foam[docx]'")
            text = "\n".join(one.text for one in docx.Document(str(path)).paragraphs)
        case _:
            text = path.read_text("utf-8")
    return " ".join(text.split())


@pytest.mark.parametrize("ending", [".html", ".md", ".txt", ".pdf", ".docx"])
def test_a_letter_says_the_same_in_every_form(office_after: After, tmp_path: Path, ending: str) -> None:
    office = office_after("issue_notice")
    out = tmp_path / f"notice{ending}"
    run_foam(office.folder, "appeal", "notice", office.matter, "decision", "--out", out)
    text = read_saved(out)
    for said in (PERSON, "160 crowns", "2,310 crowns", "2,100 crowns", "2 May 2025", "1 May 2025"):
        assert said in text


def test_what_a_person_wrote_runs_in_no_page_and_moves_no_terminal(office_after: After, tmp_path: Path) -> None:
    office = office_after("issue_notice")
    says = "<script>alert(1)</script> \x1b[2Jgone"
    filed: dict[str, Any] = {"by": "ruth", "role": "affected_person", "at": at("05-01T10:00")}
    office.home.appeal.file(office.matter, grounds=[{"kind": "other", "says": says}], **filed)
    page = office.home.appeal.notice(office.matter, "receipt").render("html")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    shown = run_foam(office.folder, "appeal", "timeline", office.matter, "--words").stdout
    assert "\x1b" not in shown + run_foam(office.folder, "appeal", "notice", office.matter, "receipt").stdout
    assert "gone" in shown


def test_a_letter_says_where_it_is_silent(office_after: After) -> None:
    office = office_after("decide")
    told = read_foam(office.folder, "appeal", "notice", office.matter, "outcome")
    assert any("rules" in one for one in told["missing"]), "the ruling names no rule"


def test_the_mark_of_a_letter_tells_whether_its_act_is_in_a_bundle(office_after: After, tmp_path: Path) -> None:
    office = office_after("decide")
    mark = re.findall(r"mark (b2:[0-9a-f]+)", read_letter(office, "outcome"))[0]
    bundle, key, earlier = tmp_path / "file.zip", tmp_path / "key.json", tmp_path / "earlier.zip"
    run_foam(office.folder, "bundle", "export", office.matter, bundle)
    run_foam(office.folder, "bundle", "key", "--out", key)
    run_foam(tmp_path / "none", "bundle", "verify", bundle, "--key", key, "--mark", mark)
    before = office_after("assign")
    run_foam(before.folder, "bundle", "export", before.matter, earlier)
    run_foam(before.folder, "bundle", "verify", earlier)
    run_foam(before.folder, "bundle", "verify", earlier, "--mark", mark, code=1)


def test_the_head_on_a_letter_is_one_that_the_record_grew_from(office_after: After) -> None:
    office = office_after("close")
    head = re.findall(r"record (\d+-[0-9a-f]+)", read_letter(office, "decision"))[0]
    assert read_foam(office.folder, "record", "verify", "--head", head)["ok"]
    number, _, root = head.partition("-")
    other = f"{number}-{'0' if root[0] != '0' else '1'}{root[1:]}"
    run_foam(office.folder, "record", "verify", "--head", other, code=1)


def test_removed_words_leave_a_stub_in_letters_and_a_bundle_that_verifies(office_after: After, tmp_path: Path) -> None:
    office = office_after("decide")
    words = ("--person", "--ground", "g1", "--item", "i4", "--because", "asked", "--as", "clerk")
    told = read_foam(office.folder, "appeal", "redact", office.matter, *words)
    assert len(told["removed"]) == 4, "her name, what she said, and the title and text of the minutes that name her"
    letter = read_letter(office, "receipt")
    assert "[removed from the file]" in letter
    assert PERSON not in letter
    assert "The bonus of 420 crowns comes once a year." not in letter
    bundle = tmp_path / "file.zip"
    run_foam(office.folder, "bundle", "export", office.matter, bundle)
    assert PERSON.encode() not in bundle.read_bytes()
    assert read_foam(office.folder, "bundle", "verify", bundle)["verdict"] == "whole"


def test_rules_are_found_on_the_letter_that_the_ruling_names_them(office_after: After) -> None:
    office = office_after("assign")
    rule = "Heating Aid Code, section 6"
    office.home.appeal.decide(office.matter, **RULING, rules=[rule], at=at("05-17T12:00"))
    assert rule in read_letter(office, "outcome")


def test_begin_says_what_was_wrong_with_a_form(tmp_path: Path) -> None:
    with open_home(tmp_path / "home") as home, pytest.raises(foam.InputError) as refused:
        begin(home, profile="no-such-law", rules=None)
    assert "no-such-law" in refused.value.what
    assert refused.value.hint
