"""Challenges to the evidence of a case that take a reader: does it establish what it is cited for, was something left
out? One question over the source of the card, what was brought, and what the library has for and against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.acts.shown import ShownFile, gather_file
from foam.contest.brought import MOST_BROUGHT, keep_documents, list_statements
from foam.contest.cases.sitting import Sitting
from foam.contest.findings import make_finding, make_reason, named, quoted, reject, send_to_person
from foam.contest.outcome import Finding, Struck
from foam.contest.subject import Use
from foam.contest.weigh import NOBODY, Weighed, Weighing, weigh
from foam.evidence.corpus import Corpus, Passage, make_passage, make_passages
from foam.job.retrieval import Candidates, fetch_document, retrieve

COUNTERS = 12
"""Sentences that a search gives."""
_AROUND = 12
"""Sentences of a long source that are shown on each side of a cited one."""


async def check_bearing(sitting: Sitting) -> Finding:
    """Does the evidence establish what it is cited for? If not, what was named instead can take its place."""
    use, weighed, offered = await _weigh(sitting)
    if weighed is None:
        return _leave(use, offered)
    found = _list_named(sitting, weighed)
    if weighed.disposition == "partly sustained":
        return _narrow(use, weighed, found, offered)
    if weighed.disposition == "rejected":
        return reject(weighed.reason)
    struck = Struck(slot=use.slot, fallen=use.passages, instead=found)
    return make_finding("sustained", "swap" if found else "retract", weighed.reason, struck=[struck])


async def check_omission(sitting: Sitting) -> Finding:
    """Does the rest of the source, the library or what was brought take away from what the evidence is cited for?"""
    use, weighed, offered = await _weigh(sitting)
    if weighed is None:
        return _leave(use, offered)
    if weighed.disposition == "rejected":
        return reject(weighed.reason, offered=offered)
    return _narrow(use, weighed, _list_named(sitting, weighed), offered)


async def check_otherwise(sitting: Sitting) -> Finding:
    """Does what was brought say otherwise? Where nothing was, code has looked at all there is."""
    if not sitting.challenge.brought:
        return reject(make_reason("Nothing was brought that says otherwise.", *named(sitting.use.passages)))
    return await check_bearing(sitting)


def list_counters(corpus: Corpus, use: Use) -> tuple[Passage, ...]:
    """What the library has against a use of evidence."""
    return _without(use, corpus.find(use.statement, limit=COUNTERS, against=True))


async def _weigh(sitting: Sitting) -> tuple[Use, Weighed | None, tuple[Passage, ...]]:
    """What the evaluator says, and what was offered as evidence the other way."""
    use = sitting.use
    shown, offered = _show_evidence(sitting)
    ids = {one.pointer: name for name, one in shown.sentence_by_id.items()}
    place = ", ".join(ids.get(one.pointer, one.cite) for one in use.passages)
    sought = [f"It has to show: {use.sought}"] if use.sought else []
    challenged = "\n".join((use.statement, *sought, *(f"Cited for it: “{one.text}”" for one in use.passages)))
    weighing = Weighing(sitting.challenge, sitting.asks, place, challenged, shown)
    return use, await weigh(sitting.session, sitting.entry, weighing, *named(use.passages)), offered


def _show_evidence(sitting: Sitting) -> tuple[ShownFile, tuple[Passage, ...]]:
    """The documents in which something was found: by what is cited, against it, and by the challenger's words. What was
    brought and what was found against it are offered as evidence the other way."""
    use, clerk, corpus = sitting.use, sitting.session.clerk, sitting.session.corpus
    papers = keep_documents(sitting.session, sitting.challenge.brought)
    brought = [said for paper in papers for said in list_statements(paper)[:MOST_BROUGHT]]
    near = retrieve(clerk, corpus, use.sought or use.statement, limit=COUNTERS)
    against = retrieve(clerk, corpus, use.statement, limit=COUNTERS, against=True)
    named_there = retrieve(clerk, corpus, sitting.challenge.because, limit=COUNTERS)
    own = Candidates(entry=near.entry, passages=(*use.passages, *_list_around(sitting, use), *brought))
    shown = gather_file(clerk, corpus, [own, near, against, named_there])
    return shown, _without(use, (*brought, *against.passages))


def _list_around(sitting: Sitting, use: Use) -> Iterator[Passage]:
    """What stands next to the cited sentences in their source."""
    for cited in use.passages:
        source = fetch_document(sitting.session.clerk, sitting.session.corpus, cited.pointer)
        at = cited.pointer.sentence
        near = range(max(0, at - _AROUND), min(at + _AROUND + 1, len(source.ends)))
        yield from (one for one in make_passages(source) if one.pointer.sentence in near)


def _without(use: Use, passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """The passages, each once, but for the cited ones."""
    cited = {one.pointer for one in use.passages}
    return tuple({one.pointer: one for one in passages if one.pointer not in cited}.values())


def _list_named(sitting: Sitting, weighed: Weighed) -> tuple[Passage, ...]:
    """The sentences that decide it, but for the cited ones."""
    clerk, corpus = sitting.session.clerk, sitting.session.corpus
    found = (make_passage(fetch_document(clerk, corpus, at), at.sentence) for at in weighed.at)
    return _without(sitting.use, found)


def _narrow(use: Use, weighed: Weighed, found: tuple[Passage, ...], offered: tuple[Passage, ...]) -> Finding:
    """The use is narrowed by what was named."""
    struck = Struck(slot=use.slot, instead=found, against=found)
    every = _without(use, (*found, *offered))
    return make_finding(weighed.disposition, "qualify", weighed.reason, struck=[struck], against=found, offered=every)


def _leave(use: Use, offered: tuple[Passage, ...]) -> Finding:
    """Left to a person, with what is cited and what may speak the other way beside it."""
    look_at = (f"{one.cite}: {quoted(one)}" for one in (*use.passages, *offered))
    return send_to_person(make_reason(NOBODY, *named(use.passages)), look_at=look_at, offered=offered)
