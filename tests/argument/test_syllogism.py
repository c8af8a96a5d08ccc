"""All seventeen syllogisms: a valid one passes, and each component removed or corrupted is named."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from foam.argument.flaws import find_flaws, find_round_flaws, list_components
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
    Theory,
    Topicality,
    Toulmin,
    Turn,
)
from foam_quotes.text.pointer import Pointer

CARD = Pointer(document="ab" * 32, sentence=0)


def step(claim: str = "a claim", *, cause: str = "", effect: str = "", evidence: bool = True) -> Step:
    parts = Toulmin(claim=claim, grounds=(CARD,) if evidence else (), warrant="because")
    return Step(parts=parts, cause=cause, effect=effect)


def chain() -> dict[str, Any]:
    return {
        "uniqueness": step(),
        "link": step(cause="the plan", effect="more riders"),
        "internal_link": (step(cause="more riders", effect="fewer cars"),),
        "impact": step(cause="Fewer cars", effect="cleaner air"),
    }


PLAN = PlanText(
    id="plan", speech="1AC", agent=step("the city"), mandate=step("abolish fares"), object=step("on all buses")
)
ADVANTAGE = Advantage(id="adv", speech="1AC", plan="plan", **chain())
DISADVANTAGE = Disadvantage(id="da", speech="1NC", links_to="plan", **chain())
FRAMEWORK = FrameworkArgument(
    id="fw", speech="1AC", counts_as_offense="lives", interpretation=step(), standards=(step(),), application=step()
)
VALID: list[Syllogism] = [
    PLAN,
    Harms(
        id="h",
        speech="1AC",
        status_quo_condition=step(),
        scope=step("40 percent"),
        severity=step(),
        presence_now=step(),
    ),
    Inherency(id="i", speech="1AC", barrier_kind="structural", barrier=step(), status_quo_will_not=step()),
    Solvency(
        id="s",
        speech="1AC",
        plan="plan",
        advocates_plan="plan",
        mechanism=step(),
        agent_capability=step(),
        solvency_advocate=step(),
    ),
    ADVANTAGE,
    FRAMEWORK,
    DISADVANTAGE,
    Counterplan(
        id="cp",
        speech="1NC",
        competition="net_benefit",
        status="conditional",
        net_benefit="da",
        cp_text=step(),
        solves_case=(step(),),
    ),
    Topicality(id="t", speech="1NC", interpretation=step(), violation=step(), standards=(step(),), voters=(step(),)),
    Kritik(
        id="k", speech="1NC", links_to="plan", resolves_link=True, link=step(), implication=step(), alternative=step()
    ),
    CaseTurn(id="ct", speech="1NC", target="adv", mechanism="link", direction="the plan adds cars", offense=step()),
    Rebuttal(id="r", speech="2AC", target="da", answer="no_link", warrant=step()),
    Permutation(
        id="p",
        speech="2AC",
        target="cp",
        plan="plan",
        kind="do_both",
        contains=("the city", "Abolish fares.", "on all buses"),
        legitimacy=("not_severance", "not_intrinsic"),
        perm_text=step(),
        net_benefit_answer=step(),
    ),
    Theory(
        id="th",
        speech="2AC",
        practice="conditionality",
        remedy="reject_argument",
        interpretation=step(),
        violation=step(),
        standards=(step(),),
        voters=(step(),),
    ),
    Turn(id="lt", speech="2AC", target="da", kind="link_turn", offense=step(), non_unique=step()),
    Extension(
        id="e1",
        speech="1AR",
        source="adv",
        author="Varga",
        card="c",
        status="dropped",
        warrant=step(),
        implication=step(),
    ),
    ImpactCalculus(
        id="ic",
        speech="2AR",
        own_impact="adv",
        their_impact="da",
        metrics=("probability",),
        decision_rule="fw",
        comparison=step(),
    ),
]


def test_there_is_a_valid_instance_of_each_of_the_seventeen_types() -> None:
    union = get_args(get_args(Syllogism)[0])
    assert {type(argument) for argument in VALID} == set(union)
    assert len(union) == 17


@pytest.mark.parametrize("argument", VALID, ids=lambda a: a.type)
def test_a_valid_instance_has_no_flaw(argument: Syllogism) -> None:
    assert find_flaws(argument) == ()


def _required(argument: Syllogism) -> list[str]:
    return [name for name in list_components(argument) if name not in argument.OPTIONAL]


REMOVALS = [(argument, name) for argument in VALID for name in _required(argument)]


@pytest.mark.parametrize(("argument", "name"), REMOVALS, ids=lambda x: x if isinstance(x, str) else x.type)
def test_a_removed_component_is_named(argument: Syllogism, name: str) -> None:
    empty: Any = () if isinstance(getattr(argument, name), tuple) else None
    found = find_flaws(argument.model_copy(update={name: empty}))
    assert (name, "is missing") in {(flaw.component, flaw.rule) for flaw in found}
    assert all(flaw.remedy for flaw in found)


@pytest.mark.parametrize(("argument", "name"), REMOVALS, ids=lambda x: x if isinstance(x, str) else x.type)
def test_a_component_without_evidence_or_words_is_named(argument: Syllogism, name: str) -> None:
    bare = step(" ", cause="x", effect="x", evidence=False)
    weak: Any = (bare,) if isinstance(getattr(argument, name), tuple) else bare
    rules = {f.rule for f in find_flaws(argument.model_copy(update={name: weak})) if f.component == name}
    assert "claims nothing" in rules
    assert ("has no evidence" in rules) == (name not in argument.ANALYTIC)


@pytest.mark.parametrize(
    ("argument", "change", "component"),
    [
        (ADVANTAGE, {"impact": step(cause="something else", effect="x")}, "impact"),
        (DISADVANTAGE, {"internal_link": (step(effect="fewer cars"),)}, "internal_link"),
        (VALID[1], {"scope": step("very many")}, "scope"),
        (VALID[2], {"permanent": True}, "barrier"),
        (VALID[3], {"advocates_plan": "another"}, "solvency_advocate"),
        (VALID[9], {"resolves_link": False}, "alternative"),
        (VALID[12], {"legitimacy": ("not_severance",)}, "legitimacy"),
        (VALID[14], {"non_unique": None}, "non_unique"),
        (VALID[14], {"kind": "impact_turn"}, "impact_defence_answer"),
        (VALID[7], {"status": ""}, "status"),
    ],
)
def test_each_types_own_rules(argument: Syllogism, change: dict[str, Any], component: str) -> None:
    assert component in {flaw.component for flaw in find_flaws(argument.model_copy(update=change))}


def _round(*extra: Syllogism, without: str = "") -> list[Syllogism]:
    early = [a for a in VALID if a.type not in ("extension", "impact_calculus") and a.id != without]
    carried = [_extension("e0", "2AC")]
    return [*early, *carried, *[a for a in VALID if a.type in ("extension", "impact_calculus")], *extra]


def _extension(name: str, speech: str, source: str = "adv") -> Extension:
    return Extension(
        id=name,
        speech=speech,
        source=source,
        author="Varga",
        card="c",
        status="answered",
        warrant=step(),
        implication=step(),
    )


def test_a_whole_round_has_no_flaw() -> None:
    assert find_round_flaws(_round()) == ()


@pytest.mark.parametrize(
    ("spoken", "component", "rule"),
    [
        (_round(without="plan"), "plan", "refers to no plan text"),
        (_round(PLAN.model_copy(update={"id": "plan2"})), "version", "second plan"),
        (_round(VALID[11].model_copy(update={"id": "r2", "target": "nothing"})), "target", "was not said"),
        (_round(VALID[12].model_copy(update={"id": "p2", "target": "adv"})), "target", "points at an advantage"),
        (_round(VALID[12].model_copy(update={"id": "p2", "contains": ("the city",)})), "contains", "severs"),
        (
            _round(
                Turn(
                    id="it", speech="2AC", target="da", kind="impact_turn", offense=step(), impact_defence_answer=step()
                )
            ),
            "kind",
            "double-turns",
        ),
        (_round(ADVANTAGE.model_copy(update={"id": "late", "speech": "1AR"})), "speech", "new in a rebuttal"),
        (_round(_extension("e9", "2AR", source="s")), "source", "not carried in the 2AC"),
        (
            [PLAN, DISADVANTAGE.model_copy(update={"links_to": "cp"}), VALID[7]],
            "net_benefit",
            "links to the counterplan, too",
        ),
    ],
)
def test_flaws_that_show_only_in_the_round(spoken: list[Syllogism], component: str, rule: str) -> None:
    assert any(flaw.component == component and rule in flaw.rule for flaw in find_round_flaws(spoken))


def test_an_amended_plan_is_a_new_version_not_a_second_plan() -> None:
    amended = PLAN.model_copy(update={"id": "plan-2", "version": 2})
    assert not [flaw for flaw in find_round_flaws([PLAN, amended]) if flaw.component == "version"]
