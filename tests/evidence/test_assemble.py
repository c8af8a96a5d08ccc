"""Quotations are assembled from ids, in the source's order, with gaps marked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.errors import NotFound
from foam.evidence.assemble import OMISSION, assemble
from foam.evidence.document import Origin, make_document

TEXT = "One is here. Two is there. Three is gone. Four is back. Five is late."
DOCUMENT = make_document(TEXT, origin=Origin(file="t", format="text", importer="t"))


@pytest.mark.parametrize(
    ("ids", "quotation"),
    [
        ([0, 1], "One is here. Two is there."),
        ([0, 2], "One is here. /.../ Three is gone."),
        ([4, 0, 1], "One is here. Two is there. /.../ Five is late."),
        ([2, 2], "Three is gone."),
        ([], ""),
    ],
)
def test_neighbours_stand_as_in_the_source_and_gaps_are_marked(ids: list[int], quotation: str) -> None:
    assert assemble(DOCUMENT, ids) == quotation


@given(st.sets(st.integers(0, 4)))
def test_every_part_is_verbatim(ids: set[int]) -> None:
    assert all(part in TEXT for part in assemble(DOCUMENT, ids).split(OMISSION))


def test_an_id_that_is_not_there_is_refused() -> None:
    with pytest.raises(NotFound):
        assemble(DOCUMENT, [7])
