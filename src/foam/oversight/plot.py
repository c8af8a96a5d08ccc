"""Small legible SVG charts: lines with error bars, and intervals side by side. Knows nothing of oversight.

Series are told apart by dash and marker as well as by colour, and named beside the chart. Text is escaped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 215, 46, 56
INK, GRID = "#1f2933", "#d5dae1"
STYLES = (("#0b5cad", ""), ("#b3361d", "7 4"), ("#2e7d32", "2 3"), ("#6a3d9a", "9 3 2 3"))


@dataclass(frozen=True)
class Series:
    """One line of a chart. `errors` are half-lengths of error bars; None draws none."""

    name: str
    points: tuple[tuple[float, float], ...]
    errors: tuple[float, ...] | None = None
    markers: bool = False
    line: bool = True
    style: int | None = None
    """Place in STYLES; the series' own place unless given, so that marks can share their line's colour."""


@dataclass(frozen=True)
class Bar:
    """A named estimate with its interval; without a value only the interval is drawn."""

    name: str
    value: float | None
    low: float
    high: float


@dataclass(frozen=True)
class _Frame:
    """Data coordinates to picture coordinates."""

    x_low: float
    x_high: float
    y_low: float
    y_high: float
    left: float = LEFT
    height: float = HEIGHT

    def x(self, value: float) -> float:
        return self.left + (value - self.x_low) / (self.x_high - self.x_low) * (WIDTH - self.left - RIGHT)

    def y(self, value: float) -> float:
        down = (self.y_high - value) / (self.y_high - self.y_low)
        return TOP + down * (self.height - TOP - BOTTOM)


def line_chart(series: Sequence[Series], *, title: str, x_label: str, y_label: str) -> str:
    """Lines over a common axis."""
    frame = _fit(series)
    body = [
        *_axes(frame, x_label, y_label),
        *(part for i, one in enumerate(series) for part in _series(frame, one, i)),
        *(part for i, one in enumerate(series) for part in _key(one, i)),
    ]
    return _picture(title, body, HEIGHT)


def interval_chart(bars: Sequence[Bar], *, title: str, x_label: str) -> str:
    """Estimates with their intervals, one a row, on a scale from 0 to 1 or wider."""
    height = TOP + BOTTOM + 34 * max(1, len(bars))
    low, high = min([0.0, *(b.low for b in bars)]), max([1.0, *(b.high for b in bars)])
    frame = _Frame(low, high, 0, 1, left=210, height=height)
    body = [*_x_axis(frame, x_label), *(part for i, bar in enumerate(bars) for part in _bar(frame, bar, i))]
    return _picture(title, body, height)


def ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Round tick values inside [low, high]."""
    if not high > low:
        return [low]
    raw = (high - low) / wanted
    scale = 10.0 ** math.floor(math.log10(raw))
    step = next(m * scale for m in (1, 2, 5, 10) if m * scale >= raw * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, 12) for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _fit(series: Sequence[Series]) -> _Frame:
    xs = [x for one in series for x, _ in one.points] or [0.0, 1.0]
    ys = [y for one in series for y in _reach(one)] or [0.0, 1.0]
    x_low, x_high = _widen(min(xs), max(xs))
    y_low, y_high = _widen(min(0.0, min(ys)), max(ys))
    return _Frame(x_low, x_high, y_low, y_high + 0.05 * (y_high - y_low))


def _reach(series: Series) -> Iterable[float]:
    errors = series.errors or (0.0,) * len(series.points)
    for (_, y), e in zip(series.points, errors, strict=True):
        yield from (y - e, y + e)


def _widen(low: float, high: float) -> tuple[float, float]:
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _axes(frame: _Frame, x_label: str, y_label: str) -> Iterable[str]:
    yield from _x_axis(frame, x_label)
    for value in ticks(frame.y_low, frame.y_high):
        y = frame.y(value)
        yield _line(frame.left, y, WIDTH - RIGHT, y, GRID)
        yield _text(frame.left - 8, y + 4, _number(value), anchor="end")
    middle = (TOP + frame.height - BOTTOM) / 2
    yield _text(18, middle, y_label, anchor="middle", extra=f' transform="rotate(-90 18 {middle:.1f})"')


