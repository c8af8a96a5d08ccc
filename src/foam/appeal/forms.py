"""Forms: acts and decisions as people write them, in plain text, before their words are sealed.

Whoever takes a form in (a command, a page) hands over `hold`, which keeps a text and gives what stands for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Literal, TypeVar

from pydantic import AwareDatetime, Field

from foam.appeal.acts import (
    Act,
    Admission,
    Advice,
    Assignment,
    Brought,
    Correction,
    DecisionFacts,
    Delivery,
    Disclosure,
    Disposition,
    Evidence,
    Filing,
    FirstDecision,
    Ground,
    Hearing,
    Item,
    Mailing,
    Nothing,
    Opening,
    OpeningFacts,
    Postponement,
    Reason,
    Redaction,
    Ruling,
    Sent,
    Settlement,
    Words,
)
from foam.appeal.clocks import last_day_if_sent
from foam.appeal.grounds import Finding, Notice, Outcome, Remedy
from foam.appeal.parties import Party, PartyId
from foam.appeal.profile import find_profile
from foam.appeal.standing import Standing
from foam.appeal.table import Transition, find_transition, table_digest
from foam.errors import InputError
from foam.pack.profile import GroundKind, Profile
from foam.values import CleanLine, CleanText, Value

Hold = Callable[[str], Words]
Given = TypeVar("Given")
ALL = "all"


class ReasonForm(Value):
    says: CleanText
    cites: tuple[str, ...] = ()

    def seal(self, hold: Hold) -> Reason:
        return Reason(words=hold(self.says), cites=self.cites)


class ItemForm(Value):
    title: CleanLine
    kind: Literal["document", "statement", "testimony"] = "document"
    content: str = ""

    def seal(self, number: int, hold: Hold) -> Item:
        return Item(
            id=f"i{number}",
            kind=self.kind,
            title=hold(self.title),
            content=_hold_given(self.content, hold),
        )


class GroundForm(Value):
    kind: GroundKind
    says: CleanText
    target: str = ""


class DispositionForm(Value):
    ground: str
    finding: Finding
    reasons: tuple[ReasonForm, ...] = ()


class DecisionForm(DecisionFacts):
    """The first decision, as the agency tells it."""

    action: CleanText
    reasons: tuple[ReasonForm, ...] = ()
    main_elements: tuple[CleanText, ...] = ()

    def seal(self, hold: Hold) -> FirstDecision:
        plain = self.model_dump(exclude={"action", "reasons", "main_elements"})
        return FirstDecision(
            action=hold(self.action),
            reasons=tuple(reason.seal(hold) for reason in self.reasons),
            main_elements=tuple(hold(element) for element in self.main_elements),
            **plain,
        )


class OpeningForm(OpeningFacts):
    """A matter, before anything is contested."""

    person: CleanLine
    mail: str = Field(default="", pattern=r"^([^\s@,;:<>\"]+@[^\s@,;:<>\"]+)?$", max_length=200)
    signed: CleanLine = ""
    rules: Profile | None = None
    """Rules of one's own instead of a shipped profile."""
    items: tuple[ItemForm, ...] = ()
    decision: DecisionForm

    def seal(self, hold: Hold) -> Opening:
        return Opening(
            person=hold(self.person),
            mail=_hold_given(self.mail, hold),
            signed=_hold_given(self.signed, hold),
            rules=self.rules or find_profile(self.profile),
            procedure=table_digest(),
            items=_number_items(self.items, 0, hold),
            decision=self.decision.seal(hold),
            **self.model_dump(exclude={"person", "mail", "signed", "rules", "items", "decision"}),
        )


