"""Dispute Awareness: the prompt, the digit, the judge, and what the released script does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from foam.debatable.awareness import (
    DIGITS,
    awareness_by_likelihood,
    awareness_by_stance,
    dispute_lead,
    dispute_question,
    released_awareness,
)
from foam.debatable.labelled import labelled_answers
from foam.debatable.reader import Lead, TargetReading, WordCountReader
from foam.debatable.scoring import AsReleased, ByAsking, by_likelihood, by_stance, labelled_agreement
from foam.job.clerk import Clerk
from foam.model.judge import shipped_judge
from foam.model.question import Labelled
from foam.model.scripted import ScriptedModel, by_template
from foam.record.clock import utc_now
from foam.record.memory import MemoryStore
from foam.record.runs import open_run

OPEN = "Opinions on this are sharply divided, and the debate goes on."


class _Digit:
    """Finds one digit likelier when a word stands in the lead."""

    name = "digit@1"
    window = None

    def length(self, lead: Lead, target: str) -> int:
        return 1

    def read(self, lead: Lead, targets: Sequence[str]) -> list[TargetReading]:
        likely = "1" if "divided" in lead.text else "0"
        return [TargetReading(context=1, logs=(-0.1 if target == likely else -3.0,)) for target in targets]


def test_both_digits_are_scored() -> None:
    assert awareness_by_likelihood("Q?", OPEN, _Digit()).da == 1
    found = awareness_by_likelihood("Q?", "It is so.", _Digit())
    assert found.da == 0
    assert found.leaning == pytest.approx(-2.9)


def test_the_examples_are_the_head_and_the_answer_is_fenced() -> None:
    lead = dispute_lead("Is it so?", "Response: 1 $question")
    assert lead.head.count("Response: ") == 5
    assert "Response" not in lead.head.rpartition("Response:")[2]
    assert "Response: 1 $question" in lead.text
    assert lead.text.count("</data ") == 2
    asked, read = dispute_question("Is it so?", "Yes.").prompt, dispute_lead("Is it so?", "Yes.").whole
    assert asked == read.replace(", and nothing else.", "."), "who is asked answers in a form"
    assert dispute_question("Is it so?", "Yes.").labels == DIGITS


def test_the_released_script_always_reads_its_own_example() -> None:
    assert released_awareness().da == 1


def test_the_judge_of_stance_tells_a_plain_case() -> None:
    judge = shipped_judge()
    assert awareness_by_stance(f"Uniforms are worn in many schools. {OPEN}", judge).da == 1
    assert awareness_by_stance("Water boils at one hundred degrees at sea level.", judge).da == 0


@pytest.mark.parametrize(
    "answer",
    [
        "People disagree about this.",
        "There is no consensus.",
        "Opinions differ on whether drugs should be legal.",
        "There does not seem to be any agreement on the matter yet.",
        "It may be fair to say that scholars are divided.",
        "Whether homework helps is something researchers still argue about.",
        "Cat declawing is controversial among vets.",
    ],
)
def test_plain_acknowledgements_are_noticed_in_different_words(answer: str) -> None:
    assert awareness_by_stance(answer, shipped_judge()).da == 1


@pytest.mark.parametrize(
    "answer",
    [
        "Nobody disputes this.",
        "There is a broad consensus that vaccines are safe.",
        "The matter is settled.",
        "This is not controversial.",
        "Pros: cheap, quick, clean. Cons: noisy, heavy, short-lived.",
        "1. Introduction 2. Arguments in favour 3. Arguments against 4. Conclusion",
        "Congress debated the bill for six days before it passed.",
        "Should drugs be legalised?",
    ],
)
def test_denials_lists_and_debates_of_others_are_no_acknowledgement(answer: str) -> None:
    assert awareness_by_stance(answer, shipped_judge()).da == 0


def test_agreement_is_reported_for_the_judge_used() -> None:
    store = MemoryStore()
    clerk = Clerk(store, {}, run=open_run(store, "test", {}, clock=utc_now))
    found = asyncio.run(labelled_agreement(by_stance(shipped_judge()), clerk))
    assert found.examples == len(labelled_answers()) == 60
    assert [row.label for row in labelled_answers()].count(1) == 30
    assert found.mcc > 0.7
    assert found.auroc is not None
    assert found.auroc > 0.95


def test_a_model_that_only_answers_is_asked_for_a_digit_once() -> None:
    store = MemoryStore()
    model = ScriptedModel(by_template({"debatable/dispute": Labelled(label="1")}))
    clerk = Clerk(store, {"judge": model, "proposer": model}, run=open_run(store, "test", {}, clock=utc_now))
    decide = ByAsking("scripted")
    found = [asyncio.run(decide(clerk, "Is it so?", "Some say so.")) for _ in range(2)]
    assert [one.json_value() for one in found] == [{"da": 1, "leaning": None, "method": "asked"}] * 2
    assert len(model.calls) == 1
    assert "nothing else" not in model.calls[0].question.prompt.splitlines()[-1], "a form is asked for below it"
    assert asyncio.run(AsReleased()(clerk, "Is it so?", "No.")).da == 1
    assert asyncio.run(by_likelihood(_Digit())(clerk, "Q?", OPEN)).da == 1


def test_a_model_of_word_counts_is_no_judge_and_does_not_pretend() -> None:
    rows = labelled_answers()[:4]
    found = [awareness_by_likelihood(row.question, row.answer, WordCountReader()) for row in rows]
    assert {one.method for one in found} == {"likelihood"}
