"""Evidence challenges that code settles: misquotation and stale sources. Asks no model; what it found is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from foam.contest.brought import find_published, keep_documents, read_head
from foam.contest.cases.sitting import Sitting
from foam.contest.editions import (
    Order,
    compare_dates,
    has_same_title,
    is_correction,
    is_later_edition,
    is_same_series,
    names_itself,
    says_otherwise,
)
from foam.contest.findings import make_finding, make_reason, named, quoted, reject, send_to_person
from foam.contest.outcome import Finding, Reason, Struck
from foam.errors import FoamError
from foam.evidence.assemble import assemble
from foam.evidence.corpus import Passage, make_passages
from foam.evidence.document import Document
from foam.evidence.quotes.naming import make_shelf
from foam.job.retrieval import fetch_document, retrieve
from foam.record.entry import PointerInput, ValueInput
from foam.values import Value
from foam_quotes.text.pointer import Pointer
from foam_quotes.verdicts.judge import Judge
from foam_quotes.verdicts.passages import MemoryPassages
from foam_quotes.verdicts.verdict import TURNING, Altered, Verdict

LOOKED_AT = 20
_OTHER_TITLE = "what a paper of another title says against it is brought with --kind left_out"


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
    judged, key = _verdict(sitting, printed, card.sentences)
    reason = _verdict_reason(printed, judged, key)
    if judged.verdict == "exact":
        return reject(reason)
    instead = (printed.model_copy(update={"text": judged.source}),) if judged.source else ()
    is_slip = judged.verdict == "altered" and not judged.flags
    struck = Struck(slot=use.slot, fallen=(printed,), instead=instead)
    return make_finding("sustained", "swap" if is_slip else "retract", reason, struck=[struck])


def _verdict(sitting: Sitting, passage: Passage, numbers: tuple[int, ...]) -> tuple[Judged, str]:
    entry = sitting.session.clerk.compute(
        "quotation verdict",
        lambda: _judged(sitting, passage, numbers).json_value(),
        sitting.admitted(),
        *(PointerInput(role=f"cited {n}", pointer=_at(passage, n)) for n in numbers),
        ValueInput(role="quotation", value=passage.text),
        rule="quotation verdict",
    )
    return Judged.model_validate(entry.answer), entry.key


def _at(passage: Passage, number: int) -> Pointer:
    return passage.pointer.model_copy(update={"sentence": number})


def _judged(sitting: Sitting, passage: Passage, numbers: tuple[int, ...]) -> Judged:
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


class _Newer(NamedTuple):
    """A sentence that says otherwise, the search that found it, and whether it is the later of the two."""

    passage: Passage
    entry: str
    order: Order


async def check_edition(sitting: Sitting) -> Finding:
    """Does a later source of the same author or title say the same with other figures, or the opposite?"""
    use = sitting.use
    newer = [_find_newer(sitting, one) for one in use.passages]
    reasons = [_tell_newer(one, found) for one, found in zip(use.passages, newer, strict=True)]
    later = [(one, new.passage) for one, new in zip(use.passages, newer, strict=True) if new and new.order == "later"]
    if later:
        fallen, instead = zip(*later, strict=True)
        struck = Struck(slot=use.slot, fallen=fallen, instead=tuple(dict.fromkeys(instead)))
        return make_finding("sustained", "swap", *reasons, struck=[struck])
    undated = [one for one in newer if one is not None]
    if undated:
        look_at = [f"Which of the two is the later: {quoted(one.passage)}, or what is cited?" for one in undated]
        return send_to_person(*reasons, look_at=look_at)
    unnamed = [found for one in use.passages for found in _list_unnamed(sitting, one)]
    if unnamed:
        return send_to_person(*(reason for reason, _ in unnamed), look_at=[look_at for _, look_at in unnamed])
    looked_at = [reason for one in use.passages for reason in _tell_brought(sitting, one)]
    return reject(*reasons, *dict.fromkeys(looked_at))


def _list_unnamed(sitting: Sitting, passage: Passage) -> Iterator[tuple[Reason, str]]:
    """Of a cited document that says nowhere what it is: the papers that were brought and say the same sentence with
    another figure, as a reason and what a person is to look at. They may be later editions of it, or other papers."""
    session = sitting.session
    cited = fetch_document(session.clerk, session.corpus, passage.pointer)
    if names_itself(cited):
        return
    for paper in keep_documents(session, sitting.challenge.brought):
        found = next((one for one in make_passages(paper) if is_correction(one.text, passage.text)), None)
        if found is not None:
            text = (
                f"Brought was {_describe_head(paper)}, which says {quoted(found)}; cited is {quoted(passage)} of "
                f"{_describe_head(cited)}: whether the one is a later edition of the other cannot be told."
            )
            asks = f"Is the paper that was brought a later edition of what is cited? {text}"
            yield make_reason(text, *named([passage, found])), asks


def _tell_brought(sitting: Sitting, passage: Passage) -> Iterator[Reason]:
    """Of each paper that was brought and takes nothing's place: what was read of its head, and why it does not."""
    session = sitting.session
    cited = fetch_document(session.clerk, session.corpus, passage.pointer)
    for paper in keep_documents(session, sitting.challenge.brought):
        why = "none of its sentences says the same with other figures"
        if not is_same_series(paper, cited):
            why = f"neither its author nor its title is the same; {_OTHER_TITLE}"
        elif compare_dates(paper, cited) == "earlier":
            why = "it is the earlier of the two"
        text = f"Brought was {_describe_head(paper)}; cited is {_describe_head(cited)}: {why}."
        yield make_reason(text, *named([passage]))


