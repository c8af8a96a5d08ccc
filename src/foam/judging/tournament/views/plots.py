"""The report's pictures: scores and validation by source, the bracket, the biases. Figures stand beside the marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from foam.judging.audit import OUTCOMES
from foam.judging.resample import Interval
from foam.judging.tournament.bracket import Result
from foam.judging.tournament.report import Report
from foam.judging.tournament.views.drawing import COLOURS, GRID, bar, box, dot, line, picture, words
from foam.judging.tournament.views.tables import share

WIDTH, LEFT, RIGHT, TOP, ROW = 760.0, 210.0, 190.0, 48.0, 30.0
COLUMN, LINE = 128.0, 17.0


def plots(report: Report) -> dict[str, str]:
    """Name to picture."""
    named: list[tuple[str, Interval]] = [(row.source, row.overall) for row in report.sources]
    biases = [(f"{bias.juror}, {bias.kind}{' !' if bias.named else ''}", bias.share) for bias in report.biases]
    made = {
        "scores": interval_plot("Overall score by source", named, high=100),
        "validation": stacked_plot(report),
        "bracket": bracket_plot(report.results),
    }
    if biases:
        made["bias"] = interval_plot("How often jurors took the favoured kind of case", biases, high=1, middle=0.5)
    return made


def interval_plot(title: str, rows: Sequence[tuple[str, Interval]], *, high: float, middle: float | None = None) -> str:
    """Estimates with their intervals, one a row, from 0 to `high`."""
    height = TOP + ROW * len(rows) + 36

    def x(value: float) -> float:
        return LEFT + value / high * (WIDTH - LEFT - RIGHT)

    parts = [line(x(high * n / 4), TOP - 8, x(high * n / 4), height - 28, colour=GRID) for n in range(5)]
    parts += [words(x(high * n / 4), height - 10, f"{high * n / 4:g}", anchor="middle") for n in range(5)]
    if middle is not None:
        parts.append(line(x(middle), TOP - 8, x(middle), height - 28, width=1.6))
    for n, (name, found) in enumerate(rows):
        y = TOP + ROW * n + 12
        parts += [words(LEFT - 12, y + 4, name, anchor="end"), *_interval(found, x, y, digits=1 if high > 1 else 2)]
    return picture(title, parts, width=WIDTH, height=height)


def _interval(found: Interval, x: Callable[[float], float], y: float, *, digits: int) -> Iterator[str]:
    if found.value is None:
        yield words(WIDTH - RIGHT + 14, y + 4, "nothing to show")
        return
    bounds = ""
    if found.low is not None and found.high is not None:
        yield line(x(found.low), y, x(found.high), y, colour=COLOURS[0], width=2.4)
        bounds = f" [{found.low:.{digits}f}, {found.high:.{digits}f}]"
    yield dot(x(found.value), y, colour=COLOURS[0])
    yield words(WIDTH - RIGHT + 14, y + 4, f"{found.value:.{digits}f}{bounds}, n = {found.n}")


def stacked_plot(report: Report) -> str:
    """The verdicts on each source's citations, as shares of a bar."""
    height = TOP + ROW * len(report.sources) + 58
    parts: list[str] = []
    for n, row in enumerate(report.sources):
        y, at = TOP + ROW * n, LEFT
        parts.append(words(LEFT - 12, y + 15, row.source, anchor="end"))
        for outcome, colour in zip(OUTCOMES, COLOURS, strict=True):
            count = row.rates.counts[outcome]
            width = count / max(1, row.rates.citations) * (WIDTH - LEFT - RIGHT)
            parts.append(bar(at, y, width, 20, colour=colour, title=f"{row.source}: {count} {outcome}"))
            if count and width > 18:
                parts.append(f'<g fill="#ffffff">{words(at + width / 2, y + 15, str(count), anchor="middle")}</g>')
            at += width
        parts.append(words(WIDTH - RIGHT + 14, y + 15, f"CFVR {share(row.cfvr.value)}, n = {row.n}"))
    return picture("Citations by verdict and source", [*parts, *_legend(height - 30)], width=WIDTH, height=height)


def _legend(y: float) -> Iterator[str]:
    for n, (outcome, colour) in enumerate(zip(OUTCOMES, COLOURS, strict=True)):
        yield bar(16 + 122 * n, y, 12, 12, colour=colour)
        yield words(33 + 122 * n, y + 11, outcome)


def bracket_plot(results: Sequence[Result]) -> str:
    """A column a round, a box a heat: who advanced in bold, and what decided where it was not the scores."""
    rounds: dict[int, list[Result]] = {}
    for result in results:
        rounds.setdefault(result.heat.number, []).append(result)
    parts: list[str] = []
    lowest = TOP
    for column, (number, heats) in enumerate(sorted(rounds.items())):
        x, y = 16 + COLUMN * column, TOP + 22
        parts.append(words(x, TOP + 8, f"{'Swiss' if heats[0].heat.stage == 'swiss' else 'Elimination'} {number}"))
        for result in heats:
            parts += _heat(result, x, y)
            y += LINE * (len(result.order) + (result.by != "scores")) + 14
        lowest = max(lowest, y)
    width = max(360.0, 16 + COLUMN * len(rounds) + 8)
    return picture("The bracket: winners of each heat in bold", parts, width=width, height=lowest + 10)


def _heat(result: Result, x: float, y: float) -> Iterator[str]:
    lines = len(result.order) + (result.by != "scores")
    yield box(x - 4, y - 2, COLUMN - 10, LINE * lines + 6)
    for n, id in enumerate(result.order):
        yield words(x, y + LINE * n + 12, id, bold=id in result.winners)
    if result.by != "scores":
        yield words(x, y + LINE * len(result.order) + 12, f"by {result.by}", size=11)
