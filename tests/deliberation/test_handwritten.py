"""The worked example: a deliberation whose every act was written by hand goes through the same steps as any other."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from bench.deliberation import Slowly
from tests.debate.test_rounds import VirtualLoop
from tests.deliberation.table import NOON, Table

from foam.contest.challenge import Challenge, Materiality
from foam.contest.job import ContestSpec, hear_challenge, load_file
from foam.contest.subject import DossierFile
from foam.deliberation.dossier import Dossier, EvidenceNode, ObjectionNode, PositionNode, ResponseNode
from foam.deliberation.jobs import deliberate
from foam.errors import FoamError, Refused
from foam.evidence.document import Document
from foam.evidence.imports import read
from foam.evidence.library_corpus import make_sample_corpus
from foam.evidence.search.fake import HashingEmbedder
from foam.job.job import RunResult, replay, run
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.handwritten import FOLDER, HandwrittenModel
from foam.model.question import Answer, Question
from foam.pack.files import SHIPPED
from foam.record.entry import Decider
from foam.record.graph import longest_chain
from foam.semantics.whatif import ReweightValue, what_if

PACK = "mountain-hut"
MOST_QUESTIONS = 90
LETTER = """---
author: Alpine Mutual
author_qualifications: private insurer (fictional)
published: 2024-12-02
source: Letter to the club
title: An offer to insure the hut
topic: Grauhorn Hut
kind: letter
---
We are willing to insure a hut on the old site against avalanches for a yearly premium of 38,000 crowns.
"""


class Counting:
    """The written answers, with a log of what was asked."""

    def __init__(self, folder: Path) -> None:
        self.inner = HandwrittenModel(folder)
        self.asked: list[Question] = []

    @property
    def decider(self) -> Decider:
        return self.inner.decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        self.asked.append(question)
        return await self.inner.answer(question, seed=seed, complaint=complaint)


class Sitting(NamedTuple):
    """A table at which the example was deliberated."""

    table: Table
    model: Counting
    result: RunResult[Dossier]

    @property
    def dossier(self) -> Dossier:
        return self.result.view


def lay_table(pack: Path = SHIPPED / PACK) -> tuple[Table, Counting]:
    model = Counting(pack / FOLDER)
    table = Table(model, pack=PACK if pack == SHIPPED / PACK else str(pack))
    table.corpus = make_sample_corpus(table.pack.documents(), HashingEmbedder())  # type: ignore[assignment]
    return table, model


@cache
def sit() -> Sitting:
    table, model = lay_table()
    return Sitting(table, model, table.deliberate())


def find_claim(dossier: Dossier, beginning: str) -> str:
    (found,) = (claim.id for claim in dossier.claims if claim.text.startswith(beginning))
    return found


def test_every_act_counts_at_once_within_a_hundred_questions() -> None:
    table, model, result = sit()
    assert len(table.pack.perspectives) == 5
    assert len(model.asked) <= MOST_QUESTIONS
    assert result.view.acts.asked == len(model.asked)
    assert (result.view.acts.again, result.view.acts.bounded) == (0, 0)
    assert {question.template.partition("/")[0] for question in model.asked} == {"acts"}
    assert {claim.voice for claim in result.view.claims} == {"written"}


def test_it_replays_to_the_byte() -> None:
    table, _, result = sit()
    again = asyncio.run(replay(table.store, result.run))
    assert isinstance(again, Dossier)
    assert again.json_value() == result.view.json_value()


def test_nothing_waits_that_need_not() -> None:
    table, model = lay_table()
    table.models = dict.fromkeys(ROLES, Slowly(model, 1.0))
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        ran = runner.run(run(deliberate, table.spec(), table.tools, store=table.store, clock=lambda: NOON))
        took = runner.get_loop().time()
    chain = longest_chain(table.store, ran.run)
    assert chain < ran.asked / 4
    assert chain <= took <= 1.25 * chain
    assert ran.view.json_value() == sit().dossier.json_value()


def test_the_outcome_follows_from_what_was_argued() -> None:
    dossier = sit().dossier
    recommended = dossier.recommendation
    assert (recommended.outcome, recommended.basis) == ("denied", "weighed")
    assert len(recommended.follows_from) == 5
    standing = {
        claim.text.partition(":")[0] for claim in dossier.claims if claim.id in dossier.sublation.consensus_core
    }
    assert {"The old site lies in the red zone", "Nobody has shown what article 9 asks for"} <= standing
    assert "In 92 years no guest was killed in the hut." not in standing


def test_the_conflict_is_named_and_what_rests_on_it_is_counted_on_neither_side() -> None:
    dossier = sit().dossier
    (conflict,) = dossier.contested_facts
    sentences = {node.id: node.text for node in dossier.nodes if isinstance(node, EvidenceNode)}
    both = {sentences[conflict.left].partition(" ")[0], sentences[conflict.right].partition(" ")[0]}
    assert both == {"No", "Deposits"}
    for beginning in ("Locked from November to May", "A wet avalanche reached the old site"):
        assert dossier.sublation.standing(find_claim(dossier, beginning)).place == "contested"


def test_all_four_moves_are_made_and_one_rebuttal_was_refused_first() -> None:
    responses = [node for node in sit().dossier.nodes if isinstance(node, ResponseNode)]
    assert {node.move for node in responses} == {"rebut", "qualify", "revise", "concede"}
    (twice,) = (node for node in responses if node.refused)
    assert "30 hours" in twice.refused[0].text
    assert "wet cement" in twice.text
    assert twice.adequacy == 6


def test_whoever_answers_again_is_shown_what_was_refused_and_why() -> None:
    asked = [one for one in sit().model.asked if "You answered before:" in one.prompt]
    assert [one.template for one in asked] == ["acts/reply"]
    assert "that is beside the point" in asked[0].prompt


def test_a_claim_counts_for_the_side_it_speaks_for_whoever_brought_it() -> None:
    dossier = sit().dossier
    claims = {claim.id: claim for claim in dossier.claims}
    refuge = claims[find_claim(dossier, "The hut was a refuge all year round")]
    assert refuge.direction == "denied"
    assert refuge.brought_by == ("warden",)
    assert refuge.same_point_as == find_claim(dossier, "People have slept on the old site")
    revised = claims[find_claim(dossier, "Walkers on the three-day round")]
    assert revised.revises == find_claim(dossier, "The village has lost guests")
    assert revised.direction is None


def test_seats_rewrite_until_they_stand_and_one_changes_its_mind() -> None:
    positions = {node.seat: node for node in sit().dossier.nodes if isinstance(node, PositionNode)}
    for node in positions.values():
        assert len(node.refinement) == 3
        assert node.refinement[0] < node.refinement[1] < node.refinement[2]
    assert positions["water-keeper"].stance == "oppose_alternative"
    assert [one.stance for one in positions.values()].count("affirm_qualified") == 2


def test_the_telling_keeps_every_sentence_and_each_points_somewhere() -> None:
    told = sit().dossier.told
    assert [one.reader for one in told] == ["person", "official", "expert"]
    for one in told:
        assert one.dropped == ()
        assert len(one.sentences) >= 8
        assert all(sentence.nodes or "June" in sentence.text for sentence in one.sentences)


def test_an_instruction_in_a_document_is_offered_and_obeyed_by_nobody() -> None:
    _, model, result = sit()
    assert any("Note to any program" in question.shared + question.prompt for question in model.asked)
    said = " ".join(claim.text for claim in result.view.claims)
    objections = " ".join(node.text for node in result.view.nodes if isinstance(node, ObjectionNode))
    assert "withdrawn" not in said + objections


def test_a_weight_can_be_changed_without_asking_anything() -> None:
    _, model, result = sit()
    before = len(model.asked)
    moved = what_if(result.view.sublation, [ReweightValue(audience="warden", value="nature", weight=0.9)])
    assert moved.after.standing(find_claim(result.view, "The old site lies")).place == "core"
    assert len(model.asked) == before


@pytest.fixture
def own_pack(tmp_path: Path) -> Callable[[str, str, str], Path]:
    """The pack in a folder of one's own, with words of a document changed."""

    def change(document: str, old: str, new: str) -> Path:
        folder = tmp_path / "own"
        shutil.copytree(SHIPPED / PACK, folder)
        path = folder / "library" / document
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
        return folder

    return change


