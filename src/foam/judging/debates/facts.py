"""Facts are not opinion: each atomic claim is held against the library and is supported, refuted or not found.

A claim has something to check where it quotes, or has a figure, a date or a name; anything else is opinion to whoever
looks it up. A quotation that stands in the library to the letter is found by the code. For other claims the nearest
sentences that share enough of the claim's words are shown to a model, which says how each stands to the claim; the
pointer of the deciding one is kept. A sentence that shares too little, or lacks a figure or date of the claim, cannot
bear it out, whatever a model makes of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence, Set
from typing import Literal

from foam.debate.language import SAYING_LITTLE, list_terms, split_utterance
from foam.debate.questions import CONTRADICTS, SUPPORTS, fact_question
from foam.debate.transcript import Transcript
from foam.evidence.corpus import Corpus, Passage
from foam.job.answers import read_label, read_reasons
from foam.job.clerk import Clerk
from foam.job.retrieval import depend_on_candidates, retrieve
from foam.judging.debates.reading import NEAREST, QUOTED, draw_some, leave_out_repeats, list_quotations, stands_in
from foam.model.template import Prompts
from foam.record.entry import Entry, Input
from foam.text.statement import find_no_statement
from foam.values import Value
from foam_quotes.text.faithful import find_unfaithful
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import measure_length

Verdict = Literal["supported", "refuted", "not found"]

MOST_CLAIMS = 20
"""Claims of one utterance that are checked."""
_SHARED, _LEAST_SHARED = 0.4, 2
"""Share and number of a claim's content words that a sentence must hold to bear on it."""
_LEAST_WORDS = 5


class Fact(Value):
    """One claim and what the library says of it."""

    claim: str
    verdict: Verdict
    pointer: Pointer | None = None
    by: str = ""
    """`code` for a quotation found to the letter; else who judged."""
    reasons: str = ""
    """Why, in the words of whoever judged."""


def atomic_claims(utterance: str, before: Sequence[str] = ()) -> tuple[str, ...]:
    """What the utterance says to be so and can be looked up: its quotations, then its own sentences.

    A claim counts once, and not where it stands `before`: among the claims that its side made in earlier speeches.
    """
    quoted = [one for one in list_quotations(utterance) if not find_no_statement(one)]
    own = split_utterance(QUOTED.sub(" ", utterance))
    told = [one for one in own if _is_checkable(one)]
    return leave_out_repeats([*quoted, *told], before)


def list_claims(transcript: Transcript, turn: int) -> tuple[str, ...]:
    """The claims of a speech that are checked: those that its side did not make before, of many some."""
    said = transcript.utterances[turn]
    earlier = (one.text for one in transcript.utterances[:turn] if one.side == said.side)
    before = [claim for text in earlier for claim in atomic_claims(text)]
    return draw_some(atomic_claims(said.text, before), MOST_CLAIMS)


def _is_checkable(sentence: str) -> bool:
    """Whether a sentence states something that can be looked up: it is no question, and has a figure, date or name."""
    return (
        measure_length(sentence) >= _LEAST_WORDS
        and not sentence.rstrip().endswith(("?", "？", ":", "："))
        and not find_no_statement(sentence)
        and bool(find_unfaithful(sentence, cited=()))
    )


async def check_facts(
    clerk: Clerk, corpus: Corpus, prompts: Prompts, claims: Sequence[str], *inputs: Input, cited: Sequence[str] = ()
) -> tuple[Fact, ...]:
    """Every claim held against the library.

    `cited` are the sentences that the speech cites, each behind whoever says it.
    """
    return tuple(await asyncio.gather(*(_fact(clerk, corpus, prompts, one, cited, *inputs) for one in claims)))


async def _fact(
    clerk: Clerk, corpus: Corpus, prompts: Prompts, claim: str, cited: Sequence[str], *inputs: Input
) -> Fact:
    offered = retrieve(clerk, corpus, claim, *inputs, limit=NEAREST)
    verbatim = next((one for one in offered.passages if stands_in(claim, one.text)), None)
    if verbatim is not None:
        return Fact(claim=claim, verdict="supported", pointer=verbatim.pointer, by="code")
    near = [passage for passage in offered.passages if bears_on(passage.text, claim)]
    questions = [fact_question(prompts, claim=claim, sentence=passage.text) for passage in near]
    entries = await asyncio.gather(*(clerk.ask("fact", one, *depend_on_candidates(offered)) for one in questions))
    own = {passage.pointer for passage in near if any(one.endswith(passage.text) for one in cited)}
    return _decide_fact(claim, near, entries, own)


def bears_on(sentence: str, claim: str) -> bool:
    """Whether the sentence shares enough of the claim's words to say anything of it."""
    ours = set(list_terms(claim)) - SAYING_LITTLE
    shared = ours & set(list_terms(sentence))
    return len(shared) >= min(len(ours), max(_LEAST_SHARED, _SHARED * len(ours))) > 0


def _has_figures(sentence: str, claim: str) -> bool:
    """Whether the sentence has every figure and date of the claim."""
    return not any(one.kind in ("number", "date") for one in find_unfaithful(claim, cited=[sentence]))


def _decide_fact(claim: str, near: Sequence[Passage], entries: Sequence[Entry], own: Set[Pointer]) -> Fact:
    """Support wins over refutation: a library may hold both, and then the claim is not without ground.

    A sentence of `own`, which the speech cites itself, refutes it only where a judge says why: one that only chooses
    often takes a source for the opposite of what was made of it.
    """
    verdicts: tuple[tuple[str, Verdict], ...] = ((SUPPORTS, "supported"), (CONTRADICTS, "refuted"))
    for wanted, verdict in verdicts:
        for passage, entry in zip(near, entries, strict=True):
            by, why = entry.draft.decider.id, read_reasons(entry)
            counts = _has_figures(passage.text, claim) if wanted == SUPPORTS else why or passage.pointer not in own
            if read_label(entry) == wanted and counts:
                return Fact(claim=claim, verdict=verdict, pointer=passage.pointer, by=by, reasons=why)
    return Fact(claim=claim, verdict="not found")
