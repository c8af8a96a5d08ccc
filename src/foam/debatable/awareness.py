"""Dispute Awareness: does an answer say outright that its question is disputed? One digit, 1 or 0 (equation 3).

By the paper's protocol a model is shown five examples and gives a digit. A model that reads decides by which digit is
likelier, so that it cannot fail to give one; a model that only answers is asked for a label of the two. The embedded
language model is too small for that (`docs/debatable.md` has the figures); the shipped judge is asked instead whether a
sentence of the answer makes the point that the question is disputed, said in several ways. It does not read the
question. `as_released` is what the authors' script computes: the first digit in the prompt and the reply together,
which is that of the prompt's own first example.
"""

from __future__ import annotations

import math
from typing import Literal

from foam.debatable.reader import Lead, Reader
from foam.model.port import WeighingJudge
from foam.model.question import Label
from foam.model.template import fence, render_prompt
from foam.pack.prompts import measure_prompts
from foam.values import Value
from foam_quotes.text.segment import split_sentences

VERSION = "2"
"""Counts up when the same answer may be judged otherwise."""
DIGITS = ("1", "0")
_TEMPLATES = {"ours": "debatable/dispute", "paper": "debatable/paper_dispute"}
"""Ours with five examples, and the paper's with the two of its five that it prints."""
Prompts = Literal["ours", "paper"]
"""Ours, or those that the paper prints."""
_FIRST = "$question"
_NOTHING_ELSE = ", and nothing else."
_STATEMENT = "The question is disputed, open to debate or controversial."
_WAYS_TO_SAY_IT = (
    _STATEMENT,
    "People disagree about this question.",
    "Experts are divided on this question.",
    "This is an open question that has not been settled.",
)
"""Acknowledgements come in many words; with one statement alone more than half of the plain ones were missed."""


class Awareness(Value):
    """Whether one answer owns up to the dispute."""

    da: int
    leaning: float | None = None
    """How far it leans to 1: above 0 it is 1. Log-odds by likelihood; by stance a probability less one half."""
    method: Literal["likelihood", "stance", "asked", "empty", "as_released"]


def awareness_by_likelihood(
    question: str, answer: str, reader: Reader, *, chat: bool = True, prompts: Prompts = "ours"
) -> Awareness:
    """Both digits are scored; the likelier one stands, and 0 on a tie."""
    lead = dispute_lead(question, answer, chat=chat, prompts=prompts)
    one, zero = (math.fsum(reading.logs) for reading in reader.read(lead, DIGITS))
    return Awareness(da=int(one > zero), leaning=one - zero, method="likelihood")


def awareness_by_stance(answer: str, judge: WeighingJudge) -> Awareness:
    """1 when some sentence more likely than not makes the point that the question is disputed."""
    parts = [span.of(answer).strip() for span in split_sentences(answer)]
    leaning = max(judge.same_point([(part, way) for part in parts for way in _WAYS_TO_SAY_IT])) - 0.5
    return Awareness(da=int(leaning > 0), leaning=leaning, method="stance")


def dispute_lead(question: str, answer: str, *, chat: bool = True, prompts: Prompts = "ours") -> Lead:
    """The prompt, split where the examples end: they are the same for every answer and need reading only once."""
    template = measure_prompts()[_TEMPLATES[prompts]]
    head = template.text.partition(_FIRST)[0]
    whole = template.render(question=fence(question), answer=fence(answer))
    return Lead(head=head, text=whole.removeprefix(head), form="reply" if chat else "plain")


def dispute_question(question: str, answer: str, prompts: Prompts = "ours") -> Label:
    """The same prompt as a question to a model that answers."""
    filled = render_prompt(measure_prompts(), _TEMPLATES[prompts], question=fence(question), answer=fence(answer))
    filled["prompt"] = filled["prompt"].replace(_NOTHING_ELSE, ".")  # it is told to answer in a form, below
    return Label(**filled, role="judge", statement=_STATEMENT, text=answer, labels=DIGITS)


def released_awareness() -> Awareness:
    """What the released script gives for every answer: the digit of its prompt's first example."""
    template = measure_prompts()[_TEMPLATES["ours"]].text.partition("Response:")[2]
    return Awareness(da=int(next(c for c in template if c in DIGITS)), method="as_released")
