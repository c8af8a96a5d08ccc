"""A round so far, read from its flow by the side that speaks next: what stands, what was answered, what is live.

Spoken   one syllogism as a speech said it
Round    all of them, and the speech that is about to be written

"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from foam.argument.flow import COLUMNS, POLICY, Argument, Flow, FlowPage, Side, find_column, find_side
from foam.argument.outline import Each
from foam.values import Value

EXTENSION = "extension"
_BLOCK_ORDER = ("2NC", "1NR")


class Spoken(Value):
    """One syllogism, as a speech said it."""

    id: str
    """Speech and syllogism: `1NC/money`."""
    speech: str
    side: Side
    page: str
    """The title of the flow page that it was said on."""
    syllogism: str
    facts: dict[str, str]
    arguments: tuple[Argument, ...]

    def part(self, component: str) -> Argument:
        """The argument for a component, or for one of several (`warrant|offense`); without one, the last that rests on
        evidence, else the last."""
        named = [one for name in component.split("|") for one in self.arguments if one.component == name]
        resting = [one for one in reversed(self.arguments) if one.evidence]
        return next(iter((*named, *resting, self.arguments[-1])))


@dataclass(frozen=True)
class Round:
    """What was said before a speech, seen by the side whose speech it is."""

    flow: Flow
    speech: str
    side: Side

    @cached_property
    def spoken(self) -> tuple[Spoken, ...]:
        """Every syllogism, in the order of the speeches."""
        said = (one for page in self.flow.pages for one in _read_page(page, self.flow.format))
        return tuple(sorted(said, key=lambda one: self._place(one.speech)))

    def chosen(self, each: Each, about: Spoken | None = None) -> tuple[Spoken, ...]:
        """What a node is repeated for: live syllogisms of a side, of these types."""
        side = self.side if each.whose == "own" else _other(self.side)
        found = [
            one
            for one in self.spoken
            if one.side == side
            and one.syllogism in each.types
            and (self._fresh(one) if each.fresh else self.live(one))
            and (not each.same_page or about is None or (one.page == about.page and one.id != about.id))
        ]
        return tuple(found[: each.most or None])

    def live(self, one: Spoken) -> bool:
        """Whether its side's last speech said it or carried it on; what this column has dealt with already is not."""
        column = self._last(one.side)
        carried = find_column(one.speech, self.flow.format) == column or one.id in self._carried_in(column)
        return carried and not self._done(one)

    def _fresh(self, one: Spoken) -> bool:
        return find_column(one.speech, self.flow.format) == self._last(one.side) and not self._done(one)

    def answered(self, one: Spoken) -> tuple[Argument, ...]:
        """What the other side said against it, or against what carried it on."""
        ids = {argument.id for argument in one.arguments}
        ids |= {argument.id for argument in self.flow.arguments if argument.extends in ids}
        return tuple(argument for argument in self.flow.arguments if argument.answers in ids)

    def first(self, types: tuple[str, ...], side: Side | None = None) -> Spoken | None:
        """The first syllogism of one of these types, the live ones before the others."""
        found = [one for one in self.spoken if one.syllogism in types and side in (None, one.side)]
        return next((one for one in found if self.live(one)), next(iter(found), None))

    def _done(self, one: Spoken) -> bool:
        """Whether the other half of this column has carried it or answered it: the block is one speech in two."""
        column = find_column(self.speech, self.flow.format)
        if one.side == self.side:
            return one.id in self._carried_in(column)
        return any(find_column(by.speech, self.flow.format) == column and by.facts.get("target") == one.id
                   for by in self.spoken)  # fmt: skip

    def _carried_in(self, column: str) -> frozenset[str]:
        """The sources of the extensions that a column holds."""
        return frozenset(
            one.facts.get("source", "")
            for one in self.spoken
            if one.syllogism == EXTENSION and find_column(one.speech, self.flow.format) == column
        )

    def _last(self, side: Side) -> str:
        """The latest column of a side, the one that is being written left out."""
        now = find_column(self.speech, self.flow.format)
        heard = {find_column(one.speech, self.flow.format) for one in self.spoken if one.side == side} - {now}
        return max(heard, key=self._place, default="")

    def _place(self, speech: str) -> tuple[int, int]:
        columns = COLUMNS.get(self.flow.format, POLICY)
        column = find_column(speech, self.flow.format)
        half = _BLOCK_ORDER.index(speech) if speech in _BLOCK_ORDER else 0
        return (columns.index(column) if column in columns else len(columns)), half


def _read_page(page: FlowPage, debate_format: str) -> Iterator[Spoken]:
    """The syllogisms of a page: the arguments that a speech filed under one group."""
    for speech in page.speeches:
        for group in dict.fromkeys(one.group or one.id for one in speech.arguments):
            arguments = tuple(one for one in speech.arguments if (one.group or one.id) == group)
            yield Spoken(
                id=group if "/" in group else f"{speech.speech}/{group}",
                speech=speech.speech,
                side=find_side(find_column(speech.speech, debate_format)),
                page=page.title,
                syllogism=arguments[0].syllogism,
                facts=arguments[0].facts,
                arguments=arguments,
            )


def _other(side: Side) -> Side:
    return "neg" if side == "aff" else "aff"
