"""A whole written case against endpoints of every kind: every act completes, or falls back and says so."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest
from tests.case.scribe import WritingDesk, write_acts
from tests.model.remote.serving import ENDINGS, SILENT, decline, serve

from foam.case.values import Case
from foam.errors import OutOfBounds
from foam.job.acts import ActCount, count_acts
from foam.job.job import replay
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.port import Model
from foam.model.scripted import ScriptedModel
from foam.record.graph import entries_of

SPEECH = "PF-AC"


class Writing(NamedTuple):
    """A case, how its acts fared, and the desk it was written at."""

    desk: WritingDesk
    run: str
    case: Case
    acts: ActCount


def make_writer() -> ScriptedModel:
    return ScriptedModel(write_acts(), writes=True)


def write(model: Model) -> Writing:
    desk = WritingDesk(speech=SPEECH)
    desk.models = dict.fromkeys(ROLES, model)
    ran = desk.write(desk.case_spec(strategy=()))
    return Writing(desk, ran.run, ran.view, count_acts(entries_of(desk.store, ran.run)))


@cache
def write_without_endpoint() -> Writing:
    return write(make_writer())


@pytest.mark.parametrize("name", ENDINGS)
def test_a_case_is_written_through_every_kind_of_endpoint(name: str) -> None:
    with serve(name, make_writer()) as model:
        written = write(model)
    alone = write_without_endpoint()
    assert written.acts == alone.acts
    assert (written.acts.bounded, written.case.failures) == (0, ())
    assert [(slot.voice, slot.spoken) for slot in written.case.slots] == [
        (slot.voice, slot.spoken) for slot in alone.case.slots
    ]
    assert "written" in {slot.voice for slot in written.case.slots}


def test_whatever_fits_the_form_completes_or_falls_back_and_the_record_says_how_many_did() -> None:
    with serve("openai", ScriptedModel(writes=True)) as model:
        desk, run, case, acts = write(model)
    assert 0 < acts.bounded <= acts.asked
    assert complete(replay(desk.store, run)).model_dump_json() == case.model_dump_json()


def test_a_model_that_writes_arguments_alone_is_heard_on_the_declared_position() -> None:
    declines = decline("case/proposal", "case/contentions", "case/calculus", "case/overview")
    with serve("openai", make_writer(), declines=declines) as model:
        written = write(model)
    assert (written.case.failures, written.acts.bounded, written.case.generated) == ((), 4, ())
    assert (written.case.plan, written.case.position_voice) == ("Cities should make public transport free.", "bounded")
    assert "written" in {slot.voice for slot in written.case.slots}


def test_a_model_that_declines_to_write_arguments_ends_the_run_with_what_it_said() -> None:
    with (
        pytest.raises(OutOfBounds, match="the model declined to answer"),
        serve("openai", make_writer(), declines=decline("case/argument")) as model,
    ):
        write(model)


@pytest.mark.parametrize("name", SILENT)
def test_a_model_that_answers_nothing_ends_the_run_with_what_it_said(name: str) -> None:
    with pytest.raises(OutOfBounds, match="gave no valid answer") as raised, serve(name, make_writer()) as model:
        write(model)
    assert SILENT[name] in str(raised.value)
