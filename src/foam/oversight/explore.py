"""The extensions by name, from plain `key=value` pairs. Reads their parameters; solves nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from foam.errors import SettingError
from foam.oversight.extensions import correlated, dynamics, effort, graded, options, portfolio
from foam.oversight.setting import PROTOCOLS, Judge, Logit, Setting, TieBreak
from foam.oversight.theory import rates
from foam.values import Value

Given = dict[str, str]
V = TypeVar("V", bound=Value)


def explore(name: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Solve an extension at these parameters; unknown names and keys are refused."""
    if name not in _EXTENSIONS:
        raise SettingError(f"no extension is called {name!r}", hint=f"choose from {', '.join(_EXTENSIONS)}")
    left = dict(given)
    found = _EXTENSIONS[name](left)
    if left:
        raise SettingError(f"{name} has no parameter {', '.join(sorted(left))}", hint="see docs/oversight.md")
    return found


def build_checked(kind: type[V], values: Mapping[str, Any]) -> V:
    """Build a value, turning a complaint about its fields into a setting error."""
    try:
        return kind.model_validate(dict(values))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SettingError(f"{place or kind.__name__.lower()}: {first['msg']}") from error


def take(kind: type[V], given: Given, **more: Any) -> V:
    """Build a value from the keys that are its fields, and take them out of `given`."""
    own = {key: given.pop(key) for key in list(given) if key in kind.model_fields}
    return build_checked(kind, {**own, **more})


def take_judge(given: Given) -> Judge:
    """A logit judge when `kappa` is given, else a tie-break judge with `b` (1/2 unless given)."""
    if "kappa" in given:
        return take(Logit, given)
    given.setdefault("b", "0.5")
    return take(TieBreak, given)


def _options(given: Given) -> dict[str, Any]:
    field, judge = take(options.Options, given), take_judge(given)
    setting = take(Setting, given)
    return {p: options.rates(p, setting, judge, field).json_value() for p in PROTOCOLS}


def _graded(given: Given) -> dict[str, Any]:
    cost = given.pop("rhetoric_cost", None)
    judge, messages = take(graded.GradedJudge, given), take(graded.Messages, given)
    found: dict[str, Any] = {p: graded.rates(p, messages, judge).json_value() for p in PROTOCOLS}
    if cost is None:
        return found
    chosen = graded.choose_rhetoric(messages, judge, cost=_positive("rhetoric_cost", cost))
    return {**found, "chosen_rhetoric": chosen.json_value()}


def _portfolio(given: Given) -> dict[str, Any]:
    judge, held = take_judge(given), take(portfolio.Portfolio, given)
    solved = portfolio.solve(held, judge).json_value()
    return {**solved, "rho_of_budget": held.feasibility(true=False), "tau_of_budget": held.feasibility(true=True)}


def _correlated(given: Given) -> dict[str, Any]:
    judge, setting = take_judge(given), take(Setting, given)
    given.setdefault("p_antagonist", str(setting.p))
    minds = take(correlated.Minds, given, setting=setting)
    chosen, found = correlated.equilibrium(minds, judge)
    return {
        "consultancy": rates("consultancy", setting, judge).json_value(),
        "debate": found.json_value(),
        "evidence_shown": chosen.json_value(),
        "critical_eta": correlated.critical_eta(minds, judge),
    }


def _effort(given: Given) -> dict[str, Any]:
    price = given.pop("evidence_cost", "0")
    given.setdefault("kappa", "1")
    judge = take(Logit, given)
    attention = take(effort.Attention, given, judge=judge)
    setting = take(Setting, given, cost=price)
    return {p: effort.solve(p, setting, attention).json_value() for p in PROTOCOLS}


def _dynamics(given: Given) -> dict[str, Any]:
    rounds = int(_positive("rounds", given.pop("rounds", "50")))
    judge, loop, setting = take_judge(given), take(dynamics.Loop, given), take(Setting, given)
    found: dict[str, Any] = {}
    for protocol in PROTOCOLS:
        passed = dynamics.trajectory(protocol, setting, judge, loop, rounds=rounds)
        tolerable = dynamics.tolerable_amplification(1 - setting.p, passed[0].follow, loop)
        found[protocol] = {
            "rounds": [r.json_value() for r in passed],
            "tolerable_amplification": tolerable,
            "amplification": passed[0].amplification,
            "critical_rho": dynamics.critical_rho(protocol, setting, judge, loop),
        }
    return found


def _positive(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise SettingError(f"{name} must be a positive number, not {text!r}")
    return value


_EXTENSIONS: dict[str, Callable[[Given], dict[str, Any]]] = {
    "graded": _graded,
    "portfolio": _portfolio,
    "correlated": _correlated,
    "options": _options,
    "effort": _effort,
    "dynamics": _dynamics,
}
