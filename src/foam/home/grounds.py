"""What stands between cases and people: which challenges concern a case as its grounds, and who sees it, said to a
database that holds back what people may not see (`record.by_case`)."""

from __future__ import annotations

from collections.abc import Iterable

from foam.appeal.chain import Matter
from foam.contest.docket import ListedChallenge, list_contests, list_latest, read_challenge, read_contest_spec
from foam.contest.filed.subject import ExaminedFile
from foam.contest.job import Heard
from foam.contest.leaves.version import AnswerVersion
from foam.contest.subject import CaseFile
from foam.home.desk import Desk
from foam.people.access import CaseFacts, Trace, gather_facts, list_roles_in
from foam.people.values import PERSON_SIDE, Place
from foam.record.entry import Entry
from foam.record.store import Store
from foam_quotes.text.pointer import Pointer


def list_contests_by_case(
    store: Store, cases: Iterable[CaseFacts], places: Iterable[Place]
) -> dict[str, tuple[Entry, ...]]:
    """By matter: the challenges to its runs and their later versions. Where several cases rest on the same run, a
    challenge belongs to those in which the challenger is on the side of the person, if there are any."""
    given = {(one.person, one.matter) for one in places if one.role in PERSON_SIDE}
    about: dict[str, list[CaseFacts]] = {}
    for one in cases:
        for run in one.runs:
            about.setdefault(run, []).append(one)
    found: dict[str, tuple[Entry, ...]] = {}
    for entry in list_contests(store, *about):
        spec = read_contest_spec(entry)
        name, near = spec.challenge.challenger, about[spec.of]
        own = [one for one in near if (name, one.matter) in given or _speaks_for_person(name, one)]
        about[entry.key] = list({one.matter: one for one in (*about.get(entry.key, ()), *(own or near))}.values())
        for one in own or near:
            found[one.matter] = (*found.get(one.matter, ()), entry)
    return found


def list_challenges_of(
    store: Store, matter: str, cases: Iterable[CaseFacts], places: Iterable[Place]
) -> tuple[ListedChallenge, ...]:
    """The challenges that concern a case, each once, with what came of it."""
    concerned = list_contests_by_case(store, cases, places).get(matter, ())
    return list_latest(read_challenge(store, one) for one in concerned)


def find_struck(heard: Heard) -> frozenset[Pointer]:
    """The sentences of which a challenge showed that they do not hold, or do not show what they were cited for."""
    made = heard.outcome.challenge
    if heard.outcome.disposition not in ("sustained", "partly sustained"):
        return frozenset()
    match heard.before:
        case ExaminedFile() as file:
            return frozenset({file.parts[made.node].at})
        case CaseFile() as file:
            use = file.uses.get(made.node)
            return frozenset(one.pointer for one in (use.passages if use else ()))
        case AnswerVersion() as version:
            sentences, leaf = version.file.sentence_by_id, version.tree.frame.leaf_by_id.get(made.node)
            named = leaf.at if leaf else [at for at in sentences if made.node in (at, at.partition("#")[0])]
            return frozenset(sentences[at].pointer for at in named if at in sentences)
        case _:
            return frozenset()


def admit_to(desk: Desk, matter: Matter, trace: Trace) -> Matter:
    """Say anew who sees this case, in which something was done; the case itself is handed back."""
    if desk.access.by_case:
        admit_all(desk, (gather_facts(matter),), trace)
    return matter


def admit_all(desk: Desk, cases: Iterable[CaseFacts], trace: Trace) -> None:
    """Say anew who sees these cases."""
    if not desk.access.by_case:
        return
    accounts, places = desk.people.list_accounts(), desk.people.list_places()
    for facts in cases:
        people = [one.name for one in accounts if list_roles_in(one, facts, places)]
        runs = [member for run in facts.runs for member in trace(run)]
        desk.people.keep_sight(facts.matter, people=people, runs=runs)


def _speaks_for_person(name: str, case: CaseFacts) -> bool:
    return any(who == name and role in PERSON_SIDE for who, role in case.acted)
