"""Letters: what they must tell, in plain words; hostile text stays text on the page and in print."""

from __future__ import annotations

import io
import re
from datetime import date
from html.parser import HTMLParser

import pytest
from pypdf import PdfReader
from tests.appeal.matters import TO_REVIEW, matter, right_act, walked, words

from foam.appeal.acts import Filing, Ground, Words
from foam.appeal.grounds import NOTICES, Notice
from foam.appeal.notices.compose import compose_notice
from foam.appeal.notices.letter import format_day, list_passages
from foam.appeal.notices.reading import count_syllables, measure_reading
from foam.appeal.perform import perform
from foam.appeal.standing import Standing
from foam.errors import NotFound
from foam.paper import Paper, render

HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(2)">#panic("x") $1/0$ \\ </p></main> &amp; ]]>'


def _read(found: Words) -> str:
    return HOSTILE


def _heard() -> Standing:
    """A matter that was contested in full, heard and decided, so that every letter can be written from it."""
    sent = walked(matter("generic"), "issue_notice")
    act = right_act("file", sent)
    filing = Filing(
        grounds=(Ground(id="g1", kind="model_error", target="claim-3", statement=words("wrong")),),
        hearing=True,
        continue_benefits=True,
    )
    filed = perform(sent, act.model_copy(update={"brought": filing}))
    heard = walked(filed, *TO_REVIEW[3:6], "set_hearing", "hold_hearing", "disclose", "close_record", "assign")
    return walked(heard, "decide", "notify_decision")


def _explained() -> Standing:
    return walked(matter("aiact86"), "issue_notice", "file", "accept", "explain")


def _letter(notice: Notice) -> Paper:
    return compose_notice(notice, _standing(notice), _read, reference="b2:1")


def text_of(letter: Paper) -> str:
    return render(letter, "text")


def _standing(notice: Notice) -> Standing:
    return _explained() if notice == "explanation" else _heard()


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


@pytest.mark.parametrize("notice", NOTICES)
def test_hostile_text_stays_text_on_the_page(notice: Notice) -> None:
    shown = render(_letter(notice), "html")
    parser = _Tags()
    parser.feed(shown)
    assert not parser.tags & {"script", "img", "iframe", "object", "link", "form"}
    assert not {name for name in parser.attributes if name.startswith("on") or name in {"src", "href"}}
    assert "default-src 'none'" in shown
    assert "&lt;script&gt;" in shown


@pytest.mark.parametrize("notice", NOTICES)
def test_hostile_text_stays_text_in_print(notice: Notice) -> None:
    pytest.importorskip("typst")
    printed = render(_letter(notice), "pdf")
    reader = PdfReader(io.BytesIO(printed))
    shown = re.sub(r"\s+", "", "".join(sheet.extract_text() for sheet in reader.pages))
    assert '#panic("x")' in shown
    assert "<script>" in shown
    assert b"/StructTreeRoot" in printed  # tagged, so that a screen reader can read it


def test_a_letter_is_an_archival_file_dated_as_the_letter_is() -> None:
    pytest.importorskip("typst")
    printed = render(_letter("outcome"), "pdf")
    assert b"pdfaid:part" in printed
    made = PdfReader(io.BytesIO(printed)).metadata
    assert made is not None
    assert made.creation_date is not None
    assert made.creation_date.date() == _heard().calendar.day(_heard().last)


def test_the_decision_notice_tells_what_the_law_asks_for() -> None:
    sent = walked(matter("us_snap"), "issue_notice")
    shown = text_of(compose_notice("decision", sent, lambda found: "SAID", reference="b2:1"))
    for needed in (
        "Why", "The rules we used", "rule 1", "What a computer did in this", "It listed arguments.",
        "What we looked at", "i1: SAID", "Call us.", "The last day is 1 June 2026", "It can go on.",
        "you have to ask by 12 March 2026", "1 April 2026",
    ):  # fmt: skip
        assert needed in shown, needed


def test_an_explanation_offers_no_review() -> None:
    sent = walked(matter("us_ecoa_explain"), "issue_notice")
    shown = text_of(compose_notice("decision", sent, lambda found: "SAID", reference="b2:1"))
    assert "You can ask for the reasons." in shown
    assert "A person who had no part" not in shown


def test_the_receipt_names_the_grounds_and_the_dates() -> None:
    shown = text_of(compose_notice("receipt", _heard(), lambda found: "SAID", reference="b2:1"))
    assert "model error" in shown
    assert "claim-3" in shown
    assert "What you had goes on until we decide." in shown
    assert "that does not count against you" in shown
    assert "You asked for a hearing." in shown


def test_the_receipt_names_what_was_asked_for() -> None:
    sent = walked(matter("generic"), "issue_notice")
    act = right_act("file", sent)
    ground = Ground(id="g1", kind="model_error", target="", statement=words("wrong"))
    filing = Filing(grounds=(ground,), remedies=("recalculate", "back_pay"))
    filed = perform(sent, act.model_copy(update={"brought": filing}))
    shown = text_of(compose_notice("receipt", filed, lambda found: "SAID", reference="b2:1"))
    assert "You ask for this: to have the amount worked out again; to be paid what you are owed." in shown
    assert "You did not ask for a hearing. You still may." in shown


