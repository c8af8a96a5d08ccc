"""Charts as SVG: small, legible, well formed by themselves, without style sheets or scripts.

Colours stand as attributes, so that a picture can be kept as a file; the classes let a page set its own in the dark.
Series are told apart by dash and marker as well as by colour, and named beside the chart.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import assert_never

from foam.paper.charts import Arrow, Bars, Box, Chart, Diagram, Lines, Series, Whisker, Whiskers
from foam.paper.inline import Text, Tone

WIDTH, HEIGHT = 720.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 70.0, 215.0, 46.0, 56.0
ROW = 32.0
INK, GRID, GROUND, SOFT = "#1f2933", "#d5dae1", "#ffffff", "#5b6570"
STYLES = (("#0b5cad", ""), ("#b3361d", "7 4"), ("#2e7d32", "2 3"), ("#6a3d9a", "9 3 2 3"))
PARTS = ("#0b5cad", "#2e7d32", "#8a5a00", "#6a3d9a", "#b3361d", "#8a94a0")
TONES: dict[Tone, str] = {
    "plain": "#5b6570",
    "green": "#0b6b3a",
    "amber": "#8a5a00",
    "violet": "#5b3fa0",
    "red": "#a3262a",
    "blue": "#0b4f8a",
    "grey": "#8a8a8a",
}
LINE_HEIGHT, PADDING, GAP = 16.0, 8.0, 14.0
MOST_LINES = 5


def draw(chart: Chart) -> str:
    """The chart as one SVG element."""
    match chart:
        case Lines():
            return _lines(chart)
        case Whiskers():
            return _whiskers(chart)
        case Bars():
            return _bars(chart)
        case Diagram():
            return _diagram(chart)
        case _:
            assert_never(chart)


def ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Round tick values inside [low, high]."""
    if not high > low:
        return [low]
    raw = (high - low) / wanted
    scale = 10.0 ** math.floor(math.log10(raw))
    step = next(m * scale for m in (1, 2, 5, 10) if m * scale >= raw * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, 12) for k in range(first, math.floor(high / step + 1e-9) + 1)]


@dataclass(frozen=True)
class _Frame:
    """Data coordinates to picture coordinates."""

    x_low: float
    x_high: float
    y_low: float = 0.0
    y_high: float = 1.0
    left: float = LEFT
    height: float = HEIGHT

    def x(self, value: float) -> float:
        return self.left + (value - self.x_low) / (self.x_high - self.x_low) * (WIDTH - self.left - RIGHT)

    def y(self, value: float) -> float:
        down = (self.y_high - value) / (self.y_high - self.y_low)
        return TOP + down * (self.height - TOP - BOTTOM)


# Lines


def _lines(chart: Lines) -> str:
    held = tuple(chart.series)
    xs = [x for one in held for x, _ in one.points] or [0.0, 1.0]
    ys = [y for one in held for y in _reach(one)] or [0.0, 1.0]
    x_low, x_high = _widen(min(xs), max(xs))
    y_low, y_high = _widen(min(0.0, min(ys)), max(ys))
    frame = _Frame(x_low, x_high, y_low, y_high + 0.05 * (y_high - y_low))
    body = [*_x_axis(frame, chart.x_label), *_y_axis(frame, chart.y_label)]
    for place, series in enumerate(chart.series):
        body += [*_series(frame, series, place), *_key(series, place)]
    return _picture(chart.title, body, width=WIDTH, height=max(HEIGHT, TOP + 24 * len(chart.series) + 20))


def _reach(series: Series) -> Iterator[float]:
    yield from (y for _, y in series.points)
    yield from (end for ends in _bounds(series) for end in ends)


def _bounds(series: Series) -> tuple[tuple[float, float], ...]:
    """The ends of the error bars, one pair a point."""
    bars = zip(series.points, series.errors, strict=bool(series.errors))
    return series.bounds or tuple((y - error, y + error) for (_, y), error in bars)


