"""The provenance map of a case: every substantive sentence, and the sentence or decision it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.values import Case, Slot
from foam.evidence.assemble import OMISSION
from foam.values import Value
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.segment import split_sentences


class TracedSentence(Value):
    """One substantive sentence of the case and where it comes from: a sentence of the library, or a decision."""

    slot: str
    text: str
    pointer: Pointer | None = None
    entry: str = ""


def trace_sentences(case: Case) -> tuple[TracedSentence, ...]:
    """All that is read aloud, sentence by sentence."""
    return tuple(traced for slot in case.slots for traced in _trace_slot(slot))


def _trace_slot(slot: Slot) -> Iterator[TracedSentence]:
    if slot.card is None:
        entry = next(iter(slot.entries.values()), "")
        yield from (TracedSentence(slot=slot.id, text=text, entry=entry) for text in _split_text(slot.analytic))
        return
    yield TracedSentence(slot=slot.id, text=slot.card.tag, entry=slot.card.entries.get("tag", ""))
    sentences = [text for part in slot.card.text.split(OMISSION) for text in _split_text(part)]
    if len(sentences) == len(slot.card.pointers):
        pairs = zip(sentences, slot.card.pointers, strict=True)
        yield from (TracedSentence(slot=slot.id, text=text, pointer=pointer) for text, pointer in pairs)
    else:
        yield TracedSentence(slot=slot.id, text=slot.card.text, pointer=slot.card.pointers[0])


def _split_text(text: str) -> list[str]:
    return [span.of(text).strip() for span in split_sentences(text)] if text else []
