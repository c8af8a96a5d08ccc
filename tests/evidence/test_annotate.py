"""A pointer goes out as W3C Web Annotation selectors and comes back to the same words."""

from __future__ import annotations

import pytest
from tests.evidence.samples import made

from foam.errors import NotFound
from foam.evidence.annotate import make_annotation, make_target

PAGE = made("It rained. It rained. Then the 𝕊un came out, and it rained no more.")


def test_the_selectors_find_the_sentence_again() -> None:
    for number in range(len(PAGE.ends)):
        quote, position = make_target(PAGE, number)["selector"]
        assert quote["exact"] == PAGE.sentence(number)
        assert PAGE.text[position["start"] : position["end"]] == quote["exact"]


def test_an_annotation_names_its_source_and_may_carry_a_remark() -> None:
    made_one = make_annotation(PAGE, 1, body="weather")
    assert made_one["type"] == "Annotation"
    assert made_one["target"]["source"] == f"urn:foam:document:{PAGE.id}"
    assert made_one["body"]["value"] == "weather"
    assert "body" not in make_annotation(PAGE, 1)


def test_a_sentence_that_is_not_there_cannot_be_annotated() -> None:
    with pytest.raises(NotFound):
        make_annotation(PAGE, 99)
