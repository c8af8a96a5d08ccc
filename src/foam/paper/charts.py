"""Charts as values: lines, estimates with intervals, stacked bars, and boxes joined by arrows.

A chart says what is shown, not how it is drawn; `chart_table` gives the same figures as a table, which stands beside
every picture and replaces it where a format has none.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, assert_never

from pydantic import Field

from foam.paper.inline import Text, Tone
from foam.values import CleanText, Value

MOST_ROWS = 60
"""Points of a scatter from which on its table is cut short, and says so."""


class Series(Value):
    """One line of a chart, or one set of marks."""

    name: CleanText
    points: tuple[tuple[float, float], ...]
    errors: tuple[float, ...] = ()
    """Half-lengths of error bars, one a point; none where it is empty."""
    bounds: tuple[tuple[float, float], ...] = ()
    """The ends of error bars that reach further to one side, one pair a point, in the place of `errors`."""
    markers: bool = False
    line: bool = True
    style: int | None = None
    """Place among the styles; the series' own place unless given, so that marks can share their line's colour."""


class Lines(Value):
    """Lines or marks over a common axis."""

    type: Literal["lines"] = "lines"
    title: CleanText
    x_label: CleanText
    y_label: CleanText
    series: tuple[Series, ...]


class Whisker(Value):
    """A named estimate with its interval; either may be missing."""

    name: CleanText
    value: float | None
    low: float | None = None
    high: float | None = None
    reading: CleanText
    """The same in figures."""


class Whiskers(Value):
    """Estimates with their intervals, one a row, on a scale that reaches at least from `low` to `high`."""

    type: Literal["whiskers"] = "whiskers"
    title: CleanText
    x_label: CleanText = ""
    rows: tuple[Whisker, ...]
    low: float = 0.0
    high: float = 1.0
    middle: float | None = None
    """Where a line is drawn that means no difference."""


class Stack(Value):
    """One bar, by its parts."""

    name: CleanText
    counts: tuple[float, ...]
    reading: CleanText = ""


class Bars(Value):
    """Bars of equal length, each divided by the share of its parts."""

    type: Literal["bars"] = "bars"
    title: CleanText
    parts: tuple[CleanText, ...]
    rows: tuple[Stack, ...]


class Box(Value):
    """A box of a diagram. Lines that look deleted are struck through, strong ones are bold."""

    id: CleanText
    column: int = Field(ge=0)
    lines: tuple[Text, ...]
    tone: Tone = "plain"
    dashed: bool = False
    about: CleanText = ""
    """What it is, for those who point at it and for the table."""
    href: str = ""
    """Where it leads on a page; empty for nowhere."""


class Arrow(Value):
    """From one box to another; an attack is dashed and crossed."""

    start: CleanText
    end: CleanText
    attacks: bool = False


class Diagram(Value):
    """Boxes in columns, and arrows between them."""

    type: Literal["diagram"] = "diagram"
    title: CleanText
    columns: tuple[CleanText, ...]
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...] = ()
    box_width: int = 250
    is_tree: bool = False
    """Whether each box stands beside the one to its left that it points at; else columns fill from the top."""


Chart: TypeAlias = Annotated[Lines | Whiskers | Bars | Diagram, Field(discriminator="type")]

Cells: TypeAlias = tuple[str, ...]


def chart_table(chart: Chart) -> tuple[Cells, tuple[Cells, ...]]:
    """Head and rows of the table that says what the chart shows."""
    match chart:
        case Lines():
            return ("series", chart.x_label, chart.y_label), _points(chart)
        case Whiskers():
            return ("what", chart.x_label or "estimate"), tuple((row.name, row.reading) for row in chart.rows)
        case Bars():
            readings = any(row.reading for row in chart.rows)
            head = ("what", *chart.parts, *(["in all"] if readings else []))
            return head, tuple(
                (row.name, *(f"{count:g}" for count in row.counts), *([row.reading] if readings else []))
                for row in chart.rows
            )
        case Diagram():
            return _boxes(chart)
        case _:
            assert_never(chart)


def _points(chart: Lines) -> tuple[Cells, ...]:
    rows = [
        (one.name, f"{x:.6g}", f"{y:.6g}{_say_error(one, n)}")
        for one in chart.series
        for n, (x, y) in enumerate(one.points)
    ]
    if len(rows) > MOST_ROWS:
        return (*rows[:MOST_ROWS], (f"… and {len(rows) - MOST_ROWS} more", "", ""))
    return tuple(rows)


def _say_error(series: Series, place: int) -> str:
    if series.bounds:
        low, high = series.bounds[place]
        return f" [{low:.2g}, {high:.2g}]"
    return f" ± {series.errors[place]:.2g}" if series.errors else ""


def _boxes(chart: Diagram) -> tuple[Cells, tuple[Cells, ...]]:
    ends: dict[str, list[str]] = {}
    for arrow in chart.arrows:
        ends.setdefault(arrow.start, []).append(f"against {arrow.end}" if arrow.attacks else arrow.end)
    head = ("column", "what it says", *(["leads to"] if chart.arrows else []))
    rows = []
    for box in chart.boxes:
        said = "; ".join(line.text + (" ✓" if line.look == "strong" else "") for line in box.lines)
        leads = (", ".join(ends.get(box.id, ())),) if chart.arrows else ()
        column = chart.columns[box.column] if box.column < len(chart.columns) else ""
        rows.append((f"{column}: {box.about}" if box.about else column, said, *leads))
    return head, tuple(rows)
