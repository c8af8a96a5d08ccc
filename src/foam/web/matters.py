"""A matter as its pages show it: where it stands, what is due, what is on file, and what can be done next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from foam import Home, MatterStatus, NotFound, terms
from foam.web.addresses import run_path
from foam.web.catalogue import say, say_or, say_refusal
from foam.web.visitors import Visitor, find_visitor

if TYPE_CHECKING:
    from foam.appeal.clocks import Clock

ELSEWHERE = frozenset({"redact", "note_mail"})
"""Acts that no page asks for: removing words is for the command line, and mail is noted by who sends it."""
_ASIDE = frozenset(
    {"reassign", "escalate", "extend", "stay", "postpone", "withdraw", "offer", "settle", "default", "confer", "expire"}
    | {"bring_paper", "confirm_settlement", "confirm_withdrawal", "correct_decision", "waive_days"}
)
"""Acts that turn a matter aside; what takes it on is named before them."""
PERSON = ("affected_person", "representative")
"""Roles of the side that contests."""


def matter_path(matter: str) -> str:
    """The address of a matter."""
    return f"/appeals/{matter.removeprefix('b2:')[:24]}"


def list_queue(home: Home) -> dict[str, Any]:
    """Every matter that the visitor sees: what is overdue first, then by the day that is next, then the others."""
    visitor = find_visitor()
    statuses, unreadable = _find_statuses(home, visitor)
    rows = [_list_one(home, one) for one in statuses]
    rows.sort(key=lambda row: (not row["overdue"], row["due"]["due"] if row["due"] else "9999", row["opened"]))
    return {"matters": rows, "unreadable": unreadable}


def _find_statuses(home: Home, visitor: Visitor) -> tuple[list[MatterStatus], dict[str, str]]:
    """Where the matters stand that the visitor sees, and for those who keep files, which cannot be read."""
    if not may_act_for(visitor):
        return [home.appeal.status(one) for one in visitor.sight.cases], {}
    found = home.appeal.matters()
    return [one for one in found.matters if visitor.sees_matter(one.matter)], dict(found.unreadable)


def fit_to_visitor(data: dict[str, Any]) -> dict[str, Any]:
    """A matter as the visitor gets it: the steps that are theirs and, on the person's side, what is shown to both."""
    visitor, data = find_visitor(), {**data, "page": find_page(data["matter"])}
    if visitor.is_sole:
        return data
    held = visitor.roles_in(data["matter"])
    own = [{**one, "roles": [role for role in one["roles"] if role in held]} for one in data["next"]]
    fitted = {**data, "next": [one for one in own if one["roles"]]}
    return fitted if visitor.works_on(data["matter"]) else {**fitted, **_list_shown(data), "parties": []}


def tell_person(data: dict[str, Any]) -> dict[str, Any]:
    """A matter as it is told to the person: what concerns them, and of the file what is shown to both sides."""
    steps = [one for one in data["next"] if set(one["roles"]) & set(PERSON) and not one["against"]]
    return {**{name: data[name] for name in _TOLD}, **_list_shown(data), "next": steps}


_TOLD = (
    "matter",
    "href",
    "person",
    "state",
    "mine",
    "decision",
    "clocks",
    "letters",
    "grounds",
    "run",
    "offer",
    "hearing",
    "challenges",
)


def _list_shown(data: dict[str, Any]) -> dict[str, Any]:
    """The items that both sides have, and what happened without what was brought."""
    items = [one for one in data["items"] if one["shown_to_both"]]
    return {
        "items": items,
        "acts": [{name: one[name] for name in ("name", "number", "day", "says", "by")} for one in data["acts"]],
        "names": _name_cited(items, data["acts"]),
    }


def find_page(matter: str) -> str:
    """The address of a matter for the visitor: the file, or the person's own view of it."""
    path = matter_path(matter)
    return path if find_visitor().works_on(matter) else f"{path}/person"


