"""What every reader owes, whichever model reads."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from tests.debatable.test_endpoint import echoes
from tests.debatable.test_endpoint import reader as endpoint_reader
from tests.loopback import Loopback

from foam.debatable.reader import Form, Lead, Reader, RecordedReader, WordCountReader
from foam.debatable.readers.embedded import EmbeddedReader
from foam.debatable.readers.endpoint import EndpointReader
from foam.errors import NotRecorded

LEAD = Lead(head="Some towns close the centre to cars. ", text="Traders fear for their shops.")
TARGETS = ("Traders lose.", "The air is cleaner and children play in the street.")


@pytest.fixture(params=[WordCountReader, EmbeddedReader, EndpointReader, "TransformersReader"], ids=str)
def reader(request: pytest.FixtureRequest) -> Iterator[Reader]:
    """Each implementation that reads; the stand-in of a replay, `RecordedReader`, only refuses."""
    if request.param is WordCountReader:
        yield WordCountReader()
    elif request.param is EmbeddedReader:
        yield request.getfixturevalue("embedded")
    elif request.param is EndpointReader:
        with Loopback(then=echoes) as server:
            yield endpoint_reader(server)
    else:
        pytest.importorskip("transformers", reason="MISSING EXTRA: pip install 'foam[hf]'")
        from tests.debatable.test_hf import tiny_reader

        yield tiny_reader()


def test_it_has_a_name_and_says_how_much_it_reads(reader: Reader) -> None:
    assert reader.name
    assert reader.name == reader.name.strip()
    assert reader.window is None or reader.window > 0


@pytest.mark.parametrize("form", ["reply", "turn", "plain"])
def test_each_target_is_read_token_by_token_in_its_place(reader: Reader, form: Form) -> None:
    lead = LEAD.model_copy(update={"form": form})
    first, second = reader.read(lead, TARGETS)
    for reading in (first, second):
        assert reading.logs
        assert all(math.isfinite(log) and log <= 0 for log in reading.logs)
        assert reading.total == pytest.approx(sum(reading.logs))
    assert first.context == second.context > 0
    assert len(second.logs) > len(first.logs)


def test_a_reading_depends_on_neither_its_neighbours_nor_on_what_was_read_before(reader: Reader) -> None:
    together = reader.read(LEAD, TARGETS)
    alone = [reading for target in reversed(TARGETS) for reading in reader.read(LEAD, [target])]
    for one, other in zip(together, reversed(alone), strict=True):
        assert one.context == other.context
        assert one.logs == pytest.approx(other.logs, abs=1e-3)


def test_where_a_text_is_divided_into_head_and_rest_changes_nothing(reader: Reader) -> None:
    undivided = Lead(text=LEAD.whole)
    assert reader.read(undivided, TARGETS)[0].logs == pytest.approx(reader.read(LEAD, TARGETS)[0].logs, abs=1e-3)


def test_lengths_agree_with_what_is_read(reader: Reader) -> None:
    (reading,) = reader.read(LEAD, TARGETS[:1])
    assert reader.length(LEAD, TARGETS[0]) in (0, reading.context + len(reading.logs))


def test_no_target_gives_no_reading(reader: Reader) -> None:
    assert reader.read(LEAD, []) == []


def test_the_stand_in_of_a_replay_has_the_name_and_refuses_to_read() -> None:
    stand_in: Reader = RecordedReader("word-counts@1")
    assert stand_in.name == WordCountReader().name
    assert stand_in.window is None
    assert stand_in.length(LEAD, TARGETS[0]) == 0
    with pytest.raises(NotRecorded, match="word-counts@1"):
        stand_in.read(LEAD, TARGETS)
