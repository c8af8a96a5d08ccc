"""Evidence challenges that code settles: misquotation and stale sources. Asks no model; what it found is recorded."""

from __future__ import annotations

from foam.contest.brought import find_published, keep_documents
from foam.contest.cases.sitting import Sitting
from foam.contest.editions import is_correction, is_later_edition
from foam.contest.findings import make_finding, make_reason, named, quoted, reject
from foam.contest.outcome import Finding, Reason, Struck
from foam.errors import FoamError
from foam.evidence.assemble import assemble
from foam.evidence.corpus import Passage, make_passages
from foam.evidence.quotes.naming import make_shelf
from foam.job.retrieval import fetch_document, retrieve
from foam.record.entry import PointerInput, ValueInput
from foam.values import Value
from foam_quotes.verdicts.judge import Judge
from foam_quotes.verdicts.passages import MemoryPassages
from foam_quotes.verdicts.verdict import TURNING, Altered, Verdict

LOOKED_AT = 20


class Judged(Value):
    """A quotation's verdict, and what the source says at that place."""

    verdict: str
    flags: tuple[str, ...] = ()
    source: str = ""


async def check_quotation(sitting: Sitting) -> Finding:
    """Do the quoted words stand in the source? A slip of the pen is mended; what changes the meaning is taken back."""
    use, card = sitting.use, sitting.file.slots[sitting.use.slot].card
    assert card is not None, "admission refuses a slot without a card"
    printed = use.passages[0].model_copy(update={"text": card.text})
    places = [(n, printed.pointer.model_copy(update={"sentence": n})) for n in card.sentences]
    entry = sitting.session.clerk.compute(
        "quotation verdict",
        lambda: _judge(sitting, printed, card.sentences).json_value(),
        sitting.admitted(),
        *(PointerInput(role=f"cited {n}", pointer=place) for n, place in places),
        ValueInput(role="quotation", value=printed.text),
        rule="quotation verdict",
    )
    judged = Judged.model_validate(entry.answer)
    reason = _verdict_reason(printed, judged, entry.key)
    if judged.verdict == "exact":
        return reject(reason)
    instead = (printed.model_copy(update={"text": judged.source}),) if judged.source else ()
    is_slip = judged.verdict == "altered" and not judged.flags
    struck = Struck(slot=use.slot, fallen=(printed,), instead=instead)
    return make_finding("sustained", "swap" if is_slip else "retract", reason, struck=[struck])


def _judge(sitting: Sitting, passage: Passage, numbers: tuple[int, ...]) -> Judged:
    try:
        document = sitting.session.corpus.document(passage.pointer.document)
    except (FoamError, KeyError):
        return Judged(verdict="fabricated", flags=("source_unknown",))
    held = assemble(document, numbers) if max(numbers) < len(document.ends) else ""
    if held == passage.text:
        return Judged(verdict="exact", source=held)
    verdict: Verdict = Judge(make_shelf([document]), MemoryPassages([document])).check(passage.text, source=document.id)
    changed = verdict.flags if isinstance(verdict, Altered) else ()
    meaning = tuple(flag for flag in changed if flag in TURNING)
    return Judged(verdict=verdict.type, flags=meaning, source=held)


def _verdict_reason(passage: Passage, judged: Judged, key: str) -> Reason:
    changed = f", and changes what it says ({', '.join(judged.flags)})" if judged.flags else ""
    says = f"; the source says “{judged.source}”" if judged.source and judged.verdict != "exact" else ""
    return make_reason(f"The quotation {quoted(passage)} is {judged.verdict}{changed}{says}.", key, *named([passage]))


async def check_edition(sitting: Sitting) -> Finding:
    """Does a later source of the same author or title say the same with other figures?"""
    use = sitting.use
    newer = {one: found for one in use.passages if (found := _find_newer(sitting, one))}
    if not newer:
        text = "No later source of the same author or title gives other figures."
        return reject(make_reason(text, *named(use.passages)))
    reasons = (
        make_reason(f"A later source says {quoted(new)} ({new.cite}).", *named([one, new]))
        for one, new in newer.items()
    )
    struck = Struck(slot=use.slot, fallen=tuple(newer), instead=tuple(dict.fromkeys(newer.values())))
    return make_finding("sustained", "swap", *reasons, struck=[struck])


def _find_newer(sitting: Sitting, cited: Passage) -> Passage | None:
    """The sentence that corrects a cited one: of the latest edition that has one."""
    session = sitting.session
    source = fetch_document(session.clerk, session.corpus, cited.pointer)
    found = retrieve(session.clerk, session.corpus, cited.text, limit=LOOKED_AT)
    brought = {one.id for one in keep_documents(session, sitting.challenge.brought)}
    pointers = {one.pointer.document: one.pointer for one in found.passages}
    pointers |= {name: cited.pointer.model_copy(update={"document": name}) for name in brought}
    papers = [fetch_document(session.clerk, session.corpus, at) for at in pointers.values()]
    later = [one for one in papers if is_later_edition(one, source, is_brought=one.id in brought)]
    latest = sorted(later, key=find_published, reverse=True)
    return next((one for paper in latest for one in make_passages(paper) if is_correction(one.text, cited.text)), None)