def may_act_for(visitor: Visitor) -> bool:
    """Whether somebody records what others did, and so may say when it was and who decided."""
    return visitor.is_sole or bool({"records_clerk", "supervisor"} & visitor.roles)


def read_matter(home: Home, matter: str) -> dict[str, Any]:
    """Everything that is on file, with its words."""
    told = home.appeal.timeline(matter, words=True)
    status = told.status
    opening = fill_words(told.opening.json_value(), told.words)
    acts = [
        {
            **fill_words(one.filed.act.json_value(), told.words),
            "number": one.filed.number, "day": one.day.isoformat(), "says": _say_act(one.filed.act, one.says),
        }
        for one in told.acts
    ]  # fmt: skip
    items = _list_items(status, [opening, *(act["brought"] for act in acts)])
    return {
        **_describe(status),
        "person": opening["person"],
        "decision": opening["decision"],
        "decider": opening["decider"],
        "run": opening["run"],
        "zone": opening["zone"] or opening["rules"]["zone"],
        "law": opening["rules"]["title"],
        "tracks": list(opening["rules"]["expedited"]),
        "kinds": list(opening["rules"]["grounds"]),
        "items": items,
        "grounds": _list_grounds(acts),
        "offer": _find_terms(acts),
        "hearing": _find_hearing(acts, opening["zone"] or opening["rules"]["zone"]),
        "challenges": [_tell_challenge(one) for one in home.appeal.challenges(status.matter)],
        "acts": acts,
        "names": _name_cited(items, acts),
        "parties": sorted({opening["decider"], *(act["by"]["id"] for act in acts if act["by"]["nature"] == "person")}),
        "reviewer": next((one["brought"]["reviewer"] for one in reversed(acts) if "reviewer" in one["brought"]), ""),
        "letters": list(_list_letters(home, status.matter)),
        "without_effect": list(told.without_effect),
    }


