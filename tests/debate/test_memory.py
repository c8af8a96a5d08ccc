"""The memory: annotated, stored under the library's versions, found by keyword and nearness, and its priors."""

from __future__ import annotations

import asyncio
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.debate.stage import Stage
from tests.sample import NOON

from foam.argument.scheme import require_scheme
from foam.debate.memory.annotate import grade
from foam.debate.memory.build import MemorySpec, build_memory
from foam.debate.memory.recall import Recall
from foam.debate.memory.sample import load_sample
from foam.debate.memory.store import DebateMemory
from foam.debate.memory.values import Exemplar, RecalledExemplar, compute_priors
from foam.debate.transcript import Transcript, Utterance
from foam.errors import InputError
from foam.evidence.library import Library
from foam.evidence.search.fake import HashingEmbedder
from foam.job.job import replay, run
from foam.job.waiting import complete
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, ScriptedModel

TEA = Transcript(
    motion="Tea should be free.",
    utterances=(
        Utterance(speaker="Moderator", side="pro", text="Begin."),
        Utterance(speaker="P1", side="pro", text="Thank you. For example, in 1990 tea was free because the town paid."),
        Utterance(
            speaker="C1", side="con", text="Free tea is like free water: a cost to the town, a loss for farmers."
        ),
    ),
)


def remembered(text: str, schemes: dict[str, str]) -> RecalledExemplar:
    row = {"id": text, "text": text, "side": "pro", "speaker": "a", "motion": "m", "debate": "d", "turn": 0}
    more = {"language": "en", "schemes": schemes, "annotator": "test"}
    return RecalledExemplar(remembered=Exemplar.model_validate(row | more), similarity=1.0)


def test_schemes_above_two_are_kept_with_the_utterances_that_show_them() -> None:
    found = (
        remembered("a", {"causal": "excellent", "example": "good"}),
        remembered("b", {"causal": "good"}),
        remembered("c", {"analogy": "excellent"}),
    )
    kept = compute_priors(found)
    assert kept.schemes == {"causal": pytest.approx(7 / 3)}
    assert [one.remembered.id for one in kept.exemplars] == ["a", "b"]


def test_a_mean_of_exactly_two_is_not_above_two() -> None:
    assert compute_priors((remembered("a", {"causal": "general"}),)).schemes == {}
    assert compute_priors(()).schemes == {}


@pytest.mark.parametrize(
    ("answered", "asked", "grade_"),
    [(0, 5, "poor"), (1, 5, "poor"), (2, 5, "general"), (3, 5, "good"), (4, 5, "excellent"), (5, 5, "excellent")],
)
def test_quality_is_the_share_of_critical_questions_answered(answered: int, asked: int, grade_: str) -> None:
    assert grade(answered, asked) == grade_


def test_one_act_names_the_schemes_with_the_critical_questions_that_are_answered() -> None:
    def says(call: Call) -> Said | None:
        match call.question:
            case Write(template="debate/annotate"):
                causal = tuple(one.id for one in require_scheme("causal").questions)
                rows = ({"scheme": "causal", "answered": causal}, {"scheme": "analogy", "answered": causal[:1]})
                return Written(fields={"schemes": rows})
            case _:
                return None

    model = ScriptedModel(says, writes=True)
    stage = Stage(model)
    key, kept, _ = built(stage)
    assert [one.schemes for one in kept] == [{"causal": "excellent", "analogy": "poor"}] * 2
    assert {one.annotator for one in kept} == {"scripted"}
    assert len(model.calls) == 2, "one request an utterance"
    assert complete(replay(stage.store, key)).utterances == kept


def test_without_a_writer_the_judge_names_the_form_and_nobody_says_how_well() -> None:
    stage = Stage()
    _, kept, _ = built(stage)
    assert {one.annotator for one in kept} == {stage.judge.name}
    assert {quality for one in kept for quality in one.schemes.values()} <= {"general"}


def built(stage: Stage) -> tuple[str, tuple[Exemplar, ...], dict[str, int]]:
    spec = MemorySpec.model_validate({**stage.tools.describe(), "transcripts": (TEA.digest,)})
    tools = replace(stage.tools, given={TEA.digest: TEA.json_value()})
    ran = asyncio.run(run(build_memory, spec, tools, store=stage.store, clock=lambda: NOON))
    return ran.run, ran.view.utterances, ran.view.dropped


def test_a_build_drops_what_is_no_argument_and_replays_from_the_record() -> None:
    stage = Stage()
    key, kept, dropped = built(stage)
    assert [one.speaker for one in kept] == ["P1", "C1"]
    assert dropped == {"moderator": 1, "thanks": 1}
    assert complete(replay(stage.store, key)).utterances == kept


def test_memory_and_library_share_their_versions(tmp_path: Path) -> None:
    _, kept, _ = built(Stage())
    embedder = HashingEmbedder()
    file = tmp_path / "foam.db"
    with closing(DebateMemory.open(file)) as store:
        vectors = embedder.embed([one.text for one in kept])
        taken = store.add(kept, vectors, embedder=embedder.name, what="tea", at="now")
        assert (taken.version, taken.added, taken.known) == (1, 2, 0)
        again = store.add(kept, vectors, embedder=embedder.name, what="tea", at="now")
        assert (again.version, again.added, again.known) == (1, 0, 2)
        changed = kept[0].model_copy(update={"schemes": {"causal": "good"}})
        third = store.add([changed], vectors[:1], embedder=embedder.name, what="tea", at="now")
        assert (third.version, third.changed) == (2, 1)
        assert {row.remembered.digest for row in store.rows(version=1)} == {one.digest for one in kept}
        assert {row.remembered.digest for row in store.rows()} == {changed.digest, kept[1].digest}
        assert store.embedders() == (embedder.name,)
    with Library.open(file) as library:
        assert library.version == 2
        assert [one.what for one in library.versions()] == ["tea", "tea"]


def test_retrieval_takes_only_utterances_that_hold_a_keyword_nearest_first() -> None:
    recall = load_sample(HashingEmbedder())
    history = ["Museums should be free, because children of poor families stay away."]
    found = recall.find(["museum"], history)
    assert found
    assert all("museum" in one.remembered.text.lower() for one in found)
    assert [one.similarity for one in found] == sorted((one.similarity for one in found), reverse=True)
    assert recall.find(["zeppelin"], history) == ()
    assert recall.find([], history) == ()


def test_chinese_utterances_are_found_by_chinese_keywords() -> None:
    found = load_sample(HashingEmbedder()).find(["私家车"], ["应该限制私家车"])
    assert found
    assert {one.remembered.language for one in found} == {"zh"}


def test_a_memory_of_other_vectors_is_refused() -> None:
    rows = load_sample(HashingEmbedder())._rows
    with pytest.raises(InputError, match="other vectors"):
        Recall(rows, HashingEmbedder(32))


def test_an_empty_memory_finds_nothing() -> None:
    recall = Recall([], HashingEmbedder())
    assert recall.find(["tea"], ["tea"]) == ()


def test_the_sample_is_annotated_by_hand_in_two_languages() -> None:
    kept = load_sample(HashingEmbedder()).utterances()
    assert {one.annotator for one in kept} == {"by hand"}
    assert {one.language for one in kept} == {"en", "zh"}
    assert not any("Welcome" in one.text for one in kept)
    assert np.isfinite([one.worth("causal") for one in kept]).all()
