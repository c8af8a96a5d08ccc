"""A working: how a figure or a comparison follows from what stands in the file, as a value that code computes.

    leaves    Figure, Day (each in a sentence), Given (a convention, shown as one), Ref (the working of another leaf)
    numbers   Op, Round (the only place where anything is rounded), Days, WorkDays
    days      Later (so many days or months after a day)
    a claim   Compare

Everything is computed in exact fractions. A working gives a value, or says which of its inputs are open, or why it
cannot be computed. It is printed for readers (`show_working`); what is printed is never read.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from math import prod
from typing import Annotated, Literal, TypeAlias, assert_never

from pydantic import AfterValidator, Field, StringConstraints

from foam.argument.figures import show_figure
from foam.text.days import add_months
from foam.values import Value
from foam_quotes.text.figures import MOST_DIGITS

SentenceId: TypeAlias = str
"""`05#s4`: sentence 4 of document 05, counted from 0. A document's own id stands for its date."""
TreeId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)]
"""The id of a part of a tree."""
Ends: TypeAlias = Literal["both", "last"]
"""Which ends of a stretch of days count: both, or only the last (the day of the event itself is left out)."""
Comparison: TypeAlias = Literal["<=", "<", "=", ">=", ">"]
Operation: TypeAlias = Literal["sum", "sub", "mul", "div", "mean", "min", "max", "count", "less_percent"]
RoundingMode: TypeAlias = Literal["half_up", "up", "down"]
COMPARISONS: tuple[Comparison, ...] = ("<=", "<", "=", ">=", ">")
OPERATIONS: tuple[Operation, ...] = ("sum", "sub", "mul", "div", "mean", "min", "max", "count", "less_percent")

_LONGEST_STRETCH = 200 * 366
"""Days that a stretch of working days may have at most."""


def _limit_digits(value: Decimal) -> Decimal:
    if len(value.as_tuple().digits) > MOST_DIGITS or abs(int(value.as_tuple().exponent)) > MOST_DIGITS:
        raise ValueError(f"a figure has at most {MOST_DIGITS} digits")
    return value


Amount: TypeAlias = Annotated[Decimal, AfterValidator(_limit_digits)]


class Figure(Value):
    """A number that stands in each of these sentences or table cells."""

    type: Literal["figure"] = "figure"
    value: Amount
    unit: str = ""
    at: tuple[SentenceId, ...] = Field(min_length=1)


class Day(Value):
    """A day that stands in each of these sentences, or is a document's own date."""

    type: Literal["day"] = "day"
    value: date
    at: tuple[SentenceId, ...] = Field(min_length=1)
    taken: str = Field(default="", exclude_if=lambda taken: not taken)
    """What of it the document's own date gave: `year`, `month`, or both."""
    together: bool = Field(default=False, exclude_if=lambda together: not together)
    """Whether it takes all of its sentences to name the day."""


class Given(Value):
    """A convention that no sentence states; printed as one."""

    type: Literal["given"] = "given"
    value: Annotated[Amount | date, Field(union_mode="left_to_right")]
    by: str = "usual"
    why: str = Field(min_length=1)


class Ref(Value):
    """What the working of another leaf comes to."""

    type: Literal["ref"] = "ref"
    leaf: str


class Op(Value):
    """An operation. `less_percent` takes so many percent off; `count` counts its inputs."""

    type: Literal["op"] = "op"
    op: Operation
    args: tuple[Working, ...] = Field(min_length=1)


class Round(Value):
    """The number rounded to a multiple of another (0.01, 0.5, 10), and by which rule."""

    type: Literal["round"] = "round"
    of: Working
    to: Amount = Field(gt=0)
    mode: RoundingMode
    by: str = "none stated"


class Days(Value):
    """How many days a stretch has. Both ends count: last - first + 1. Only the last counts: last - first."""

    type: Literal["days"] = "days"
    first: Working
    last: Working
    ends: Ends
    by: str = "usual"