def _widen(low: float, high: float) -> tuple[float, float]:
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _y_axis(frame: _Frame, label: str) -> Iterator[str]:
    for value in ticks(frame.y_low, frame.y_high):
        y = frame.y(value)
        yield _line(frame.left, y, WIDTH - RIGHT, y, GRID, name="grid")
        yield _words(frame.left - 8, y + 4, f"{value:.6g}", anchor="end")
    middle = (TOP + frame.height - BOTTOM) / 2
    yield _words(18, middle, label, anchor="middle", extra=f' transform="rotate(-90 18 {middle:.1f})"')


def _x_axis(frame: _Frame, label: str) -> Iterator[str]:
    base = frame.height - BOTTOM
    for value in ticks(frame.x_low, frame.x_high):
        x = frame.x(value)
        yield _line(x, TOP, x, base, GRID, name="grid")
        yield _words(x, base + 18, f"{value:.6g}", anchor="middle")
    yield _line(frame.left, base, WIDTH - RIGHT, base, INK)
    yield _words((frame.left + WIDTH - RIGHT) / 2, frame.height - 14, label, anchor="middle")


def _series(frame: _Frame, series: Series, place: int) -> Iterator[str]:
    colour, dash, shape = _style(series, place)
    path = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in series.points)
    if series.line and path:
        yield f'<polyline fill="none" stroke="{colour}" stroke-width="2.2"{_dashed(dash)} points="{path}"/>'
    for (x, _), (low, high) in zip(series.points, _bounds(series), strict=False):
        yield _line(frame.x(x), frame.y(low), frame.x(x), frame.y(high), colour, name="mark")
    if series.markers or not series.line:
        yield from (_marker(frame.x(x), frame.y(y), colour, shape) for x, y in series.points)


def _style(series: Series, place: int) -> tuple[str, str, int]:
    """Colour, dash and marker shape."""
    chosen = place if series.style is None else series.style
    return *STYLES[chosen % len(STYLES)], chosen


def _key(series: Series, place: int) -> Iterator[str]:
    colour, dash, shape = _style(series, place)
    x, y = WIDTH - RIGHT + 14, TOP + 14 + 24 * place
    if series.line:
        yield _line(x, y - 4, x + 28, y - 4, colour, width=2.2, dash=dash, name="mark")
    if series.markers or not series.line:
        yield _marker(x + 14, y - 4, colour, shape)
    yield _words(x + 34, y, series.name)


# Estimates with intervals


def _whiskers(chart: Whiskers) -> str:
    height = TOP + BOTTOM + ROW * max(1, len(chart.rows))
    low = min([chart.low, *(row.low for row in chart.rows if row.low is not None)])
    high = max([chart.high, *(row.high for row in chart.rows if row.high is not None)])
    frame = _Frame(low, high, left=210, height=height)
    body = list(_x_axis(frame, chart.x_label))
    if chart.middle is not None:
        x = frame.x(chart.middle)
        body.append(_line(x, TOP, x, height - BOTTOM, INK, width=1.6))
    for place, row in enumerate(chart.rows):
        body += _whisker(frame, row, TOP + 17 + ROW * place)
    return _picture(chart.title, body, width=WIDTH, height=height)


def _whisker(frame: _Frame, row: Whisker, y: float) -> Iterator[str]:
    colour = STYLES[0][0]
    yield _words(frame.left - 12, y + 4, row.name, anchor="end")
    if row.low is not None and row.high is not None:
        yield _line(frame.x(row.low), y, frame.x(row.high), y, colour, width=2.2, name="mark")
        for end in (row.low, row.high):
            yield _line(frame.x(end), y - 6, frame.x(end), y + 6, colour, width=2.2, name="mark")
    if row.value is not None:
        yield _marker(frame.x(row.value), y, colour, 0)
    yield _words(WIDTH - RIGHT + 14, y + 4, row.reading)


# Stacked bars


