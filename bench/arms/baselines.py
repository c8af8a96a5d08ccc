"""Speeches written the plain way, as Markdown: from one prompt, from a search, from FOAM's cards with one thing undone.

Every model is asked through the clerk, so each speech is on the record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from foam.argument.motion import parse_motion
from foam.case.author import Author
from foam.case.cut import read_source
from foam.case.draft import cut_source
from foam.case.values import Case, CutCard, Refusal, Slot
from foam.evidence.corpus import Passage
from foam.job.answers import read_text
from foam.job.retrieval import depend_on_candidates, retrieve
from foam.job.session import Session
from foam.model.form import TextField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, render_prompt
from foam.perspective.node import Perspective
from foam.record.entry import Input

SECTIONS = {"plan": 80, "first_advantage": 500, "second_advantage": 500, "solvency": 400, "impact_calculus": 220}
"""Parts of the zero-shot speech and the most words of each: 1,700 in all."""
CARDS = 10
"""Cards of the speeches that have no outline to say how many."""
TAG_WORDS, QUOTE_WORDS, CARD_WORDS = 18, 60, 120


class Quoted(NamedTuple):
    """A tag over a quotation."""

    tag: str
    quote: str
    cite: str


async def write_zero_shot(session: Session, resolution: str) -> str:
    """One prompt with the standardised constraints: eight minutes, no fabrication, `[EVIDENCE NEEDED]`."""
    entry = await session.clerk.ask("speech", zero_shot_question(session.prompts, resolution=resolution))
    parts = [f"## {name.replace('_', ' ').capitalize()}\n\n{read_text(entry, name)}" for name in SECTIONS]
    return "\n\n".join(parts) + "\n"


def zero_shot_question(prompts: Prompts, *, resolution: str) -> Write:
    """The whole speech from nothing but the resolution."""
    fields = tuple(TextField(name=name, max_words=words) for name, words in SECTIONS.items())
    filled = render_prompt(prompts, "judging/zero-shot", resolution=fence(resolution))
    return Write(**filled, statement=parse_motion(resolution).affirmed, fields=fields)


async def write_from_retrieval(session: Session, resolution: str) -> str:
    """The nearest passages; tag and quotation as the model writes them."""
    statement = parse_motion(resolution).affirmed
    offered = retrieve(session.clerk, session.corpus, statement, limit=CARDS)
    cards = await asyncio.gather(
        *(_choose_quote(session, statement, one, depend_on_candidates(offered)) for one in offered.passages)
    )
    return speech(statement, cards)


async def _choose_quote(session: Session, statement: str, passage: Passage, before: Sequence[Input]) -> Quoted:
    question = retrieval_question(session.prompts, statement=statement, passage=passage.text)
    entry = await session.clerk.ask("retrieval card", question, *before)
    return Quoted(read_text(entry, "tag"), read_text(entry, "quote"), passage.cite)


def retrieval_question(prompts: Prompts, *, statement: str, passage: str) -> Write:
    """A tag and a quotation from one passage."""
    filled = render_prompt(
        prompts,
        "judging/retrieval-card",
        statement=fence(statement),
        passage=fence(passage),
        tag_words=str(TAG_WORDS),
        quote_words=str(QUOTE_WORDS),
    )
    fields = (TextField(name="tag", max_words=TAG_WORDS), TextField(name="quote", max_words=QUOTE_WORDS))
    return Write(**filled, statement=statement, fields=fields, material=(Option(id="s1", text=passage),))


async def quote_freely(session: Session, case: Case) -> str:
    """FOAM's cards, each quotation written by the model from the source instead of assembled from sentence ids."""
    cards = await asyncio.gather(*(_quote_card_freely(session, card) for card in case.cards))
    return speech(case.plan, cards)


async def _quote_card_freely(session: Session, card: CutCard) -> Quoted:
    entry = await session.clerk.ask("quotation", requote_question(session.prompts, card=card))
    return Quoted(card.tag, read_text(entry, "quote"), card.cite)


def requote_question(prompts: Prompts, *, card: CutCard) -> Write:
    """The quotation that establishes a tag, in the model's own writing."""
    most = len(card.text.split())
    filled = render_prompt(prompts, "judging/requote", tag=fence(card.tag), source=fence(card.body), words=str(most))
    material = (Option(id="s1", text=card.body),)
    return Write(**filled, statement=card.tag, fields=(TextField(name="quote", max_words=most),), material=material)


async def write_without_template(session: Session, resolution: str, seat: Perspective) -> str:
    """Cards by sentence ids, but no outline: the nearest sources one after another."""
    statement = parse_motion(resolution).affirmed
    offered = retrieve(session.clerk, session.corpus, statement, limit=3 * CARDS)
    sources = list(dict.fromkeys(passage.pointer.document for passage in offered.passages))[:CARDS]
    before = [one for one in depend_on_candidates(offered) if one.type == "entry"]
    slots = [_slot(number, statement) for number in range(len(sources))]
    author = Author(session, seat, statement, resolution)
    cards = await asyncio.gather(
        *(cut_source(author, slot, source, *before) for slot, source in zip(slots, sources, strict=True))
    )
    held = [(card, read_source(session, card.document)) for card in cards if not isinstance(card, Refusal)]
    return speech(statement, [Quoted(card.tag, card.text, source.citation.brief) for card, source in held])


def _slot(number: int, statement: str) -> Slot:
    slot_id = f"reason-{number + 1}"
    return Slot(
        id=slot_id,
        path=(slot_id,),
        title="reason",
        syllogism="reason",
        component="reason",
        words=CARD_WORDS,
        seek=statement,
    )


def speech(plan: str, cards: Iterable[Quoted]) -> str:
    """Cards under their tags; the cite behind a dash, where quotations are read with it."""
    blocks = [plan]
    for card in cards:
        quote = " ".join(card.quote.split())
        blocks += [f"### {' '.join(card.tag.split())}", f"> {quote}" + (f"\n> — {card.cite}" if card.cite else "")]
    return "\n\n".join(blocks) + "\n"