class Nth(Value):
    """A day that is closed every year: the second Monday of May; counted from the end where `n` is negative."""

    type: Literal["nth"] = "nth"
    weekday: int = Field(ge=1, le=7)
    """1 is Monday."""
    n: Literal[1, 2, 3, 4, 5, -1, -2, -3, -4, -5]
    month: int = Field(ge=1, le=12)
    at: tuple[SentenceId, ...] = Field(min_length=1)

    def find_day(self, year: int) -> date | None:
        """That day of a year; None where the month has no such day."""
        length = calendar.monthrange(year, self.month)[1]
        days = [day for n in range(1, length + 1) if (day := date(year, self.month, n)).isoweekday() == self.weekday]
        place = self.n - 1 if self.n > 0 else self.n
        return days[place] if -len(days) <= place < len(days) else None


class WorkDays(Value):
    """How many days of a stretch fall on these weekdays and are not closed."""

    type: Literal["work_days"] = "work_days"
    first: Working
    last: Working
    ends: Ends
    weekdays: tuple[int, ...] = (1, 2, 3, 4, 5)
    closed: tuple[Annotated[Day | Nth, Field(discriminator="type")], ...] = ()
    by: str = "usual"


class Later(Value):
    """The day so many days or months after a day. Where that month is shorter, its last day."""

    type: Literal["later"] = "later"
    first: Working
    count: Working
    unit: Literal["days", "months"]
    by: str = "usual"


class Compare(Value):
    """A comparison of two numbers or of two days. "At least N days" is Days, then `>=`."""

    type: Literal["compare"] = "compare"
    left: Working
    op: Comparison
    right: Working


Working: TypeAlias = Annotated[
    Figure | Day | Given | Ref | Op | Round | Days | WorkDays | Later | Compare, Field(discriminator="type")
]
for _model in (Op, Round, Days, WorkDays, Later, Compare):
    _model.model_rebuild()

Result: TypeAlias = Fraction | date | bool


@dataclass(frozen=True, slots=True)
class Computed:
    """What a working comes to: a value, or the inputs that are open, or why it cannot be computed."""

    value: Result | None = None
    open: tuple[str, ...] = ()
    """Sentences of figures and days that are gone, and leaves that have no value."""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What a working may read: the workings of other leaves, and what is no longer to be read."""

    leaves: Mapping[str, Working | None] = field(default_factory=dict)
    gone: Collection[str] = ()
    """Sentences, documents and leaves."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What is printed for a leaf, where that is not its id."""


def compute(working: Working, context: Context | None = None) -> Computed:
    """The value of a working, exactly."""
    context = context or Context()
    inputs = dict.fromkeys(find_open(working, context))
    if inputs:
        return Computed(open=tuple(inputs))
    try:
        return Computed(value=_value(working, context))
    except (ValueError, ArithmeticError) as error:
        return Computed(fault=str(error))


def find_open(working: Working, context: Context, above: tuple[str, ...] = ()) -> Iterator[str]:
    """The inputs that are open: a figure or day all of whose sentences are gone, a leaf that has no working."""
    for one in list_inputs(working):
        match one:
            case Figure() | Day() | Nth():
                gone = [at for at in one.at if _is_gone(at, context.gone)]
                if len(gone) == len(one.at) or (gone and isinstance(one, Day) and one.together):
                    yield gone[0]
            case Given():
                pass
            case Ref():
                named = context.leaves.get(one.leaf)
                if named is None or one.leaf in context.gone or one.leaf in above:
                    yield one.leaf
                else:
                    yield from find_open(named, context, (*above, one.leaf))
            case _:
                assert_never(one)


def _is_gone(at: SentenceId, gone: Collection[str]) -> bool:
    return at in gone or at.partition("#")[0] in gone


Input: TypeAlias = Figure | Day | Given | Ref | Nth


def list_inputs(working: Working) -> Iterator[Input]:
    """Every figure, day, convention and leaf that a working reads, in order."""
    match working:
        case Figure() | Day() | Given() | Ref():
            yield working
        case WorkDays():
            yield from (*list_inputs(working.first), *list_inputs(working.last), *working.closed)
        case _:
            for part in list_parts(working):
                yield from list_inputs(part)


