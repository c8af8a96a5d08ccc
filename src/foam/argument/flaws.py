"""What is wrong with an argument, by itself and in its round: each flaw names the component, the rule and the remedy.

`find_flaws` looks at one syllogism, `find_round_flaws` at all that were spoken, in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from foam.argument.syllogism import (
    Advantage,
    CaseTurn,
    Counterplan,
    Disadvantage,
    Extension,
    FrameworkArgument,
    Harms,
    ImpactCalculus,
    Inherency,
    Kritik,
    Permutation,
    PlanText,
    Rebuttal,
    Solvency,
    Step,
    Syllogism,
    Turn,
)
from foam.values import Value
from foam_quotes.text.words import is_number, split_words

MISSING = "is missing"
"""The rule by which an argument lacks a component."""
SPEECHES = ("1AC", "1NC", "2AC", "2NC", "1NR", "1AR", "2NR", "2AR")
_REBUTTALS = frozenset({"1NR", "1AR", "2NR", "2AR"})


class Flaw(Value):
    """One thing that keeps an argument from counting."""

    argument: str
    component: str
    rule: str
    remedy: str


def find_flaws(argument: Syllogism) -> tuple[Flaw, ...]:
    """Every flaw that shows in the argument alone."""
    return (*_missing(argument), *_unset(argument), *_own_rules(argument))


def find_round_flaws(spoken: Sequence[Syllogism]) -> tuple[Flaw, ...]:
    """Every flaw that shows only among the arguments of a round, given in the order they were spoken."""
    return tuple(
        flaw for rule in (_plans, _references, _double_turns, _permutations, _extensions) for flaw in rule(spoken)
    )


def list_components(argument: Syllogism) -> dict[str, tuple[Step, ...] | None]:
    """The argument's components by name; None where one is left out."""
    found: dict[str, tuple[Step, ...] | None] = {}
    for name, field in type(argument).model_fields.items():
        value = getattr(argument, name)
        if isinstance(value, Step):
            found[name] = (value,)
        elif isinstance(value, tuple) and (name in _LISTS or any(isinstance(item, Step) for item in value)):
            found[name] = value or None
        elif value is None and "Step" in str(field.annotation):
            found[name] = None
    return found


_LISTS = frozenset({"internal_link", "standards", "voters", "solves_case"})


def _missing(argument: Syllogism) -> Iterator[Flaw]:
    for name, steps in list_components(argument).items():
        if steps is None:
            if name not in argument.OPTIONAL:
                yield _flaw(argument, name, MISSING, f"add the {_said(name)}")
            continue
        for step in steps:
            if not step.parts.claim.strip():
                yield _flaw(argument, name, "claims nothing", f"say what the {_said(name)} establishes")
            if name not in argument.ANALYTIC and not step.parts.grounds:
                yield _flaw(argument, name, "has no evidence", f"bind a sentence to the {_said(name)}")


_MUST_BE_SET: dict[str, tuple[str, ...]] = {
    "advantage": ("plan",),
    "inherency": ("barrier_kind",),
    "solvency": ("plan",),
    "disadvantage": ("links_to",),
    "counterplan": ("competition", "status", "net_benefit"),
    "kritik": ("links_to",),
    "case_turn": ("target", "mechanism", "direction"),
    "rebuttal": ("target", "answer"),
    "framework": ("counts_as_offense",),
    "permutation": ("target", "plan", "kind", "contains", "legitimacy"),
    "theory": ("practice", "remedy"),
    "impact_calculus": ("own_impact", "their_impact", "metrics"),
    "turn": ("target", "kind"),
    "extension": ("source", "author", "card", "status"),
}


def _unset(argument: Syllogism) -> Iterator[Flaw]:
    for name in _MUST_BE_SET.get(argument.type, ()):
        if not getattr(argument, name):
            yield _flaw(argument, name, "is not stated", f"state the {_said(name)}")


def _own_rules(argument: Syllogism) -> Iterator[Flaw]:
    match argument:
        case Advantage() | Disadvantage():
            yield from _broken_chain(argument)
        case Inherency() if argument.permanent:
            yield _flaw(argument, "barrier", "is permanent", "show a barrier that the plan can lift")
        case Solvency() if argument.plan and argument.advocates_plan != argument.plan:
            yield _flaw(argument, "solvency_advocate", "speaks for another plan", "cite an advocate of this plan")
        case Harms() if argument.scope and not any(map(is_number, split_words(argument.scope.parts.claim))):
            yield _flaw(argument, "scope", "is not quantified", "say how many")
        case Kritik() if argument.alternative and not argument.resolves_link:
            yield _flaw(argument, "alternative", "does not resolve the link", "show how it undoes the link")
        case Turn():
            yield from _turn_rules(argument)
        case Permutation() if set(argument.legitimacy) < {"not_severance", "not_intrinsic"}:
            yield _flaw(argument, "legitimacy", "is incomplete", "show that it neither severs nor is intrinsic")
        case _:
            pass


def _broken_chain(argument: Advantage | Disadvantage) -> Iterator[Flaw]:
    chain = [("link", argument.link), *(("internal_link", step) for step in argument.internal_link)]
    named = [(name, step) for name, step in (*chain, ("impact", argument.impact)) if step is not None]
    for (_, before), (name, step) in pairwise(named):
        if step.cause and before.effect and _plain(step.cause) != _plain(before.effect):
            yield _flaw(argument, name, "does not follow the step before it", f"start from {before.effect!r}")
        elif not step.cause or not before.effect:
            yield _flaw(argument, name, "does not say what it follows from", "name cause and effect of each step")


