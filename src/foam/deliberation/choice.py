"""Options compared: what became of each, what each seat's values make of it, and what follows. Asks no model.

    preferred        one option is affirmed, or every seat whose values decide between affirmed options prefers it
    values decide    otherwise: by whose values which option
    none affirmed    every option that something bears on is denied
    nothing shown    nothing bears on any of them

A seat prefers one option to another if its net weight, for less against, is greater by more than a fifth of the most
that it weighs of any option still in question: between two sides of one motion, that is the rule by which a seat leans.
Heads are not counted: a copy of a seat changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, TypeAlias

from pydantic import Field

from foam.deliberation.condition import add_conditions
from foam.deliberation.left_open import LeftOpen
from foam.deliberation.options import DeliberatedOption, OptionProposal
from foam.deliberation.position import Direction, Voice
from foam.deliberation.synthesis import Basis
from foam.deliberation.weighing import EVEN, Outcome
from foam.deliberation.written.tell import Telling
from foam.job.acts import ActCount
from foam.paper import Readable
from foam.values import TAG, Value, short

ChoiceBasis: TypeAlias = Literal["preferred", "values decide", "none affirmed", "nothing shown"]


class OptionWeight(Value):
    """What one seat's values make of an option."""

    seat: str
    outcome: Literal["affirmed", "denied", "undecided"]
    weighed_for: float
    weighed_against: float

    @property
    def net(self) -> float:
        return round(self.weighed_for - self.weighed_against, 9)

    @property
    def whole(self) -> float:
        """Everything that the seat weighs of it, either way."""
        return self.weighed_for + self.weighed_against

    def say_share(self) -> str:
        """The share of what the seat weighs that speaks for the option, and for less against; a dash for nothing."""
        return f"{100 * self.weighed_for / self.whole:.0f} % ({self.net:+.3f})" if self.whole else "–"


class OptionReason(Value):
    """A reason for or against an option, and where it is found."""

    claim: str
    """Its id in the option's own dossier."""
    text: str
    value: str
    """The values for whose sake it counts: one, unless its point was made for several."""
    brought_by: tuple[str, ...] = ()
    warrant: str = ""
    """Why it bears on the option, where a seat wrote that: a fact may be a reason for either side."""
    warrant_before: str = ""
    """How that read before an objection narrowed it; empty where it did not change."""
    cites: tuple[str, ...]
    quotes: tuple[str, ...] = ()
    """The sentences that are cited for it, one for each cite."""
    defence: tuple[str, ...] = ()
    """Those of them that its side brought in reply to an objection."""

    def list_cited(self, *, defence: bool) -> tuple[str, ...]:
        """What it rests on, or what was brought in its `defence`, each sentence with its source."""
        pairs = zip(self.quotes, self.cites, strict=False)
        return tuple(f"“{quote}” {cite}" for quote, cite in pairs if (quote in self.defence) == defence)


class OptionObjection(Value):
    """An objection to a reason, by whom, and what became of it."""

    id: str
    """In the option's own dossier."""
    claim: str
    against: str
    """The words of the reason that it struck."""
    now: str = ""
    """How the reason reads now, where it was put in other words since."""
    text: str
    raised_by: tuple[str, ...]
    quotes: tuple[str, ...] = ()
    """What it cites."""
    cites: tuple[str, ...] = ()
    """Where each of these stands."""
    reply: str = ""
    fate: str = ""
    """What became of it, in words."""
    met: float | None = None
    """How far the reply meets it, of 10, where somebody said."""
    open: LeftOpen = ""
    """In what way it leaves something open."""

    def say_met(self) -> str:
        """How far the reply disposes of it; empty where nobody said."""
        return "" if self.met is None else f"the answer meets {self.met:.0f} of 10 of it"


class OptionCondition(Value):
    """A condition of an option that stands: what must be so, and which claim sets it."""

    claim: str
    """Its id in the option's own dossier."""
    clause: str
    """As a clause: `only if …`."""
    set_by: tuple[str, ...] = ()
    other_words: tuple[str, ...] = Field(default=(), exclude_if=lambda words: not words)
    """In which other words it was set, too: they come to the same."""

    rests_on: tuple[str, ...] = Field(default=(), exclude_if=lambda texts: not texts)
    """The claims that set it, as they read."""
    cites: tuple[str, ...] = Field(default=(), exclude_if=lambda cites: not cites)
    """The sources of these."""

    def say_grounds(self) -> str:
        """What it rests on, with the sources; empty where it says all of it by itself."""
        cites = f" ({'; '.join(self.cites)})" if self.cites else ""
        return f"{' '.join(self.rests_on)}{cites}" if self.rests_on else ""

    def say(self) -> str:
        """The condition, with the other words for it."""
        other = "; ".join(self.other_words)
        return f"{self.clause} (in other words: {other})" if other else self.clause


