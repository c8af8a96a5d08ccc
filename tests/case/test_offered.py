"""What of a library a writer is offered: the best of every search, and nothing that says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.case.scribe import WritingDesk, word_step, write_acts
from tests.case.test_bind import made
from tests.case.test_windows import list_asked
from tests.case.test_written import SLOT
from tests.job.sessions import session_with

from foam.case.around import find_around
from foam.case.held import find_unrecorded_words
from foam.case.offer import offer_document, says_anything
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Document
from foam.evidence.imports import read
from foam.job.session import Tools
from foam.model.form import FormValue
from foam.model.question import Write
from foam.model.scripted import Call

WORDS = ("dredging", "pilotage", "towing")
POINT = word_step("solvency-mechanism")


def ask_for_all(call: Call, form: dict[str, Any]) -> dict[str, Any] | None:
    if call.question.template == "case/searches" and "solvency-mechanism" in call.question.prompt:
        return {"searches": tuple({"part": "solvency-mechanism", "words": f"{word} of the port"} for word in WORDS)}
    return None


def fill_port(word: str, turn: int) -> str:
    """Forty sentences, of which each tenth speaks of this."""
    said = (f"The {word} of the port costs {turn}{n} crowns." if n % 10 == 5 else f"Ship {n} lies." for n in range(40))
    return " ".join(said)


def test_the_first_that_the_point_itself_finds_is_offered_however_much_the_other_searches_find() -> None:
    filler = " ".join(f"Gull {n} sits on the mole." for n in range(40))
    ports = [made(fill_port(word, turn)) for word in WORDS for turn in range(1, 5)]
    desk = WritingDesk(write_acts(ask_for_all))
    desk.corpus = ListedCorpus.of([*ports, made(f"{filler} {POINT} {filler}")])
    desk.write()
    offered = {one.text for one in list_asked(desk, SLOT)[0].material}
    assert POINT in offered
    assert all(any(word in text for text in offered) for word in WORDS)


def test_headings_and_empty_lines_are_not_offered() -> None:
    heads = (
        "See also",
        "&nbsp;",
        "For example:",
        "***",
        "[REF].",
        "Restlessness.",
        "|- 3 Borneo .",
        "! Year",
        "{| class=a b",
        "The company then changed its name and took the slogan:",
    )
    assert not any(map(says_anything, heads))
    assert all(map(says_anything, ("Ships sank.", "He said “no.”", "It was so: the ships of the line sank")))
    document = made("Ships burn oil here.\n\nSee also\n\nPorts must check it.")
    desk = WritingDesk()
    desk.corpus = ListedCorpus.of([document])
    desk.write()
    texts = {one.text for question in list_asked(desk) for one in question.material}
    assert texts == {"Ships burn oil here.", "Ports must check it."}


def test_a_sentence_of_a_list_is_offered_and_judged_with_the_line_above_it() -> None:
    lead = "The harbour's critics say:"
    told = f"stands under: “{lead}”"
    text = f"Ships call here.\n{lead}\n{POINT}\nTowing costs too much."
    assert find_around(text, POINT)[0] == f"What is read {told}"
    assert not any(told in one for one in find_around(text, "Ships call here."))
    desk = WritingDesk(write_acts())
    desk.corpus = ListedCorpus.of([made(text)])
    desk.write()
    prompts = [question.prompt for question in list_asked(desk)]
    assert any(f"{POINT}\n[{told}]" in prompt for prompt in prompts)
    both = [prompt for prompt in prompts if f"{POINT}\n[{told}]" in prompt and "Towing costs too much." in prompt]
    assert both
    assert all("Towing costs too much.\n[stands in the same list]" in prompt for prompt in both)
    assert not any(f"Ships call here.\n[{told}]" in prompt for prompt in prompts)


WHO = "The Weir Institute's report made these observations:"
FOUND = "We were glad to see that towed ships burn less oil."


def name_speaker(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
    """Read what is said in the first person, under a tag that says by whom."""
    question = call.question
    if not isinstance(question, Write) or question.template != "case/write":
        return None
    named = tuple(one.id for one in question.material if one.text == FOUND)
    tag = "The Weir Institute found that towed ships burn less oil."
    return {**form, "sentences": named, "tag": tag} if named else None


@pytest.mark.parametrize("is_under", [True, False])
def test_a_tag_may_name_whose_words_follow_by_the_line_above_them_alone(is_under: bool) -> None:
    before = WHO if is_under else "The Weir Institute has no opinion."
    desk = WritingDesk(write_acts(name_speaker))
    desk.corpus = ListedCorpus.of([made(f"Ships call here.\n\n{before}\n{FOUND}\nTowing is cheap.")])
    case = desk.write().view
    tags = [card.tag for card in case.cards if FOUND in card.text]
    assert any(tag.startswith("The Weir Institute found") for tag in tags) == is_under
    judged = [c.question.prompt for c in desk.calls if c.question.template == "case/alignment"]
    over = [prompt.partition("Evidence:")[2] for prompt in judged if FOUND in prompt]
    assert bool([one for one in over if WHO in one]) == is_under
    if is_under:
        assert not [one for one in case.failures if one.rule in ("alignment", "provenance")]
        assert not list(find_unrecorded_words(case, desk.pack.prompts, desk.store.get))


def test_the_head_of_a_plain_text_is_told_about_it_and_not_offered(tmp_path: Path) -> None:
    file = tmp_path / "2-mole.txt"
    by = "By Edda Quist, shipwright of the port of Sund since 2011"
    file.write_text(
        f"What the new mole of the port of Sund takes\n{by}\n4 May 2025\n\nThe mole costs 900 crowns a year."
    )
    (document,) = [one for one in read(file) if isinstance(one, Document)]
    session = session_with(Tools(corpus=ListedCorpus.of([document])))
    (source,) = offer_document(session, document.id).sources
    assert [one.text for one in source.sentences] == ["The mole costs 900 crowns a year."]
    assert source.about.startswith("Edda Quist, shipwright of the port of Sund since 2011; 2025; text; ")
