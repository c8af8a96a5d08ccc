"""A flow: what was said in a round, position by position and speech by speech.

Flow            a round
FlowPage        one position: a case, a disadvantage, …
FlowPageSpeech  what one speech said on that page
Argument        one entry, with what it rests on and what it answers
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from foam.values import Value
from foam_quotes.text.pointer import Pointer

POLICY = ("1AC", "1NC", "2AC", "Block", "1AR", "2NR", "2AR")
"""The columns of a policy flow; 2NC and 1NR are one block."""
COLUMNS: dict[str, tuple[str, ...]] = {
    "policy": POLICY,
    "ld": ("AC", "NC", "1AR", "NR", "2AR"),
    "pf": ("AC", "NC", "AR", "NR", "AS", "NS", "AF", "NF"),
}
_BLOCK = frozenset({"2NC", "1NR"})
Side = Literal["aff", "neg"]


class Argument(Value):
    """One entry of a flow."""

    id: str
    text: str
    cite: str = ""
    syllogism: str = ""
    component: str = ""
    group: str = ""
    """The syllogism that it is a component of: all of a speech's arguments with this id make it up."""
    facts: dict[str, str] = Field(default_factory=dict)
    """What holds for that syllogism: `answer`, `kind`, `target`, …"""
    node: str = ""
    """The template node it was written for."""
    evidence: tuple[Pointer, ...] = ()
    read: tuple[str, ...] = Field(default=(), exclude_if=lambda read: not read)
    """The sentences that were read for it, of a card in a file that was heard: the library may hold them elsewhere."""
    perspective: str = ""
    answers: str = ""
    """Id of the argument it answers."""
    extends: str = ""
    """Id of the argument it carries on."""


class FlowPageSpeech(Value):
    """What one speech said on one page."""

    speech: str
    arguments: tuple[Argument, ...]


class FlowPage(Value):
    """One position, from the speech that opened it to the last that touched it."""

    title: str
    side: Side
    """Whose position it is."""
    speeches: tuple[FlowPageSpeech, ...]


class Flow(Value):
    """A round on paper."""

    resolution: str
    format: str = "policy"
    pages: tuple[FlowPage, ...]

    @property
    def arguments(self) -> Iterator[Argument]:
        return (argument for page in self.pages for speech in page.speeches for argument in speech.arguments)


def find_column(speech: str, debate_format: str = "policy") -> str:
    """The column that a speech is flowed in: `LD-NC` in `NC`, both halves of the block in one."""
    if debate_format == "policy":
        return "Block" if speech in _BLOCK else speech
    return speech.removeprefix(f"{debate_format.upper()}-")


def find_side(column: str) -> Side:
    """Whose column it is."""
    return "aff" if "A" in column else "neg"


def list_columns(page: FlowPage, debate_format: str = "policy") -> tuple[str, ...]:
    """The columns of a page: a negative position begins with the negative's first speech."""
    columns = COLUMNS.get(debate_format, POLICY)
    return columns[1:] if page.side == "neg" else columns


def find_dropped(flow: Flow) -> tuple[Argument, ...]:
    """Arguments that the other side had a later speech to answer, and did not.

    What answers an argument's extension answers the argument. A plan, or a position taken in a word, is argued about
    and never dropped.
    """
    columns = COLUMNS.get(flow.format, POLICY)
    answered = _find_answered(flow)
    spoken = {find_column(speech.speech, flow.format) for page in flow.pages for speech in page.speeches}
    flowed = [columns.index(column) for column in spoken if column in columns]
    found = []
    for speech in (speech for page in flow.pages for speech in page.speeches):
        column = find_column(speech.speech, flow.format)
        at = columns.index(column) if column in columns else len(columns)
        if any(later > at and (later - at) % 2 for later in flowed):
            found += [one for one in speech.arguments if one.id not in answered and one.syllogism not in _NOT_DROPPED]
    return tuple(found)


_NOT_DROPPED = frozenset({"plan_text", "opening", "weighing", "impact_calculus", "extension"})


def _find_answered(flow: Flow) -> set[str]:
    """Ids that were answered, be it by way of an extension."""
    extended = {argument.id: argument.extends for argument in flow.arguments if argument.extends}
    answered = {argument.answers for argument in flow.arguments if argument.answers}
    while new := {extended[key] for key in answered if key in extended} - answered:
        answered |= new
    return answered
