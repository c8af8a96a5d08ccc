"""Nodes that were generated and that a person accepted: kept in the user's home, never in a shipped pack.

A case takes them into its spec, so that a replay needs no overlay and an accepted node changes no older run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from foam.case.answer import mounted
from foam.case.template import SpeechTemplate
from foam.case.values import Generated
from foam.errors import InputError, NotFound, SettingError

_FOLDER = "packs"
_PLAIN = re.compile(r"[\w.-]+")
_NODES: TypeAdapter[tuple[Generated, ...]] = TypeAdapter(tuple[Generated, ...])


def accepted_nodes(home: Path, pack: str, speech: str) -> tuple[Generated, ...]:
    """What was accepted for a speech of a pack; nothing where nothing was."""
    path = _path(home, pack, speech)
    try:
        return _NODES.validate_json(path.read_bytes())
    except FileNotFoundError:
        return ()
    except (OSError, ValidationError) as error:
        raise SettingError(f"cannot read {path}", hint="mend the file, or delete it") from error


def accept(
    home: Path, pack: str, template: SpeechTemplate, generated: Sequence[Generated], ids: Sequence[str]
) -> tuple[Generated, ...]:
    """Add the nodes of these ids (all, when none is named); gives back what the speech now has."""
    known = {made.node.id: made for made in generated}
    if not known:
        raise NotFound("nothing was generated in this case", hint="nodes are made where no path of the tree fits")
    unknown = [id for id in ids if id not in known]
    if unknown:
        raise NotFound(f"no generated node {unknown[0]!r}", hint=f"it has {', '.join(known)}")
    held = {made.node.id: made for made in accepted_nodes(home, pack, template.speech)}
    whole = tuple({**held, **{id: known[id] for id in ids or known}}.values())
    mounted(template.tree, whole)  # refuses what hangs under a node that is not there
    _keep(_path(home, pack, template.speech), whole)
    return whole


def forget(home: Path, pack: str, speech: str, id: str) -> tuple[Generated, ...]:
    """Take a node out again; gives back what is left."""
    held = accepted_nodes(home, pack, speech)
    left = tuple(made for made in held if made.node.id != id)
    if len(left) == len(held):
        known = ", ".join(made.node.id for made in held)
        raise NotFound(f"{id!r} was not accepted for {speech}", hint=f"there are {known or 'none'}")
    _keep(_path(home, pack, speech), left)
    return left


def _path(home: Path, pack: str, speech: str) -> Path:
    for name in (pack, speech):
        if not _PLAIN.fullmatch(name) or name.startswith("."):
            raise InputError(f"{name!r} is no name for a file", hint="letters, digits, dots and dashes make one")
    return home / _FOLDER / pack / f"{speech}.json"


def _keep(path: Path, nodes: tuple[Generated, ...]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_bytes(_NODES.dump_json(nodes, indent=1))
    new.replace(path)
