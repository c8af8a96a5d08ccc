"""A few marks of SVG: lines, bars, words, a frame. Knows nothing of what is drawn. Text is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

INK, GRID = "#1f2933", "#d5dae1"
COLOURS = ("#0b5cad", "#2e7d32", "#8a5a00", "#6a3d9a", "#b3361d", "#8a94a0")


def line(x1: float, y1: float, x2: float, y2: float, *, colour: str = INK, width: float = 1.0) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}"/>'


def dot(x: float, y: float, *, colour: str = INK, radius: float = 4.0) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"/>'


def bar(x: float, y: float, width: float, height: float, *, colour: str, title: str = "") -> str:
    told = f"<title>{escape(title)}</title>" if title else ""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{height:.1f}"'
    return f'<rect {place} fill="{colour}">{told}</rect>'


def box(x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {place} rx="3" fill="none" stroke="{GRID}"/>'


def words(x: float, y: float, text: str, *, anchor: str = "start", bold: bool = False, size: int = 13) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{weight}>{escape(text)}</text>'


def picture(title: str, parts: Iterable[str], *, width: float, height: float) -> str:
    """A whole picture on white, with its title for those who do not see it."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img" '
        f'font-family="sans-serif" fill="{INK}"><title>{escape(title)}</title>'
    )
    frame = f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>'
    return "\n".join([head, frame, words(16, 26, title, bold=True, size=16), *parts, "</svg>"]) + "\n"
