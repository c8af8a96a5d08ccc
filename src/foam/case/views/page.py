"""A case as one self-contained HTML page: what is read is marked inside its whole source. No script; prints well."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from foam.case.values import Card, Case, Slot, by_group
from foam.case.verify import WORDS_PER_MINUTE
from foam.case.views.reading import pieces
from foam.case.views.words import failure_text, length_text, met_text, standing_text, unanswered_text

_STYLE = """
body{font:1rem/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1,h2,h3{line-height:1.2}h2{border-bottom:2px solid #405c79}h3{margin-bottom:.2rem}
.cite{margin:.1rem 0 .4rem}.rest{color:#595959;font-size:.85rem}mark{background:#fff3a3;color:inherit}
.refused{border:2px solid #a12d2d;padding:.5rem 1rem}.meta{color:#595959;font-size:.9rem}
@media print{body{margin:0;max-width:none}h3{break-after:avoid}}
"""


def page(case: Case, *, words_per_minute: float = WORDS_PER_MINUTE) -> str:
    """The whole page."""
    title = escape(f"{case.speech}: {case.resolution}")
    body = "\n".join(_body(case, words_per_minute))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n{body}\n</body></html>\n"
    )


def _body(case: Case, words_per_minute: float) -> Iterator[str]:
    length = length_text(case, words_per_minute=words_per_minute)
    yield f'<p class="meta">{escape(case.seat)}; {escape(length)}; <strong>{escape(standing_text(case))}</strong></p>'
    if case.notice:
        yield f'<p class="meta"><em>{escape(case.notice)}</em></p>'
    if case.failures:
        rows = "".join(f"<li>{escape(failure_text(failure))}</li>" for failure in case.failures)
        yield f'<section class="refused"><h2>Why it is not issued</h2><ul>{rows}</ul></section>'
    if left := unanswered_text(case):
        yield f'<p class="meta">{escape(left)}</p>'
    yield "<main>"
    for group, slots in by_group(case):
        yield f'<section id="{escape(group.id, quote=True)}"><h2>{escape(group.title)}</h2>'
        if met := met_text(slots):
            yield f'<p class="meta">{escape(met)}</p>'
        yield from (_slot(slot) for slot in slots)
        yield "</section>"
    yield "</main>"


def _slot(slot: Slot) -> str:
    id = escape(slot.id, quote=True)
    if slot.card is None:
        return f'<p id="{id}"><strong>{escape(slot.title)}.</strong> {escape(slot.spoken)}</p>'
    return (
        f'<article id="{id}"><h3>{escape(slot.card.tag)}</h3>'
        f'<p class="cite"><strong>{escape(slot.card.cite)}</strong>, {escape(slot.card.source)}</p>'
        f"<p>{_marked(slot.card)}</p></article>"
    )


def _marked(card: Card) -> str:
    return "".join(
        f"<mark>{escape(text)}</mark>" if read else f'<span class="rest">{escape(text)}</span>'
        for text, read in pieces(card)
    )