def list_places(working: Working | None) -> Iterator[SentenceId]:
    """Where the figures and days that a working reads stand."""
    for one in list_inputs(working) if working else ():
        yield from getattr(one, "at", ())


def map_inputs(working: Working, change: Callable[[Working], Working]) -> Working:
    """The working with each figure, day, convention and leaf that it reads changed, wherever it stands."""

    def swap(part: Working) -> Working:
        return map_inputs(part, change)

    match working:
        case Figure() | Day() | Given() | Ref():
            return change(working)
        case Op():
            return working.model_copy(update={"args": tuple(map(swap, working.args))})
        case Round():
            return working.model_copy(update={"of": swap(working.of)})
        case Days():
            return working.model_copy(update={"first": swap(working.first), "last": swap(working.last)})
        case WorkDays():
            closed = tuple(one if isinstance(one, Nth) else change(one) for one in working.closed)
            ends = {"first": swap(working.first), "last": swap(working.last)}
            return working.model_copy(update={**ends, "closed": closed})
        case Later():
            return working.model_copy(update={"first": swap(working.first), "count": swap(working.count)})
        case Compare():
            return working.model_copy(update={"left": swap(working.left), "right": swap(working.right)})
        case _:
            assert_never(working)


def list_parts(working: Working) -> tuple[Working, ...]:
    """The workings that a working is made of."""
    match working:
        case Figure() | Day() | Given() | Ref():
            return ()
        case Op():
            return working.args
        case Round():
            return (working.of,)
        case Days() | WorkDays():
            return (working.first, working.last)
        case Later():
            return (working.first, working.count)
        case Compare():
            return (working.left, working.right)
        case _:
            assert_never(working)


def _value(working: Working, context: Context) -> Result:
    match working:
        case Figure():
            return Fraction(working.value)
        case Given():
            return Fraction(working.value) if isinstance(working.value, Decimal) else working.value
        case Day():
            return working.value
        case Ref():
            named = context.leaves[working.leaf]
            assert named is not None, "a leaf without a working is an open input"
            return _value(named, context)
        case Op():
            return _operate(working, context)
        case Round():
            return round_number(_number(working.of, context), Fraction(working.to), working.mode)
        case Days():
            return Fraction(count_days(_day(working.first, context), _day(working.last, context), working.ends))
        case WorkDays():
            return Fraction(_count_work_days(working, context))
        case Later():
            return _find_later(working, context)
        case Compare():
            return _compare(_value(working.left, context), working.op, _value(working.right, context))
        case _:
            assert_never(working)


def _number(working: Working, context: Context) -> Fraction:
    value = _value(working, context)
    if not isinstance(value, Fraction):
        raise ValueError(f"{show_result(value)} is no number")
    return value


def _day(working: Working, context: Context) -> date:
    value = _value(working, context)
    if not isinstance(value, date):
        raise ValueError(f"{show_result(value)} is no day")
    return value


_OPERATIONS: dict[Operation, Callable[[list[Fraction]], Fraction]] = {
    "sum": lambda numbers: sum(numbers, Fraction(0)),
    "sub": lambda numbers: numbers[0] - sum(numbers[1:], Fraction(0)),
    "mul": lambda numbers: prod(numbers, start=Fraction(1)),
    "div": lambda numbers: numbers[0] / prod(numbers[1:], start=Fraction(1)),
    "mean": lambda numbers: sum(numbers, Fraction(0)) / len(numbers),
    "min": min,
    "max": max,
    "less_percent": lambda numbers: numbers[0] * (1 - numbers[1] / 100),
}


def _operate(working: Op, context: Context) -> Fraction:
    if working.op == "count":
        return Fraction(len(working.args))
    if working.op == "less_percent" and len(working.args) != 2:
        raise ValueError("less_percent takes a number and how many percent are taken off")
    try:
        return _OPERATIONS[working.op]([_number(one, context) for one in working.args])
    except ZeroDivisionError:
        raise ValueError("it divides by zero") from None


