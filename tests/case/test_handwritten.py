"""The worked case: every act of it was written by hand and goes through the same steps as any other."""

from __future__ import annotations

import asyncio
import shutil
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.case.counting import Counting
from tests.sample import NOON, Bench

from foam.case.values import Case
from foam.case.views.words import list_provenance
from foam.case.write import CaseSpec, write_case
from foam.contest.challenge import Challenge
from foam.contest.job import hear_challenge, load_file
from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.contest.spec import ContestSpec
from foam.contest.subject import CaseFile
from foam.errors import FoamError
from foam.evidence.library_corpus import make_sample_corpus
from foam.evidence.search.fake import HashingEmbedder
from foam.job.acts import count_acts
from foam.job.job import RunResult, replay, run
from foam.job.waiting import complete
from foam.model.handwritten import FOLDER
from foam.pack.files import SHIPPED
from foam.pack.outlines import load_outline
from foam.record.graph import entries_of

PACK = "street-lamps"
MOST_QUESTIONS = 100


class Written(NamedTuple):
    """A desk at which the case was written."""

    table: Bench
    model: Counting
    result: RunResult[Case]

    @property
    def case(self) -> Case:
        return self.result.view


def lay_desk(pack: Path = SHIPPED / PACK) -> tuple[Bench, Counting]:
    model = Counting(pack / FOLDER)
    table = Bench(model, pack=PACK if pack == SHIPPED / PACK else str(pack))
    table.corpus = make_sample_corpus(table.pack.documents(), HashingEmbedder())  # type: ignore[assignment]
    return table, model


def write(table: Bench) -> RunResult[Case]:
    template = load_outline(table.pack, "opening")
    (seat,) = (one for one in table.pack.perspectives if one.id == "engineer")
    spec = CaseSpec(
        **table.tools.describe(0),
        resolution=table.pack.sample_question,
        speech=template.speech,
        seat=seat,
        words=template.words,
    )
    return asyncio.run(run(write_case, spec, table.tools, store=table.store, clock=lambda: NOON))


@cache
def written() -> Written:
    table, model = lay_desk()
    return Written(table, model, write(table))


def test_every_act_counts_at_once_and_the_case_is_issued() -> None:
    table, model, result = written()
    assert len(model.asked) <= MOST_QUESTIONS
    counted = count_acts(entries_of(table.store, result.run))
    assert (counted.again, counted.bounded) == (0, 0)
    assert counted.asked == sum(one.template.partition("/")[2] in ACTS for one in model.asked)
    assert result.view.failures == ()
    assert {slot.voice for slot in result.view.slots} == {"written"}
    assert len(result.view.cards) == 14


ACTS = ("proposal", "critique", "defence", "argument", "calculus", "overview")


def test_it_replays_to_the_byte() -> None:
    table, _, result = written()
    again = asyncio.run(replay(table.store, result.run))
    assert isinstance(again, Case)
    assert again.json_value() == result.view.json_value()


def test_the_plan_says_who_what_how_and_when_and_was_written_again_after_objections() -> None:
    plan = written().case.planned
    assert plan is not None
    assert all((plan.agent, plan.mandate, plan.funding, plan.enforcement, plan.time))
    assert [one.part for one in plan.objections] == ["mandate", "enforcement", "funding"]
    assert "every street lamp" in plan.before
    assert "except at steps" in plan.text
    assert plan.answer
    told = list_provenance(written().case)
    assert any(line.startswith("plan, objected to mandate") for line in told)


def test_no_syllogism_spends_a_source_twice() -> None:
    case = written().case
    for group in case.groups:
        sources = [slot.card.document for slot in case.list_slots(group.id) if slot.card]
        assert len(sources) == len(set(sources))


def test_every_sentence_that_is_told_is_kept() -> None:
    case = written().case
    told = [*case.overview, *(one for slot in case.slots for one in slot.told)]
    assert len(told) >= 8
    assert not [one.refused for one in told if one.refused]


def test_with_another_figure_in_a_source_the_answer_does_not_count(tmp_path: Path) -> None:
    """A tag that says 136,000 is not borne out by a notice that says 163,000; nobody wrote what to say instead."""
    folder = tmp_path / "own"
    shutil.copytree(SHIPPED / PACK, folder)
    path = folder / "library" / "18-power-supplier.md"
    path.write_text(path.read_text("utf-8").replace("136,000", "163,000"), "utf-8")
    table, _ = lay_desk(folder)
    with pytest.raises(FoamError) as caught:
        write(table)
    assert "acts/mend" in caught.value.what


def test_a_challenge_to_one_part_asks_only_what_depends_on_it() -> None:
    table, model, result = written()
    file = complete(load_file(table.store, result.run))
    assert isinstance(file, CaseFile)
    challenge = Challenge(
        node="mechanism", ground=DoesNotFollow(), because="One quarter shows nothing of a town.", challenger="anyone"
    )
    spec = ContestSpec(**table.tools.describe(0), of=result.run, challenge=challenge)
    before = len(model.asked)
    heard = asyncio.run(hear_challenge(spec, file, table.tools, store=table.store, clock=lambda: NOON)).view
    assert len(model.asked) - before <= before / 10
    assert heard.outcome.locality.asked == len(model.asked) - before
