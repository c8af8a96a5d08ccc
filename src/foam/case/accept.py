"""Nodes that were generated and that a person accepted: kept in the user's home, never in a shipped pack.

A case takes them into its spec, so that a replay needs no overlay and an accepted node changes no older run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from foam.case.answer import mount_accepted
from foam.case.values import GeneratedNode
from foam.errors import InputError, NotFound, SettingError
from foam.pack.outlines import SpeechOutline
from foam.private import write_private

_FOLDER = "packs"
_PLAIN = re.compile(r"[\w.-]+")
_NODES: TypeAdapter[tuple[GeneratedNode, ...]] = TypeAdapter(tuple[GeneratedNode, ...])


def read_accepted_nodes(home: Path, pack: str, speech: str) -> tuple[GeneratedNode, ...]:
    """What was accepted for a speech of a pack; nothing where nothing was."""
    path = _find_path(home, pack, speech)
    try:
        return _NODES.validate_json(path.read_bytes())
    except FileNotFoundError:
        return ()
    except (OSError, ValidationError) as error:
        raise SettingError(f"cannot read {path}", hint="mend the file, or delete it") from error


def accept_nodes(
    home: Path, pack: str, template: SpeechOutline, generated: Sequence[GeneratedNode], ids: Sequence[str]
) -> tuple[GeneratedNode, ...]:
    """Add the nodes of these ids (all, when none is named); gives back what the speech now has."""
    known = {node.node.id: node for node in generated}
    if not known:
        raise NotFound("nothing was generated in this case", hint="its seat named no argument of its own")
    unknown = [node_id for node_id in ids if node_id not in known]
    if unknown:
        raise NotFound(f"no generated node {unknown[0]!r}", hint=f"it has {', '.join(known)}")
    accepted = {node.node.id: node for node in read_accepted_nodes(home, pack, template.speech)}
    chosen = {node_id: known[node_id] for node_id in ids or known}
    if taken := [node_id for node_id, node in chosen.items() if accepted.get(node_id, node) != node]:
        raise InputError(
            f"another case's {taken[0]!r} is accepted already, and says something else",
            hint=f"take it out first: foam pack forget {pack} {template.speech} {taken[0]}",
        )
    accepted_now = tuple({**accepted, **chosen}.values())
    mount_accepted(template.tree, accepted_now)  # refuses what hangs under a node that is not there
    _write_nodes(_find_path(home, pack, template.speech), accepted_now)
    return accepted_now


def forget_node(home: Path, pack: str, speech: str, node_id: str) -> tuple[GeneratedNode, ...]:
    """Take a node out again; gives back what is left."""
    accepted = read_accepted_nodes(home, pack, speech)
    left = tuple(node for node in accepted if node.node.id != node_id)
    if len(left) == len(accepted):
        known = ", ".join(node.node.id for node in accepted)
        raise NotFound(f"{node_id!r} was not accepted for {speech}", hint=f"there are {known or 'none'}")
    _write_nodes(_find_path(home, pack, speech), left)
    return left


def _find_path(home: Path, pack: str, speech: str) -> Path:
    for name in (pack, speech):
        if not _PLAIN.fullmatch(name) or name.startswith("."):
            raise InputError(f"{name!r} is no name for a file", hint="letters, digits, dots and dashes make one")
    return home / _FOLDER / pack / f"{speech}.json"


def _write_nodes(path: Path, nodes: tuple[GeneratedNode, ...]) -> None:
    write_private(path, _NODES.dump_json(nodes, indent=1))
