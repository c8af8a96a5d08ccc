"""What a deliberation will take: each act once, argue, object and reply once a seat, twice where code finds a fault.

Most acts show the file and the tree, so what one takes is mostly the length of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from foam.acts.shown import IN_PARTS, ROOM
from foam.deliberation.protocol import choose_speakers
from foam.evidence.document import Document
from foam.job.acts import ATTEMPTS
from foam.job.estimates import (
    ONCE,
    Estimate,
    Range,
    StepEstimate,
    StepRule,
    is_writer,
    make_range,
    make_rule,
    merge_steps,
    reckon_steps,
)
from foam.job.orders.deliberation import Protocol
from foam.job.session import SEAT_ROLES
from foam.model.port import name_seat_model
from foam.model.remote.budget import Price
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
from foam.record.entry import Decider

JOB = "deliberate"
_CHECKED = make_range(1, 1, ATTEMPTS)
"""An act that code checks: once, and again where something is wrong with it."""
_MAYBE = make_range(0, 1, ATTEMPTS)
_LETTERS_PER_TOKEN = 4
_OF_ID, _OF_DOCUMENT = 8, 200
"""Letters that a sentence and a document take beside their words: id, source and marks."""
_FORM, _TREE, _POSITIONS = 900, 1_200, 1_500
"""Tokens of an act's instructions and form, of a tree, and of all that was argued."""


def list_rules(file: Range, parts: int) -> tuple[StepRule, ...]:
    """The acts over a file of so many tokens, which a model that writes reads in so many parts."""
    reading = make_range(parts + (parts > 1)) * _CHECKED
    alone, tree = make_range(_FORM) + file, make_range(_FORM + _TREE) + file
    heard = tree + make_range(_POSITIONS)
    return (
        make_rule("read", "proposer", "table", reading, alone, 900),
        make_rule("frame", "proposer", "table", _CHECKED, alone, 1_200),
        make_rule("argue", "proposer", "seat", _CHECKED, tree, 500),
        make_rule("object", "critic", "objector", _CHECKED, heard, 300),
        make_rule("reply", "proposer", "objector", make_range(0, 0.8, ATTEMPTS), heard, 300),
        make_rule("amend", "proposer", "assembled", make_range(1, 2, 2 * ATTEMPTS), heard, 300),
        make_rule("evaluate", "judge", "table", _CHECKED, heard, 900),
        make_rule("tell", "proposer", "table", _CHECKED, make_range(_FORM + _TREE), 300),
    )


def _list_choosing(*, states_rules: bool) -> tuple[StepRule, ...]:
    """What a model that does not write is asked: nothing where the pack states the rules."""
    times = make_range(0) if states_rules else _MAYBE
    return tuple(make_rule(step, "proposer", "table", times, _FORM, 100) for step in ("read", "frame", "evaluate"))


def estimate_deliberation(
    seats: Sequence[Perspective],
    pack: Pack,
    deciders: Mapping[str, Decider],
    *,
    protocol: Protocol = "deliberation",
    speaker: str = "",
    prices: Mapping[str, Price] | None = None,
    file: int = 0,
) -> Estimate:
    """What deliberating among these seats will take, of the models that play the roles and the seats.

    `file` is how many tokens the file takes; 0 where it is not known.
    """
    known = prices or {}
    table, shown, parts = _estimate_table(pack, deciders, known, file)
    speakers = choose_speakers(protocol, tuple(seats), speaker=speaker, stakeholders=pack.stakeholders).seats
    writes = is_writer(deciders["proposer"])
    steps = list(table)
    for seat in speakers:
        cast = _cast_for(seat, deciders)
        if is_writer(cast["proposer"]):
            speaks = make_range(0, 1, 1) if protocol == "auto" else ONCE
            amends = protocol == "assembly"
            objects = make_range(0, 0, int(amends)) if protocol == "consultancy" or amends else speaks
            units = {"seat": speaks, "objector": objects, "assembled": make_range(int(amends))}
            steps += reckon_steps([one for one in list_rules(shown, parts) if one.per != "table"], units, cast, known)
    return Estimate(job=JOB, steps=merge_steps(steps), basis=tuple(_explain(len(speakers), file, writes=writes)))


def estimate_answer(
    pack: Pack, deciders: Mapping[str, Decider], *, prices: Mapping[str, Price] | None = None, file: int = 0
) -> Estimate:
    """What a short answer will take: the acts of the table, and no seat speaks."""
    steps, _, _ = _estimate_table(pack, deciders, prices or {}, file)
    return Estimate(job="ask", steps=merge_steps(steps), basis=tuple(_explain(0, file, writes=True))[1:])


def _estimate_table(
    pack: Pack, deciders: Mapping[str, Decider], prices: Mapping[str, Price], file: int
) -> tuple[tuple[StepEstimate, ...], Range, int]:
    """What the acts take that no seat does; how much of the file each shows, and in how many parts it is read."""
    letters = file * _LETTERS_PER_TOKEN
    parts = max(1, ceil(min(letters, IN_PARTS.room) / ROOM))
    shown = make_range(min(file, ROOM // _LETTERS_PER_TOKEN)) if file else make_range(500, 5_000, 30_000)
    states_rules = pack.rules is not None
    rules = list_rules(shown, parts) if is_writer(deciders["proposer"]) else _list_choosing(states_rules=states_rules)
    table = [one for one in rules if one.per == "table"]
    return tuple(reckon_steps(table, {"table": ONCE}, deciders, prices)), shown, parts


def count_file_tokens(documents: Iterable[Document]) -> int:
    """About how many tokens the sentences of documents take."""
    letters = 0
    for document in documents:
        letters += _OF_DOCUMENT + sum(len(document.sentence(n)) + _OF_ID for n in range(len(document.sentences)))
    return letters // _LETTERS_PER_TOKEN


def _cast_for(seat: Perspective, deciders: Mapping[str, Decider]) -> dict[str, Decider]:
    """Who plays which role when this seat speaks."""
    own = deciders.get(name_seat_model(seat.id))
    return {**deciders, **(dict.fromkeys(SEAT_ROLES, own) if own else {})}


def _explain(seats: int, file: int, *, writes: bool) -> Iterable[str]:
    yield f"{seats} seats speak" if writes else "a model that does not write argues nothing: seats weigh what is found"
    yield f"the file is about {file:,} tokens, and most acts show it" if file else "how long the file is is not known"
    yield "an act is asked for again once where code finds something wrong with its form"
    yield "an endpoint that keeps the beginning of a request reads the file once; thinking is not in it"
    yield "answers that the record holds already are not asked again: a run from an earlier one takes less"
