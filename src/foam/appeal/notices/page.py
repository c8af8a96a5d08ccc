"""A letter as an HTML page and as plain text. Everything is escaped; the page loads nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import assert_never

from foam.deliberation.views.pdf import Block, Break, Bullets, Heading, Paragraph, Printed, Run, Table
from foam.record.show import printable
from foam.text.wrap import wrapped

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = """
body{font:1.05rem/1.55 Georgia,serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.2rem;margin-top:1.8rem}li{margin:.3rem 0}
.note{background:#f3f3f3;border-left:4px solid #1a1a1a;padding:.6rem 1rem}mark{background:#fff3a3;color:inherit}
table{border-collapse:collapse;width:100%}
th,td{border:1px solid #767676;padding:.4rem;text-align:left;vertical-align:top}
footer{margin-top:2rem;color:#555;font-size:.85rem}p,td,li{overflow-wrap:anywhere}
@media print{body{margin:0;max-width:none}h2{break-after:avoid}}
"""


def page(letter: Printed) -> str:
    """The whole page."""
    title = escape(letter.title)
    body = "\n".join(_block(block) for block in letter.blocks)
    return (
        f'<!doctype html>\n<html lang="{escape(letter.lang, quote=True)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\n</main>\n"
        f"<footer>{escape(letter.footer)}</footer>\n</body></html>\n"
    )


def text(letter: Printed) -> str:
    """The letter as a terminal shows it; control characters in it are shown and never sent to one."""
    parts = [letter.title, *(_plain(block) for block in letter.blocks), letter.footer]
    return printable("\n\n".join(part for part in parts if part))


def passages(letter: Printed) -> Iterator[str]:
    """Every stretch that is read as one, without the headings: for counting how hard the letter is to read."""
    for block in letter.blocks:
        match block:
            case Paragraph(runs=runs):
                yield _said(runs)
            case Bullets(items=items):
                yield from map(_said, items)
            case Table(rows=rows):
                yield from (cell for row in rows for cell in row)
            case Heading() | Break():
                pass
            case _:
                assert_never(block)


def _block(block: Block) -> str:
    match block:
        case Heading(level=level, text=said):
            return f"<h{level + 1}>{escape(said)}</h{level + 1}>" if level < 6 else f"<h6>{escape(said)}</h6>"
        case Paragraph(runs=runs, style="quote"):
            return f"<blockquote>{_runs(runs)}</blockquote>"
        case Paragraph(runs=runs, style=style):
            return f'<p class="{style}">{_runs(runs)}</p>'
        case Bullets(items=items):
            return f"<ul>{''.join(f'<li>{_runs(item)}</li>' for item in items)}</ul>"
        case Table(head=head, rows=rows):
            return f"<table><thead><tr>{_cells('th', head)}</tr></thead><tbody>{_rows(rows)}</tbody></table>"
        case Break():
            return "<hr>"
        case _:
            assert_never(block)


def _rows(rows: Iterable[tuple[str, ...]]) -> str:
    return "".join(f"<tr>{_cells('td', row)}</tr>" for row in rows)


def _cells(tag: str, cells: Iterable[str]) -> str:
    return "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells)


def _runs(runs: Iterable[Run]) -> str:
    return "".join(map(_run, runs))


_LOOKS = (("bold", "strong"), ("italic", "em"), ("underline", "u"), ("highlight", "mark"), ("small", "small"))


def _run(run: Run) -> str:
    shown = escape(run.text)
    for look, tag in _LOOKS:
        shown = f"<{tag}>{shown}</{tag}>" if getattr(run, look) else shown
    return shown


def _plain(block: Block) -> str:
    match block:
        case Heading(text=said):
            return f"{said}\n{'-' * min(len(said), 72)}"
        case Paragraph(runs=runs):
            return wrapped(_said(runs))
        case Bullets(items=items):
            return "\n".join(wrapped(f"- {_said(item)}") for item in items)
        case Table(head=head, rows=rows):
            return "\n".join(_listed(head, row) for row in rows)
        case Break():
            return ""
        case _:
            assert_never(block)


def _listed(head: tuple[str, ...], row: tuple[str, ...]) -> str:
    return "\n".join(wrapped(f"{name}: {cell}", indent="  ") for name, cell in zip(head, row, strict=True))


def _said(runs: Iterable[Run]) -> str:
    return "".join(run.text for run in runs)
