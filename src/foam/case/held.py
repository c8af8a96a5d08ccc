"""Holds tags and words without evidence to what was judged: by the digest kept with the verdict, and by the record.

Code sees by itself whether a tag that is given as the source's own words stands in them, and whether a part that
states the plan or the counterplan says it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from foam.case.around import find_leads
from foam.case.establish import ASK_AGAIN, is_recorded
from foam.case.marks import drop_marks
from foam.case.questions import alignment_question
from foam.case.values import Case, CaseFailure, CutCard, Slot
from foam.case.verdict import OWN_WORDS
from foam.job.answers import read_label, read_records
from foam.model.template import Prompts
from foam.record.entry import Entry
from foam.values import digest
from foam_quotes.text.words import split_letters

ARGUMENT = "argument"
"""Kind of the entries in which the parts of an argument are written."""


def digest_tag(card: CutCard) -> str:
    """What a verdict on a tag holds for: this tag over these words."""
    return digest([card.tag, card.text])


def digest_analytic(slot: Slot) -> str:
    """What a verdict on words without evidence is kept with: these words in this part."""
    return digest([list(slot.path), slot.analytic])


def is_copied(tag: str, text: str) -> bool:
    """Whether a tag is a sentence of the text it is read over, word for word."""
    said, heard = (" ".join(split_letters(drop_marks(one).lower())) for one in (tag, text))
    return bool(said) and f" {said} " in f" {heard} "


def is_tag_held(card: CutCard) -> bool:
    """Whether the verdict on a tag was given to this very tag over these very words."""
    if card.alignment == OWN_WORDS:
        return is_copied(card.tag, card.text)
    return card.fits is not None and card.fits.of == digest_tag(card) and card.fits.label == card.alignment


def find_unheld(case: Case) -> Iterator[CaseFailure]:
    """Each part without evidence that no longer says what was judged."""
    for slot in case.slots:
        if slot.analytic and not _is_analytic_held(case, slot):
            yield _report_analytic(slot)


def find_unrecorded_words(case: Case, prompts: Prompts, read: Callable[[str], Entry | None]) -> Iterator[CaseFailure]:
    """Each tag of which the record does not hold the verdict, and each part without evidence whose words it does not
    hold."""
    for slot in case.slots:
        card = slot.card
        if card and card.work and card.work.fits:
            question = alignment_question(prompts, tag=card.tag, evidence=card.heard)
            if not is_recorded(card.work.fits, question, read):
                what = "the record does not hold what the case says an evaluator found of its tag"
                yield CaseFailure(slot=slot.id, rule="provenance", what=what, remedy="write the case again")
        if card and not card.work and card.alignment != OWN_WORDS and not _is_tag_recorded(slot, card, prompts, read):
            yield report_tag(slot, card)
        if slot.analytic and not _is_analytic_recorded(slot, read):
            yield _report_analytic(slot)


def _is_analytic_held(case: Case, slot: Slot) -> bool:
    if slot.told:
        return slot.analytic == " ".join(one.text for one in slot.told if not one.refused)
    if "counterplan" in slot.entries and case.counterplan and not slot.seek:
        return slot.analytic == case.counterplan.text
    if set(slot.entries) == {"position"}:
        return slot.analytic == case.plan
    return not slot.judged_words or slot.judged_words == digest_analytic(slot)


def _is_tag_recorded(slot: Slot, card: CutCard, prompts: Prompts, read: Callable[[str], Entry | None]) -> bool:
    """Whether the record holds what was found of this very tag; one of a part that answers
    was judged without what that has to establish."""
    entry = read(card.entries.get("alignment", ""))
    words, under = drop_marks(card.text), find_leads(card.body, card.text)
    asked = (
        alignment_question(prompts, tag=card.tag, evidence=words, seek=seek, under=under)
        for seek in dict.fromkeys((slot.seek, ""))
    )
    if entry is None or entry.draft.question not in [one.json_value() for one in asked]:
        return False
    return read_label(entry) == card.alignment


def _is_analytic_recorded(slot: Slot, read: Callable[[str], Entry | None]) -> bool:
    """Whether the record holds the words of a part without evidence; after a challenge a note may stand after them.
    Told sentences and figures are held by verdicts and sums of their own."""
    key = slot.entries.get("analytic") or slot.entries.get("act")
    if slot.told or slot.calculated or not key:
        return True
    entry = read(key)
    if entry is None:
        return False
    rows = read_records(entry, "parts") if entry.draft.kind == ARGUMENT else ()
    stated = "" if rows else str(entry.answer)
    said = next((str(row["words"]) for row in rows if row["part"] == slot.id), stated).strip()
    return slot.analytic == said or (not slot.judged_words and bool(said) and slot.analytic.startswith(said))


def report_tag(slot: Slot, card: CutCard) -> CaseFailure:
    """A tag that was changed since it was judged, or of which no verdict is on record."""
    what = f"no verdict on record says that its evidence bears out the tag “{card.tag}”"
    return CaseFailure(slot=slot.id, rule="alignment", what=what, remedy=ASK_AGAIN)


def _report_analytic(slot: Slot) -> CaseFailure:
    what = f"the words that were judged or recorded for it are others than “{slot.analytic}”"
    return CaseFailure(slot=slot.id, rule="provenance", what=what, remedy="write the case again")
