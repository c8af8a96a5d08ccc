"""The logic and summarisation agent: all that the other side said, as predicates, a chain and its flaws.

Predicates come from the reader's grammar and, where a model can write them, from the model, too; lines that do not
parse are counted and left out. Circles and contradictions are the code's; the rest a model picks from the code's
suspects. A critic that writes reads the last speech instead, and names what is wrong with it itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from foam.debate.acts import flaws_question
from foam.debate.language import split_utterance
from foam.debate.logic.flaw import JUDGED, KINDS, FlawKind, Loophole, find_loopholes, find_suspects
from foam.debate.logic.predicate import StatedPredicate, parse_predicate, verbalise
from foam.debate.logic.reader import read_predicates
from foam.debate.questions import flaw_question, predicates_question
from foam.errors import OutOfBounds
from foam.job.answers import read_choice, read_form, read_reasons, read_text
from foam.job.clerk import Clerk
from foam.job.retrieval import depend_on
from foam.model.question import Option
from foam.model.template import Prompts
from foam.record.entry import Entry, EntryInput
from foam.values import Value

LONGEST_CHAIN = 60
"""Steps of the other side's reasoning that are told, at most."""
MOST_SUSPECTS = 12


class HeardAnswer(NamedTuple):
    """What was answered in cross-examination, and to which question."""

    text: str
    asked: str = ""


class HeardArgument(NamedTuple):
    """An utterance of the other side, and the entry that recorded it."""

    text: str
    entry: str
    sourced: tuple[str, ...] = ()
    """Sentences that were quoted from a source: whoever said them gave a ground."""
    cited: Mapping[str, str] = {}
    """What is cited, under the sentence after which it is."""
    answered: tuple[HeardAnswer, ...] = ()
    """What the same side answered in cross-examination afterwards."""


class Analysis(Value):
    """The other side's reasoning and what is wrong with it."""

    stated: tuple[StatedPredicate, ...] = ()
    chain: str = ""
    loopholes: tuple[Loophole, ...] = ()
    unread: int = 0
    """Lines of a model that were no predicates."""
    entries: tuple[str, ...] = ()
    """Keys of the entries that the flaws rest on."""


async def criticise_reasoning(
    clerk: Clerk, prompts: Prompts, heard: HeardArgument | None, before: Sequence[HeardArgument] = ()
) -> Analysis:
    """What a critic that writes finds wrong with the last speech: a few flaws, each at a sentence and with a reason.

    Circles and contradictions that code proves over all that was heard come first.
    """
    if heard is None:
        return Analysis()
    said = split_utterance(heard.text)
    shown = [(one, _show_cited(one, heard.cited.get(one, ""))) for one in said]
    shown += [pair for answer in heard.answered for pair in _show_answer(answer)]
    sentences = [one for one, _ in shown]
    proved = _number_sentences(
        find_loopholes([stated for turn, one in enumerate(before) for stated in read_predicates(one.text, turn)]),
        sentences,
    )
    options = tuple(Option(id=f"f{n}", text=text) for n, (_, text) in enumerate(shown, start=1))
    question = flaws_question(prompts, kinds=KINDS, options=options)
    try:
        entry = await clerk.ask("flaws", question, depend_on("said", heard.entry))
    except OutOfBounds:
        return Analysis(loopholes=proved)
    rows: Any = read_form(entry)["flaws"]
    by = entry.draft.decider.id
    loopholes = tuple(
        Loophole(
            kind=row["kind"],
            quotes=tuple(sentences[int(name[1:]) - 1] for name in row["sentences"]),
            turns=(0,),
            by=by,
            reasons=row["reason"].strip(),
            sentences=tuple(row["sentences"]),
        )
        for row in rows
    )
    told = {(flaw.kind, frozenset(flaw.quotes)) for flaw in proved}
    named = (flaw for flaw in loopholes if (flaw.kind, frozenset(flaw.quotes)) not in told)
    return Analysis(loopholes=(*proved, *named), entries=(entry.key,))


def _number_sentences(found: Sequence[Loophole], heard: Sequence[str]) -> tuple[Loophole, ...]:
    """Flaws with the ids of their sentences in one list; without, where one of them stands elsewhere."""
    places = {one: f"f{n}" for n, one in reversed(list(enumerate(heard, start=1)))}
    ids = (tuple(places.get(quote, "") for quote in flaw.quotes) for flaw in found)
    return tuple(
        flaw.model_copy(update={"sentences": named if all(named) else ()})
        for flaw, named in zip(found, ids, strict=True)
    )