def _describe_head(document: Document) -> str:
    if not names_itself(document):
        return f"the file “{document.origin.file}”, in which no title, author or date was read"
    title = document.citation.title or " ".join(read_head(document)[:1]) or "a paper without a title"
    return f"“{title}” ({find_published(document) or 'no date was read'})"


def _tell_newer(cited: Passage, newer: _Newer | None) -> Reason:
    if newer is None:
        text = f"No later source of the same author or title says otherwise than {quoted(cited)}"
        return make_reason(text, *named([cited]))
    told = f"{quoted(newer.passage)} ({newer.passage.cite})"
    text = f"A later source says {told}."
    if newer.order == "unknown":
        text = (
            f"Another source of the same author or title says {told}. It cannot be told which is the later: a date "
            f"is not known of both. Cited is {quoted(cited)}"
        )
    return make_reason(text, newer.entry, *named([cited, newer.passage]))


def _find_newer(sitting: Sitting, passage: Passage) -> _Newer | None:
    """The sentence that takes the place of a cited one, of the latest source that has one; else one of a source of
    which nobody knows whether it is the later."""
    found = list(_list_otherwise(sitting, passage))
    known = [one for one in found if one.order == "later"]
    return next(iter(known or found), None)


def _list_otherwise(sitting: Sitting, passage: Passage) -> Iterator[_Newer]:
    """Sentences of sources of the same author or title that are not known to be earlier and say otherwise, the latest
    source first, and the search that found them."""
    session = sitting.session
    cited = fetch_document(session.clerk, session.corpus, passage.pointer)
    found = retrieve(session.clerk, session.corpus, passage.text, limit=LOOKED_AT)
    brought = {one.id: one for one in keep_documents(session, sitting.challenge.brought)}
    ids = dict.fromkeys((*(one.pointer.document for one in found.passages), *brought))
    sources = [
        fetch_document(session.clerk, session.corpus, passage.pointer.model_copy(update={"document": id})) for id in ids
    ]
    series = [one for one in sources if is_same_series(one, cited) and compare_dates(one, cited) != "earlier"]
    for document in sorted(series, key=find_published, reverse=True):
        later = is_later_edition(document, cited)
        for candidate in make_passages(document):
            if says_otherwise(candidate.text, passage.text):
                # Nobody brings an earlier version to show that a later one is out of date.
                is_brought = document.id in brought and has_same_title(document, cited)
                corrects = is_brought and is_correction(candidate.text, passage.text)
                yield _Newer(candidate, found.entry, "later" if later or corrects else "unknown")
