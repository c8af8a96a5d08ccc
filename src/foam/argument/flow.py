"""A flow: what was said in a round, position by position and speech by speech. Knows nothing of sheets or colours.

Flow            a round
FlowPage        one position: a case, a disadvantage, …
FlowPageSpeech  what one speech said on that page
Argument        one entry, with what it rests on and what it answers
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from foam.text.pointer import Pointer
from foam.values import Value

POLICY = ("1AC", "1NC", "2AC", "Block", "1AR", "2NR", "2AR")
"""The columns of a policy flow; 2NC and 1NR are one block."""
COLUMNS: dict[str, tuple[str, ...]] = {
    "policy": POLICY,
    "ld": ("AC", "NC", "1AR", "NR", "2AR"),
    "pf": ("AC", "NC", "AR", "NR", "AS", "NS", "AF", "NF"),
}
_BLOCK = frozenset({"2NC", "1NR"})


class Argument(Value):
    """One entry of a flow."""

    id: str
    text: str
    cite: str = ""
    syllogism: str = ""
    component: str = ""
    node: str = ""
    """The template node it was written for."""
    evidence: tuple[Pointer, ...] = ()
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
    side: Literal["aff", "neg"]
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


def column_of(speech: str, format: str = "policy") -> str:
    """The column that a speech is flowed in."""
    return "Block" if format == "policy" and speech in _BLOCK else speech


def columns_of(page: FlowPage, format: str = "policy") -> tuple[str, ...]:
    """The columns of a page: a negative position begins with the negative's first speech."""
    columns = COLUMNS.get(format, POLICY)
    return columns[1:] if page.side == "neg" else columns


def dropped(flow: Flow) -> tuple[Argument, ...]:
    """Arguments that the other side had a speech to answer, and did not.

    An argument counts as dropped once a later column of the other side was flowed on its page without an answer to it.
    """
    return tuple(argument for page in flow.pages for argument in _dropped(page, flow.format))


def dangling(flow: Flow) -> tuple[Argument, ...]:
    """Arguments that answer or extend something that is not on the flow."""
    known = {argument.id for argument in flow.arguments}
    return tuple(
        argument
        for argument in flow.arguments
        if any(id and id not in known for id in (argument.answers, argument.extends))
    )


def _dropped(page: FlowPage, format: str) -> Iterator[Argument]:
    columns = COLUMNS.get(format, POLICY)
    answered = {argument.answers for speech in page.speeches for argument in speech.arguments}
    flowed = [(columns.index(column), speech) for speech in page.speeches
              if (column := column_of(speech.speech, format)) in columns]  # fmt: skip
    for at, speech in flowed:
        later = any(place > at and (place - at) % 2 for place, _ in flowed)
        yield from (argument for argument in speech.arguments if later and argument.id not in answered)