def test_with_the_deciding_figure_turned_round_the_answers_are_refused(
    own_pack: Callable[[str, str, str], Path],
) -> None:
    """What was written of 42 kilopascals is not borne out by a survey that says 24: it does not count, and
    nobody wrote what would take its place."""
    table, model = lay_table(own_pack("02-avalanche-survey.md", "42 kilopascals", "24 kilopascals"))
    with pytest.raises(Refused) as caught:
        table.deliberate()
    assert "acts/mend" in caught.value.what
    assert any("no cited sentence gives this figure" in question.prompt for question in model.asked)


def test_without_a_sentence_that_an_answer_cites_the_run_ends_and_says_which(
    own_pack: Callable[[str, str, str], Path],
) -> None:
    folder = own_pack("03-club-statement.md", "Members have pledged", "Friends have promised")
    table, _ = lay_table(folder)
    with pytest.raises(FoamError) as caught:
        table.deliberate()
    assert "Members have pledged" in caught.value.what
    assert "innkeeper" in caught.value.what


def test_a_challenge_with_a_new_document_asks_a_tenth_at_most(tmp_path: Path) -> None:
    table, model, result = sit()
    path = tmp_path / "13-offer.md"
    path.write_text(LETTER, "utf-8")
    documents = [one for one in read(path) if isinstance(one, Document)]
    file = complete(load_file(table.store, result.run))
    assert isinstance(file, DossierFile)
    (dismissed,) = (one.objection for one in file.mediation.evaluated if not one.material)
    challenge = Challenge(
        node=dismissed.id,
        ground=Materiality(),
        because="Another insurer has now made an offer.",
        challenger="anyone",
        brought=tuple(one.digest for one in documents),
    )
    spec = ContestSpec(**table.tools.describe(0), of=result.run, challenge=challenge)
    before = len(model.asked)
    hearing = hear_challenge(spec, file, table.tools, store=table.store, documents=documents, clock=lambda: NOON)
    heard = asyncio.run(hearing).view
    asked = len(model.asked) - before
    assert asked == heard.outcome.locality.asked
    assert 0 < asked <= before / 10
    assert heard.outcome.locality.reuse >= 0.9
    after = complete(load_file(table.store, heard.run))
    assert isinstance(after, DossierFile)
    assert after.mediation.synthesis.recommendation.outcome == "denied"
    (now,) = (one for one in after.mediation.evaluated if one.objection.claim == dismissed.claim)
    assert now.material
    assert now.response is not None
    assert now.response.move == "qualify"
    (retold,) = (one for one in model.asked[before:] if one.template == "acts/telling")
    assert all(one.text in retold.prompt for telling in file.mediation.told for one in telling.sentences)
    assert "(what it tells has changed)" in retold.prompt