def _bars(chart: Bars) -> str:
    left, height = 210.0, TOP + ROW * len(chart.rows) + 58
    body: list[str] = []
    for place, row in enumerate(chart.rows):
        y, x, whole = TOP + ROW * place, left, sum(row.counts) or 1.0
        body.append(_words(left - 12, y + 15, row.name, anchor="end"))
        for n, (part, count) in enumerate(zip(chart.parts, row.counts, strict=True)):
            width = count / whole * (WIDTH - left - RIGHT)
            body.append(_rect(x, y, width, 20, PARTS[n % len(PARTS)], title=f"{row.name}: {count:g} {part}"))
            if width > 18:
                body.append(_words(x + width / 2, y + 15, f"{count:g}", anchor="middle", colour=GROUND, name="on"))
            x += width
        body.append(_words(WIDTH - RIGHT + 14, y + 15, row.reading))
    for n, part in enumerate(chart.parts):
        x = 16 + (WIDTH - 24) / max(6, len(chart.parts)) * n
        body += [_rect(x, height - 30, 12, 12, PARTS[n % len(PARTS)]), _words(x + 17, height - 19, part)]
    return _picture(chart.title, body, width=WIDTH, height=height)


# Boxes and arrows


@dataclass(frozen=True)
class _Placed:
    """A box with its wrapped lines and where it stands."""

    box: Box
    left: float
    top: float
    lines: tuple[Text, ...]

    @property
    def height(self) -> float:
        return len(self.lines) * LINE_HEIGHT + 2 * PADDING

    @property
    def middle(self) -> float:
        return self.top + self.height / 2

    @property
    def bottom(self) -> float:
        """Where the next box may begin."""
        return self.top + self.height + GAP


def _diagram(chart: Diagram) -> str:
    placed = _place_tree(chart) if chart.is_tree else _place_stacked(chart)
    count = max((box.column + 1 for box in chart.boxes), default=len(chart.columns))
    heads = [_words(_left(chart, n), TOP + 14, name, colour=SOFT, name="soft") for n, name in enumerate(chart.columns)]
    arrows = [
        part
        for arrow in chart.arrows
        if arrow.start in placed and arrow.end in placed
        for part in _arrow(placed, arrow, chart.box_width)
    ]
    body = [*heads, *arrows, *(part for put in placed.values() for part in _box(put, chart.box_width))]
    width = max(360.0, _left(chart, count - 1) + chart.box_width + 12)
    height = max([*(put.bottom for put in placed.values()), TOP + 40]) + 6
    return _picture(chart.title, body, width=width, height=height, leads_on=any(box.href for box in chart.boxes))


def _left(chart: Diagram, column: int) -> float:
    return 12 + column * (chart.box_width + (70 if chart.arrows else 12))


def _put(chart: Diagram, box: Box, top: float) -> _Placed:
    lines = tuple(line for text in box.lines for line in _wrap(text, int(chart.box_width / 6.9)))
    return _Placed(box=box, left=_left(chart, box.column), top=top, lines=lines)


def _place_stacked(chart: Diagram) -> dict[str, _Placed]:
    """Every column from the top."""
    tops: dict[int, float] = {}
    placed: dict[str, _Placed] = {}
    for box in chart.boxes:
        put = placed[box.id] = _put(chart, box, tops.get(box.column, TOP + 26))
        tops[box.column] = put.bottom
    return placed


def _place_tree(chart: Diagram) -> dict[str, _Placed]:
    """Every box beside the one that it points at, and below all that belongs to the one above it: no arrows cross."""
    columns = {box.id: box.column for box in chart.boxes}
    parents = {arrow.start: arrow.end for arrow in chart.arrows if _is_leftward(columns, arrow)}
    placed: dict[str, _Placed] = {}

    def place(above: str | None, top: float) -> float:
        for box in chart.boxes:
            if parents.get(box.id) == above:
                put = placed[box.id] = _put(chart, box, top)
                top = max(put.bottom, place(box.id, top))
        return top

    place(None, TOP + 26)
    return placed


def _is_leftward(columns: dict[str, int], arrow: Arrow) -> bool:
    return arrow.start in columns and arrow.end in columns and columns[arrow.start] > columns[arrow.end]


def _wrap(text: Text, width: int) -> tuple[Text, ...]:
    lines = textwrap.wrap(text.text, width) or [""]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], lines[MOST_LINES - 1][: width - 1] + "…"]
    return tuple(Text(text=line, look=text.look) for line in lines)


