"""What a run cost, computed from its record: questions, tokens and money, by role, by step and by model.

Tokens are what endpoints said of each answer, and stand in its entry. Prices are no part of who decided, or a new price
would ask everything again: an entry of its own, which depends on the run and is no member of it, keeps those that held
while it ran. So costs can be told later, and neither the run's digest nor what is asked depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from foam.model.question import Usage
from foam.model.remote.budget import Price
from foam.paper import Block, Paragraph, Table
from foam.record.entry import Decider, Entry
from foam.record.graph import entries_of, read_dependants, require_entry, require_kept
from foam.record.store import Store
from foam.values import Value

PRICES = "prices"
"""Kind of the entry that keeps the prices of a run's models."""
INNER_RUN = "inner run"
"""Kind of the entry by which a run names another that it ran inside itself."""
FAILED = ".failed"


class Cost(Value):
    """What some answers took."""

    questions: int = 0
    """Questions that models were asked, those without a valid answer included."""
    reused: int = 0
    """Answers that the record held before: they cost nothing and are in no other figure."""
    local: int = 0
    """Of the questions, those that were answered on this machine: nobody charges for them."""
    unknown: int = 0
    """Of the questions, those of which the endpoint did not say how many tokens they took."""
    unpriced: int = 0
    """Of the questions, those at endpoints whose prices are not known."""
    usage: Usage = Usage()
    """Tokens, as far as they are known."""
    money: float = 0.0
    """Money, as far as tokens and prices are known."""

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            questions=self.questions + other.questions,
            reused=self.reused + other.reused,
            local=self.local + other.local,
            unknown=self.unknown + other.unknown,
            unpriced=self.unpriced + other.unpriced,
            usage=self.usage + other.usage,
            money=self.money + other.money,
        )

    @property
    def is_paid(self) -> bool:
        """Whether anything was asked of an endpoint."""
        return self.questions > self.local

    @property
    def is_priced(self) -> bool:
        """Whether the price of anything that was asked of an endpoint is known."""
        return self.questions > self.local + self.unpriced

    def __str__(self) -> str:
        """In one line; what is not known is said, and never counted as nothing."""
        parts = [_count(self.questions, "question")]
        if self.questions > self.local + self.unknown:
            parts += [self.describe_read(), self.describe_written()]
        if self.is_priced:
            parts.append(f"{'at least ' if self.unknown or self.unpriced else ''}{self.money:.4f} in money")
        notes = (
            (self.unknown, f"tokens unknown for {_count(self.unknown, 'answer')}"),
            (self.unpriced, f"price unknown for {_count(self.unpriced, 'answer')}"),
            (self.local, f"{self.local:,} answered on this machine"),
            (self.reused, f"{self.reused:,} more reused at no cost"),
        )
        return "; ".join([", ".join(parts), *(text for count, text in notes if count)])

    def describe_read(self) -> str:
        """The tokens that were read."""
        cached = f" ({self.usage.cached:,} cached)" if self.usage.cached else ""
        return f"{self.usage.prompt:,} tokens in{cached}"

    def describe_written(self) -> str:
        """The tokens that were written."""
        thinking = f" ({self.usage.reasoning:,} thinking)" if self.usage.reasoning else ""
        return f"{self.usage.completion:,} out{thinking}"


class RunCost(Value):
    """What a run cost, runs inside it included."""

    run: str
    job: str
    total: Cost
    by_role: dict[str, Cost]
    by_step: dict[str, Cost]
    """By the kind of entry that the answers are."""
    by_model: dict[str, Cost]

    def __str__(self) -> str:
        return str(self.total)


class _Answered(NamedTuple):
    """An entry that a model answered, and what it cost."""

    entry: Entry
    cost: Cost


def identify(decider: Decider) -> str:
    """The name under which a model's price is kept: all that it is, whatever the seed."""
    return decider.model_copy(update={"seed": None}).digest


def reckon_cost(store: Store, run: str) -> RunCost:
    """What the run cost, from the record alone."""
    opened = require_entry(store, run)
    answered = list(_list_answered(store, opened, _list_inner(store, opened)))
    return RunCost(
        run=run,
        job=opened.draft.question["job"],
        total=sum((one.cost for one in answered), Cost()),
        by_role=_group(answered, lambda entry: str(entry.draft.question.get("role", ""))),
        by_step=_group(answered, lambda entry: entry.draft.kind.removesuffix(FAILED)),
        by_model=_group(answered, lambda entry: entry.draft.decider.id),
    )


