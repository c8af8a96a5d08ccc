"""Whether a card that is to say how much gives a figure, before anybody judges it."""

from __future__ import annotations

from foam.case.cut import NO_FIGURE, gives_figure, name_source
from foam.case.offer import Offer
from foam.case.verdict import Refusal
from foam.evidence.assemble import assemble
from foam.evidence.document import Document
from foam.record.entry import Entry


def refuse_without_figure(offer: Offer, document: Document, kept: tuple[int, ...], entry: Entry) -> Refusal | None:
    """The card as refused, where it gives no figure and other sentences that were offered do."""
    if gives_figure(assemble(document, kept)) or not any(map(gives_figure, offer.texts.values())):
        return None
    return Refusal(document=document.id, cite=name_source(document), sentences=kept, why=NO_FIGURE, entry=entry.key)
