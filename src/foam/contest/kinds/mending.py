"""A sentence that corrects another, put in its place: in leaves, reasons and workings, figure for figure. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from foam.argument.tree import Consideration, Frame, Leaf
from foam_quotes.text.figures import parse_decimal


def mend_frame(frame: Frame, was: str, now: str, figures: Mapping[str, str]) -> Frame:
    """The tree with the sentence `now` wherever it named `was`, and the figures of the one in place of the other's."""
    leaves = tuple(_mend_leaf(one, was, now, figures) if was in one.at else one for one in frame.leaves)
    reasons = tuple(_mend_reason(one, was, now, figures) if was in one.at else one for one in frame.considerations)
    return frame.model_copy(update={"leaves": leaves, "considerations": reasons})


def _mend_leaf(leaf: Leaf, was: str, now: str, figures: Mapping[str, str]) -> Leaf:
    held = leaf.model_dump(mode="json")
    update = {"at": _put(held["at"], was, now), "says": _mend_text(leaf.says, figures)}
    return Leaf.model_validate({**held, **update, "working": _mend_working(held["working"], was, now, figures)})


def _mend_reason(one: Consideration, was: str, now: str, figures: Mapping[str, str]) -> Consideration:
    update = {"at": tuple(_put(one.at, was, now)), "says": _mend_text(one.says, figures)}
    return one.model_copy(update=update)


def _mend_working(held: Any, was: str, now: str, figures: Mapping[str, str]) -> Any:
    """A working as plain data, with the corrected figures where it reads that sentence."""
    if isinstance(held, list):
        return [_mend_working(one, was, now, figures) for one in held]
    if not isinstance(held, dict):
        return held
    if was not in held.get("at", ()):
        return {name: _mend_working(one, was, now, figures) for name, one in held.items()}
    known = {_read(old): str(_read(new)) for old, new in figures.items()}
    value = known.get(_read(str(held.get("value", ""))), held.get("value"))
    return {**held, "at": _put(held["at"], was, now), **({"value": value} if "value" in held else {})}


def _put(sentences: Any, was: str, now: str) -> list[str]:
    return list(dict.fromkeys(now if one == was else one for one in sentences))


def _mend_text(text: str, figures: Mapping[str, str]) -> str:
    for old, new in figures.items():
        text = re.sub(rf"(?<![\w.,]){re.escape(old)}(?![\w]|[.,]\d)", new.replace("\\", ""), text)
    return text


def _read(figure: str) -> object:
    return parse_decimal(figure, lone_three="grouping")
