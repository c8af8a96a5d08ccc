"""Excerpts: every shown sentence can be checked, no hidden one can be guessed, the whole document gives the same."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.errors import NotFound
from foam.evidence.annotate import make_target
from foam.evidence.assemble import assemble
from foam.evidence.document import Document, Origin, make_document
from foam.evidence.excerpt import Excerpt, find_flaws, is_excerpt_of, make_excerpt

ORIGIN = Origin(file="a.txt", format="text", importer="test-1")
TEXT = "One is first. Two came after it!  Three stood apart.\n\nFour was said by Ünal. Five ends it."


def _document(text: str = TEXT) -> Document:
    return make_document(text, origin=ORIGIN)


def _changed(excerpt: Excerpt, place: int, **update: object) -> Excerpt:
    shown = list(excerpt.shown)
    shown[place] = shown[place].model_copy(update=update)
    return excerpt.model_copy(update={"shown": tuple(shown)})


def _flaws(excerpt: Excerpt) -> list[str]:
    return list(find_flaws(Excerpt.model_validate(excerpt.json_value())))


def test_it_shows_what_was_asked_for_and_holds() -> None:
    document = _document()
    excerpt = make_excerpt(document, [1, 2, 4, 99])
    assert [one.number for one in excerpt.shown] == [1, 2, 4]
    assert _flaws(excerpt) == []
    assert excerpt.sentence(2) == document.sentence(2)
    assert excerpt.assemble([4, 1, 2]) == assemble(document, [1, 2, 4])
    assert "Ünal" not in excerpt.model_dump_json()
    with pytest.raises(NotFound, match="does not show s3"):
        excerpt.sentence(3)


def test_the_commitments_are_those_that_the_page_describes() -> None:
    """By hand, as a program in another language would."""

    def hashed(data: bytes) -> bytes:
        return blake2b(data, digest_size=32).digest()

    document = _document()
    secret = hashed(b"salt\0" + document.text.encode())
    span = document.sentences[2]
    salt = hashed(secret + (2).to_bytes(8, "big"))
    place = span.start.to_bytes(8, "big") + span.end.to_bytes(8, "big")
    leaf = hashed(salt + place + span.of(document.text).encode())
    assert make_excerpt(document, []).commitments[2] == leaf.hex()


@given(st.text(min_size=1).filter(str.strip), st.sets(st.integers(0, 12)))
def test_whatever_the_text_the_excerpt_holds_and_is_of_its_document(text: str, numbers: set[int]) -> None:
    try:
        document = _document(text)
    except Exception:  # no text is left of it
        return
    excerpt = make_excerpt(document, numbers)
    assert _flaws(excerpt) == []
    assert is_excerpt_of(excerpt, document)
    for one in excerpt.shown:
        assert make_target(excerpt, one.number)["selector"][1] == make_target(document, one.number)["selector"][1]


def test_a_whole_excerpt_is_the_document() -> None:
    document = _document()
    excerpt = make_excerpt(document, range(99))
    assert excerpt.is_whole
    assert excerpt.text == document.text
    assert _flaws(excerpt) == []
    assert _flaws(excerpt.model_copy(update={"id": "0" * 64})) == [
        "every sentence is shown, and they are not the document"
    ]


def test_what_is_shown_marks_its_gaps() -> None:
    assert make_excerpt(_document(), [1, 3]).text == "/.../ Two came after it! /.../ Four was said by Ünal. /.../"


def test_any_change_of_a_shown_sentence_is_found() -> None:
    excerpt = make_excerpt(_document(), [1, 2, 4])
    first = excerpt.shown[0]
    for update in ({"text": "Two came before it! "}, {"start": first.start + 1}, {"salt": "0" * 64}, {"number": 0}):
        assert _flaws(_changed(excerpt, 0, **update)), update
    assert "the document has only 5 sentences" in _flaws(_changed(excerpt, 2, number=7))[0]
    twice = excerpt.model_copy(update={"shown": (first, first)})
    assert any("twice" in flaw for flaw in _flaws(twice))


def test_a_changed_commitment_of_a_hidden_sentence_is_found_by_who_has_the_document() -> None:
    document = _document()
    excerpt = make_excerpt(document, [1])
    forged = excerpt.model_copy(update={"commitments": (*excerpt.commitments[:3], "0" * 64, excerpt.commitments[4])})
    assert _flaws(forged) == []
    assert not is_excerpt_of(forged, document)


def test_a_salt_says_nothing_about_another() -> None:
    """Whoever has a shown sentence's salt cannot work out a hidden one's, nor test a guess of a hidden sentence."""
    document = _document()
    excerpt = make_excerpt(document, [1])
    known = excerpt.shown[0].salt
    hidden = document.sentences[3]
    guess = excerpt.shown[0].model_copy(update={"start": hidden.start, "text": hidden.of(document.text), "salt": known})
    assert guess.commitment not in excerpt.commitments
