"""What a decision must keep: a person named for it, every ground answered, every reason on the disclosed record."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from foam.appeal.acts import Act, Reason, Ruling
from foam.appeal.guards import GUARDS, Guard, check_cites, list_unseen
from foam.appeal.standing import Standing

_FOUND = frozenset({"sustained", "partly_sustained"})


def _of_ruling(check: Callable[[Standing, Act, Ruling], str]) -> Guard:
    """A guard that looks at the ruling an act brings."""
    return lambda standing, act: check(standing, act, act.brought) if isinstance(act.brought, Ruling) else ""


def _is_the_reviewer(standing: Standing, act: Act) -> str:
    return "" if act.by.id == standing.reviewer else f"{standing.reviewer or 'nobody'} was named to decide"


def _every_ground_answered(standing: Standing, act: Act, ruling: Ruling) -> str:
    raised = [ground.id for ground in standing.grounds]
    answered = [disposition.ground for disposition in ruling.dispositions]
    if missing := [id for id in raised if id not in answered]:
        return f"no disposition on {', '.join(missing)}"
    if foreign := [id for id in answered if id not in raised]:
        return f"nobody raised {', '.join(foreign)}"
    return "a ground has two dispositions" if len(answered) != len(raised) else ""


def _reasons(ruling: Ruling) -> Iterator[Reason]:
    for disposition in ruling.dispositions:
        yield from disposition.reasons


def _reasons_cite_record(standing: Standing, act: Act, ruling: Ruling) -> str:
    if bare := [d.ground for d in ruling.dispositions if not d.reasons]:
        return f"no reason is given on {', '.join(bare)}"
    return check_cites(standing, _reasons(ruling))


def _only_disclosed(standing: Standing, act: Act, ruling: Ruling) -> str:
    relied_on = {cite for reason in (*_reasons(ruling), *act.reasons) for cite in reason.cites if cite[:1] == "i"}
    hidden = sorted(list_unseen(standing, act, relied_on))
    return f"it relies on {', '.join(hidden)}, which both sides have not had in time" if hidden else ""


def _not_advice_alone(standing: Standing, act: Act, ruling: Ruling) -> str:
    advice = {item.id for item in standing.items if item.kind == "advice"}
    alone = [d.ground for d in ruling.dispositions if d.reasons and {c for r in d.reasons for c in r.cites} <= advice]
    return f"on {', '.join(alone)} it rests on FOAM's advice alone" if alone else ""


def _remedy_fits_outcome(standing: Standing, act: Act, ruling: Ruling) -> str:
    orders = [remedy for remedy in ruling.remedies if remedy != "none"]
    findings = {disposition.finding for disposition in ruling.dispositions}
    if ruling.outcome == "upheld":
        if orders:
            return f"an upheld decision orders no remedy, and it orders {', '.join(orders)}"
        return "every ground was sustained, and the decision upheld" if findings == {"sustained"} else ""
    if not orders or "none" in ruling.remedies:
        return f"a {ruling.outcome} decision says what has to be done"
    if not findings & _FOUND:
        return f"no ground was sustained, and the decision {ruling.outcome}"
    lacks = ruling.outcome == "remanded" and "remand" not in orders
    return "a remanded decision has the remedy remand" if lacks else ""


ALL_GUARDS: dict[str, Guard] = GUARDS | {
    "every_ground_answered": _of_ruling(_every_ground_answered),
    "is_the_reviewer": _is_the_reviewer,
    "not_advice_alone": _of_ruling(_not_advice_alone),
    "only_disclosed": _of_ruling(_only_disclosed),
    "reasons_cite_record": _of_ruling(_reasons_cite_record),
    "remedy_fits_outcome": _of_ruling(_remedy_fits_outcome),
}