def _name_cited(items: Iterable[Mapping[str, Any]], acts: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """What a reason can rest on, by id: each paper by its title, each step by what happened and when."""
    papers = {str(one["id"]): str(one["title"]) for one in items}
    return papers | {f"#{one['number']}": f"{one['says']} ({one['day']})" for one in acts}


def _find_terms(acts: Iterable[Mapping[str, Any]]) -> str:
    """The terms that are put forward now; empty where none are, or the contest went on without them."""
    found = next((one for one in reversed([*acts]) if one["name"] in ("offer", "object", "reopen")), None)
    return str(found["brought"]["terms"]) if found and found["name"] == "offer" else ""


def _find_hearing(acts: Iterable[Mapping[str, Any]], zone: str) -> dict[str, str]:
    """The hearing that is still to be held: its day, hour and place; nothing where none is set."""
    about = ("set_hearing", "hold_hearing", "close_record", "reopen", "default")
    found = next((one for one in reversed([*acts]) if one["name"] in about), None)
    if found is None or found["name"] != "set_hearing":
        return {}
    at = datetime.fromisoformat(found["brought"]["at"]).astimezone(ZoneInfo(zone))
    return {"day": at.date().isoformat(), "hour": f"{at:%H:%M}", "place": found["brought"]["place"]}


def _say_act(act: Any, says: str) -> str:
    """What happened; of a mail, which letter it was about and whether it went out."""
    if act.name != "note_mail":
        return say_or(f"did.{act.name}", says)
    about = say(f"letters.{act.brought.letter}")
    if act.brought.failed:
        return say("mailed.failed", letter=about, why=act.brought.failed)
    return say("mailed.sent", letter=about)


def fill_words(value: Any, words: Mapping[str, str]) -> Any:
    """The same value with the words of the file where their commitments stand."""
    match value:
        case {"commitment": str(found)}:
            return words.get(found, "")
        case dict():
            return {name: fill_words(member, words) for name, member in value.items()}
        case list() | tuple():
            return [fill_words(member, words) for member in value]
        case _:
            return value


def _list_one(home: Home, status: MatterStatus) -> dict[str, Any]:
    told = home.appeal.timeline(status.matter, words=True)
    opening = fill_words(told.opening.json_value(), told.words)
    running = [clock for clock in status.clocks if clock.met is None]
    first = min(running, key=lambda clock: (not clock.overdue, clock.due), default=None)
    return {
        **_describe(status),
        "href": find_page(status.matter),
        "person": opening["person"],
        "action": opening["decision"]["action"],
        "due": _tell_clock(first) if first else None,
    }


def _describe(status: MatterStatus) -> dict[str, Any]:
    """Where a matter stands, in plain words beside the names that calls take."""
    return {
        **status.json_value(),
        "href": matter_path(status.matter),
        "stands": say(f"states.{status.state}"),
        "todo": say(f"todo.{status.state}"),
        "mine": say(f"mine.{status.state}"),
        "clocks": [_tell_clock(clock) for clock in status.clocks],
        "next": _list_next(status),
    }


def _list_next(status: MatterStatus) -> list[dict[str, Any]]:
    """What can come next, what takes the matter on first, and last what something stands against now."""
    shown = [one for one in status.next if one.act not in ELSEWHERE]
    shown.sort(key=lambda one: (bool(one.against), one.act in _ASIDE))
    return [
        {
            **one.json_value(),
            "says": say(f"acts.{one.act}"),
            "against": say_refusal(one.guard, one.against),
            "is_aside": one.act in _ASIDE,
        }
        for one in shown
    ]


def _tell_clock(clock: Clock) -> dict[str, Any]:
    """One deadline, and whether it is met, open or missed."""
    state = "overdue" if clock.overdue else "open" if clock.met is None else "late" if clock.late else "met"
    return {**clock.json_value(), "says": say(f"clocks.{clock.name}"), "state": state}


def _list_items(status: MatterStatus, brought: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    shown = {one.id: one.shown_to_both for one in status.items}
    items = [item for one in brought for item in one.get("items", ()) if isinstance(item, dict)]
    href = f"{matter_path(status.matter)}/papers"
    return [
        {**item, "shown_to_both": _write_day(shown.get(item["id"])), "href": f"{href}/{item['id']}"} for item in items
    ]


def list_accounts(home: Home, *roles: str) -> list[str]:
    """Names of the accounts that have one of these roles; none where people have no accounts."""
    return [] if find_visitor().is_sole else [one.name for one in home.people.list() if {*roles} & {*one.roles}]


def _tell_challenge(one: Any) -> dict[str, Any]:
    """A challenge to what the decision rests on: what it strikes, what is said, and what became of it."""
    made, outcome = one.challenge, one.outcome
    return {
        "href": run_path(one.run),
        "says": say_or(f"kinds.{made.ground.kind}", made.ground.kind),
        "about": (outcome.about if outcome else "") or made.node,
        "because": made.because,
        "by": made.challenger,
        "is_answered": one.is_answered,
        "became": say_or(f"became.{outcome.disposition}", outcome.disposition) if outcome else say("runs.unfinished"),
        "reasons": [reason.text for reason in outcome.reasons] if outcome else [],
    }


def _write_day(day: date | None) -> str:
    return day.isoformat() if day else ""


def _list_grounds(acts: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What was said to be wrong, each with what was found on it last."""
    held = tuple(acts)
    found = {one["ground"]: one for act in held for one in act["brought"].get("dispositions", ())}
    grounds = [one for act in held for one in act["brought"].get("grounds", ())]
    return [{**one, "says": say(f"grounds.{one['kind']}"), "found": found.get(one["id"])} for one in grounds]


def _list_letters(home: Home, matter: str) -> Iterator[dict[str, str]]:
    """The letters that the matter has come to."""
    for kind in terms.notices:
        try:
            home.appeal.notice(matter, kind, draft=True)  # type: ignore[arg-type]
        except NotFound:
            continue
        yield {"kind": kind, "says": say(f"letters.{kind}"), "href": f"{matter_path(matter)}/letters/{kind}"}
