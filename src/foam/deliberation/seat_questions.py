"""The questions that generating seats asks models: one typed function for each prompt template."""

from __future__ import annotations

from collections.abc import Sequence

from foam.model.form import IdsField, LabelField, ListField, TextField
from foam.model.question import Rank, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.perspective.catalogue import Dimension

NAME_WORDS, ROLE_WORDS, DESCRIPTION_WORDS = 8, 4, 40
PEOPLE = "people"
UNTOLD = "none"
"""What is said of a dimension on which nothing tells what somebody would answer."""


def concerned_question(prompts: Prompts, *, question: str, options: Options) -> Rank:
    """Whom does the question concern most?"""
    filled = render_prompt(prompts, "seats/concerned", question=fence(question), options=fence_options(options))
    return Rank(**filled, statement=question, aim="concerns", options=options)


def stakeholders_question(
    prompts: Prompts,
    *,
    question: str,
    material: Options,
    count: int,
    values: Options,
    dimensions: Sequence[Dimension],
) -> Write:
    """Whom does the question concern, what do they care about, and how do they argue?"""
    told = "\n".join(
        f"{one.id}: {one.asks}\n" + "\n".join(f"- {option}: {meaning}" for option, meaning in one.options.items())
        for one in dimensions
    )
    filled = render_prompt(
        prompts,
        "seats/stakeholders",
        question=fence(question),
        material=fence_options(material),
        values=fence_options(values),
        dimensions=told,
        untold=UNTOLD,
    )
    every = len(values)
    person = (
        TextField(name="who", max_words=NAME_WORDS),
        TextField(name="role", max_words=ROLE_WORDS),
        TextField(name="description", max_words=DESCRIPTION_WORDS),
        IdsField(name="values", ids=tuple(one.id for one in values), at_least=every, at_most=every),
        *(LabelField(name=one.id, labels=(*one.options, UNTOLD)) for one in dimensions),
    )
    fields = (ListField(name=PEOPLE, fields=person, at_least=1, at_most=count),)
    return Write(**filled, statement=question, fields=fields, material=material)


def priorities_question(prompts: Prompts, *, question: str, seat: str, options: Options) -> Rank:
    """How much does each value count for this seat?"""
    filled = render_prompt(
        prompts, "seats/priorities", question=fence(question), seat=fence(seat), options=fence_options(options)
    )
    return Rank(**filled, statement=seat, aim="concerns", options=options)
