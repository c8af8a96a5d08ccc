"""Speech outlines: what a speech is made of, and the rules the speech is held to.

Outlines repeat themselves (every advantage has the same leaves), so a part is defined once and used by `like`:
`{"like": "advantage", "id": "equity", "title": "Equity", "theme": "…"}`. In a part `$id`, `$title` and `$theme` stand
for what the node says; `$plan` and the names of an answer are filled when the speech is written. Parts that several
speeches use stand in the pack's `parts.json`; an outline may define more of its own under `parts`.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from foam.argument.flow import Side
from foam.argument.outline import OutlineNode
from foam.errors import NotFound, PackError
from foam.pack.files import read_json, validate
from foam.pack.pack import Pack
from foam.pack.rules import Calculation
from foam.values import Value, digest

PARTS_FILE = "parts.json"

Parts = Mapping[str, Any]


class Declared(Value):
    """A syllogism of the pack's own, beside the seventeen: what it must hold."""

    required: tuple[str, ...]
    """The components that it needs."""
    analytic: frozenset[str] = frozenset()
    """Components that may stand without evidence."""
    chain: tuple[str, ...] = ()
    """Components of which each has to follow from the one before it."""


class UsedCalculation(Value):
    """A calculation of the pack, as a speech uses it."""

    use: str
    """The calculation's id."""
    holds: str = ""
    """What must come out true for the speech to stand, where that is not what the calculation says."""
    as_stated: bool = False
    """Whether the speech rests on the decision's own figures: a wrong one then brings it down."""


class SpeechOutline(Value):
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
    """Syllogisms of your own beside the seventeen."""
    other: dict[str, str] = Field(default_factory=dict)
    """By branch: the part of which a new child is made when none of those offered fits."""
    calculations: dict[str, Calculation] = Field(default_factory=dict)
    """By leaf: what is worked out for it. An outline names calculations of the pack: see `UsedCalculation`."""
    reuse: bool = False
    """Whether one source may serve several components of a syllogism, as a code of law does."""
    leaves_out: bool = False
    """Whether arguments for which nothing was found are left out of the speech, as long as one is read."""
    parts: dict[str, Any] = Field(default_factory=dict)
    """The parts that its nodes may be made of: the pack's and its own."""
    tree: OutlineNode
    """The nodes."""

    def make_node(self, part: str, *, node_id: str, title: str, theme: str) -> OutlineNode:
        """A node made of a part, for a theme that the template does not know."""
        node = {"like": part, "id": node_id, "title": title, "theme": theme}
        return OutlineNode.model_validate(expand_node(node, self.parts))


def list_speeches(pack: Pack) -> tuple[str, ...]:
    """The speeches for which the pack has a template."""
    return tuple(sorted(path.stem for path in (pack.folder / "trees").glob("*.json")))


def load_outline(pack: Pack, speech: str) -> SpeechOutline:
    """The pack's template of a speech."""
    known = list_speeches(pack)
    if speech not in known:
        raise NotFound(f"pack {pack.name} has no outline for {speech!r}", hint=f"it has {', '.join(known) or 'none'}")
    return read_outline(pack.folder / "trees" / f"{speech}.json", load_parts(pack), pack.calculations)


def load_parts(pack: Pack) -> dict[str, Any]:
    """The parts that the outlines of the pack share."""
    path = pack.folder / PARTS_FILE
    return read_json(path) if path.is_file() else {}


def read_outline(path: Path, shared: Parts, calculations: Sequence[Calculation] = ()) -> SpeechOutline:
    """A template from its file, with its parts and calculations written out; an error names the file and the rule."""
    raw = read_json(path)
    own = raw.get("parts", {})
    if not isinstance(own, dict):
        raise PackError(f"{path}: parts: it is no object", hint="see docs/packs.md")
    twice = sorted(own.keys() & shared.keys())
    if twice:
        raise PackError(f"{path}: part {twice[0]!r} stands in {PARTS_FILE}, too", hint="name it otherwise")
    parts = {**shared, **own}
    try:
        tree = expand_node(raw.get("tree"), parts)
    except PackError as error:
        raise PackError(f"{path}: {error.what}", hint=error.hint) from error
    worked_out = _find_calculations(path, raw.get("calculations", {}), calculations)
    return validate(path, SpeechOutline, {**raw, "parts": parts, "tree": tree, "calculations": worked_out})


