"""Letters: what they must tell, in plain words; hostile text stays text on the page and in print."""

from __future__ import annotations

import io
import re
from datetime import date, timedelta
from html.parser import HTMLParser

import pytest
from pypdf import PdfReader
from tests.appeal.matters import make_due, make_heard, matter, walked, words

from foam.appeal.acts import Words
from foam.appeal.clocks import find_due_day
from foam.appeal.grounds import NOTICES, Notice
from foam.appeal.notices.compose import compose_notice
from foam.appeal.notices.letter import list_passages
from foam.appeal.notices.reading import count_syllables, measure_reading
from foam.appeal.standing import Standing
from foam.errors import NotFound
from foam.examination.days import show_day
from foam.paper import Paper, render

HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(2)">#panic("x") $1/0$ \\ </p></main> &amp; ]]>'


def _read(found: Words) -> str:
    return HOSTILE


def _letter(notice: Notice) -> Paper:
    return compose_notice(notice, _standing(notice), _read, number="b2:1", mark="m")


def _standing(notice: Notice) -> Standing:
    return make_due(notice)


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
    assert made.creation_date.date() == make_heard().calendar.day(make_heard().last)


def test_letters_that_are_not_due_are_not_written() -> None:
    with pytest.raises(NotFound):
        compose_notice("outcome", walked(matter(), "issue_notice"), _read, number="", mark="")
    with pytest.raises(NotFound):
        compose_notice("hearing", walked(matter(), "issue_notice"), _read, number="", mark="")


@pytest.mark.parametrize("notice", NOTICES)
def test_our_own_words_are_plain(notice: Notice) -> None:
    """What we write ourselves stays below grade 7; what others wrote is shown as they wrote it."""
    letter = compose_notice(notice, _standing(notice), lambda found: "We saw it.", number="b2:1", mark="m")
    assert measure_reading(list_passages(letter)).grade < 7


def _tell(notice: Notice, standing: Standing, **opening: object) -> str:
    told = standing.model_copy(update={"opening": standing.opening.model_copy(update=opening)})
    return " ".join(render(compose_notice(notice, told, _open, number="b2:1", mark="m"), "text").split())


def _open(found: Words) -> str:
    return {words(text).commitment: text for text in ("Ada", "Jo Fern, caseworker")}.get(found.commitment, "so")


@pytest.mark.parametrize("notice", NOTICES)
def test_a_letter_says_who_writes_and_about_which_file(notice: Notice) -> None:
    head = {"office": "Food Aid Office", "address": "4 Mill Lane, Larkfield", "file_number": "FA-7"}
    told = _tell(notice, make_due(notice), **head)
    places = [
        told.index(said) for said in ("Food Aid Office", "4 Mill Lane, Larkfield", "To: Ada", "File number: FA-7")
    ]
    assert places == sorted(places)
    assert "File number: b2:1" in _tell(notice, make_due(notice))


@pytest.mark.parametrize("notice", ["decision", "explanation"])
def test_who_took_the_first_decision_is_named(notice: Notice) -> None:
    assert "Who decided this: worker" in _tell(notice, make_due(notice))
    signed = _tell(notice, make_due(notice), signed=words("Jo Fern, caseworker"))
    assert "Who decided this: Jo Fern, caseworker" in signed


def test_the_last_day_to_go_to_the_next_level_is_worked_out_once_the_letter_is_sent() -> None:
    sent = make_due("outcome")
    last = find_due_day(sent, "appeal_by", sent.calendar.day(sent.last))
    assert last is not None
    assert last >= sent.dates["notify_decision"] + timedelta(days=30)
    assert f"The last day for that is {show_day(last)}." in _tell("outcome", sent)
    none = sent.profile.model_copy(update={"term": {}})
    assert "There may be a last day for that." in _tell("outcome", sent.model_copy(update={"profile": none}))


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
    assert show_day(date(2026, 11, 5)) == "5 November 2026"
