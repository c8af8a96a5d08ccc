"""Speech templates, read from a pack: a template tree and the rules for the speech. Holds nothing of a domain.

A tree repeats itself (every advantage has the same leaves), so a file may define a part once and say `like` where
it is used: `{"like": "advantage", "id": "equity", "title": "Equity", "theme": "…"}`. In a part `$id`, `$title` and
`$theme` stand for what the node says; `$plan` is left for the plan's own words.
"""

from __future__ import annotations

import json
import string
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from foam.argument.flow import Side
from foam.argument.tree import TemplateNode
from foam.case.calculation import Calculation
from foam.errors import NotFound, PackError
from foam.pack.loader import Pack
from foam.values import Value


class Declared(Value):
    """A syllogism of the pack's own, beside the seventeen: what it must hold."""

    required: tuple[str, ...]
    analytic: frozenset[str] = frozenset()
    """Components that may stand without evidence."""


class SpeechTemplate(Value):
    """What a speech is made of, and what it is held to."""

    speech: str
    title: str
    format: str = ""
    """The kind of debate it belongs to, where a pack has several."""
    side: Side = "aff"
    needs: tuple[str, ...] = ()
    """Speeches that must have been heard before this one can be written."""
    words: int = Field(gt=0)
    """The budget, unless another is asked for."""
    between: tuple[int, int] = (0, 1_000_000)
    """Words that the whole speech must have, at least and at most."""
    density: dict[str, tuple[int, int]] = Field(default_factory=dict)
    """Cards that each syllogism of a type carries, at least and at most."""
    facts: dict[str, dict[str, str]] = Field(default_factory=dict)
    """By type of syllogism: what holds for it by the template (`barrier_kind`, …)."""
    declared: dict[str, Declared] = Field(default_factory=dict)
    other: dict[str, str] = Field(default_factory=dict)
    """By branch: the part of which a new child is made when none of those offered fits."""
    calculations: dict[str, Calculation] = Field(default_factory=dict)
    """By leaf: what is worked out for it."""
    reuse: bool = False
    """Whether one source may serve several components of a syllogism, as a code of law does."""
    parts: dict[str, Any] = Field(default_factory=dict)
    tree: TemplateNode

    def made(self, part: str, *, id: str, title: str, theme: str) -> TemplateNode:
        """A node made of a part, for a theme that the template does not know."""
        return TemplateNode.model_validate(
            _expanded({"like": part, "id": id, "title": title, "theme": theme}, self.parts)
        )


def speeches(pack: Pack) -> tuple[str, ...]:
    """The speeches for which the pack has a template."""
    return tuple(sorted(found.stem for found in (pack.folder / "trees").glob("*.json")))


def speech_template(pack: Pack, speech: str) -> SpeechTemplate:
    """The pack's template of a speech."""
    known = speeches(pack)
    if speech not in known:
        raise NotFound(f"pack {pack.name} has no tree for {speech!r}", hint=f"it has {', '.join(known) or 'none'}")
    return read_template(pack.folder / "trees" / f"{speech}.json")


def read_template(path: Path) -> SpeechTemplate:
    """A template from its file, or an error that names the file and the rule."""
    try:
        raw = dict(json.loads(path.read_text(encoding="utf-8")))
        return SpeechTemplate.model_validate({**raw, "tree": _expanded(raw.get("tree"), raw.get("parts", {}))})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise PackError(f"{path}: {where}: {first['msg']}", hint="see docs/packs.md") from error
    except (ValueError, TypeError) as error:
        raise PackError(f"{path}: {error}", hint="see docs/packs.md") from error


def _expanded(node: Any, parts: Mapping[str, Any]) -> Any:
    """The node with its part written out, and so all below it."""
    if not isinstance(node, dict):
        return node
    if "like" in node:
        if node["like"] not in parts:
            raise PackError(f"no part {node['like']!r} in this template", hint=f"it has {', '.join(sorted(parts))}")
        own = {name: value for name, value in node.items() if name not in ("like", "theme")}
        node = {**_filled(parts[node["like"]], node), **own}
    return {
        name: [_expanded(child, parts) for child in value] if name == "children" else value
        for name, value in node.items()
    }


def _filled(part: Any, names: Mapping[str, Any]) -> Any:
    match part:
        case str():
            return string.Template(part).safe_substitute({name: str(names.get(name, "")) for name in _NAMES})
        case dict():
            return {name: _filled(value, names) for name, value in part.items()}
        case list():
            return [_filled(value, names) for value in part]
        case _:
            return part


_NAMES = ("id", "title", "theme")
