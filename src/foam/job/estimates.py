"""What a run will take, before it runs: a table of rules, multiplied by what the pack and the settings are made of.

A rule says how often a step is asked per unit (a seat, a claim, a speech) at least, likely and at most, and how many
tokens one such question takes. The job's own module holds its rules and counts its units; nobody is asked anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from foam.job.costs import identify
from foam.model.question import Usage
from foam.model.remote.budget import Price
from foam.paper import Block, Bullets, Table
from foam.record.entry import Decider
from foam.values import Value

_READ_SPREAD = (0.5, 1.0, 2.0)
"""A prompt is at least and at most so much of what is usual: sentences and seats differ in length."""
_WRITTEN_SPREAD = (0.1, 1.0, 3.0)
"""The same for answers: a bare label is a few tokens, and some models give more reasons than others."""


class Range(Value):
    """A figure that is not known yet."""

    least: float
    likely: float
    most: float

    def __add__(self, other: Range) -> Range:
        return Range(least=self.least + other.least, likely=self.likely + other.likely, most=self.most + other.most)

    def __mul__(self, other: Range) -> Range:
        return Range(least=self.least * other.least, likely=self.likely * other.likely, most=self.most * other.most)

    def __contains__(self, figure: float) -> bool:
        return self.least <= figure <= self.most

    def __str__(self) -> str:
        """In whole numbers: how many are likely, and between which bounds."""
        likely = f"{round(self.likely):,}"
        return likely if self.least == self.most else f"{likely} ({round(self.least):,} to {round(self.most):,})"

    def show_money(self) -> str:
        """As money."""
        return f"{self.likely:.2f} ({self.least:.2f} to {self.most:.2f})"


NOTHING = Range(least=0, likely=0, most=0)


ONCE = Range(least=1, likely=1, most=1)


def make_range(least: float, likely: float | None = None, most: float | None = None) -> Range:
    """A range from one, two or three figures: exact, or between two, or with what is likely."""
    top = least if likely is None else likely if most is None else most
    return Range(least=least, likely=least if likely is None else likely, most=top)


class StepRule(Value):
    """How often a step is asked per unit, and what one question of it takes."""

    step: str
    role: str
    per: str
    """The unit, by its name."""
    times: Range
    read: Range
    """Tokens of a prompt of usual sentences, with what every question is told."""
    written: int
    """Tokens of a usual answer, reasons included and thoughts not."""
    about: str = ""
    """What is asked, where the name of the step does not say it."""


def make_rule(
    step: str, role: str, per: str, times: Range, read: int | Range, written: int, about: str = ""
) -> StepRule:
    """A rule in one line of a table; `read` is a range where it depends on the library how much is shown."""
    shown = read if isinstance(read, Range) else make_range(read)
    return StepRule(step=step, role=role, per=per, times=times, read=shown, written=written, about=about)


class StepEstimate(Value):
    """What one step will take of one model."""

    step: str
    role: str
    model: str
    questions: Range
    read: Range
    written: Range
    is_local: bool
    """Whether the model is on this machine: nobody charges for it."""
    money: Range | None = None
    """None where the price is not known."""
    about: str = ""


class Estimate(Value):
    """What a run will take in all, by step, and how that was reckoned."""

    job: str
    steps: tuple[StepEstimate, ...]
    basis: tuple[str, ...]

    @property
    def questions(self) -> Range:
        return sum((step.questions for step in self.steps), NOTHING)

    @property
    def read(self) -> Range:
        return sum((step.read for step in self.steps if not step.is_local), NOTHING)

    @property
    def written(self) -> Range:
        return sum((step.written for step in self.steps if not step.is_local), NOTHING)

    @property
    def money(self) -> Range | None:
        """None where a price is not known of a step that somebody charges for."""
        charged = [step.money for step in self.steps if not step.is_local]
        return None if None in charged else sum((money for money in charged if money is not None), NOTHING)


def is_writer(decider: Decider) -> bool:
    """Whether a model is asked for whole acts in its own words."""
    return decider.parameters.get("voice") == "written"


def reckon_steps(
    rules: Iterable[StepRule],
    units: Mapping[str, Range],
    deciders: Mapping[str, Decider],
    prices: Mapping[str, Price],
) -> Iterator[StepEstimate]:
    """What each rule comes to, of the model that plays its role; what is never asked is left out."""
    for rule in rules:
        questions = units[rule.per] * rule.times
        if questions.most:
            yield _reckon_step(rule, questions, deciders[rule.role], prices)


def _reckon_step(rule: StepRule, questions: Range, decider: Decider, prices: Mapping[str, Price]) -> StepEstimate:
    read = questions * rule.read * make_range(*_READ_SPREAD)
    written = questions * make_range(*(rule.written * share for share in _WRITTEN_SPREAD))
    price = prices.get(identify(decider))
    return StepEstimate(
        step=rule.step,
        role=rule.role,
        model=decider.id,
        questions=questions,
        read=read,
        written=written,
        is_local="endpoint" not in decider.parameters,
        money=None if price is None else _reckon_money(read, written, price),
        about=rule.about,
    )


def _reckon_money(read: Range, written: Range, price: Price) -> Range:
    def cost(prompt: float, completion: float) -> float:
        return price.of(Usage(prompt=round(prompt), completion=round(completion)))

    return make_range(cost(read.least, written.least), cost(read.likely, written.likely), cost(read.most, written.most))


def merge_steps(steps: Iterable[StepEstimate]) -> tuple[StepEstimate, ...]:
    """The same step of the same model, once."""
    merged: dict[tuple[str, str, str], StepEstimate] = {}
    for one in steps:
        name = (one.step, one.role, one.model)
        merged[name] = _add_steps(merged[name], one) if name in merged else one
    return tuple(merged.values())


def _add_steps(one: StepEstimate, other: StepEstimate) -> StepEstimate:
    changes = {"questions": one.questions + other.questions, "read": one.read + other.read}
    money = None if one.money is None or other.money is None else one.money + other.money
    return one.model_copy(update={**changes, "written": one.written + other.written, "money": money})


def list_estimate_blocks(estimate: Estimate) -> Iterator[Block]:
    """The estimate as a page: a row for each step, the total, and how it was reckoned."""
    head = ("step", "role", "model", "questions", "tokens in", "tokens out", "money")
    yield Table(head=head, rows=[*(_make_row(step) for step in estimate.steps), _make_total(estimate)])
    yield Bullets(items=tuple(estimate.basis))


def _make_row(step: StepEstimate) -> Sequence[str]:
    tokens = ("–", "–", "–") if step.is_local else (str(step.read), str(step.written), _show(step.money))
    name = f"{step.step}: {step.about}" if step.about else step.step
    return (name, step.role, step.model, str(step.questions), *tokens)


def _make_total(estimate: Estimate) -> Sequence[str]:
    tokens: tuple[str, ...] = ("–", "–", "–")
    if any(not step.is_local for step in estimate.steps):
        tokens = (str(estimate.read), str(estimate.written), _show(estimate.money))
    return ("in all", "", "", str(estimate.questions), *tokens)


def _show(money: Range | None) -> str:
    return "price unknown" if money is None else money.show_money()
