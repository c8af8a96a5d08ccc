"""A case as Markdown: what is read aloud, under a heading per syllogism. Quoted text is escaped, so it stays text."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.values import Case, Slot, by_group
from foam.case.verify import WORDS_PER_MINUTE
from foam.case.views.words import failure_text, length_text, met_text, standing_text, unanswered_text
from foam.deliberation.views.markdown import escaped


def markdown(case: Case, *, words_per_minute: float = WORDS_PER_MINUTE) -> str:
    """The whole case as one Markdown document."""
    return "\n".join(_lines(case, words_per_minute)).rstrip() + "\n"


def _lines(case: Case, words_per_minute: float) -> Iterator[str]:
    yield from (f"# {escaped(case.speech)}: {escaped(case.resolution)}", "")
    yield f"{case.seat}; {length_text(case, words_per_minute=words_per_minute)}; {standing_text(case)}"
    if case.notice:
        yield from ("", f"*{escaped(case.notice)}*")
    if case.failures:
        yield from ("", "## Why it is not issued", "")
        yield from (f"- {escaped(failure_text(failure))}" for failure in case.failures)
    if left := unanswered_text(case):
        yield from ("", escaped(left))
    for group, slots in by_group(case):
        yield from ("", f"## {escaped(group.title)}")
        if met := met_text(slots):
            yield from ("", f"*{escaped(met)}*")
        for slot in slots:
            yield ""
            yield from _slot(slot)


def _slot(slot: Slot) -> Iterator[str]:
    if slot.card is None:
        yield f"**{escaped(slot.title)}.** {escaped(slot.spoken)}"
        return
    yield from (f"### {escaped(slot.card.tag)}", "")
    cites = " ".join(pointer.brief() for pointer in slot.card.pointers[:1])
    yield from (f"**{escaped(slot.card.cite)}**, {escaped(slot.card.source)} {cites}", "")
    yield f"> {escaped(slot.card.text)}"