def _turn_rules(argument: Turn) -> Iterator[Flaw]:
    if argument.kind == "link_turn" and argument.non_unique is None:
        yield _flaw(argument, "non_unique", "is missing", "a link turn needs that the harm is coming anyway")
    if argument.kind == "impact_turn" and argument.impact_defence_answer is None:
        yield _flaw(argument, "impact_defence_answer", "is missing", "answer the defence against the turned impact")


def _plans(spoken: Sequence[Syllogism]) -> Iterator[Flaw]:
    versions: dict[str, int] = {}
    plans = [a for a in spoken if isinstance(a, PlanText)]
    for plan in plans:
        if versions and plan.version <= max(versions.values()):
            yield _flaw(plan, "version", "is a second plan", "an affirmative has one plan; amend it as a new version")
        versions[plan.id] = plan.version
    if not plans:
        wanting = [a for a in spoken if isinstance(a, Advantage | Solvency)]
        yield from (_flaw(a, "plan", "refers to no plan text", "add the plan text") for a in wanting)


def _references(spoken: Sequence[Syllogism]) -> Iterator[Flaw]:
    """Whatever points at another argument points at one that was spoken before it and fits."""
    heard: dict[str, Syllogism] = {}
    for argument in spoken:
        for component, target, kinds in _pointed_at(argument):
            found = heard.get(target)
            if found is None:
                yield _flaw(argument, component, f"points at {target!r}, which was not said", "name a live argument")
            elif kinds and not isinstance(found, kinds):
                wanted = " or ".join(_a(name) for name in _names(kinds))
                yield _flaw(argument, component, f"points at {_a(_said(found.type))}", f"name {wanted}")
        if isinstance(argument, Counterplan):
            benefit = heard.get(argument.net_benefit)
            if isinstance(benefit, Disadvantage | Kritik) and benefit.links_to == argument.id:
                yield _flaw(
                    argument, "net_benefit", "links to the counterplan, too", "name one that only the plan incurs"
                )
        heard[argument.id] = argument


def _pointed_at(argument: Syllogism) -> Iterator[tuple[str, str, tuple[type, ...]]]:
    match argument:
        case Advantage() | Solvency():
            yield "plan", argument.plan, (PlanText,)
        case Counterplan():
            yield "net_benefit", argument.net_benefit, (Disadvantage, Kritik)
        case CaseTurn():
            yield "target", argument.target, ()
        case Rebuttal():
            yield "target", argument.target, ()
        case Permutation():
            yield "target", argument.target, (Counterplan, Kritik)
        case Turn():
            yield "target", argument.target, (Disadvantage, Kritik)
        case ImpactCalculus():
            if argument.decision_rule:
                yield "decision_rule", argument.decision_rule, (FrameworkArgument,)
            yield "own_impact", argument.own_impact, (Advantage, Disadvantage, Kritik, CaseTurn, Turn)
            yield "their_impact", argument.their_impact, (Advantage, Disadvantage, Kritik, CaseTurn, Turn)
        case Extension():
            yield "source", argument.source, ()
        case _:
            pass


def _double_turns(spoken: Sequence[Syllogism]) -> Iterator[Flaw]:
    kinds: dict[tuple[str, str], set[str]] = {}
    for argument in spoken:
        if isinstance(argument, Turn) and argument.kind:
            turned = kinds.setdefault((argument.side, argument.target), set())
            if turned and argument.kind not in turned:
                yield _flaw(argument, "kind", "double-turns its target", "turn the link or the impact, never both")
            turned.add(argument.kind)


def _permutations(spoken: Sequence[Syllogism]) -> Iterator[Flaw]:
    plans = {a.id: a for a in spoken if isinstance(a, PlanText)}
    for argument in spoken:
        if isinstance(argument, Permutation) and argument.plan in plans:
            kept = {_plain(plank) for plank in argument.contains}
            for plank in plans[argument.plan].planks:
                if _plain(plank) not in kept:
                    yield _flaw(argument, "contains", f"severs {plank!r}", "a permutation contains all of the plan")


def _extensions(spoken: Sequence[Syllogism]) -> Iterator[Flaw]:
    """An argument is extended in every speech of its side between, or it was dropped; rebuttals add nothing new."""
    by_id = {argument.id: argument for argument in spoken}
    for argument in spoken:
        if argument.new and argument.speech in _REBUTTALS:
            yield _flaw(argument, "speech", "is new in a rebuttal", "constructives add; rebuttals extend and answer")
        if isinstance(argument, Extension) and argument.source in by_id:
            for speech in _between(by_id[argument.source], argument):
                if not _carried(spoken, argument.source, speech):
                    yield _flaw(argument, "source", f"was not carried in the {speech}", "extend it in every speech")


def _between(source: Syllogism, extension: Extension) -> Iterator[str]:
    if source.speech in SPEECHES and extension.speech in SPEECHES:
        own = [s for s in SPEECHES if s[1:2].lower() == extension.side[0] and s not in ("2NC",)]
        start, end = SPEECHES.index(source.speech), SPEECHES.index(extension.speech)
        half = {"1NR"} if source.speech == "2NC" else set()  # the block is one speech in two
        yield from (speech for speech in own if start < SPEECHES.index(speech) < end and speech not in half)


def _carried(spoken: Iterable[Syllogism], source: str, speech: str) -> bool:
    """The negative block is one speech in two: either half carries for it."""
    at = {"1NR", "2NC"} if speech in ("1NR", "2NC") else {speech}
    return any(isinstance(a, Extension) and a.source == source and a.speech in at for a in spoken)


def _flaw(argument: Syllogism, component: str, rule: str, remedy: str) -> Flaw:
    return Flaw(argument=argument.id, component=component, rule=rule, remedy=remedy)


def _names(kinds: tuple[type, ...]) -> list[str]:
    return [_said(re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()) for kind in kinds]


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _said(name: str) -> str:
    return name.replace("_", " ")


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
