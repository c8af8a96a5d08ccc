"""How much a side says counts, and each thing once: whatever it is repeated in, and however it is cut and ordered."""

from __future__ import annotations

import pytest
from tests.debate.stage import MOTION, Stage, agreeable
from tests.judging.test_debate_marks import AGAINST, DEBATE, GOOD, evaluated, judge_alone

from foam.debate.transcript import Transcript, Utterance
from foam.judging.debates.inspire import Inspired, side_means
from foam.judging.debates.job import DebateEvaluation
from foam.judging.debates.reading import MOST_SENTENCES
from foam.model.question import Label, Labelled
from foam.model.scripted import Call, Said, ScriptedModel

RICH = tuple(passage.text for passage in Stage().corpus.find("free public transport fares", limit=10))
"""Sentences of the library: each is borne out."""


def test_ten_points_that_are_borne_out_are_marked_above_one_in_every_dimension() -> None:
    few, many = judge_alone(f"“{RICH[0]}”"), judge_alone(" ".join(f"“{one}”" for one in RICH))
    assert [fact.verdict for fact in many.facts].count("supported") == 10
    assert [fact.verdict for fact in few.facts] == ["supported"]
    assert all(
        a is not None and b is not None and a < b / 2 for a, b in zip(few.dimensions, many.dimensions, strict=True)
    )
    said = Transcript(
        motion=MOTION,
        utterances=(
            Utterance(speaker="P", side="pro", text=f"“{RICH[0]}”"),
            Utterance(speaker="C", side="con", text=" ".join(f"“{one}”" for one in RICH)),
        ),
    )
    judged = evaluated(Stage(ScriptedModel(agreeable)), said, ("debatrix",)).view.debatrix
    assert judged is not None
    assert all(one.marks["pro"] < one.marks["con"] for one in (*judged.dimensions, judged.overall))


def test_a_speech_that_its_side_reads_again_counts_for_nothing() -> None:
    first = Utterance(speaker="P", side="pro", text=" ".join(f"“{one}”" for one in RICH[:4]))
    other = Utterance(speaker="C", side="con", text=AGAINST)
    fresh = first.model_copy(update={"text": GOOD})

    def judge(*said: Utterance) -> DebateEvaluation:
        debate = Transcript(motion=MOTION, utterances=said)
        return evaluated(Stage(ScriptedModel(agreeable)), debate).view

    once, again, more = judge(first, other), judge(first, other, first), judge(first, other, fresh)
    reread = again.inspire[2]
    assert (reread.reading.stated, reread.reading.resolved, reread.facts, reread.score) == ((), (), (), 0.0)
    assert "4 repeat an earlier speech of its side" in reread.reading.describe()
    means = [side_means(one.inspire, "pro") for one in (again, once, more)]
    scores = [mean[3] for mean in means if mean]
    assert scores[0] < scores[1] < scores[2]
    assert scores[0] > scores[1] / 3, "it loses what a speech of nothing new loses, and not twice"
    sources = [one.debatrix.dimensions[1].marks["pro"] for one in (again, once) if one.debatrix]
    assert sources[0] < sources[1]


def test_a_side_is_marked_alike_in_however_many_speeches_it_says_the_same() -> None:
    def judge(*texts: str) -> DebateEvaluation:
        own = [Utterance(speaker="P", side="pro", text=text) for text in texts]
        return evaluated(
            Stage(ScriptedModel(agreeable)), Transcript(motion=MOTION, utterances=(*own, DEBATE.utterances[1]))
        ).view

    whole, parted = judge(" ".join(RICH)), judge(*RICH)
    assert side_means(whole.inspire, "pro") == pytest.approx(side_means(parted.inspire, "pro"))
    assert whole.debatrix is not None
    assert parted.debatrix is not None
    assert [one.marks for one in whole.debatrix.dimensions] == [one.marks for one in parted.debatrix.dimensions]


def test_the_order_of_a_long_speech_changes_no_mark() -> None:
    said = [f"Free buses carried {n} riders to work in the town of Brook that week." for n in range(100, 140)]

    def says(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Label) and question.template in ("debate/stance", "debate/fact"):
            return Labelled(label="contradicts" if " 10" in question.text else "supports")
        return agreeable(call)

    def judge(text: str) -> Inspired:
        debate = Transcript(motion=MOTION, utterances=(Utterance(speaker="P", side="pro", text=text),))
        return evaluated(Stage(ScriptedModel(says)), debate, ("inspire",)).view.inspire[0]

    forward, backward = judge(" ".join(said)), judge(" ".join(said[::-1]))
    assert len(forward.reading.stances) == MOST_SENTENCES
    assert forward.dimensions == backward.dimensions
