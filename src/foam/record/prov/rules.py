"""The PROV rules that no library checks: order in time, no cycles, no loose ends.

Each rule is a function from a document to what it finds. `prov` itself accepts an end before its start and names of
things that nobody declared; it only refuses two records of one name that contradict each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime
from graphlib import CycleError, TopologicalSorter

from prov.constants import (
    PROV_ATTR_ACTIVITY,
    PROV_ATTR_AGENT,
    PROV_ATTR_COLLECTION,
    PROV_ATTR_DELEGATE,
    PROV_ATTR_ENTITY,
    PROV_ATTR_GENERATED_ENTITY,
    PROV_ATTR_PLAN,
    PROV_ATTR_RESPONSIBLE,
    PROV_ATTR_TIME,
    PROV_ATTR_USED_ENTITY,
)
from prov.identifier import QualifiedName
from prov.model import (
    ProvActivity,
    ProvAgent,
    ProvDerivation,
    ProvDocument,
    ProvElement,
    ProvEntity,
    ProvException,
    ProvGeneration,
    ProvRecord,
    ProvRelation,
    ProvUsage,
)

from foam.values import Value

_ENDS: dict[QualifiedName, type[ProvElement]] = {
    PROV_ATTR_ENTITY: ProvEntity,
    PROV_ATTR_GENERATED_ENTITY: ProvEntity,
    PROV_ATTR_USED_ENTITY: ProvEntity,
    PROV_ATTR_COLLECTION: ProvEntity,
    PROV_ATTR_PLAN: ProvEntity,
    PROV_ATTR_ACTIVITY: ProvActivity,
    PROV_ATTR_AGENT: ProvAgent,
    PROV_ATTR_DELEGATE: ProvAgent,
    PROV_ATTR_RESPONSIBLE: ProvAgent,
}
"""What each end of a relation must be declared as."""


class Complaint(Value):
    """A rule that is broken, the thing that breaks it, and how."""

    rule: str
    about: str
    says: str


def find_broken_rules(document: ProvDocument) -> tuple[Complaint, ...]:
    """What breaks the rules, rule by rule."""
    return tuple(complaint for rule in _RULES for complaint in rule(document))


def _start_before_end(document: ProvDocument) -> Iterator[Complaint]:
    for activity in _activities(document):
        start, end = activity.get_startTime(), activity.get_endTime()
        if start is not None and end is not None and end < start:
            yield _complaint("start-before-end", activity.identifier, f"ends at {end}, before its start at {start}")


def _generated_while_active(document: ProvDocument) -> Iterator[Complaint]:
    spans = {a.identifier: (a.get_startTime(), a.get_endTime()) for a in _activities(document)}
    for generation in document.get_records(ProvGeneration):
        start, end = spans.get(_end(generation, PROV_ATTR_ACTIVITY), (None, None))
        time = _time(generation)
        if time is not None and ((start is not None and time < start) or (end is not None and time > end)):
            entity = _end(generation, PROV_ATTR_ENTITY)
            yield _complaint("generated-while-active", entity, f"generated at {time}, outside its activity")


def _sources_first(document: ProvDocument) -> Iterator[Complaint]:
    made = _generation_times(document)
    for derivation in document.get_records(ProvDerivation):
        later, earlier = _end(derivation, PROV_ATTR_GENERATED_ENTITY), _end(derivation, PROV_ATTR_USED_ENTITY)
        if later in made and earlier in made and made[later] < made[earlier]:
            yield _complaint("sources-first", later, f"generated before {earlier}, from which it derives")


def _used_once_made(document: ProvDocument) -> Iterator[Complaint]:
    made = _generation_times(document)
    ends = {activity.identifier: activity.get_endTime() for activity in _activities(document)}
    for usage in document.get_records(ProvUsage):
        activity, entity = _end(usage, PROV_ATTR_ACTIVITY), _end(usage, PROV_ATTR_ENTITY)
        end = ends.get(activity)
        if end is not None and entity in made and made[entity] > end:
            yield _complaint("used-once-made", activity, f"ended before {entity}, which it used, was generated")


def _derivation_has_no_cycle(document: ProvDocument) -> Iterator[Complaint]:
    rests_on: dict[QualifiedName | None, set[QualifiedName | None]] = defaultdict(set)
    for derivation in document.get_records(ProvDerivation):
        later, earlier = _end(derivation, PROV_ATTR_GENERATED_ENTITY), _end(derivation, PROV_ATTR_USED_ENTITY)
        rests_on[later].add(earlier)
    try:
        TopologicalSorter(rests_on).prepare()
    except CycleError as error:
        yield _complaint("derivation-acyclic", error.args[1][0], f"derives from itself through {error.args[1][1]}")


def _nothing_dangles(document: ProvDocument) -> Iterator[Complaint]:
    declared = {kind: {element.identifier for element in document.get_records(kind)} for kind in set(_ENDS.values())}
    for relation in document.get_records(ProvRelation):
        for attribute, name in relation.formal_attributes:
            kind = _ENDS.get(attribute)
            if kind is not None and name is not None and name not in declared[kind]:
                yield _complaint("nothing-dangles", name, f"named by {relation.get_type()}, declared nowhere as such")


def _entities_are_no_activities(document: ProvDocument) -> Iterator[Complaint]:
    activities = {activity.identifier for activity in document.get_records(ProvActivity)}
    for entity in document.get_records(ProvEntity):
        if entity.identifier in activities:
            yield _complaint("entities-are-no-activities", entity.identifier, "is declared as both")


def _names_agree(document: ProvDocument) -> Iterator[Complaint]:
    try:
        document.unified()
    except ProvException as error:
        yield _complaint("names-agree", None, str(error))


_RULES: tuple[Callable[[ProvDocument], Iterator[Complaint]], ...] = (
    _start_before_end,
    _generated_while_active,
    _sources_first,
    _used_once_made,
    _derivation_has_no_cycle,
    _nothing_dangles,
    _entities_are_no_activities,
    _names_agree,
)


def _activities(document: ProvDocument) -> list[ProvActivity]:
    return [record for record in document.get_records() if isinstance(record, ProvActivity)]


def _generation_times(document: ProvDocument) -> dict[QualifiedName | None, datetime]:
    generations = document.get_records(ProvGeneration)
    return {_end(g, PROV_ATTR_ENTITY): time for g in generations if (time := _time(g)) is not None}


def _time(relation: ProvRecord) -> datetime | None:
    return next((value for name, value in relation.formal_attributes if name == PROV_ATTR_TIME), None)


def _end(relation: ProvRecord, attribute: QualifiedName) -> QualifiedName | None:
    return next((value for name, value in relation.formal_attributes if name == attribute), None)


def _complaint(rule: str, about: QualifiedName | None, says: str) -> Complaint:
    return Complaint(rule=rule, about=str(about or "document"), says=says)
