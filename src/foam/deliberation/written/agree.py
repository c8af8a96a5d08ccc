"""Same points, conditions that come to the same, and conflicts, found by an evaluator that writes: an act over all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from foam.deliberation.alike import SameConditions, SetCondition, group_words
from foam.deliberation.written.check import Stated, find_faults
from foam.deliberation.written.forms import conflicts_act, points_act
from foam.deliberation.written.records import read_records
from foam.job.acts import ask_act
from foam.job.session import Session
from foam.model.question import Option, Write
from foam.record.entry import Entry, Input

Pairs = dict[tuple[str, str], tuple[str, ...]]
"""Pairs of names, each with the keys of the decisions."""


class FoundAlike(NamedTuple):
    """What an evaluator put together."""

    points: Pairs
    conditions: tuple[SameConditions, ...]


async def find_same_points(
    session: Session,
    question: str,
    texts: Mapping[str, str],
    inputs: Mapping[str, Input],
    conditions: Sequence[SetCondition] = (),
) -> FoundAlike | None:
    """The pairs that make one point, and which of the conditions come to the same; None where no answer counts.

    It is one question. The conditions are left out of it where there are no two in different words.
    """
    if len(texts) < 2:
        return FoundAlike({}, ())
    ids = _number(texts)
    worded = group_words(conditions)
    asked = {f"c{place}": words for place, words in enumerate(worded, start=1)} if len(worded) > 1 else {}
    act = points_act(
        session.prompts,
        question=question,
        options=tuple(Option(id=short, text=texts[name]) for short, name in ids.items()),
        conditions=tuple(Option(id=short, text=worded[words][0].words) for short, words in asked.items()),
    )

    def check(entry: Entry) -> list[str]:
        said = [Stated(name="because", text=one["because"]) for one in _read_alike(entry, asked)]
        return find_faults(said, known=[question, *(one.words for one in conditions), *texts.values()], offered=())

    entry = await ask_act(session, "points", act, *(inputs[name] for name in ids.values()), check=check)
    if entry is None:
        return None
    alike = tuple(
        SameConditions(
            members=tuple(each for short in one["ids"] for each in worded[asked[short]]),
            because=one["because"],
            entry=entry.key,
        )
        for one in _read_alike(entry, asked)
    )
    return FoundAlike(_read_pairs(entry, "groups", ids), alike)


def _read_alike(entry: Entry, asked: Mapping[str, str]) -> list[dict[str, Any]]:
    return list(read_records(entry, "conditions")) if asked else []


async def find_conflicting(session: Session, texts: Mapping[str, str], inputs: Mapping[str, Input]) -> Pairs | None:
    """The pairs that cannot both be true; None where no answer counts."""
    return await find_groups(
        session, "conflict", texts, inputs, "pairs", lambda options: conflicts_act(session.prompts, options=options)
    )


async def find_groups(
    session: Session, kind: str, texts: Mapping[str, str], inputs: Mapping[str, Input], field: str, make: Any
) -> Pairs | None:
    """The pairs that an evaluator puts together; `make` gives the act over the texts, `field` its list of ids."""
    if len(texts) < 2:
        return {}
    ids = _number(texts)
    act: Write = make(tuple(Option(id=short, text=texts[name]) for short, name in ids.items()))
    entry = await ask_act(session, kind, act, *(inputs[name] for name in ids.values()), check=lambda _: ())
    if entry is None:
        return None
    return _read_pairs(entry, field, ids)


def _number(texts: Mapping[str, str]) -> dict[str, str]:
    """The names by the ids under which they are offered: in the order of their texts."""
    names = sorted(texts, key=lambda name: (texts[name], name))
    return {f"r{place}": name for place, name in enumerate(names, start=1)}


def _read_pairs(entry: Entry, field: str, ids: Mapping[str, str]) -> Pairs:
    found: Pairs = {}
    for record in read_records(entry, field):
        for left, right in combinations(sorted(ids[short] for short in record["ids"]), 2):
            found[left, right] = (entry.key,)
    return found
