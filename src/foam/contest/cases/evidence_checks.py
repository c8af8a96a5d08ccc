"""Evidence challenges that need a judgement: relevance, context, selection bias. The judge names sentences, code rules.

Each asks one question per use of evidence, over sentences alone. *Relevance* sets the cited sentence among the nearest
others: if the judge does not name it, it falls, and what was named instead can take its place. *Context* offers the
rest of the source, *selection bias* what the corpus holds against the statement: if nothing is named, the challenge is
rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from foam.contest.cases.offer import list_counters, list_named, name_sources
from foam.contest.cases.questions import against_question, bears_question, context_question
from foam.contest.cases.sitting import Sitting
from foam.contest.findings import make_finding, make_reason, named, quoted, reject
from foam.contest.outcome import Finding, Reason, Struck
from foam.contest.subject import Use
from foam.evidence.corpus import Passage, make_passage
from foam.job.answers import read_choice, read_decision
from foam.job.retrieval import Candidates, depend_on_candidates, fetch_document, make_options, retrieve
from foam.model.question import Choose
from foam.record.entry import Entry, PointerInput
from foam_quotes.text.pointer import Pointer

_RIVALS = 5
"""Sentences among which a cited one must hold its own."""
AROUND = 24
"""Sentences of a source read for context."""
_NAMED = 8
"""Of these, sentences that the challenger's words speak of."""


async def check_relevance(sitting: Sitting) -> Finding:
    """Does each cited sentence establish what it is cited for?"""
    use = sitting.use
    entry, held, rivals = await _named_among(sitting, use)
    if held:
        text = f"The judge named {quoted(held[0])} as bearing out “{use.sought or use.statement}”."
        return reject(make_reason(text, entry.key, *named(held), by=[entry]))
    struck = Struck(slot=use.slot, fallen=use.passages, instead=rivals)
    reason = _not_named(use, entry, rivals)
    return make_finding("sustained", "swap" if rivals else "retract", reason, struck=[struck])


def _not_named(use: Use, entry: Entry, rivals: Sequence[Passage]) -> Reason:
    by = read_decision(entry)
    instead = f" It named {quoted(rivals[0])} instead." if rivals else " It named no other sentence."
    text = f"{by.by} ({by.method}) did not name {quoted(use.passages[0])} for “{use.sought or use.statement}”.{instead}"
    return make_reason(text, entry.key, *named(use.passages), *named(rivals), by=[entry])


async def _named_among(sitting: Sitting, use: Use) -> tuple[Entry, tuple[Passage, ...], tuple[Passage, ...]]:
    """The judge's choice among the cited sentences and their rivals: what was cited and named, what else was named."""
    session = sitting.session
    wanted = use.sought or use.statement
    found = retrieve(session.clerk, session.corpus, wanted, limit=_RIVALS + len(use.passages))
    rivals = found.exclude(passage.pointer for passage in use.passages)[:_RIVALS]
    offered = Candidates(entry=found.entry, passages=(*use.passages, *rivals))
    question = bears_question(
        session.prompts,
        statement=wanted,
        offered=make_options(offered.passages),
        sources=name_sources(sitting, offered.passages),
    )
    entry = await session.clerk.ask("bearing", question, sitting.admitted(), *depend_on_candidates(offered))
    picked = tuple(offered.get(id) for id in read_choice(entry))
    return entry, tuple(p for p in picked if p in use.passages), tuple(p for p in picked if p not in use.passages)


async def check_context(sitting: Sitting) -> Finding:
    """Does the rest of the source speak against what its sentence is cited for?"""
    use, around = sitting.use, _list_around(sitting, sitting.use)
    entry, found = await _ask_against(
        sitting,
        around,
        lambda: context_question(
            sitting.session.prompts,
            statement=use.statement,
            challenged="\n".join(f"“{one.text}”" for one in use.passages),
            place="; ".join(_say_place(one, around) for one in use.passages),
            offered=make_options(around),
        ),
    )
    text = f"Nothing else in the source was found to speak against “{use.statement.rstrip('.')}”."
    if found:
        text = f"{_say_where(use.passages[0].pointer, found[0].pointer)}: {quoted(found[0])}"
    return _narrow_by(use, entry, found, text, instead=found)