def round_number(number: Fraction, to: Fraction, mode: RoundingMode) -> Fraction:
    """The number to a multiple of another: halves go away from zero, `up` goes away from it too, `down` towards it."""
    scaled = abs(number) / to
    whole, rest = divmod(scaled.numerator, scaled.denominator)
    goes_up = {"half_up": 2 * rest >= scaled.denominator, "up": rest > 0, "down": False}[mode]
    return (whole + goes_up) * to * (1 if number >= 0 else -1)


def count_days(first: date, last: date, ends: Ends) -> int:
    """The days of a stretch."""
    if last < first:
        raise ValueError(f"{show_figure(last)} lies before {show_figure(first)}")
    return (last - first).days + (1 if ends == "both" else 0)


def _count_work_days(working: WorkDays, context: Context) -> int:
    first, last = _day(working.first, context), _day(working.last, context)
    length = count_days(first, last, working.ends)
    if length > _LONGEST_STRETCH:
        raise ValueError(f"a stretch of working days has at most {_LONGEST_STRETCH} days")
    closed = {
        day
        for one in working.closed
        for day in ([one.value] if isinstance(one, Day) else map(one.find_day, range(first.year, last.year + 1)))
    }
    days = (last - timedelta(days=n) for n in range(length))
    return sum(day.isoweekday() in working.weekdays and day not in closed for day in days)


def _find_later(working: Later, context: Context) -> date:
    first, count = _day(working.first, context), _number(working.count, context)
    if count.denominator != 1:
        raise ValueError(f"{show_result(count)} {working.unit} cannot be counted")
    try:
        return first + timedelta(days=int(count)) if working.unit == "days" else add_months(first, int(count))
    except OverflowError:
        raise ValueError("the day lies beyond the calendar") from None


def _compare(left: Result, op: Comparison, right: Result) -> bool:
    match left, right:
        case (Fraction(), Fraction()) | (date(), date()):
            pass
        case _:
            raise ValueError(f"{show_result(left)} cannot be compared with {show_result(right)}")
    order = (left > right) - (left < right)  # type: ignore[operator]
    return {"<=": order <= 0, "<": order < 0, "=": order == 0, ">=": order >= 0, ">": order > 0}[op]


_SHOWN_PLACES = 4
_FINEST = Fraction(1, 10**_SHOWN_PLACES)


def show_result(value: Result) -> str:
    """A value as readers see it: a number to four places at most, a day in words, yes or no."""
    if not isinstance(value, Fraction):
        return show_figure(value)
    whole, part = divmod(int(abs(round_number(value, _FINEST, "half_up")) / _FINEST), 10**_SHOWN_PLACES)
    places = f"{part:0{_SHOWN_PLACES}}".rstrip("0").ljust(2, "0") if part else ""
    return f"{'−' if value < 0 else ''}{whole:,}{'.' if places else ''}{places}"


def _show_decimal(value: Decimal) -> str:
    """A figure with the places that it has, and with commas."""
    return f"{value:,f}".replace("-", "−")


_ASKED: dict[Comparison, tuple[str, str]] = {
    "<=": ("at most", "no later than"),
    "<": ("less than", "before"),
    "=": ("exactly", "on"),
    ">=": ("at least", "no earlier than"),
    ">": ("more than", "after"),
}
"""What a comparison asks of a number, and of a day."""


def show_working(working: Working, context: Context | None = None, *, in_short: bool = False) -> str:
    """A working for readers, with what it comes to: `29.5 × 10 = 295`; in short that alone. Of a comparison it shows
    the left side, and what is asked of it: `3.4 (has to be at most 3)`."""
    context = context or Context()
    if not isinstance(working, Compare):
        return _show_side(working, context, in_short=in_short)
    left, right = (_show_side(side, context, in_short=in_short) for side in (working.left, working.right))
    is_day = isinstance(compute(working.right, context).value, date)
    return f"{left} (has to be {_ASKED[working.op][is_day]} {right})"


