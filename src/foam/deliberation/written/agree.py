"""Same points and conflicts, found by an evaluator that writes: one act over all of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from foam.deliberation.written.forms import conflicts_act, points_act
from foam.deliberation.written.records import read_records
from foam.job.acts import ask_act
from foam.job.session import Session
from foam.model.question import Option, Write
from foam.record.entry import Input

Pairs = dict[tuple[str, str], tuple[str, ...]]
"""Pairs of names, each with the keys of the decisions."""


async def find_same_points(
    session: Session, question: str, texts: Mapping[str, str], inputs: Mapping[str, Input]
) -> Pairs | None:
    """The pairs that make one point; None where no answer counts."""
    return await find_groups(
        session,
        "points",
        texts,
        inputs,
        "groups",
        lambda options: points_act(session.prompts, question=question, options=options),
    )


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
    names = sorted(texts, key=lambda name: (texts[name], name))
    ids = {f"r{place}": name for place, name in enumerate(names, start=1)}
    act: Write = make(tuple(Option(id=short, text=texts[name]) for short, name in ids.items()))
    entry = await ask_act(session, kind, act, *(inputs[name] for name in names), check=lambda _: ())
    if entry is None:
        return None
    found: Pairs = {}
    for record in read_records(entry, field):
        for left, right in combinations(sorted(ids[short] for short in record["ids"]), 2):
            found[left, right] = (entry.key,)
    return found
