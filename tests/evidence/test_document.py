"""Documents: what their id is, what is refused, and how sentences are named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from foam.errors import InputError, NotFound
from foam.evidence.document import Citation, Document, Facets, Highlight, Origin, Underline, make_document
from foam_quotes.text.normalise import compute_id

HERE = Origin(file="a.txt", format="text", importer="test-1")


def test_a_document_is_its_normalised_text() -> None:
    one = make_document("“Same”  text.", origin=HERE)
    other = make_document('"Same" text.', origin=HERE, citation=Citation(title="B"), facets=Facets(side="aff"))
    assert one.id == other.id == compute_id('"Same" text.')
    assert len(one.id) == 64
    assert one != other


def test_sentences_have_addresses() -> None:
    made = make_document("One is here. Two is there.\n\nThree.", origin=HERE)
    assert [made.sentence(n) for n in range(3)] == ["One is here.", "Two is there.", "Three."]
    assert "".join(span.of(made.text) for span in made.sentences) == made.text
    assert str(made.pointer(2)) == f"d:{made.id}#s2"
    with pytest.raises(NotFound):
        made.sentence(3)


def test_sentence_ends_are_kept_and_not_found_anew() -> None:
    made = make_document("One is here. Two is there.", origin=HERE)
    joined = made.model_copy(update={"ends": (len(made.text),)})
    assert Document.model_validate(joined.json_value()).sentence(0) == made.text


@pytest.mark.parametrize("raw", ["", "  \n ", "\u00ad"])
def test_no_text_is_refused(raw: str) -> None:
    with pytest.raises(InputError):
        make_document(raw, origin=HERE)


def test_sentences_that_do_not_cover_the_text_are_refused() -> None:
    with pytest.raises(ValidationError):
        Document(text="One. Two.", ends=(4,), origin=HERE)


def test_a_marking_outside_the_text_is_refused() -> None:
    with pytest.raises(ValidationError):
        Document(text="One.", ends=(4,), origin=HERE, markup=(Underline(start=2, end=9),))


@given(st.text("ab “ﬁ\u00ad—\n", min_size=1), st.data())
def test_markings_keep_their_words(raw: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(raw) - 1))
    end = data.draw(st.integers(start + 1, len(raw)))
    try:
        made = make_document(raw, origin=HERE, markup=(Highlight(start=start, end=end, colour="cyan"),))
    except InputError:
        return
    kept = set(raw[start:end]) & set("ab")
    assert kept <= {char for mark in made.markup for char in made.text[mark.start : mark.end]}
    assert all(made.text[m.start : m.end] == made.text[m.start : m.end].strip() for m in made.markup)


def test_extracts_are_the_marked_words() -> None:
    made = make_document(
        "Kept not kept kept.", origin=HERE, markup=(Underline(start=0, end=4), Underline(start=14, end=18))
    )
    assert made.extract("underline") == "Kept kept"
    assert made.extract("highlight") == ""


@pytest.mark.parametrize(
    ("citation", "brief"),
    [
        (Citation(author="Jane Q. Doe", published="2019-03-09"), "Doe 2019"),
        (Citation(author="Jane Doe; R. Roe", published="2019"), "Doe 2019"),
        (Citation(author="Smith et al.", published=""), "Smith"),
        (Citation(), ""),
        (
            Citation(author="County Energy and Food Inspectorate", published="2026"),
            "County Energy and Food Inspectorate 2026",
        ),
        (Citation(author="Fire and Rescue Service of Velling"), "Fire and Rescue Service of Velling"),
        (Citation(author="Department of Roads and Waters"), "Department of Roads and Waters"),
        (Citation(author="Ann Lee and Bo Berg", published="2026"), "Lee 2026"),
        (Citation(author="Harbour Office and Ann Lee"), "Harbour Office"),
    ],
)
def test_a_citation_as_it_is_spoken(citation: Citation, brief: str) -> None:
    assert citation.brief == brief