def list_cost_blocks(found: RunCost) -> Iterator[Block]:
    """The whole cost as a page: in a line, then by role, by step and by model."""
    yield Paragraph(content=f"{found.job}: {found}")
    for title, groups in (("role", found.by_role), ("step", found.by_step), ("model", found.by_model)):
        if groups:
            head = (title, "questions", "reused", "tokens in", "cached", "tokens out", "thinking", "money")
            yield Table(head=head, rows=[_make_row(name, cost) for name, cost in groups.items()])


def _make_row(name: str, cost: Cost) -> tuple[str, ...]:
    """A row; a dash where nothing is known, and how many answers are not in a figure that is there."""
    told, usage = cost.questions > cost.local + cost.unknown, cost.usage
    without = f" + {cost.unknown} unknown" if cost.unknown else ""
    figures = (usage.prompt, usage.cached, usage.completion, usage.reasoning)
    tokens = tuple(f"{figure:,}{without}" if told else (without.removeprefix(" + ") or "–") for figure in figures)
    unpriced = f" + {cost.unpriced} without a price" if cost.unpriced else ""
    money = f"{cost.money:.4f}{unpriced}" if cost.is_priced else (unpriced.removeprefix(" + ") or "–")
    return (name, str(cost.questions), str(cost.reused), *tokens, money)


def _list_inner(store: Store, opened: Entry) -> dict[str, Entry]:
    """The run and those inside it that were opened while it ran, by their keys."""
    found = {opened.key: opened}
    waiting = [opened.key]
    while waiting:
        for entry in entries_of(store, waiting.pop()):
            key = entry.answer["run"] if entry.draft.kind == INNER_RUN else ""
            if key and key not in found:
                found[key] = require_kept(store, key)
                waiting.append(key)
    return found


def _list_answered(store: Store, opened: Entry, runs: Mapping[str, Entry]) -> Iterator[_Answered]:
    """Every entry that a model answered, once, with what it cost this run."""
    own = {key for key, run in runs.items() if run.at >= opened.at}
    size = store.head().size
    seen: set[str] = set()
    for run in runs:
        prices = read_kept_prices(store, run)
        for entry in entries_of(store, run):
            if entry.draft.decider.type != "model" or entry.key in seen:
                continue
            seen.add(entry.key)
            asked_here = store.prove_inclusion(entry.key, size).run in own
            yield _Answered(entry, _price_entry(entry, prices) if asked_here else Cost(reused=1))


def _price_entry(entry: Entry, prices: Sequence[Entry]) -> Cost:
    """What one answer took."""
    if "endpoint" not in entry.draft.decider.parameters:
        return Cost(questions=1, local=1)
    said = entry.answer.get("usage") if isinstance(entry.answer, dict) else None
    usage = Usage.model_validate(said) if said else None
    name = identify(entry.draft.decider)
    known = [one for one in prices if name in one.answer]
    before = [one for one in known if one.at <= entry.at]
    held = (before or known[:1])[-1:]
    price = Price.model_validate(held[0].answer[name]) if held else None
    return Cost(
        questions=1,
        unknown=usage is None,
        unpriced=price is None,
        usage=usage or Usage(),
        money=price.of(usage) if price and usage else 0.0,
    )


def read_kept_prices(store: Store, run: str) -> list[Entry]:
    """The prices that were kept for a run, oldest first."""
    return sorted(
        (e for e in read_dependants(store, run) if e.draft.kind == PRICES),
        key=lambda entry: entry.draft.question["number"],
    )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _group(answered: Sequence[_Answered], name: Callable[[Entry], str]) -> dict[str, Cost]:
    """The costs by a name of each entry, the dearest first."""
    groups: dict[str, Cost] = {}
    for entry, cost in answered:
        groups[name(entry)] = groups.get(name(entry), Cost()) + cost
    return dict(sorted(groups.items(), key=lambda one: (-one[1].money, -one[1].usage.total, -one[1].questions, one[0])))
