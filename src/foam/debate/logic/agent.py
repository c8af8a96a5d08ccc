"""The logic and summarisation agent: all that the other side said, as predicates, a chain and its flaws.

Predicates come from the reader's grammar and, where a model can write them, from the model, too; lines that do not
parse are counted and left out. Circles and contradictions are the code's; the rest a model picks from the code's
suspects.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from foam.debate.logic.flaw import JUDGED, FlawKind, Loophole, checked, suspects
from foam.debate.logic.predicate import Stated, parse_predicate, verbalised
from foam.debate.logic.reader import read_predicates
from foam.debate.questions import flaw_question, predicates_question
from foam.job.answers import chosen, written
from foam.job.clerk import Clerk
from foam.job.retrieval import after
from foam.model.question import Option
from foam.model.template import Prompts
from foam.record.entry import Entry, EntryInput
from foam.values import Value

LONGEST_CHAIN = 60
"""Steps of the other side's reasoning that are told, at most."""
MOST_SUSPECTS = 12


class Heard(NamedTuple):
    """An utterance of the other side, and the entry that recorded it."""

    text: str
    entry: str
    sourced: tuple[str, ...] = ()
    """Sentences that were quoted from a source: whoever said them gave a ground."""


class Analysis(Value):
    """The other side's reasoning and what is wrong with it."""

    stated: tuple[Stated, ...] = ()
    chain: str = ""
    loopholes: tuple[Loophole, ...] = ()
    unread: int = 0
    """Lines of a model that were no predicates."""
    entries: tuple[str, ...] = ()
    """Keys of the entries that the flaws rest on."""


async def analyse(clerk: Clerk, prompts: Prompts, heard: Sequence[Heard]) -> Analysis:
    """Analyse everything the other side said, over all its turns."""
    if not heard:
        return Analysis()
    entries = await asyncio.gather(*(_predicates(clerk, prompts, one) for one in heard))
    read = [_read(turn, one, entry) for turn, (one, entry) in enumerate(zip(heard, entries, strict=True))]
    stated = tuple(stated for found, _ in read for stated in found)
    chain = neutral_chain(stated)
    since = tuple(after(f"predicates {n}", entry) for n, entry in enumerate(entries))
    grounded = frozenset(sentence for one in heard for sentence in one.sourced)
    found = {kind: _suspected(stated, kind, grounded) for kind in JUDGED}
    judged = await asyncio.gather(*(_judged(clerk, prompts, found[kind], chain, kind, since) for kind in JUDGED))
    return Analysis(
        stated=stated,
        chain=chain,
        loopholes=(*checked(stated), *(one for flaws, _ in judged for one in flaws)),
        unread=sum(lines for _, lines in read),
        entries=(*(entry.key for entry in entries), *(key for _, keys in judged for key in keys)),
    )


def neutral_chain(stated: Sequence[Stated]) -> str:
    """The predicates as numbered sentences that take no side."""
    steps = list(dict.fromkeys(verbalised(one.predicate) for one in stated))[:LONGEST_CHAIN]
    return "\n".join(f"{n}. {step}" for n, step in enumerate(steps, start=1))


async def _predicates(clerk: Clerk, prompts: Prompts, one: Heard) -> Entry:
    return await clerk.ask("predicates", predicates_question(prompts, utterance=one.text), after("said", one.entry))


def _read(turn: int, one: Heard, entry: Entry) -> tuple[list[Stated], int]:
    """What grammar reads in an utterance and what the model wrote of it; and how many lines were no predicates."""
    lines = [line for line in written(entry, "predicates").splitlines() if line.strip()]
    parsed = [predicate for line in lines if (predicate := parse_predicate(line)) is not None]
    by_model = [Stated(predicate=p, turn=turn, sentence=verbalised(p), source="model") for p in parsed]
    return [*read_predicates(one.text, turn), *by_model], len(lines) - len(parsed)


def _suspected(stated: Sequence[Stated], kind: FlawKind, grounded: frozenset[str]) -> tuple[Stated, ...]:
    """Where a flaw may be; what was quoted from a source is not taken for granted."""
    found = suspects(stated, kind)
    if kind == "unsupported assumption":
        found = tuple(one for one in found if one.sentence not in grounded)
    return found[:MOST_SUSPECTS]


async def _judged(
    clerk: Clerk,
    prompts: Prompts,
    found: Sequence[Stated],
    chain: str,
    kind: FlawKind,
    since: tuple[EntryInput, ...],
) -> tuple[list[Loophole], tuple[str, ...]]:
    """The suspects of one kind that the model holds to be flaws."""
    if not found:
        return [], ()
    offered = tuple(Option(id=f"f{n}", text=one.sentence) for n, one in enumerate(found, start=1))
    question = flaw_question(prompts, fault=f"{kind} ({JUDGED[kind]})", chain=chain, offered=offered)
    entry = await clerk.ask("flaw", question, *since)
    picked = [found[int(id[1:]) - 1] for id in chosen(entry)]
    by = entry.draft.decider.id
    return [Loophole(kind=kind, quotes=(one.sentence,), turns=(one.turn,), by=by) for one in picked], (entry.key,)
