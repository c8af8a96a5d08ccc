"""Documents that code wrote: sentences worked out from a file, with pointers of their own.

They stand beside the corpus that they were worked out from. A search does not find them: whoever works them out offers
them, so that what is found in a file does not depend on what was worked out from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from foam.evidence.document import EXAMINATION, Citation, Document, Facets, Origin
from foam_quotes.text.normalise import normalise

_FOUND_BY_CODE = "found by comparing its documents"
_FOUND_BY_MODEL = "found by a model that read its documents, and confirmed by an evaluator"
SEGMENTER = "one sentence a line"


def make_finding_document(id: str, title: str, sentences: Iterable[str], *, by_model: bool = False) -> Document:
    """A document of exactly these sentences, a line each: what an examination of the file found, by code or a model."""
    source = _FOUND_BY_MODEL if by_model else _FOUND_BY_CODE
    lines = [normalise(" ".join(sentence.split())) for sentence in sentences]
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    text = "\n".join(lines)
    return Document(
        text=text,
        ends=(*starts[1:-1], len(text)),
        citation=Citation(author="Examination of the file", title=title, source=source),
        origin=Origin(file=id, format=EXAMINATION, importer=f"{EXAMINATION}-1"),
        facets=Facets(kind=EXAMINATION),
        segmenter=SEGMENTER,
    )
