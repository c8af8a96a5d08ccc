"""The questions that generating seats asks models: one typed function for each prompt template."""

from __future__ import annotations

from collections.abc import Sequence

from foam.model.form import LabelField, ListField, TextField
from foam.model.question import Rank, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.perspective.catalogue import Dimension

NAME_WORDS, ROLE_WORDS, DESCRIPTION_WORDS = 8, 4, 40
UNTOLD = "none"
"""What is said of a dimension on which nothing tells what somebody would answer."""


def concerned_question(prompts: Prompts, *, question: str, options: Options) -> Rank:
    """Whom does the question concern most?"""
    filled = render_prompt(prompts, "seats/concerned", question=fence(question), options=fence_options(options))
    return Rank(**filled, statement=question, aim="concerns", options=options)


def stakeholders_question(prompts: Prompts, *, question: str, material: Options, count: int) -> Write:
    """Whom does the question concern, in the model's own words?"""
    filled = render_prompt(prompts, "seats/stakeholders", question=fence(question), material=fence_options(material))
    fields = tuple(TextField(name=f"stakeholder_{n}", max_words=NAME_WORDS) for n in range(1, count + 1))
    return Write(**filled, statement=question, fields=fields, material=material)


def declaration_question(prompts: Prompts, *, question: str, stakeholder: str, material: Options) -> Write:
    """What does this stakeholder care about?"""
    filled = render_prompt(
        prompts,
        "seats/declaration",
        question=fence(question),
        stakeholder=fence(stakeholder),
        material=fence_options(material),
    )
    fields = (TextField(name="role", max_words=ROLE_WORDS), TextField(name="description", max_words=DESCRIPTION_WORDS))
    return Write(**filled, statement=stakeholder, fields=fields, material=material)


def priorities_question(prompts: Prompts, *, question: str, seat: str, options: Options) -> Rank:
    """How much does each value count for this seat?"""
    filled = render_prompt(
        prompts, "seats/priorities", question=fence(question), seat=fence(seat), options=fence_options(options)
    )
    return Rank(**filled, statement=seat, aim="concerns", options=options)


def dimensions_question(prompts: Prompts, *, people: Options, dimensions: Sequence[Dimension]) -> Write:
    """Which option of each dimension would each of these people take? That nothing tells is an answer."""
    told = "\n".join(
        f"{one.id}: {one.asks}\n" + "\n".join(f"- {option}: {meaning}" for option, meaning in one.options.items())
        for one in dimensions
    )
    filled = render_prompt(prompts, "seats/dimensions", people=fence_options(people), dimensions=told, untold=UNTOLD)
    record = (
        LabelField(name="of", labels=tuple(one.id for one in people)),
        *(LabelField(name=one.id, labels=(*one.options, UNTOLD)) for one in dimensions),
    )
    count = len(people)
    fields = (ListField(name="seats", fields=record, at_least=count, at_most=count),)
    return Write(**filled, statement=people[0].text, fields=fields, material=people)
