"""What of a library a writer is offered: the best of every search, and nothing that says nothing."""

from __future__ import annotations

from typing import Any

from tests.case.scribe import WritingDesk, word_step, write_acts
from tests.case.test_bind import made
from tests.case.test_windows import list_asked
from tests.case.test_written import SLOT

from foam.case.around import find_around
from foam.case.offer import says_anything
from foam.evidence.corpus import ListedCorpus
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
    told = f"stands under: “{lead}”, which reports what somebody holds"
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
