"""A debate as one self-contained HTML page: the speeches, then the flow as a grid. No script; prints well.

Every text is escaped and the page may load nothing. A point is an anchor, so that it can be linked to; its fate is said
in words, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from foam.debate.transcript import SIDES
from foam.debate.values import Debate, Flowed, Point, Turn
from foam.debate.views import KINDS, fate

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
body{font:1rem/1.5 Georgia,serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1,h2,h3{line-height:1.2}h2{border-bottom:2px solid #405c79}.meta{color:#595959;font-size:.9rem}
article{max-width:46rem;border-left:.3rem solid #405c79;padding-left:1rem;margin:1.5rem 0}
article.con{border-color:#a12d2d}blockquote{margin:.3rem 0 .3rem 1rem}
.grid{overflow-x:auto}table{border-collapse:collapse}
th,td{border:1px solid #8a8a8a;padding:.3rem .5rem;vertical-align:top}
td{min-width:11rem;font-size:.9rem}.dropped{font-weight:bold;text-decoration:underline}
@media print{body{margin:0;max-width:none}article{break-inside:avoid}}
"""


def page(debate: Debate) -> str:
    """The whole page."""
    title = escape(debate.motion)
    body = "\n".join((*_head(debate), *map(_turn, debate.turns), *_grid(debate)))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY, quote=True)}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n<main>\n{body}\n</main>\n</body></html>\n"
    )


def _head(debate: Debate) -> Iterator[str]:
    for side in SIDES:
        who = f"{side}, {debate.debaters[side]}: {debate.positions[side]}"
        yield f"<p><strong>{escape(who)}</strong></p>"
    dropped = f"{len(debate.dropped)} of {len(debate.flow)} points dropped"
    yield f'<p class="meta">Format {escape(debate.format)}; {dropped}.</p>'
    if debate.notice:
        yield f'<p class="meta"><em>{escape(debate.notice)}</em></p>'


def _turn(turn: Turn) -> str:
    head = f"{turn.speech} ({turn.side}, {turn.debater}){KINDS[turn.kind]}"
    told = "".join(f"<p>{escape(text)}</p>" for text in _spoken(turn))
    notes = [*turn.notes, *([] if turn.accepted else [f"not accepted after {len(turn.attempts)} drafts"])]
    said = "".join(f'<p class="meta"><em>{escape(note)}</em></p>' for note in notes)
    anchors = "".join(f'<span id="p{escape(point.id, quote=True)}"></span>' for point in turn.points)
    return f'<article class="{turn.side}"><h3>{escape(head)}</h3>{anchors}{told}{said}</article>'


def _spoken(turn: Turn) -> list[str]:
    """The turn's text, a paragraph for each point where they can be told apart."""
    rest, parts = turn.text, []
    for point in turn.points:
        before, found, after = rest.partition(point.text)
        if found:
            parts += [before.strip(), found]
            rest = after
    return [part for part in (*parts, rest.strip()) if part]


def _grid(debate: Debate) -> Iterator[str]:
    """Columns are the speeches; a row follows one point and what answered it."""
    speeches = list(dict.fromkeys((one.speech, one.side) for one in debate.flow))
    yield '<h2 id="flow">The flow</h2><div class="grid"><table><thead><tr>'
    yield "".join(f'<th scope="col">{escape(speech)} ({side})</th>' for speech, side in speeches)
    yield "</tr></thead><tbody>"
    for row in _rows(debate.flow):
        held = {(one.speech, one.side): one for one in row}
        cells = (_cell(held[column]) if column in held else "<td></td>" for column in speeches)
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _rows(flow: tuple[Flowed, ...]) -> Iterator[list[Flowed]]:
    """Each chain of answers once: a point, its first answer, the first answer to that, …"""
    known = {one.point.id: one for one in flow}
    shown: set[str] = set()
    for one in flow:
        row: list[Flowed] = []
        while one.point.id not in shown:
            shown.add(one.point.id)
            row.append(one)
            one = next((known[id] for id in one.answered_by if id not in shown), one)
        if row:
            yield row


def _cell(one: Flowed) -> str:
    mark = ' class="dropped"' if one.dropped else ""
    point: Point = one.point
    link = f'<a href="#p{escape(point.id, quote=True)}">{escape(point.id)}</a>'
    return f"<td>{link} <span{mark}>{escape(fate(one))}</span>: {escape(point.statement)}</td>"