def _show_cited(sentence: str, cited: str) -> str:
    """A sentence as the critic reads it: with what is cited after it."""
    return f"{sentence}\n[cited up to here:\n{cited}]" if cited else sentence


def _show_answer(answer: HeardAnswer) -> list[tuple[str, str]]:
    """The sentences of an answer, each with how the critic reads it: the first with the question that was asked."""
    asked = f"[in cross-examination, asked: “{answer.asked}”]" if answer.asked else ""
    return [
        (one, f"{one}\n{asked if asked and not n else '[in cross-examination]'}")
        for n, one in enumerate(split_utterance(answer.text))
    ]


async def analyse_reasoning(clerk: Clerk, prompts: Prompts, heard: Sequence[HeardArgument]) -> Analysis:
    """Analyse everything the other side said, over all its turns."""
    if not heard:
        return Analysis()
    entries = await asyncio.gather(
        *(
            clerk.ask("predicates", predicates_question(prompts, utterance=one.text), depend_on("said", one.entry))
            for one in heard
        )
    )
    read = [_read_statements(turn, one, entry) for turn, (one, entry) in enumerate(zip(heard, entries, strict=True))]
    stated = tuple(stated for found, _ in read for stated in found)
    chain = make_chain(stated)
    since = tuple(depend_on(f"predicates {n}", entry) for n, entry in enumerate(entries))
    grounded = frozenset(sentence for one in heard for sentence in one.sourced)
    found = {kind: _find_suspects(stated, kind, grounded) for kind in JUDGED}
    judged = await asyncio.gather(
        *(_judge_suspects(clerk, prompts, found[kind], chain, kind, since) for kind in JUDGED)
    )
    sentences = [sentence for one in heard for sentence in split_utterance(one.text)]
    found_flaws = (*find_loopholes(stated), *(one for flaws, _ in judged for one in flaws))
    return Analysis(
        stated=stated,
        chain=chain,
        loopholes=_number_sentences(found_flaws, sentences),
        unread=sum(lines for _, lines in read),
        entries=(*(entry.key for entry in entries), *(key for _, keys in judged for key in keys)),
    )


def make_chain(stated: Sequence[StatedPredicate]) -> str:
    """The predicates as numbered sentences that take no side; the newest, where there are many."""
    steps = list(dict.fromkeys(verbalise(one.predicate) for one in stated))[-LONGEST_CHAIN:]
    return "\n".join(f"{n}. {step}" for n, step in enumerate(steps, start=1))


def _read_statements(turn: int, one: HeardArgument, entry: Entry) -> tuple[list[StatedPredicate], int]:
    """What grammar reads in an utterance and what the model wrote of it; and how many lines were no predicates."""
    lines = [line for line in read_text(entry, "predicates").splitlines() if line.strip()]
    parsed = [predicate for line in lines if (predicate := parse_predicate(line)) is not None]
    by_model = [StatedPredicate(predicate=p, turn=turn, sentence=verbalise(p), source="model") for p in parsed]
    return [*read_predicates(one.text, turn), *by_model], len(lines) - len(parsed)


def _find_suspects(
    stated: Sequence[StatedPredicate], kind: FlawKind, grounded: frozenset[str]
) -> tuple[StatedPredicate, ...]:
    """Where a flaw may be, the newest; what was quoted from a source is not taken for granted."""
    found = find_suspects(stated, kind)
    if kind == "unsupported assumption":
        found = tuple(one for one in found if one.sentence not in grounded)
    return found[-MOST_SUSPECTS:]


async def _judge_suspects(
    clerk: Clerk,
    prompts: Prompts,
    found: Sequence[StatedPredicate],
    chain: str,
    kind: FlawKind,
    since: tuple[EntryInput, ...],
) -> tuple[list[Loophole], tuple[str, ...]]:
    """The suspects of one kind that the model holds to be flaws."""
    if not found:
        return [], ()
    options = tuple(Option(id=f"f{n}", text=one.sentence) for n, one in enumerate(found, start=1))
    question = flaw_question(prompts, fault=f"{kind} ({JUDGED[kind]})", chain=chain, options=options)
    entry = await clerk.ask("flaw", question, *since)
    picked = [found[int(option_id[1:]) - 1] for option_id in read_choice(entry)]
    by, why = entry.draft.decider.id, read_reasons(entry)
    flaws = [Loophole(kind=kind, quotes=(one.sentence,), turns=(one.turn,), by=by, reasons=why) for one in picked]
    return flaws, (entry.key,)
