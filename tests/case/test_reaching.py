"""Which evidence reaches a writer: what it asked for first, lists with what leads them in, and what a source goes on
to say.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.job.sessions import session_with

from foam.case.position import material, pool
from foam.case.position.material import offer_evidence
from foam.case.position.pool import can_be_read_at_once, join_candidates, says_little
from foam.case.seat import describe_person
from foam.evidence.corpus import LEAST_WORDS, ListedCorpus, Passage, make_passages
from foam.evidence.document import Document, Origin, make_document
from foam.evidence.imports import read as read_file
from foam.job.retrieval import Candidates
from foam.job.session import Session, Tools
from foam.pack.loader import load_pack
from foam.perspective.node import Perspective
from foam.text.segment import leads_in
from foam.text.words import measure_length

PACK = "benefits-appeal"

LEAD = "The survey names these as the repairs that lasted longest in the harbour:"
ITEMS = ("tarred oak planks", "copper nails", "lead sheets under the keel")


def _file(text: str) -> tuple[Document, Session]:
    document = make_document(text, origin=Origin(file="log.txt", format="text", importer="text-1"))
    return document, session_with(Tools(corpus=ListedCorpus.of([document])))


def _find(session: Session, name: str, texts: tuple[str, ...]) -> Candidates:
    document = make_document("\n".join(texts), origin=Origin(file=name, format="text", importer="text-1"))
    entry = session.clerk.compute("found", lambda: name, rule=name)
    passages = tuple(Passage(pointer=document.pointer(n), text=text) for n, text in enumerate(texts))
    return Candidates(entry=entry.key, passages=passages)


def _count(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"The {name} was repaired for the time numbered {n} in spring." for n in range(count))


def test_what_a_seat_asked_for_comes_first_each_phrase_in_turn() -> None:
    _, session = _file("The harbour is old.")
    hulls, masts = (_find(session, name, _count(name, 12)) for name in ("hull", "mast"))
    others = [_find(session, name, _count(name, 12)) for name in ("rope", "sail", "lamp", "pier", "crane", "buoy")]
    offered = [one.text for one in join_candidates(session, others, asked=[hulls, masts], limit=24).passages]
    assert offered[:16] == [one.text for pair in zip(hulls.passages, masts.passages, strict=True) for one in pair][:16]
    assert [text.split()[1] for text in offered[16:22]] == ["rope", "sail", "lamp", "pier", "crane", "buoy"]


def test_what_says_little_by_itself_comes_last() -> None:
    _, session = _file("The harbour is old.")
    little = ("It was inadequate.", "The hull rotted.")
    found = _find(session, "hull", (*little, *_count("hull", 9)))
    offered = [one.text for one in join_candidates(session, [], asked=[found], limit=20).passages]
    assert offered == [*_count("hull", 9), *little]
    assert [says_little(text) for text in (*little, _count("hull", 1)[0])] == [True, True, False]


@pytest.mark.parametrize("hit", [0, 1, 3])
def test_a_list_is_offered_with_the_sentence_that_leads_it_in(hit: int) -> None:
    text = "\n".join((LEAD, *(f"- {item}" for item in ITEMS), "The harbour was closed in the winter after that."))
    document, session = _file(text)
    passages = make_passages(document)
    found = Candidates(entry="b2:1", passages=(passages[hit],))
    offered = [one.text for one in offer_evidence(session, found).candidates.passages]
    assert offered[0] == LEAD
    if hit == 0:
        assert all(any(item in one for one in offered) for item in ITEMS)


def test_a_sentence_that_leads_in_a_list_is_not_left_out_as_a_fragment() -> None:
    _, session = _file("The harbour is old.")
    found = _find(session, "hull", (LEAD, "Repairs:", *_count("hull", 9)))
    offered = [one.text for one in join_candidates(session, [found], limit=20).passages]
    assert LEAD in offered
    assert "Repairs:" not in offered
    assert not leads_in("Repairs:")


class _Passing(ListedCorpus):
    """A corpus whose search passes over sentences of a few words, as that of a library does."""

    def find(self, *args: Any, **more: Any) -> list[Passage]:
        return [one for one in super().find(*args, **more) if measure_length(one.text) >= LEAST_WORDS]


def test_a_file_that_is_offered_whole_has_its_short_sentences_and_the_items_of_its_lists() -> None:
    lead = "The masters name these as what their pilots have to learn: [REF] ."
    items = ("steering by the lights of both moles at once", "soundings", "when to wait for the tide, and")
    quoted = (
        "The pilots had their own word for it.",
        'They said, "We never wait for the tide.',
        'We simply follow." .',
    )
    told = (*(" ".join(one) for one in (quoted, _count("hull", 9))), "Moorings", lead, *items)
    document = make_document("\n".join(told), origin=Origin(file="log.txt", format="text", importer="text-1"))
    session = session_with(Tools(corpus=_Passing.of([document])))
    seat = Perspective(id="pilot", role="pilot", weighting={"care": 1.0})
    found = pool.find_whole(session, seat, "Should pilots wait for the tide?")
    assert found is not None
    offered = [one.text for one in found.passages]
    assert [one.pointer.sentence for one in found.passages] == sorted(one.pointer.sentence for one in found.passages)
    assert {'We simply follow." .', lead, items[0], items[2]} <= {*offered}
    assert not {"Moorings", "soundings"} & {*offered}


def test_what_was_found_goes_before_what_stands_around_it() -> None:
    lines = [
        " ".join(f"Berth {n} was let to crew {m} in the summer of that year." for m in range(4)) for n in range(80)
    ]
    document, session = _file("\n".join(lines))
    passages = make_passages(document)
    found = Candidates(entry="b2:1", passages=tuple(passages[n] for n in range(1, 320, 4)))
    offered = {one.pointer for one in offer_evidence(session, found).candidates.passages}
    assert {one.pointer for one in found.passages} <= offered
    assert len(found.passages) < len(offered) <= 150


def test_what_is_offered_again_keeps_its_ids_and_nothing_goes() -> None:
    lines = [
        " ".join(f"Berth {n} was let to crew {m} in the summer of that year." for m in range(4)) for n in range(80)
    ]
    document, session = _file("\n".join(lines))
    passages = make_passages(document)
    first = offer_evidence(session, Candidates(entry="b2:1", passages=tuple(passages[n] for n in range(161, 320, 4))))
    found = Candidates(entry="b2:2", passages=tuple(passages[n] for n in (1, 161, 5, 9, 13)))
    second = offer_evidence(session, found, first)
    assert len(first.names) < len(second.names) <= len(first.names) + 18
    assert {one: second.names[one] for one in first.names} == first.names
    assert all(second.candidates.get(name).pointer == pointer for pointer, name in second.names.items())
    assert {one.pointer for one in found.passages} <= second.names.keys()
    told = [line.partition(" | ")[2] for line in second.told.splitlines() if " | " in line]
    assert told == sorted(told, key=[one.text for one in passages].index)


def test_a_file_of_about_thirty_thousand_tokens_is_read_at_once() -> None:
    assert can_be_read_at_once(["a" * 160] * 800)
    assert not can_be_read_at_once(["a" * 160] * 801)
    assert not can_be_read_at_once(["a"] * 1001)


def test_of_a_short_document_of_which_much_was_found_all_is_offered() -> None:
    said = [f"The harbour office found {n} boats adrift in the bay that year." for n in range(12)]
    document, session = _file(" ".join(said))
    passages = make_passages(document)
    keys = {n: session.clerk.compute("found", lambda: "boats", rule=f"{n} boats").key for n in (3, 2)}
    some, few = (Candidates(entry=key, passages=tuple(passages[:n])) for n, key in keys.items())
    whole = join_candidates(session, [some], limit=24, completes=True).passages
    assert {one.text for one in whole} == {*said}
    assert len(join_candidates(session, [few], limit=24, completes=True).passages) == 2
    assert len(join_candidates(session, [some], limit=24).passages) == 3


def test_a_writer_is_told_which_of_its_values_rank_alike() -> None:
    first, second, third = (value.id for value in load_pack(PACK).values[:3])
    session = session_with(Tools(pack=load_pack(PACK)))

    def tell(**weighting: float) -> list[str]:
        seat = Perspective(id="pilot", role="pilot", weighting=weighting)
        lines = describe_person(session, seat).partition("What you value")[2].splitlines()
        return [line.partition(":")[0] for line in lines[1:]]

    assert tell(**{first: 0.2, second: 0.5, third: 0.3}) == [f"- {second}", f"- {third}", f"- {first}"]
    tied = tell(**{first: 0.4, second: 0.4, third: 0.2})
    assert tied == [f"- {first} and {second}, of equal rank", f"  - {first}", f"  - {second}", f"- {third}"]
    assert tell(**{first: 0.5, second: 0.5}) == [f"- {first}", f"- {second}"], "the line above says so of all"


def test_where_sentences_between_two_are_left_out_a_mark_stands() -> None:
    document, session = _file("\n".join(_count("hull", 12)))
    passages = make_passages(document)
    far = material.describe_sentences(session, [passages[1], passages[8]]).splitlines()
    near = material.describe_sentences(session, [passages[1], passages[3]]).splitlines()
    assert far.count("…") == 1
    assert far.index("…") < next(n for n, line in enumerate(far) if line.startswith("g2 |"))
    assert "…" not in near


def test_the_line_about_a_plain_text_has_what_its_head_says_and_the_head_is_not_offered(tmp_path: Path) -> None:
    file = tmp_path / "2-slip_note.txt"
    body = " ".join(_count("slip", 9))
    by = "Report of the Harbour Office of Sund, by Edda Quist, shipwright"
    file.write_text(f"The old slip: what it takes\n{by}\n4 May 2025\n\n{body}")
    (document,) = [one for one in read_file(file) if isinstance(one, Document)]
    session = session_with(Tools(pack=load_pack(PACK), corpus=ListedCorpus.of([document])))
    seat = Perspective(id="pilot", role="pilot", weighting={"care": 1.0})
    whole = pool.find_whole(session, seat, "Was the slip repaired?")
    assert whole is not None
    told = offer_evidence(session, whole).shared
    assert (
        "\nEdda Quist; shipwright, Harbour Office of Sund; The old slip: what it takes; 2025-05-04; text\ns1 | The slip"
        in told
    )
    assert told.count("4 May 2025") == 0