class OptionAnswer(Value):
    """What a seat answered where the option was deliberated."""

    seat: str
    holds: bool
    """Whether it answered for the option."""
    words: str
    """The answer with its condition: `yes, only if …`."""
    conditional: bool


class ReasonWeight(Value):
    """What a reason weighs for each seat."""

    claim: str
    text: str
    side: str
    value: str
    strength: float
    weights: tuple[float, ...]
    """In the order of the option's own weights."""


class MarkedSentence(Value):
    """A sentence, and the reasons and objections that it tells, by their ids in the option's own dossier."""

    text: str
    nodes: tuple[str, ...] = ()


class OptionTelling(Value):
    """What came of the deliberation in prose, for one kind of reader."""

    reader: str
    text: str
    sentences: tuple[MarkedSentence, ...] = ()


class OptionConflict(Value):
    """Two sentences of the file that cannot both be true."""

    left: str
    right: str


class ComparedOption(Value):
    """An option, how it was deliberated, and what came of it."""

    id: str
    text: str
    proposals: tuple[OptionProposal, ...]
    merged_by: tuple[str, ...] = ()
    """Keys of the decisions by which proposals that come to the same were put together."""
    lost: str = ""
    """What the common wording of several proposals leaves out of each."""
    run: str
    """The deliberation that it was the motion of, or one side of."""
    side: Direction
    """Which side of that motion it is."""
    outcome: Outcome
    basis: Basis
    weights: tuple[OptionWeight, ...]
    answers: tuple[OptionAnswer, ...] = ()
    """What each seat answered, whatever its values make of it."""
    conditions: tuple[OptionCondition, ...] = ()
    """The conditions of it that stand."""
    reasons_for: tuple[OptionReason, ...]
    """Those that stand for every seat and were examined."""
    reasons_against: tuple[OptionReason, ...]
    conditional: tuple[OptionReason, ...]
    """Reasons either way that stand for some seats, or are in open dispute."""
    contested: tuple[OptionConflict, ...]
    unexamined: tuple[OptionReason, ...] = ()
    """Reasons to which nobody objected or tried to."""
    objections: tuple[OptionObjection, ...] = ()
    """Every objection to a reason of its deliberation."""
    weighed: tuple[ReasonWeight, ...] = ()
    for_others: tuple[OptionReason, ...] = ()
    """What was said for another option where this one was deliberated: it weighs nothing here."""
    told: tuple[OptionTelling, ...] = ()
    """The outcome of its deliberation in prose, for each kind of reader; of two sides of one motion the same."""

    @property
    def backers(self) -> tuple[str, ...]:
        """The seats that propose it."""
        return tuple(sorted({one.seat for one in self.proposals}))

    def list_backers(self, voice: Voice) -> tuple[str, ...]:
        """The seats that proposed it in words of their own, or that chose it among what was named to them."""
        return tuple(sorted({one.seat for one in self.proposals if one.voice == voice}))

    @property
    def is_conditional(self) -> bool:
        """Whether it holds under conditions: claims set it some, or all seats that answered for it did so under one."""
        held = [one for one in self.answers if one.holds]
        return bool(self.conditions) or (bool(held) and all(one.conditional for one in held))

    def say_outcome(self) -> str:
        """What it came out as: `affirmed, under conditions`."""
        return (
            f"{self.outcome}, under conditions" if self.outcome == "affirmed" and self.is_conditional else self.outcome
        )

    def state(self) -> str:
        """The option as what follows: marked where it holds under conditions, with these where they are short."""
        return add_conditions(self.text, [one.clause for one in self.conditions]) if self.is_conditional else self.text

    @property
    def accepted_by(self) -> tuple[str, ...]:
        """The seats whose values affirm it."""
        return tuple(one.seat for one in self.weights if one.outcome == "affirmed")


class ValuesChoice(Value):
    """The options that the values of these seats lead to; none where they lead to none of them."""

    seats: tuple[str, ...]
    options: tuple[str, ...]


