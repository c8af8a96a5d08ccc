"""The questions of curation: one typed function per prompt template."""

from __future__ import annotations

from contextlib import suppress

from foam.argument.motion import parse_motion
from foam.errors import InputError
from foam.model.check import SIDES
from foam.model.form import TextField
from foam.model.question import Choose, Label, Option, Rank, Write
from foam.model.template import Options, fence, fence_options, render_prompt
from foam.pack.prompts import measure_prompts

TAKEN = ("supports", "contradicts", "neither")
"""What a point of view can do to the answer yes."""
_VIEW_WORDS = 25
_VIEWS_PER_DOCUMENT = 3
"""Where a question is open; a question of yes or no is asked for each of the two."""
_VIEWS_PER_SIDE = 2
_EXPLANATION_SENTENCES = 5


def sources_question(question: str, documents: Options) -> Rank:
    """In which order do the documents speak to the question?"""
    filled = render_prompt(
        measure_prompts(), "debatable/sources", question=fence(question), options=fence_options(documents)
    )
    return Rank(**filled, statement=question, aim="concerns", options=documents)


def viewpoints_question(question: str, offered: Options) -> Choose:
    """Which sentences of a document take a view?"""
    filled = render_prompt(
        measure_prompts(),
        "debatable/viewpoints",
        question=fence(question),
        options=fence_options(offered),
        most=str(_VIEWS_PER_DOCUMENT),
    )
    most = min(_VIEWS_PER_DOCUMENT, len(offered))
    return Choose(**filled, statement=question, aim="concerns", options=offered, at_least=0, at_most=most)


def leanings_question(question: str, answer: str, offered: Options) -> Choose:
    """Which sentences of a document speak for this answer?"""
    filled = render_prompt(
        measure_prompts(),
        "debatable/leanings",
        question=fence(question),
        answer=fence(answer),
        options=fence_options(offered),
        most=str(_VIEWS_PER_SIDE),
    )
    return Choose(**filled, statement=answer, options=offered, at_least=0, at_most=min(_VIEWS_PER_SIDE, len(offered)))


def viewpoint_question(question: str, sentence: str) -> Write:
    """Which point of view does the sentence speak for?"""
    filled = render_prompt(
        measure_prompts(),
        "debatable/viewpoint",
        question=fence(question),
        sentence=fence(sentence),
        words=str(_VIEW_WORDS),
    )
    limit = TextField(name="point_of_view", max_words=_VIEW_WORDS)
    return Write(**filled, statement=question, fields=(limit,), material=(Option(id="sentence", text=sentence),))


def side_question(question: str, view: str) -> Label:
    """Which side does a point of view take: for or against the answer yes, or where a question is open, any at all?"""
    statement, labels = question, tuple[str, ...](SIDES)
    with suppress(InputError):  # an open question has no answer yes
        statement, labels = parse_motion(question).affirmed, TAKEN
    filled = render_prompt(
        measure_prompts(),
        "debatable/side",
        question=fence(question),
        statement=fence(statement),
        view=fence(view),
        labels=", ".join(labels),
    )
    return Label(**filled, role="evaluator", statement=statement, text=view, labels=labels)


def expansion_question(question: str, view: str, offered: Options) -> Choose:
    """Which sentences explain the point of view?"""
    filled = render_prompt(
        measure_prompts(),
        "debatable/expansion",
        question=fence(question),
        view=fence(view),
        options=fence_options(offered),
        most=str(_EXPLANATION_SENTENCES),
    )
    return Choose(**filled, statement=view, options=offered, at_most=min(_EXPLANATION_SENTENCES, len(offered)))
