"""The provenance map of a case: every substantive sentence, and the sentence or decision it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.values import Case, Slot, Traced
from foam.evidence.assemble import OMISSION
from foam.text.segment import sentences


def provenance(case: Case) -> tuple[Traced, ...]:
    """All that is read aloud, sentence by sentence."""
    return tuple(traced for slot in case.slots for traced in _traced(slot))


def _traced(slot: Slot) -> Iterator[Traced]:
    if slot.card is None:
        entry = next(iter(slot.entries.values()), "")
        yield from (Traced(slot=slot.id, text=text, entry=entry) for text in _sentences(slot.analytic))
        return
    yield Traced(slot=slot.id, text=slot.card.tag, entry=slot.card.entries.get("tag", ""))
    said = [text for part in slot.card.text.split(OMISSION) for text in _sentences(part)]
    if len(said) == len(slot.card.pointers):
        pairs = zip(said, slot.card.pointers, strict=True)
        yield from (Traced(slot=slot.id, text=text, pointer=pointer) for text, pointer in pairs)
    else:
        yield Traced(slot=slot.id, text=slot.card.text, pointer=slot.card.pointers[0])


def _sentences(text: str) -> list[str]:
    return [span.of(text).strip() for span in sentences(text)] if text else []
