"""The worked examples: a deliberation whose every act was written by hand goes through the same steps as any other."""

from __future__ import annotations

import asyncio
import shutil
from functools import cache
from pathlib import Path

import pytest
from bench.deliberation import Slowly
from tests.debate.test_rounds import VirtualLoop
from tests.deliberation.lengths import TECHNICAL, count_words, read_first_screen
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
from foam.paper import compose, render
from foam.record.graph import longest_chain

PACK = "mountain-hut"
ANSWERS = SHIPPED / PACK / FOLDER
LAMPS = "street-lamps"
PACKS = {PACK: (5, 19), LAMPS: (4, 16)}
"""By pack: how many sit there, and how many questions that takes at most, where every seat is objected to."""
MOST_WORDS = 4_000
"""Of a dossier, folded parts included."""
MOST_LINES = 25
"""Before anything technical."""


@cache
def sit(pack: str = PACK) -> tuple[Table, RunResult[foam.Answer]]:
    """The deliberation of the hut, or of the lamps."""
    table = Table(HandwrittenModel(SHIPPED / pack / FOLDER), pack=pack)
    return table, table.deliberate()


def stands(answer: foam.Answer, name: str) -> tuple[str, bool | None]:
    assert answer.tree is not None
    one = answer.tree.standing_by_leaf[name]
    return one.stands, one.counts_as


@pytest.mark.parametrize("pack", PACKS)
def test_every_act_counts_at_once_within_few_questions(pack: str) -> None:
    _, ran = sit(pack)
    seats, most = PACKS[pack]
    assert [row for row in ran.view.acts if row.again or row.left_out or not row.entry] == []
    assert ran.asked <= most
    spoken = [(row.act, row.seat) for row in ran.view.acts if row.act in ("argue", "object")]
    assert len(set(spoken)) == 2 * seats, "each seat argues, and objects"


@pytest.mark.parametrize("pack", PACKS)
def test_it_is_read_to_the_end(pack: str) -> None:
    _, ran = sit(pack)
    assert sum(count_words(ran.view).values()) <= MOST_WORDS
    first = read_first_screen(ran.view)
    assert len(first) <= MOST_LINES
    assert not [line for line in first if TECHNICAL.search(line)]


@pytest.mark.parametrize("pack", PACKS)
def test_no_sentence_is_quoted_twice(pack: str) -> None:
    _, ran = sit(pack)
    page = " ".join(render(compose(ran.view), "text").split())
    quoted = [one.text for one in ran.view.file.sentence_by_id.values() if one.text in page]
    assert len(quoted) >= 20
    assert [text for text in quoted if page.count(f"“{text}”") > 1] == []


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


# The lamps: values part the seats


def test_where_values_part_the_seats_what_would_change_it_does() -> None:
    _, ran = sit(LAMPS)
    answer = ran.view
    assert answer.option is None
    assert answer.tree is not None
    assert answer.tree.by_seat is not None
    named = {name: row.weighings[0] for row in answer.tree.by_seat.rows for name in row.perspectives}
    assert {name: weighing.option for name, weighing in named.items()} == {
        "engineer": "for",
        "naturalist": "for",
        "nurse": "against",
        "treasurer": "for",
    }
    for name, weighing in named.items():
        assert {one.option for one in weighing.nudges} == {"for", "against"} - {weighing.option}
        for nudge in weighing.nudges:
            past = nudge.past + (0.01 if nudge.past >= nudge.now else -0.01)
            assert follows(turn_leaves(answer, {}, {name: {nudge.value: past}}), name) == nudge.option
            assert (
                follows(turn_leaves(answer, {}, {name: {nudge.value: (nudge.past + nudge.now) / 2}}), name)
                != nudge.option
            )
        for turn in weighing.turns:
            assert follows(turn_leaves(answer, {turn.leaf: turn.holds}), name) == turn.option


def follows(answer: foam.Answer, seat: str) -> str | None:
    """The answer that follows for a seat."""
    assert answer.tree is not None
    assert answer.tree.by_seat is not None
    return next(row.weighings[0].option for row in answer.tree.by_seat.rows if seat in row.perspectives)


def test_a_reason_that_its_seat_puts_otherwise_stands_in_its_new_words() -> None:
    _, ran = sit(LAMPS)
    assert ran.view.tree is not None
    (put,) = ran.view.tree.record.amendments
    assert put.is_taken
    reason = ran.view.tree.frame.consideration_by_id[put.leaf]
    assert (reason.says, reason.at) == (put.says, put.at)
    assert put.was == "In a dimmed street help comes to the door later."
    assert put.leaf not in ran.view.tree.record.list_idle([reason])
    assert list(find_flaws(ran.view)) == []


def test_a_reason_that_is_not_put_well_keeps_its_words(tmp_path: Path) -> None:
    for path in (SHIPPED / LAMPS / FOLDER).glob("*.toml"):
        text = path.read_text("utf-8").replace('take = "yes"', 'take = "no"')
        (tmp_path / path.name).write_text(text, "utf-8")
    tree = Table(HandwrittenModel(tmp_path), pack=LAMPS).deliberate().view.tree
    assert tree is not None
    (put,) = tree.record.amendments
    assert not put.is_taken
    assert tree.frame.consideration_by_id[put.leaf].says == put.was


def test_a_reason_that_was_conceded_is_weighed_no_more_and_stays_on_the_page() -> None:
    _, ran = sit(LAMPS)
    assert ran.view.tree is not None
    fallen = {one.says for one in ran.view.tree.frame.considerations if one.id in ran.view.tree.record.fallen}
    assert fallen == {"People fall where it is dark.", "The town has to pay for controllers before it saves anything."}
    page = " ".join(render(compose(ran.view), "text").split())
    assert all(says.rstrip(".") in page for says in fallen)
