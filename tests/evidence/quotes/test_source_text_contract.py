"""One contract for every text that can be quoted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.evidence.quotes.samples import made

from foam.evidence.document import Citation, Document
from foam_quotes.source import Source
from foam_quotes.verdicts.sources import SourceText

RAW = "“Prices  fell,” he said.\nNobody was surprised. The ports were full."


def make_titled(text: str, title: str) -> Document:
    return made(text, citation=Citation(title=title))


def make_named(text: str, title: str) -> Source:
    return Source(f"{title}.txt", text)


MAKERS = (make_titled, make_named)


@pytest.mark.parametrize("make", MAKERS)
def test_a_text_is_normalised_and_its_sentences_cover_it(make: Callable[[str, str], SourceText]) -> None:
    source = make(RAW, "Ports")
    assert source.title == "Ports"
    assert source.text == '"Prices fell," he said.\nNobody was surprised. The ports were full.'
    assert "".join(span.of(source.text) for span in source.sentences) == source.text
    assert source.ends == tuple(span.end for span in source.sentences) == (24, 46, len(source.text))
    assert str(source.pointer(1)) == f"d:{source.id}#s1"


@pytest.mark.parametrize("make", MAKERS)
def test_the_same_text_has_the_same_id(make: Callable[[str, str], SourceText]) -> None:
    assert make(RAW, "Ports").id == make(RAW.replace("  ", " "), "Harbours").id == made(RAW).id
    assert make("Another text.", "Ports").id != made(RAW).id