class ActForm(Value):
    """Any act: who, when, why, and whatever the act has to bring."""

    act: str
    by: Party
    reasons: tuple[ReasonForm, ...] = ()
    items: tuple[ItemForm, ...] = ()
    on: date | None = None
    until: date | None = None
    """The end of a postponement, or the last day to contest that a notice names [what the profile gives]."""
    grounds: tuple[GroundForm, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    hearing: bool = False
    track: str = ""
    continue_benefits: bool = False
    late_because: CleanText = ""
    good_cause: CleanText = ""
    show: tuple[str, ...] = ()
    """Items to show to both sides; `all` is every one."""
    hearing_at: AwareDatetime | None = None
    place: CleanLine = ""
    waived: bool = False
    run: str = ""
    reviewer: PartyId | None = None
    outcome: Outcome | None = None
    dispositions: tuple[DispositionForm, ...] = ()
    action: CleanText = ""
    effective: date | None = None
    facts: CleanText = ""
    rules: tuple[CleanLine, ...] = ()
    signed: CleanLine = ""
    terms: CleanText = ""
    letter: Notice | None = None
    failed: CleanLine = ""
    remove: tuple[str, ...] = ()
    remove_because: CleanText = ""


def make_act(form: ActForm, row: Transition, standing: Standing, *, at: AwareDatetime, hold: Hold) -> Act:
    """The form as an act; InputError names what the form lacks."""
    reasons = tuple(reason.seal(hold) for reason in form.reasons)
    return Act(name=form.act, by=form.by, at=at, reasons=reasons, brought=_brought(form, row, standing, at, hold))


def _number_items(forms: Iterable[ItemForm], before: int, hold: Hold) -> tuple[Item, ...]:
    """Items numbered on after those the file has."""
    return tuple(form.seal(number, hold) for number, form in enumerate(forms, before + 1))


def _brought(form: ActForm, row: Transition, standing: Standing, at: AwareDatetime, hold: Hold) -> Brought:
    items = _number_items(form.items, len(standing.items), hold)
    match row.brings:
        case "nothing":
            return Nothing()
        case "sent":
            return Sent(file_by=form.until or last_day_if_sent(standing, standing.calendar.day(at)))
        case "correction":
            return Correction(action=hold(_needed(form.action, form, "what was decided (action)")))
        case "delivery":
            return Delivery(on=_needed(form.on, form, "the day it came (on)"))
        case "filing":
            return _filing(form, items, hold)
        case "admission":
            return Admission(good_cause=_hold_given(form.good_cause, hold), expedited=form.track)
        case "evidence":
            return Evidence(items=_needed(items, form, "something to put on file (items)"))
        case "disclosure":
            every = tuple(item.id for item in standing.items)
            return Disclosure(items=every if form.show == (ALL,) else form.show)
        case "hearing":
            at = _needed(form.hearing_at, form, "a day and hour (hearing_at)")
            return Hearing(at=at, place=hold(_needed(form.place, form, "a place")), waived=form.waived)
        case "advice":
            advice = tuple(item.model_copy(update={"kind": "advice", "run": form.run}) for item in items)
            given = _needed(advice, form, "the advice (items)")
            return Advice(run=_needed(form.run, form, "the deliberation (run)"), items=given)
        case "assignment":
            return Assignment(reviewer=_needed(form.reviewer, form, "who decides (reviewer)"))
        case "ruling":
            return _ruling(form, hold)
        case "postponement":
            return Postponement(until=_needed(form.until, form, "until when (until)"))
        case "settlement":
            return Settlement(terms=hold(_needed(form.terms, form, "the terms")))
        case "mailing":
            return Mailing(letter=_needed(form.letter, form, "the letter"), failed=form.failed)
        case "redaction":
            because = _needed(form.remove_because, form, "why (remove_because)")
            return Redaction(commitments=_needed(form.remove, form, "what to remove"), because=because)
        case other:
            raise InputError(f"{form.act} brings {other}, which no form holds")


def _filing(form: ActForm, items: tuple[Item, ...], hold: Hold) -> Filing:
    grounds = tuple(
        Ground(id=f"g{number}", kind=ground.kind, target=ground.target, statement=hold(ground.says))
        for number, ground in enumerate(_needed(form.grounds, form, "at least one ground"), 1)
    )
    return Filing(
        grounds=grounds,
        remedies=form.remedies,
        hearing=form.hearing,
        expedited=form.track,
        continue_benefits=form.continue_benefits,
        late_because=_hold_given(form.late_because, hold),
        items=items,
    )


def _ruling(form: ActForm, hold: Hold) -> Ruling:
    dispositions = tuple(
        Disposition(ground=d.ground, finding=d.finding, reasons=tuple(r.seal(hold) for r in d.reasons))
        for d in form.dispositions
    )
    return Ruling(
        outcome=_needed(form.outcome, form, "an outcome"),
        dispositions=dispositions,
        remedies=form.remedies or ("none",),
        action=_hold_given(form.action, hold),
        effective=form.effective,
        facts=_hold_given(form.facts, hold),
        rules=form.rules,
        signed=_hold_given(form.signed, hold),
    )


def _hold_given(text: str, hold: Hold) -> Words | None:
    return hold(text) if text else None


def _needed(value: Given | None, form: ActForm, what: str) -> Given:
    if not value:
        label = find_transition(form.act).label
        raise InputError(f"“{label}” needs {what}", hint="foam appeal step --help lists what an act can bring")
    return value
