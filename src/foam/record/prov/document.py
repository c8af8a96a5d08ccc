"""A run of the record as a PROV document.

Every entry is an activity (deciding) that generated an entity (the answer). Its decider is an agent; software acts on
behalf of an operator. What it depended on was used; an answer derives from the answers and sentences it used; a
sentence is quoted from its document; the template of its question is the plan. A run's own answer is the collection
of its members' answers. Entries outside the run that its members rest on are in the document too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, Literal, assert_never

from prov.constants import PROV
from prov.identifier import QualifiedName
from prov.model import ProvDocument

from foam.canonical import write_canonical
from foam.errors import InputError
from foam.record.entry import Decider, Entry, EntryInput, Input, PerspectiveInput, PointerInput, ValueInput
from foam.record.graph import add_lineage, require_entry
from foam.record.prov import terms
from foam.record.prov.terms import FOAM
from foam.record.runs import find_outcome
from foam.record.store import OUTCOME, RUN, Store
from foam.values import TAG, Value, digest
from foam_quotes.text.pointer import Pointer

_Attributes = list[tuple[str | QualifiedName, Any]]

_DECISIONS = {"model": FOAM["ModelDecision"], "code": FOAM["CodeDecision"], "person": FOAM["HumanDecision"]}


class Operator(Value):
    """On whose behalf software decides."""

    name: str
    type: Literal["organization", "person"] = "organization"


class JudgedLeaf(Value):
    """A leaf of a tree: drawn from sentences, and judged."""

    id: str
    kind: str
    says: str
    entry: str
    """The key of the entry that holds it."""
    at: tuple[Pointer, ...]
    verdicts: tuple[tuple[str, str], ...] = ()
    """The key of the entry in which it was judged, and what was said of it."""


def to_prov(
    store: Store, run: str, *, operator: Operator, values: bool = True, leaves: Iterable[JudgedLeaf] = ()
) -> ProvDocument:
    """The run, its members, its outcome if it has one, and all they rest on; and the leaves of its tree.

    Without `values`, a digest stands for each content. That is for a document that goes with the record: words that are
    erased there are then not here either.
    """
    scribe = _Scribe(operator, values=values)
    for entry in _entries(store, run):
        scribe.write(entry)
    for member in store.members(run):
        scribe.document.membership(terms.answer(run), terms.answer(member))
    for leaf in leaves:
        scribe.write_leaf(leaf, lambda key: require_entry(store, key))
    return scribe.document


def _entries(store: Store, run: str) -> Iterator[Entry]:
    outcome = find_outcome(store, run)
    roots = (run, *store.members(run), *(() if outcome is None else (outcome.key,)))
    yield from (require_entry(store, key) for key in add_lineage(store, roots))


class _Scribe:
    """Writes entries into one document; what several share is written once."""

    def __init__(self, operator: Operator, *, values: bool) -> None:
        self._text = _text if values else digest
        self.document = ProvDocument()
        for namespace in terms.NAMESPACES:
            self.document.add_namespace(namespace)
        self._operator = operator
        self._written: set[object] = set()

    def write(self, entry: Entry) -> None:
        key, at = entry.key, _instant(entry)
        decision, answer = terms.decision(key), terms.answer(key)
        self.document.activity(decision, None, at, _decision_attributes(entry))
        self.document.entity(answer, self._answer_attributes(entry))
        self.document.generation(answer, decision, at)
        self.document.association(decision, self._agent(entry.draft.decider), self._plan(entry.draft.template))
        for place in entry.draft.inputs:
            self._input(decision, answer, place)

    def write_leaf(self, leaf: JudgedLeaf, find: Callable[[str], Entry]) -> None:
        """A leaf as an entity derived from its sentences; each verdict on it as an activity of whoever judged."""
        holder = terms.answer(leaf.entry)
        name = terms.leaf(leaf.entry, leaf.id)
        said = [("prov:value", self._text(leaf.says)), ("foam:kind", leaf.kind), ("foam:name", leaf.id)]
        self._entity(name, [*_types("Leaf"), *said])
        for source in (holder, *map(self._sentence, leaf.at)):
            if self._first((name, source)):
                self.document.derivation(name, source)
        for key, says in leaf.verdicts:
            entry = find(key)
            verdict = terms.DECISION[terms.local(digest([key, leaf.id, says]))]
            if self._first(verdict):
                about: _Attributes = [("foam:kind", "verdict"), ("foam:says", says)]
                kind = _DECISIONS[entry.draft.decider.type]
                self.document.activity(verdict, None, _instant(entry), [("prov:type", kind), *about])
                agent, plan = self._agent(entry.draft.decider), self._plan(entry.draft.template)
                self.document.association(verdict, agent, plan)
                self.document.usage(verdict, name)
                self.document.communication(verdict, terms.decision(key))

    def _input(self, decision: QualifiedName, answer: QualifiedName, place: Input) -> None:
        used = self._used(place)
        role = terms.role(place.role)
        if self._first((decision, used, role)):
            self.document.usage(decision, used, other_attributes=[("prov:role", role)])
        if isinstance(place, EntryInput | PointerInput) and self._first((answer, used)):
            self.document.derivation(answer, used, decision)

    def _used(self, place: Input) -> QualifiedName:
        match place:
            case EntryInput():
                return terms.answer(place.key)
            case PointerInput():
                return self._sentence(place.pointer)
            case PerspectiveInput():
                return self._entity(terms.PERSPECTIVE[terms.local(place.perspective)], _types("Perspective"))
            case ValueInput():
                name = terms.GIVEN[digest(place.value).removeprefix(TAG)]
                return self._entity(name, [*_types("Given"), ("prov:value", self._text(place.value))])
            case _:
                assert_never(place)

    def _sentence(self, pointer: Pointer) -> QualifiedName:
        source = self._entity(terms.document(pointer), [*_types("Document"), ("foam:textDigest", pointer.document)])
        name = terms.sentence(pointer)
        if self._first(name):
            self.document.entity(name, [*_types("Sentence"), ("foam:pointer", str(pointer))])
            self.document.quotation(name, source)
        return name

    def _plan(self, template: str) -> QualifiedName | None:
        if not template:
            return None
        attributes: _Attributes = [("prov:type", PROV["Plan"]), ("foam:template", template)]
        return self._entity(terms.PLAN[terms.local(template)], attributes)

    def _agent(self, decider: Decider) -> QualifiedName:
        name = terms.agent(decider)
        if self._first(name):
            self.document.agent(name, _agent_attributes(decider))
            if decider.type != "person":
                self.document.delegation(name, self._principal())
        return name

    def _answer_attributes(self, entry: Entry) -> _Attributes:
        special: dict[str, _Attributes] = {
            RUN: [*_types("Run"), ("prov:type", PROV["Collection"]), ("foam:job", self._text(entry.draft.question))],
            OUTCOME: _types("Outcome"),
        }
        content = ("prov:value", self._text(entry.answer))
        plain: _Attributes = [*_types("Answer"), ("foam:digest", entry.digest), content]
        return plain + special.get(entry.draft.kind, [])

    def _principal(self) -> QualifiedName:
        name = terms.AGENT[self._operator.digest.removeprefix(TAG)]
        if self._first(name):
            kind = PROV[self._operator.type.capitalize()]
            self.document.agent(name, [("prov:type", kind), ("foam:name", self._operator.name)])
        return name

    def _entity(self, name: QualifiedName, attributes: _Attributes) -> QualifiedName:
        if self._first(name):
            self.document.entity(name, attributes)
        return name

    def _first(self, what: object) -> bool:
        """Whether this is new to the document; from now on it is not."""
        new = what not in self._written
        self._written.add(what)
        return new


def _decision_attributes(entry: Entry) -> _Attributes:
    draft = entry.draft
    attributes: _Attributes = [
        *_types("Decision"),
        ("prov:type", _DECISIONS[draft.decider.type]),
        ("foam:kind", draft.kind),
        ("foam:question", digest(draft.question)),
        ("foam:parameters", _text(draft.decider.parameters)),
    ]
    return attributes if draft.decider.seed is None else [*attributes, ("foam:seed", str(draft.decider.seed))]


def _agent_attributes(decider: Decider) -> _Attributes:
    kind = PROV["Person"] if decider.type == "person" else PROV["SoftwareAgent"]
    return [
        ("prov:type", kind),
        ("foam:name", decider.id),
        ("foam:version", decider.version),
        ("foam:family", decider.family),
    ]


def _types(name: str) -> _Attributes:
    return [("prov:type", FOAM[name])]


def _text(value: object) -> str:
    """JSON as the text of a literal; control characters are escaped in it already."""
    return write_canonical(value).decode("utf-8")


def _instant(entry: Entry) -> datetime:
    try:
        at = datetime.fromisoformat(entry.at)
    except ValueError as error:
        raise InputError(f"entry {entry.key} carries no ISO 8601 time: {entry.at!r}") from error
    if at.tzinfo is None:
        raise InputError(f"entry {entry.key} carries a time without a zone: {entry.at}")
    return at