def _x_axis(frame: _Frame, label: str) -> Iterable[str]:
    base = frame.height - BOTTOM
    for value in ticks(frame.x_low, frame.x_high):
        x = frame.x(value)
        yield _line(x, TOP, x, base, GRID)
        yield _text(x, base + 18, _number(value), anchor="middle")
    yield _line(frame.left, base, WIDTH - RIGHT, base, INK)
    yield _text((frame.left + WIDTH - RIGHT) / 2, frame.height - 14, label, anchor="middle")


def _series(frame: _Frame, series: Series, place: int) -> Iterable[str]:
    colour, dash, shape = _style(series, place)
    path = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in series.points)
    if series.line and path:
        yield f'<polyline fill="none" stroke="{colour}" stroke-width="2.2"{_dashed(dash)} points="{path}"/>'
    for (x, y), e in zip(series.points, series.errors or (), strict=False):
        yield _line(frame.x(x), frame.y(y - e), frame.x(x), frame.y(y + e), colour)
    if series.markers or not series.line:
        yield from (_marker(frame.x(x), frame.y(y), colour, shape) for x, y in series.points)


def _style(series: Series, place: int) -> tuple[str, str, int]:
    """Colour, dash and marker shape."""
    chosen = place if series.style is None else series.style
    return *STYLES[chosen % len(STYLES)], chosen


def _key(series: Series, place: int) -> Iterable[str]:
    colour, dash, shape = _style(series, place)
    x, y = WIDTH - RIGHT + 14, TOP + 14 + 24 * place
    if series.line:
        yield _line(x, y - 4, x + 28, y - 4, colour, width=2.2, dash=dash)
    if series.markers or not series.line:
        yield _marker(x + 14, y - 4, colour, shape)
    yield _text(x + 34, y, series.name)


def _bar(frame: _Frame, bar: Bar, place: int) -> Iterable[str]:
    y = TOP + 18 + 34 * place
    colour = STYLES[0][0]
    yield _text(frame.left - 12, y + 4, bar.name, anchor="end")
    yield _line(frame.x(bar.low), y, frame.x(bar.high), y, colour, width=2.2)
    for end in (bar.low, bar.high):
        yield _line(frame.x(end), y - 6, frame.x(end), y + 6, colour, width=2.2)
    if bar.value is not None:
        yield _marker(frame.x(bar.value), y, colour, 0)
    yield _text(WIDTH - RIGHT + 14, y + 4, _reading(bar))


def _reading(bar: Bar) -> str:
    centre = "too few" if bar.value is None else f"{bar.value:.3f}"
    return f"{centre} [{bar.low:.3f}, {bar.high:.3f}]"


def _marker(x: float, y: float, colour: str, place: int) -> str:
    if place % 2:
        return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" fill="{colour}"/>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, *, width: float = 1.0, dash: str = "") -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"{_dashed(dash)}/>'


def _text(x: float, y: float, text: str, *, anchor: str = "start", extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(text)}</text>'


def _dashed(dash: str) -> str:
    return f' stroke-dasharray="{dash}"' if dash else ""


def _number(value: float) -> str:
    return f"{value:.6g}"


def _picture(title: str, body: Sequence[str], height: float) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" '
        f'font-family="sans-serif" font-size="13" fill="{INK}"><title>{escape(title)}</title>'
        f'<rect width="{WIDTH}" height="{height:g}" fill="#ffffff"/>'
    )
    heading = f'<text x="{LEFT}" y="26" font-size="16" font-weight="bold">{escape(title)}</text>'
    return "\n".join([head, heading, *body, "</svg>"]) + "\n"