def _find_calculations(path: Path, used: Any, known: Sequence[Calculation]) -> dict[str, Calculation]:
    """By leaf: the calculation of the pack that an outline names, with what must hold for its speech."""
    if not isinstance(used, dict):
        raise PackError(f"{path}: calculations: it is no object", hint="see docs/packs.md")
    found: dict[str, Calculation] = {}
    by_id = {one.id: one for one in known}
    for leaf, row in used.items():
        named = validate(path, UsedCalculation, row)
        if named.use not in by_id:
            raise PackError(
                f"{path}: calculations: no calculation {named.use!r}", hint=f"there are {', '.join(by_id) or 'none'}"
            )
        stated = by_id[named.use]
        changed = {"holds": named.holds or stated.holds, "as_stated": named.as_stated}
        found[leaf] = validate(path, Calculation, {**dict(stated), **changed})
    return found


def find_part_faults(pack: Pack) -> Iterator[tuple[str, str]]:
    """File and fault of each part that no outline uses, or that is the same as another."""
    files = {PARTS_FILE: load_parts(pack)}
    used = set(_parts_named(files[PARTS_FILE]))
    for speech in list_speeches(pack):
        file = f"trees/{speech}.json"
        raw = read_json(pack.folder / file)
        files[file] = raw.get("parts", {})
        named = {*_parts_named(raw), *raw.get("other", {}).values()}
        used |= named
        yield from ((file, f"part {name!r}: nothing is made of it") for name in files[file] if name not in named)
    yield from ((PARTS_FILE, f"part {name!r}: no outline uses it") for name in files[PARTS_FILE] if name not in used)
    first: dict[str, str] = {}
    for file, parts in files.items():
        for name, part in parts.items():
            same = first.setdefault(digest(part), f"{name!r} of {file}")
            if same != f"{name!r} of {file}":
                yield file, f"part {name!r}: the same as {same}"


def _parts_named(node: Any) -> Iterator[str]:
    match node:
        case dict():
            yield from [node["like"]] if isinstance(node.get("like"), str) else []
            for value in node.values():
                yield from _parts_named(value)
        case list():
            for value in node:
                yield from _parts_named(value)


def expand_node(node: Any, parts: Parts, inside: tuple[str, ...] = ()) -> Any:
    """The node with its part written out, and so everything below it; `inside` are the parts it stands in."""
    if not isinstance(node, dict):
        return node
    if "like" in node:
        name = node["like"]
        if name not in parts:
            raise PackError(f"no part {name!r}", hint=f"there are {', '.join(sorted(parts)) or 'none'}")
        if name in inside:
            raise PackError(f"the part {name!r} contains itself", hint="see docs/packs.md")
        if not isinstance(parts[name], dict):
            raise PackError(f"the part {name!r} is no node", hint="see docs/packs.md")
        own = {field: value for field, value in node.items() if field not in ("like", "theme")}
        node, inside = {**_fill(parts[name], node), **own}, (*inside, name)
    children = node.get("children")
    if not isinstance(children, list):
        return node
    return {**node, "children": [expand_node(child, parts, inside) for child in children]}


def _fill(part: Any, node: Mapping[str, Any]) -> Any:
    """The part with `$id`, `$title` and `$theme` as the node says; other names are left for later."""
    match part:
        case str():
            named = {name: str(node.get(name, "")) for name in ("id", "title", "theme")}
            return string.Template(part).safe_substitute(named)
        case dict():
            return {name: _fill(value, node) for name, value in part.items()}
        case list():
            return [_fill(value, node) for value in part]
        case _:
            return part