def test_a_late_contest_is_told_so_without_being_denied() -> None:
    late = walked(matter(), "issue_notice", "expire", "file")
    shown = text_of(compose_notice("receipt", late, lambda found: "SAID", reference="b2:1"))
    assert "It came after the last day. A person will look at why, and may still hear it." in shown


def test_the_outcome_answers_every_ground_and_says_who_decided() -> None:
    shown = text_of(compose_notice("outcome", _heard(), lambda found: "SAID", reference="b2:1"))
    assert "You were right." in shown
    assert "(See: i1, SAID.)" in shown
    assert "A person decided this: judge." in shown
    assert "The office has to do this by" in shown


def test_the_outcome_tells_first_what_holds_now_from_when_and_then_why_and_what_to_do() -> None:
    heard = _heard()
    assert heard.ruling is not None
    ruling = heard.ruling.model_copy(update={"action": words("pay"), "effective": date(2026, 5, 4)})
    said = {heard.opening.decision.action.commitment: "Pay 500.", words("pay").commitment: "You pay 300, not 500."}
    decided = heard.model_copy(update={"ruling": ruling})
    shown = text_of(compose_notice("outcome", decided, lambda one: said.get(one.commitment, "SAID"), reference="b2:1"))
    told = (
        "You asked us to look again at this decision: “Pay 500.”", "What we decided", "The decision no longer counts.",
        "You pay 300, not 500.", "From when", "It counts from 4 May 2026 on.", "Why", "You said: “SAID”",
        "What you can do now", "you can go on to the supervisor named in the decision",
    )  # fmt: skip
    assert [shown.find(one) for one in told] == sorted(shown.find(one) for one in told)
    assert all(one in shown for one in told)
    assert "computer" not in shown, "none took part"


def test_an_outcome_that_changes_nothing_says_that_the_first_day_still_counts() -> None:
    heard = _heard()
    assert heard.ruling is not None
    ruling = heard.ruling.model_copy(update={"outcome": "upheld", "remedies": ("none",)})
    upheld = heard.model_copy(update={"ruling": ruling})
    shown = text_of(compose_notice("outcome", upheld, lambda one: "SAID", reference="b2:1"))
    assert "The decision stays as it was." in shown
    assert "The decision counts from 1 April 2026 on, as the first letter said." in shown
    assert "The office has to do this by" not in shown


def test_an_explanation_tells_the_role_of_the_computer_and_the_main_elements() -> None:
    shown = text_of(compose_notice("explanation", _explained(), lambda found: "SAID", reference="b2:1"))
    assert "It listed arguments." in shown
    assert shown.count("SAID") >= 4
    assert "market surveillance authority" in shown


def test_letters_that_are_not_due_are_not_written() -> None:
    with pytest.raises(NotFound):
        compose_notice("outcome", walked(matter(), "issue_notice"), _read, reference="")
    with pytest.raises(NotFound):
        compose_notice("hearing", walked(matter(), "issue_notice"), _read, reference="")


@pytest.mark.parametrize("notice", NOTICES)
def test_our_own_words_are_plain(notice: Notice) -> None:
    """What we write ourselves stays below grade 7; what others wrote is shown as they wrote it."""
    letter = compose_notice(notice, _standing(notice), lambda found: "We saw it.", reference="b2:1")
    assert measure_reading(list_passages(letter)).grade < 7


COUNTED = {
    "cat": 1, "made": 1, "table": 2, "benefit": 3, "decision": 3, "called": 1, "wanted": 2, "names": 1, "notices": 3,
    "being": 2, "medium": 3, "radio": 3, "hearing": 2, "appeal": 2, "money": 2, "rule": 1, "people": 2,
    "the": 1, "we": 1, "office": 2, "supervisor": 4, "paid": 1, "evidence": 3, "eligibility": 6, "question": 2,
}  # fmt: skip


def test_syllables_of_common_words() -> None:
    assert {word: count_syllables(word) for word in COUNTED} == COUNTED


def test_the_grade_is_the_published_formula() -> None:
    """Ten words, two sentences, eleven syllables."""
    found = measure_reading(["The cat sat on the mat. We saw money paid."])
    assert (found.words, found.sentences, found.syllables) == (10, 2, 11)
    assert found.grade == round(0.39 * 5 + 11.8 * 1.1 - 15.59, 1)


def test_longer_sentences_and_words_raise_the_grade() -> None:
    easy = measure_reading(["We paid you. You told us. We saw it."]).grade
    hard = measure_reading(["Notwithstanding the determination, eligibility redetermination remains obligatory."]).grade
    assert easy < 3 < 15 < hard


def test_nothing_to_read_has_no_grade() -> None:
    assert measure_reading([]).grade == 0.0
    assert measure_reading(["", "***"]).grade == 0.0


def test_days_are_written_as_people_write_them() -> None:
    assert format_day(date(2026, 11, 5)) == "5 November 2026"
