"""What a teller reads of an earlier telling, after a challenge changed part of what may be told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from foam.deliberation.written.tell import Tellable, Telling

_NAMED = re.compile(r"\b[a-z]\d+\b")
"""Ids of an act: another id alone makes no other text."""


def describe_before(told: Sequence[Telling], before: Sequence[Tellable], now: Sequence[Tellable]) -> str:
    """The sentences that were told, each under its ids of now, and what is new, changed or gone; what changed is
    marked in what may be told `now`.

    Empty where nothing was told before.
    """
    if not any(one.sentences for one in told):
        return ""
    old, new = _list_nodes(before), _list_nodes(now)
    changed = _find_changed(old, new)
    lines: list[str] = []
    for telling in told:
        lines.append(f"Told to {telling.reader}:")
        for one in telling.sentences:
            ids = dict.fromkeys(new[node].id for node in one.nodes if node in new)
            mark = " (what it tells has changed)" if changed.intersection(one.nodes) else ""
            lines.append(f"- {one.text} [{', '.join(ids) or 'told no more'}]{mark}")
    return "\n".join([*lines, "What changed:", *_tell_changes(old, new)])


def mark_changed(before: Sequence[Tellable], now: Sequence[Tellable]) -> tuple[Tellable, ...]:
    """What may be told now, each with what it said before, where that was something else."""
    old = _list_nodes(before)
    changed = _find_changed(old, _list_nodes(now))

    def recall(one: Tellable) -> str:
        return next((old[node].text for node in one.nodes if node in changed and node in old), "")

    return tuple(one._replace(was=recall(one)) for one in now)


def list_changed(told: Sequence[Telling], before: Sequence[Tellable], now: Sequence[Tellable]) -> dict[str, str]:
    """For each sentence that tells something that changed, what all that it tells read before."""
    old, new = _list_nodes(before), _list_nodes(now)
    changed = _find_changed(old, new)
    return {
        one.text: "\n".join(old[node].text for node in one.nodes if node in old)
        for telling in told
        for one in telling.sentences
        if changed.intersection(one.nodes)
    }


def list_confirmed(told: Sequence[Telling], before: Sequence[Tellable], now: Sequence[Tellable]) -> dict[str, str]:
    """Each sentence that was told and of whose matter nothing changed: there is nothing old in it."""
    changed = list_changed(told, before, now)
    return {one.text: "" for telling in told for one in telling.sentences if one.text not in changed and one.nodes}


def _tell_changes(old: Mapping[str, Tellable], new: Mapping[str, Tellable]) -> Iterator[str]:
    for one in dict.fromkeys(new.values()):
        if not any(node in old for node in one.nodes):
            yield f"- {one.id} is new."
        elif one.was:
            yield f"- {one.id} read before: {one.was}"
    for one in dict.fromkeys(old.values()):
        if not any(node in new for node in one.nodes):
            yield f"- No longer told: {one.text}"


def _list_nodes(tellable: Sequence[Tellable]) -> dict[str, Tellable]:
    return {node: one for one in tellable for node in one.nodes}


def _find_changed(old: Mapping[str, Tellable], new: Mapping[str, Tellable]) -> set[str]:
    return {node for node in old if node not in new or _differs(old[node].text, new[node].text)}


def _differs(before: str, now: str) -> bool:
    return _NAMED.sub("", before) != _NAMED.sub("", now)
