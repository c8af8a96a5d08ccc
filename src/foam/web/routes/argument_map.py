"""The map of an answer: what hangs on what, and what was said against it, as a picture and as an outline.

In the picture it runs from left to right, and each box leads to the outline.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import Answer, NotFound
from foam.paper import Arrow, Box, Diagram, Text, Tone, draw
from foam.web.catalogue import find_language, say
from foam.web.recorded import read_answer
from foam.web.rendered import MOST_KEPT, Kept
from foam.web.site import Site, View, add_twins, wants_json

if TYPE_CHECKING:
    from foam.argument.rows import Objection
    from foam.argument.tree import Consideration
    from foam.deliberation.answer.answer import AnswerTree

_BOX_WIDTH = 240
_TONES: dict[str, Tone] = {"true": "green", "false": "grey", "contested": "violet", "met": "grey", "unmet": "violet"}
_GONE = ("false", "met")


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])
    drawn: Kept[tuple[Mapped, str]] = Kept(MOST_KEPT)

    async def argument_map(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        answer = await site.read(request, f"answer {key}", lambda: read_answer(site.home, key))
        name = find_language(), key
        found, picture = await asyncio.to_thread(drawn.make, name, answer, partial(_draw, answer))
        data = {"run": key, "question": answer.question, **({"map": asdict(found)} if wants_json(request) else {})}
        view = View("map.html", say("map.title"), data, {"top": found, "picture": picture})
        return site.show(request, view)

    add_twins(router, "/runs/{run}/map", argument_map, summary="What an answer hangs on, as a map")
    return router


def _draw(answer: Answer) -> tuple[Mapped, str]:
    """The map of an answer, and its picture."""
    if answer.tree is None:
        raise NotFound(say("map.none"), hint=say("map.none_hint"))
    found = map_tree(answer.tree, answer.question)
    return found, draw_map(say("map.title"), found)


@dataclass(frozen=True)
class Mapped:
    """A part of a tree, and what it hangs on or what was said against it."""

    id: str
    kind: str
    """Of the part, as challenges name it; or `objection`."""
    text: str
    standing: str
    """How it stands: `true`, `false`, `open`, `contested` and what else a leaf may be; `met` or `unmet`."""
    by: str = ""
    """Who says it; empty where the tree does."""
    attacks: bool = False
    """Whether it speaks against what it stands under."""
    below: tuple[Mapped, ...] = ()

    @property
    def is_gone(self) -> bool:
        """Whether it counts no more."""
        return self.standing in _GONE

    @property
    def is_unsettled(self) -> bool:
        return not self.is_gone and self.standing != "true"

    @property
    def is_challengeable(self) -> bool:
        """Whether a challenge can name it."""
        return self.kind != "objection"

    def list_all(self) -> Iterator[Mapped]:
        """It, and everything below it."""
        yield self
        for one in self.below:
            yield from one.list_all()


def map_tree(tree: AnswerTree, question: str) -> Mapped:
    """The whole tree under its question. What stands in two places is shown in the first."""
    return _Map(tree, set()).show(tree.root.id, question)


@dataclass(frozen=True)
class _Map:
    tree: AnswerTree
    seen: set[str]

    def show(self, name: str, text: str = "") -> Mapped:
        frame = self.tree.frame
        self.seen.add(name)
        node, part = frame.node_by_id.get(name), frame.node_by_id.get(name) or frame.leaf_by_id[name]
        if node:
            against = self._list_new((*node.over, *node.unless))
            supports = [*self._list_new(node.of), *map(self._show_reason, frame.considerations_under[name])]
            below = [*supports, *(replace(one, attacks=True) for one in against)]
        else:
            below = self._list_new(frame.list_below(name))
        return Mapped(
            id=name,
            kind="frame" if node else frame.leaf_by_id[name].kind,
            text=text or self.tree.titles.get(name) or part.says or name,
            standing=self._find_standing(name),
            below=(*below, *self._list_objections(name)),
        )

    def _list_new(self, names: Iterable[str]) -> list[Mapped]:
        """Those that are not shown yet."""
        return [self.show(name) for name in names if name not in self.seen]

    def _show_reason(self, reason: Consideration) -> Mapped:
        held = [self.tree.holds.get(name) for name in reason.rests_on]
        return Mapped(
            id=reason.id,
            kind="consideration",
            text=reason.says,
            standing="false" if False in held else "open" if None in held else "true",
            attacks=reason.option == "against",
            below=(*self._list_new(reason.rests_on), *self._list_objections(reason.id)),
        )

    def _list_objections(self, target: str) -> Iterator[Mapped]:
        record = self.tree.record
        yield from (self._show_objection(one) for one in record.objections if one.target == target)

    def _show_objection(self, objection: Objection) -> Mapped:
        verdicts = [one for one in self.tree.record.verdicts if one.exchange == objection.id]
        is_met = bool(verdicts) and all(one.met in ("yes", "conceded") or not one.is_material for one in verdicts)
        standing = "met" if is_met else "unmet"
        return Mapped(objection.id, "objection", objection.point, standing, by=objection.by, attacks=True)

    def _find_standing(self, name: str) -> str:
        if name in self.tree.frame.node_by_id:
            return {True: "true", False: "false", None: "open"}[self.tree.holds.get(name)]
        standing = self.tree.standing_by_leaf[name]
        return standing.label or standing.stands


def draw_map(title: str, top: Mapped) -> str:
    """A tree as one SVG element."""
    chart = Diagram(
        title=title,
        columns=(),
        boxes=tuple(_draw_boxes(top, 0)),
        arrows=tuple(_draw_arrows(top)),
        box_width=_BOX_WIDTH,
        is_tree=True,
    )
    return draw(chart)


def _draw_boxes(mapped: Mapped, column: int) -> Iterator[Box]:
    """One box, and those of what it hangs on. What counts no more is struck through, what is open is dashed."""
    standing = say(f"standings.{mapped.standing}")
    said = Text(text=mapped.text, look="delete" if mapped.is_gone else "plain")
    named = [Text(text=mapped.by, look="small")] if mapped.by else []
    yield Box(
        id=mapped.id,
        column=column,
        lines=(Text(text=standing, look="strong"), said, *named),
        tone=_TONES.get(mapped.standing, "amber"),
        dashed=mapped.is_unsettled,
        about=". ".join(filter(None, (say(f"parts.{mapped.kind}"), standing, mapped.text, mapped.by))),
        href=f"#outline-{mapped.id}",
    )
    for one in mapped.below:
        yield from _draw_boxes(one, column + 1)


def _draw_arrows(mapped: Mapped) -> Iterator[Arrow]:
    for one in mapped.below:
        yield Arrow(start=one.id, end=mapped.id, attacks=one.attacks)
        yield from _draw_arrows(one)
