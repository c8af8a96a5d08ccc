"""The worked example: a deliberation whose every act was written by hand goes through the same steps as any other."""

from __future__ import annotations

import asyncio
import shutil
from functools import cache
from pathlib import Path

import pytest
from bench.deliberation import Slowly
from tests.debate.test_rounds import VirtualLoop
from tests.deliberation.table import Table
from tests.laws.change import rewrite

import foam
from foam.deliberation.answer.turn import find_flaws, turn_leaves
from foam.deliberation.jobs import deliberate
from foam.errors import Refused
from foam.evidence.corpus import ListedCorpus
from foam.job.job import RunResult, replay_digests, run
from foam.job.waiting import complete
from foam.model.handwritten import FOLDER, HandwrittenModel
from foam.pack.files import SHIPPED
from foam.record.graph import longest_chain

PACK = "mountain-hut"
ANSWERS = SHIPPED / PACK / FOLDER
MOST_QUESTIONS = 19
"""Of five seats, where every seat is objected to."""


@cache
def sit() -> tuple[Table, RunResult[foam.Answer]]:
    """The hut's deliberation."""
    table = Table(HandwrittenModel(ANSWERS), pack=PACK)
    return table, table.deliberate()


def stands(answer: foam.Answer, name: str) -> tuple[str, bool | None]:
    assert answer.tree is not None
    one = answer.tree.standing_by_leaf[name]
    return one.stands, one.counts_as


def test_every_act_counts_at_once_within_nineteen_questions() -> None:
    _, ran = sit()
    assert [row for row in ran.view.acts if row.again or row.left_out or not row.entry] == []
    assert ran.asked <= MOST_QUESTIONS
    spoken = [(row.act, row.seat) for row in ran.view.acts if row.act in ("argue", "object")]
    assert len(set(spoken)) == 10, "each of five seats argues, and objects"


def test_the_outcome_follows_from_what_stands() -> None:
    _, ran = sit()
    assert ran.view.option == "against"
    assert ran.view.lead.startswith("No.")
    assert stands(ran.view, "low") == ("true", True)
    assert stands(ran.view, "shown") == ("open", False), "nobody has shown it, and the rule says that somebody has to"
    assert stands(ran.view, "winter")[0] == "contested"
    assert list(find_flaws(ran.view)) == []


def test_if_the_site_were_not_over_the_limit_the_answer_would_turn() -> None:
    _, ran = sit()
    assert turn_leaves(ran.view, {"low": False}).option == "for"


def test_a_seat_gives_in_and_another_differs_to_the_end() -> None:
    _, ran = sit()
    assert ran.view.table is not None
    assert ran.view.tree is not None
    assert ran.view.tree.by_seat is not None
    seats = {one.perspective.id: one for one in ran.view.table.seats}
    warden, innkeeper = seats["warden"], seats["innkeeper"]
    assert warden.argued is not None
    assert (warden.argued.option, warden.ledger.option) == ("for", "against")
    assert "quiet" not in warden.ledger.accepts
    assert innkeeper.ledger.option == "for"
    assert {name for row in ran.view.tree.by_seat.dissent for name in row.perspectives} >= {"innkeeper"}


def test_three_moves_are_made_and_every_objection_is_answered() -> None:
    _, ran = sit()
    assert ran.view.table is not None
    assert ran.view.tree is not None
    replies = ran.view.table.replies
    assert {one.move for one in replies} == {"rebut", "qualify", "concede"}
    assert {one.to for one in replies} == {one.id for one in ran.view.tree.record.objections}


def test_the_telling_keeps_every_sentence_and_each_names_its_parts() -> None:
    _, ran = sit()
    assert len(ran.view.told) == 6
    assert all(one.nodes for one in ran.view.told)
    assert any("36" in one.text for one in ran.view.told), "what was worked out stands in its slot"


def test_it_is_replayed_from_its_record() -> None:
    table, ran = sit()
    assert complete(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}


def test_whoever_waits_waits_for_no_more_than_the_longest_chain() -> None:
    table = Table(Slowly(HandwrittenModel(ANSWERS), 1.0), pack=PACK)
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        ran = runner.run(run(deliberate, table.spec(), table.tools, store=table.store))
        waited = runner.get_loop().time()
    assert waited <= 1.25 * longest_chain(table.store, ran.run)


def test_a_figure_that_the_survey_does_not_have_decides_nothing() -> None:
    table = Table(HandwrittenModel(ANSWERS), pack=PACK)
    other = (rewrite(one, one.text.replace("at 42 kilopascals", "at 24 kilopascals")) for one in table.pack.documents())
    table.corpus = ListedCorpus.of(other)
    with pytest.raises(Refused, match="nobody wrote an answer to acts/mend"):
        table.deliberate()


@pytest.mark.parametrize("kept", ["01-reading.toml", "02-tree.toml"])
def test_what_nobody_wrote_is_refused_by_name(tmp_path: Path, kept: str) -> None:
    for path in ANSWERS.glob("*.toml"):
        if path.name <= kept:
            shutil.copy(path, tmp_path)
    missing = "acts/frame" if kept == "01-reading.toml" else "acts/argue"
    with pytest.raises(Refused, match=f"nobody wrote an answer to {missing}"):
        Table(HandwrittenModel(tmp_path), pack=PACK).deliberate()
