"""Evidence challenges that code settles: misquotation and stale sources. Asks no model; what it found is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.contest.hearing import Hearing, make_finding, make_reason, named, quoted, reject, share
from foam.contest.outcome import Finding, Reason, Struck
from foam.contest.subject import CaseFile, Use
from foam.errors import FoamError
from foam.evidence.assemble import assemble
from foam.evidence.corpus import Passage, make_passages
from foam.evidence.document import Document
from foam.evidence.quotes.judge import Judge
from foam.evidence.quotes.passages import MemoryPassages
from foam.evidence.quotes.sources import MemoryShelf
from foam.evidence.quotes.verdict import TURNING, Altered, Verdict
from foam.job.retrieval import fetch_document, retrieve
from foam.record.entry import PointerInput, ValueInput
from foam.stats.agreement import jaccard
from foam.text.pointer import Pointer
from foam.text.words import is_negation, is_number, split_words
from foam.values import Value

ALIKE = 0.6
"""Share of words that two sentences must have in common to speak of the same thing."""
LOOKED_AT = 20


class Judged(Value):
    """A quotation's verdict, and what the source says at that place."""

    verdict: str
    flags: tuple[str, ...] = ()
    source: str = ""


async def check_misquotation(hearing: Hearing) -> Finding:
    """Do the quoted words stand in the source? A slip of the pen is mended; what changes the meaning is taken back."""
    reasons: list[Reason] = []
    struck: list[Struck] = []
    harmless = True
    for use in hearing.uses:
        for passage, numbers in _quotations(hearing, use):
            judged, key = _verdict(hearing, passage, numbers)
            reasons.append(_verdict_reason(passage, judged, key))
            if judged.verdict != "exact":
                harmless &= judged.verdict == "altered" and not judged.flags
                mended = passage.model_copy(update={"text": judged.source})
                instead = (mended,) if judged.source else ()
                struck.append(Struck(argument=use.argument, fallen=(passage,), instead=instead))
    if not struck:
        return reject(*reasons, answering=[p for use in hearing.uses for p in use.passages])
    return make_finding("sustained", "swap" if harmless else "retract", *reasons, struck=struck)


def _quotations(hearing: Hearing, use: Use) -> Iterable[tuple[Passage, tuple[int, ...]]]:
    """What is quoted and of which sentences: those of a claim, or a card's words as they are printed."""
    if isinstance(hearing.file, CaseFile) and (card := hearing.file.slots[use.argument].card):
        return [(use.passages[0].model_copy(update={"text": card.text}), card.sentences)]
    return [(passage, (passage.pointer.sentence,)) for passage in use.passages]


def _verdict(hearing: Hearing, passage: Passage, numbers: tuple[int, ...]) -> tuple[Judged, str]:
    entry = hearing.session.clerk.compute(
        "quotation verdict",
        lambda: _judged(hearing, passage, numbers).json_value(),
        hearing.admitted(),
        *(PointerInput(role=f"cited {n}", pointer=_at(passage, n)) for n in numbers),
        ValueInput(role="quotation", value=passage.text),
        rule="quotation verdict",
    )
    return Judged.model_validate(entry.answer), entry.key


def _at(passage: Passage, number: int) -> Pointer:
    return passage.pointer.model_copy(update={"sentence": number})


def _judged(hearing: Hearing, passage: Passage, numbers: tuple[int, ...]) -> Judged:
    try:
        document = hearing.session.corpus.document(passage.pointer.document)
    except (FoamError, KeyError):
        return Judged(verdict="fabricated", flags=("source_unknown",))
    held = assemble(document, numbers) if max(numbers) < len(document.ends) else ""
    if held == passage.text:
        return Judged(verdict="exact", source=held)
    verdict: Verdict = Judge(MemoryShelf([document]), MemoryPassages([document])).check(
        passage.text, source=document.id
    )
    changed = verdict.flags if isinstance(verdict, Altered) else ()
    meaning = tuple(flag for flag in changed if flag in TURNING)
    return Judged(verdict=verdict.type, flags=meaning, source=held)


def _verdict_reason(passage: Passage, judged: Judged, key: str) -> Reason:
    changed = f", and changes what it says ({', '.join(judged.flags)})" if judged.flags else ""
    says = f"; the source says “{judged.source}”" if judged.source and judged.verdict != "exact" else ""
    return make_reason(f"The quotation {quoted(passage)} is {judged.verdict}{changed}{says}.", key, *named([passage]))


async def check_stale_source(hearing: Hearing) -> Finding:
    """Does a later source of the same author or title say the same with other figures, or the opposite?"""
    reasons: list[Reason] = []
    struck: list[Struck] = []
    for use in hearing.uses:
        later = [found for passage in use.passages for found in _superseding(hearing, passage)]
        if later:
            newer, key = later[0]
            reasons.append(
                make_reason(f"A later source says {quoted(newer)} ({newer.cite}).", key, *named([*use.passages, newer]))
            )
            struck.append(Struck(argument=use.argument, fallen=use.passages, instead=(newer,)))
        else:
            text = f"No later source of the same author or title says otherwise than {quoted(use.passages[0])}"
            reasons.append(make_reason(text, *named(use.passages)))
    if not struck:
        return reject(*reasons, answering=[p for use in hearing.uses for p in use.passages])
    return make_finding(share(len(struck), len(hearing.uses)), "swap", *reasons, struck=struck)


def _superseding(hearing: Hearing, passage: Passage) -> Iterator[tuple[Passage, str]]:
    """Sentences that take the place of a cited one, the latest first, and the search that found them."""
    session = hearing.session
    cited = fetch_document(session.clerk, session.corpus, passage.pointer)
    found = retrieve(session.clerk, session.corpus, passage.text, limit=LOOKED_AT)
    ids = dict.fromkeys(one.pointer.document for one in found.passages)
    sources = [
        fetch_document(session.clerk, session.corpus, passage.pointer.model_copy(update={"document": id})) for id in ids
    ]
    later = [one for one in sources if is_later_edition(one, cited)]
    for document in sorted(later, key=lambda one: one.citation.published, reverse=True):
        for candidate in make_passages(document):
            if says_otherwise(candidate.text, passage.text):
                yield candidate, found.entry


def is_later_edition(newer: Document, cited: Document) -> bool:
    """Whether a document is of the same author or title, and of a later date."""
    new, old = newer.citation, cited.citation
    same = (bool(old.author) and new.author == old.author) or (bool(old.title) and new.title == old.title)
    return newer.id != cited.id and same and bool(old.published) and new.published > old.published


def says_otherwise(newer: str, cited: str) -> bool:
    """Whether two sentences speak of the same thing and differ in a figure or a negation."""
    shared = jaccard(_content(newer), _content(cited)) or 0.0
    return shared >= ALIKE and _figures(newer) != _figures(cited)


def _content(text: str) -> set[str]:
    return {w.lower() for w in split_words(text) if not is_number(w) and not is_negation(w)}


def _figures(text: str) -> tuple[list[str], int]:
    said = split_words(text)
    return sorted(w for w in said if is_number(w)), sum(map(is_negation, said))