def _say_where(cited: Pointer, says: Pointer) -> str:
    """How what a source says elsewhere is announced: it goes on only where that comes after the cited sentence."""
    after = says.document == cited.document and says.sentence > cited.sentence
    return "The source goes on" if after else "The source also says"


def _say_place(challenged: Passage, offered: Sequence[Passage]) -> str:
    """Between which of the sentences that are offered another stands."""
    where = challenged.pointer
    own = [(n, one.pointer.sentence) for n, one in enumerate(offered, 1) if one.pointer.document == where.document]
    before = [n for n, sentence in own if sentence < where.sentence]
    after = [n for n, sentence in own if sentence > where.sentence]
    told = [*([f"after s{before[-1]}"] if before else []), *([f"before s{after[0]}"] if after else [])]
    return " and ".join(told) or "in another source"


def _list_around(sitting: Sitting, use: Use) -> tuple[Passage, ...]:
    """What stands nearest to the cited sentences in their source, after what the challenger's words name there."""
    cited = [one.pointer for one in use.passages]
    source = fetch_document(sitting.session.clerk, sitting.session.corpus, cited[0])
    own = {one.sentence for one in cited}
    far = {n: min(abs(n - m) for m in own) for n in range(len(source.ends)) if n not in own}
    read = [make_passage(source, n) for n in far]
    pointed = [one.pointer.sentence for one in list_named(read, sitting.challenge.because)]
    near = sorted(far, key=lambda n: (far[n], n))
    chosen = [*dict.fromkeys((*pointed[:_NAMED], *near))][:AROUND]
    return tuple(make_passage(source, n) for n in sorted(chosen))


async def check_contrary(sitting: Sitting) -> Finding:
    """Does the corpus, or what was brought, hold evidence to the contrary that was left out?"""
    use, counters = sitting.use, list_counters(sitting)
    entry, found = await _ask_against(
        sitting,
        counters,
        lambda: against_question(
            sitting.session.prompts,
            statement=use.statement,
            offered=make_options(counters),
            sources=name_sources(sitting, counters),
            about="\n".join(f"Cited for it: “{one.text}”" for one in use.passages),
        ),
    )
    text = f"Of {len(counters)} sentences offered, none was found to speak against “{use.statement.rstrip('.')}”."
    if found:
        text = f"Left out was {quoted(found[0])}"
    return _narrow_by(use, entry, found, text, offered=(*found, *(one for one in counters if one not in found)))


async def _ask_against(
    sitting: Sitting, offered: Sequence[Passage], make_question: Callable[[], Choose]
) -> tuple[Entry | None, tuple[Passage, ...]]:
    """What of these the judge finds to speak the other way; nobody is asked about nothing."""
    if not offered:
        return None, ()
    pointers = (PointerInput(role=f"s{n}", pointer=p.pointer) for n, p in enumerate(offered, start=1))
    entry = await sitting.session.clerk.ask("counter-evidence", make_question(), sitting.admitted(), *pointers)
    return entry, tuple(offered[int(id[1:]) - 1] for id in read_choice(entry))


def _narrow_by(
    use: Use,
    entry: Entry | None,
    found: tuple[Passage, ...],
    text: str,
    *,
    instead: tuple[Passage, ...] = (),
    offered: Sequence[Passage] = (),
) -> Finding:
    """The use is narrowed by what was found to speak against it; with nothing, the challenge is turned down."""
    cites = (*((entry.key,) if entry else ()), *named(use.passages), *named(found))
    reason = make_reason(text, *cites, by=[entry])
    if not found:
        return reject(reason, offered=offered)
    struck = Struck(slot=use.slot, instead=instead, against=found)
    return make_finding("sustained", "qualify", reason, struck=[struck], against=found, offered=offered)
