"""What a writer is shown for a slot, and what is read of it: places of long sources, its searches, its choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from tests.case.scribe import WritingDesk, fill_honestly, write_acts
from tests.case.test_bind import made

from foam.case.act_questions import EMPTY
from foam.case.cut import RESERVED, SLACK, add_context, keep_named
from foam.case.offer import MOST_OFFERED, MOST_WORDED, SHORT, lay_windows
from foam.case.values import Case
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Document
from foam.model.form import FormValue, IdsField, ListField, PlainValue
from foam.model.question import Write
from foam.model.scripted import Call

LOOKED_FOR = "the drivers met twice with the inspectors"


@cache
def join_library() -> Document:
    """The sample library as one long document."""
    return made("\n\n".join(document.text for document in WritingDesk().pack.documents()))


@cache
def write_from_one_document() -> tuple[WritingDesk, Case]:
    desk = WritingDesk()
    desk.corpus = ListedCorpus.of([join_library()])
    return desk, desk.write().view


def list_asked(desk: WritingDesk, part: str = "") -> list[Write]:
    written = [call.question for call in desk.calls if call.question.template == "case/write"]
    return [one for one in written if isinstance(one, Write) and f"The part you write: {part}" in one.prompt]


def test_a_library_of_one_long_document_is_offered_in_several_places_and_no_slot_goes_unasked() -> None:
    desk, case = write_from_one_document()
    assert [slot.id for slot in case.slots if slot.seek and not slot.filled] == []
    numbers = [int(one.id.split("s")[1]) for one in list_asked(desk)[0].material]
    gaps = sum(after - before > 1 for before, after in pairwise(numbers))
    assert gaps >= 2
    assert len(join_library().ends) > SHORT


def test_a_choice_that_takes_the_place_of_a_card_at_fault_has_the_room_that_the_card_had() -> None:
    def invent(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        return {**form, "tag": "It saves 88,412 lives."} if call.question.template == "case/write" else None

    desk = WritingDesk(write_acts(invent))
    told = (
        " ".join(f"lock {n} of the canal {word}" for word in ("holds", "fills", "empties", "leaks")) for n in range(90)
    )
    desk.corpus = ListedCorpus.of(
        [made(" ".join(f"L{one[1:]} {'and so on ' * (n % 4)}here." for n, one in enumerate(told)))]
    )
    cards = [(slot, slot.card) for slot in desk.write().view.slots if slot.card and slot.voice == "bounded"]
    assert cards
    assert all(slot.words <= RESERVED or slot.length <= SLACK * slot.words + 60 for slot, _ in cards)
    over = [slot for slot, card in cards if len(card.text.split()) > slot.words - RESERVED and len(card.sentences) > 1]
    assert over


def test_less_is_offered_beside_the_sentences_that_a_part_was_worded_from() -> None:
    documents = {"c1": join_library()}
    found = {"c1": range(0, len(join_library().ends), 40)}
    narrow, wide = (lay_windows(documents, found, most)["c1"] for most in (MOST_WORDED, MOST_OFFERED))
    assert set(found["c1"]) <= set(narrow) < set(wide)

    def rest(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if not isinstance(call.question, Write) or call.question.template != "case/wordings":
            return None
        (rows,) = (one for one in call.question.fields if isinstance(one, ListField))
        (ids,) = (one.ids for one in rows.fields if isinstance(one, IdsField))
        return {"parts": tuple({**row, "rests_on": ids[:1]} for row in form["parts"])}

    worded = WritingDesk(write_acts(rest))
    worded.corpus = ListedCorpus.of([join_library()])
    worded.write()
    first, other = (list_asked(one, "harms, Condition")[0] for one in (worded, write_from_one_document()[0]))
    assert len(first.material) < len(other.material)


def test_no_sentence_is_read_twice_in_a_syllogism() -> None:
    _, case = write_from_one_document()
    for group in case.groups:
        read = [pointer for slot in case.list_slots(group.id) if slot.card for pointer in slot.card.pointers]
        assert len(read) == len(set(read))


def test_the_writers_own_searches_are_made_and_kept_with_the_slot() -> None:
    def ask(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template == "case/searches" and "solvency-mechanism" in call.question.prompt:
            asked: dict[str, PlainValue] = {"part": "solvency-mechanism", "words": LOOKED_FOR}
            return {"searches": (asked,)}
        return None

    case = WritingDesk(write_acts(ask)).write().view
    slots = {slot.id: slot for slot in case.slots}
    assert LOOKED_FOR in slots["solvency-mechanism"].searched
    assert LOOKED_FOR not in slots["solvency-capability"].searched


def test_what_a_writer_would_look_for_is_searched_once_more_and_an_empty_slot_sees_what_others_were_shown() -> None:
    empty: dict[str, FormValue] = {"decision": EMPTY, "tag": "", "warrant": "", "sentences": (), "why": "Nothing."}

    def leave(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        part = "The part you write: solvency, Mechanism" in call.question.prompt
        return {**form, **empty, "look_for": LOOKED_FOR} if call.question.template == "case/write" and part else None

    desk = WritingDesk(write_acts(leave))
    slot = next(one for one in desk.write().view.slots if one.id == "solvency-mechanism")
    first, second = list_asked(desk, "solvency, Mechanism")
    assert not {one.text for one in first.material} & {one.text for one in second.material}
    assert LOOKED_FOR in slot.searched
    assert f"Look for: {LOOKED_FOR}" in slot.hole


def test_a_written_card_reads_what_was_named_and_nothing_else() -> None:
    desk, case = write_from_one_document()
    for question in list_asked(desk):
        named = {int(name.split("s")[1]) for name in fill_honestly(question)["sentences"]}
        read = [card.sentences for card in case.cards if named <= set(card.sentences)]
        assert keep_named(join_library(), named) in read


def test_a_gap_of_one_sentence_is_bridged_only_where_the_next_one_points_back() -> None:
    text = "Ships burn oil. A rule was made in May. It bans heavy oil. Ports must check it. Fines are low."
    assert keep_named(made(text), [2, 0]) == (0, 1, 2)
    assert keep_named(made(text), [0, 4]) == (0, 4)
    assert keep_named(made(text), [1, 3]) == (1, 3)


def test_a_line_without_words_is_neither_offered_nor_read() -> None:
    document = made("***\n\nShips burn oil.\n\n***\n\nPorts must check it.")
    marks = [n for n in range(len(document.ends)) if not any(map(str.isalnum, document.sentence(n)))]
    assert marks
    assert not set(add_context(document, [next(n for n in range(9) if n not in marks)], 99)) & set(marks)


def test_a_card_that_does_not_fit_is_sent_back_with_its_length() -> None:
    def overfill(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if question.template != "case/write" or "The part you write: solvency, Mechanism" not in question.prompt:
            return None
        again = "What you wrote before does not count" in question.prompt
        assert isinstance(question, Write)
        sizes = Counter[str]()
        for one in question.material:
            sizes[one.id.split("s")[0]] += len(one.text.split())
        longest = max(sizes, key=sizes.__getitem__)
        many = tuple(one.id for one in question.material if one.id.split("s")[0] == longest)[:5]
        return None if again else {**form, "sentences": many}

    desk = WritingDesk(write_acts(overfill))
    case = desk.write().view
    again = [one.prompt for one in list_asked(desk, "") if "What you wrote before does not count" in one.prompt]
    assert any("name fewer" in prompt for prompt in again)
    assert next(slot for slot in case.slots if slot.id == "solvency-mechanism").card