def _show_result_of(working: Working, context: Context) -> str:
    computed = compute(working, context)
    return show_result(computed.value) if computed.value is not None else f"({computed.fault or 'open'})"


def _show_side(working: Working, context: Context, *, in_short: bool) -> str:
    """An expression and what it comes to, or that alone; a single input as it is written."""
    written = _write(working, context)[0]
    if isinstance(working, Figure | Day | Given | Ref | Compare):
        return written
    if in_short:
        return _show_result_of(working, context)
    value = compute(working, context).value
    is_exact = not isinstance(value, Fraction) or round_number(value, _FINEST, "down") == value
    return f"{written} {'=' if is_exact else '≈'} {_show_result_of(working, context)}"


_ATOM, _PRODUCT, _SUM, _CLAIM = 3, 2, 1, 0
_SIGNS: dict[Operation, tuple[str, int]] = {
    "sum": (" + ", _SUM),
    "sub": (" − ", _SUM),
    "mul": (" × ", _PRODUCT),
    "div": (" / ", _PRODUCT),
}


def _write(working: Working, context: Context) -> tuple[str, int]:
    """The words of a working, and how tightly they bind."""
    match working:
        case Figure():
            return _show_decimal(working.value), _ATOM if working.value >= 0 else _SUM
        case Day():
            taken = f" ({working.taken} of its document)" if working.taken else ""
            return f"{show_figure(working.value)}{taken}", _ATOM
        case Given(value=Decimal() as value):
            return f"{_show_decimal(value)} ({working.by})", _ATOM
        case Given():
            return f"{show_result(_value(working, context))} ({working.by})", _ATOM
        case Ref():
            named = context.names.get(working.leaf)
            return named or _show_result_of(working, context), _ATOM
        case Op():
            return _write_operation(working, context)
        case Round():
            by = "" if working.by == "none stated" else f" by {working.by}"
            mode = {"half_up": "", "up": " up", "down": " down"}[working.mode]
            to = _show_decimal(working.to)
            return f"{_write_inside(working.of, context, _SUM)} rounded{mode} to {to}{by}", _SUM
        case Days() | WorkDays():
            first, last = _write(working.first, context)[0], _write(working.last, context)[0]
            kind = "days" if isinstance(working, Days) else "working days"
            return f"{kind} from {first} to {last} ({_ENDS[working.ends]})", _ATOM
        case Later():
            count, first = _write(working.count, context)[0], _write(working.first, context)[0]
            return f"{count} {working.unit} after {first}", _ATOM
        case Compare():
            left, right = _write_inside(working.left, context, _SUM), _write_inside(working.right, context, _SUM)
            return f"{left} {working.op} {right}", _CLAIM
        case _:
            assert_never(working)


_ENDS: dict[Ends, str] = {"both": "both ends counted", "last": "first day not counted"}


def _write_operation(working: Op, context: Context) -> tuple[str, int]:
    match working.op:
        case "sum" | "sub" | "mul" | "div":
            sign, binds = _SIGNS[working.op]
            tight = binds + (working.op in ("sub", "div"))  # what follows a minus or a slash needs its brackets
            first, *others = working.args
            parts = [_write_inside(first, context, binds), *(_write_inside(one, context, tight) for one in others)]
            return sign.join(parts), binds
        case "mean":
            joined = " + ".join(_write_inside(one, context, _SUM) for one in working.args)
            return f"({joined}) / {len(working.args)}", _PRODUCT
        case "less_percent":
            number, *percent = (_write_inside(one, context, _PRODUCT) for one in working.args)
            return f"{number} − {' '.join(percent)} %", _SUM
        case "min" | "max" | "count":
            listed = ", ".join(_write(one, context)[0] for one in working.args)
            return f"{_NAMES[working.op]} of {listed}", _SUM
        case _:
            assert_never(working.op)


_NAMES = {"min": "the least", "max": "the most", "count": "the number"}


def _write_inside(working: Working, context: Context, binds: int) -> str:
    """The words of a part, in brackets where it binds less tightly than what it stands in."""
    written, own = _write(working, context)
    return written if own >= binds else f"({written})"