def _arrow(placed: dict[str, _Placed], arrow: Arrow, box_width: float) -> Iterator[str]:
    one, other = placed[arrow.start], placed[arrow.end]
    forward = one.box.column < other.box.column
    x1, x2 = (one.left + box_width, other.left) if forward else (one.left, other.left + box_width)
    bend, colour = (x1 + x2) / 2, TONES["red"] if arrow.attacks else SOFT
    path = f"M{x1:.1f} {one.middle:.1f} C{bend:.1f} {one.middle:.1f} {bend:.1f} {other.middle:.1f} "
    path += f"{x2:.1f} {other.middle:.1f}"
    name = "attack" if arrow.attacks else "arrow"
    dash = _dashed("6 4") if arrow.attacks else ""
    yield f'<path class="{name}" fill="none" stroke="{colour}"{dash} d="{path}"/>'
    back = -8 if forward else 8
    tip = f"M{x2:.1f} {other.middle:.1f} l{back} -4 v8 z"
    yield f'<path class="{name} tip" fill="{colour}" stroke="none" d="{tip}"/>'
    if arrow.attacks:
        yield _words(bend - 4, (one.middle + other.middle) / 2 + 4, "×", colour=colour, name="cross")


def _box(put: _Placed, box_width: float) -> Iterator[str]:
    box = put.box
    dash = _dashed("5 3") if box.dashed else ""
    about = f"<title>{escape(_name_box(box))}</title>"
    place = f'x="{put.left:.1f}" y="{put.top:.1f}" width="{box_width:g}" height="{put.height:.1f}"'
    stroke = f'stroke="{TONES[box.tone]}" stroke-width="1.6"{dash}'
    tag = f'<a href="{escape(box.href)}">' if box.href else "<g>"
    yield f'{tag}{about}<rect class="box {box.tone}" {place} rx="4" fill="{GROUND}" {stroke}/>'
    for n, line in enumerate(put.lines):
        extra = ' text-decoration="line-through"' if line.look == "delete" else ""
        extra += ' font-weight="bold"' if line.look == "strong" else ""
        size = ' font-size="11"' if line.look == "small" else ' font-size="12"'
        yield _words(put.left + PADDING, put.top + PADDING + 12 + n * LINE_HEIGHT, line.text, extra=extra + size)
    yield "</a>" if box.href else "</g>"


def _name_box(box: Box) -> str:
    """What is said of a box to those who point at it; a link is named by what it is about."""
    if box.href and box.about:
        return box.about
    return f"{box.id}: {box.about}" if box.about else box.id


# Marks


def _marker(x: float, y: float, colour: str, place: int) -> str:
    if place % 2:
        return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" fill="{colour}"/>'


def _rect(x: float, y: float, width: float, height: float, colour: str, *, title: str = "") -> str:
    said = f"<title>{escape(title)}</title>" if title else ""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{height:.1f}"'
    return f'<rect {place} fill="{colour}">{said}</rect>'


def _line(
    x1: float, y1: float, x2: float, y2: float, colour: str, *, width: float = 1.0, dash: str = "", name: str = "ink"
) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line class="{name}" {ends} stroke="{colour}" stroke-width="{width:g}"{_dashed(dash)}/>'


def _words(
    x: float, y: float, text: str, *, anchor: str = "start", extra: str = "", colour: str = INK, name: str = "words"
) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text class="{name}" {place} fill="{colour}"{extra}>{escape(text)}</text>'


def _dashed(dash: str) -> str:
    return f' stroke-dasharray="{dash}"' if dash else ""


def _picture(title: str, body: Iterable[str], *, width: float, height: float, leads_on: bool = False) -> str:
    """One picture; where parts of it lead on, it is a group of links and not a single image."""
    role = "group" if leads_on else "img"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="{role}" '
        f'font-family="sans-serif" font-size="13"><title>{escape(title)}</title>'
        f'<rect class="ground" width="{width:g}" height="{height:g}" fill="{GROUND}"/>'
    )
    heading = _words(16, 26, title, extra=' font-size="16" font-weight="bold"')
    return "\n".join([head, heading, *body, "</svg>"]) + "\n"