class OptionRecommendation(Value):
    """What follows from the comparison."""

    basis: ChoiceBasis
    option: str = ""
    """The one that is recommended, where one is."""
    preferred_by: tuple[str, ...] = ()
    """The seats whose values prefer it to every other that is affirmed."""
    by_values: tuple[ValuesChoice, ...] = ()


class OptionsDossier(Readable, Value):
    """The outcome of an open question: its options compared."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.deliberation.views",)
    question: str
    summary: tuple[str, ...]
    revisions: tuple[str, ...] = Field(default=(), exclude_if=lambda revisions: not revisions)
    """Of one that was made again after a challenge: which it replaces, and what was challenged and corrected since."""
    recommendation: OptionRecommendation
    seats: tuple[str, ...]
    seat_names: dict[str, str] = Field(default_factory=dict)
    """How each seat is named in prose, by its id."""
    options: tuple[ComparedOption, ...]
    compared: tuple[Telling, ...] = ()
    """Why one option rather than the others, in prose for each reader, where a model wrote it."""
    left_out: tuple[DeliberatedOption, ...]
    named: bool
    """Whether the question, or whoever asked it, named the options."""
    runs: tuple[str, ...]
    """The deliberations that belong to it."""
    protocol: str
    protocol_reason: str
    pack: str
    notice: str
    corpus: str
    cautions: tuple[str, ...]
    acts: ActCount = ActCount()
    """How everything fared that was written: in answer to the open question, and in each deliberation."""

    def name_seat(self, seat: str) -> str:
        """How a seat is named in prose."""
        return self.seat_names.get(seat, seat)

    def name_run(self, run: str) -> str:
        """The place of its document that says how to read one of its deliberations."""
        return f"run-{short(run).removeprefix(TAG)}"


def recommend_option(options: Sequence[ComparedOption]) -> OptionRecommendation:
    """What follows from the options' own outcomes and from how each seat weighs them."""
    if all(one.outcome == "not shown" for one in options):
        return OptionRecommendation(basis="nothing shown")
    affirmed = [one for one in options if one.outcome == "affirmed"]
    table = _Preferences(affirmed)
    best = [one for one in affirmed if not any(table.is_better(other, one) for other in affirmed)] or affirmed
    if len(best) == 1:
        (chosen,) = best
        rivals = [one for one in affirmed if one is not chosen]
        by = [seat for seat in chosen.accepted_by if all(table.prefers(seat, chosen, one) for one in rivals)]
        return OptionRecommendation(basis="preferred", option=chosen.id, preferred_by=tuple(by))
    open_ones = best or [one for one in options if one.outcome == "undecided"]
    if not open_ones:
        return OptionRecommendation(basis="none affirmed")
    return OptionRecommendation(basis="values decide", by_values=_group_by_values(open_ones))


class _Preferences:
    """Which options each seat prefers to which."""

    def __init__(self, options: Sequence[ComparedOption]) -> None:
        self.seats = [weight.seat for weight in options[0].weights] if options else []
        self._nets = {(weight.seat, one.id): weight.net for one in options for weight in one.weights}
        self._even = {seat: 2 * EVEN * max(_find_weight(seat, one).whole for one in options) for seat in self.seats}

    def prefers(self, seat: str, option: ComparedOption, other: ComparedOption) -> bool:
        """Whether the option weighs more for the seat than the other, by more than counts as even."""
        return self._nets[seat, option.id] - self._nets[seat, other.id] > self._even[seat]

    def is_better(self, option: ComparedOption, other: ComparedOption) -> bool:
        """Whether every seat that prefers one of the two prefers the first, and some seat does."""
        return any(self.prefers(seat, option, other) for seat in self.seats) and not any(
            self.prefers(seat, other, option) for seat in self.seats
        )


def _group_by_values(options: Sequence[ComparedOption]) -> tuple[ValuesChoice, ...]:
    """Which of the options each seat's values lead to, seats that are led alike together."""
    table = _Preferences(options)
    groups: dict[tuple[str, ...], list[str]] = {}
    for seat in table.seats:
        led = [one for one in options if seat in one.accepted_by]
        best = tuple(one.id for one in led if not any(table.prefers(seat, other, one) for other in led))
        groups.setdefault(best, []).append(seat)
    return tuple(ValuesChoice(seats=tuple(seats), options=ids) for ids, seats in sorted(groups.items()) if ids) + tuple(
        ValuesChoice(seats=tuple(seats), options=()) for ids, seats in groups.items() if not ids
    )


def _find_weight(seat: str, option: ComparedOption) -> OptionWeight:
    return next(one for one in option.weights if one.seat == seat)
