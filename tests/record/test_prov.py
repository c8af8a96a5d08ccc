"""A run as PROV: what is in the document, that it reads back equal, and that tampering with it is caught."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from prov.constants import PROV
from prov.model import (
    ProvActivity,
    ProvAgent,
    ProvAssociation,
    ProvDelegation,
    ProvDerivation,
    ProvDocument,
    ProvEntity,
    ProvGeneration,
    ProvMembership,
    ProvRecord,
    ProvUsage,
)
from rdflib import PROV as O
from rdflib import RDF, SH, Graph, Literal, Namespace, URIRef
from rdflib.term import Node

from foam.errors import InputError, NotFound
from foam.record.entry import Decider, Draft, Entry, EntryInput, PerspectiveInput, PointerInput, ValueInput
from foam.record.memory import MemoryStore
from foam.record.prov import FORMATS, JudgedLeaf, Operator, find_complaints, read, terms, to_prov, write
from foam.record.prov.formats import to_graph
from foam.record.prov.shapes import _shapes, find_broken_shapes_in
from foam.record.runs import close_run, open_run
from foam_quotes.text.pointer import Pointer

F = Namespace("urn:foam:terms#")
TOWN = Operator(name="The town of Ödby")
MODEL = Decider(type="model", id="tiny", version="1", family="t", parameters={"temperature": 0.5}, seed=2**52)
SENTENCE = Pointer(document="ab" * 32, sentence=3)


def _at(minute: int) -> Callable[[], datetime]:
    return lambda: datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(minutes=minute)


def _decided(
    n: int, *inputs: Any, decider: Decider = MODEL, kind: str = "stance", template: str = "b2:" + "c" * 64
) -> Entry:
    draft = Draft(kind=kind, inputs=inputs, template=template, question={"n": n}, decider=decider)
    return Entry(draft=draft, answer={"said": f"number {n}"}, at=_at(n)().isoformat())


class Made:
    """A small run: a stance over a sentence, an objection to it, a person's ruling; an older entry underneath."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.run = open_run(self.store, "ask", {"question": "why?"}, clock=_at(1))
        self.older = self.store.append(_decided(0, kind="reading"))
        evidence = PointerInput(role="evidence", pointer=SENTENCE)
        voice = PerspectiveInput(role="voice", perspective="b2:" + "d" * 64)
        asked = ValueInput(role="question", value="why\nnot?")
        self.stance = self._keep(_decided(2, evidence, voice, asked, EntryInput(role="basis", key=self.older.key)))
        on_stance = EntryInput(role="against", key=self.stance.key)
        self.objection = self._keep(_decided(3, on_stance, evidence, asked, kind="objection"))
        clerk = Decider(type="person", id="Jo Clerk", version="")
        both = (EntryInput(role="for", key=self.stance.key), EntryInput(role="against", key=self.objection.key))
        self.ruling = self._keep(_decided(4, *both, decider=clerk, kind="ruling", template=""))
        self.outcome = close_run(self.store, self.run, {"dossier": "b2:" + "e" * 64}, clock=_at(5))

    def _keep(self, entry: Entry) -> Entry:
        return self.store.append(entry, run=self.run)

    @property
    def document(self) -> ProvDocument:
        return to_prov(self.store, self.run, operator=TOWN)

    @property
    def with_a_leaf(self) -> ProvDocument:
        """The document with a leaf of the stance, which the ruling judged."""
        said = ((self.ruling.key, "establish"),)
        leaf = JudgedLeaf(
            id="full", kind="fact", says="It is full.", entry=self.stance.key, at=(SENTENCE,), verdicts=said
        )
        return to_prov(self.store, self.run, operator=TOWN, leaves=[leaf])


@pytest.fixture(scope="module")
def made() -> Made:
    return Made()


def _formal(record: ProvRecord) -> tuple[Any, ...]:
    return tuple(value for _, value in record.formal_attributes)


def _all(document: ProvDocument, kind: type[ProvRecord]) -> set[tuple[Any, ...]]:
    return {_formal(record) for record in document.get_records(kind)}


def test_every_entry_is_an_activity_and_its_answer(made: Made) -> None:
    entries = [made.older, made.stance, made.objection, made.ruling, made.outcome]
    keys = {made.run, *(entry.key for entry in entries)}
    assert {a.identifier for a in made.document.get_records(ProvActivity)} == {terms.decision(key) for key in keys}
    generated = _all(made.document, ProvGeneration)
    for entry in entries:
        at = datetime.fromisoformat(entry.at)
        assert (terms.answer(entry.key), terms.decision(entry.key), at) in generated
    assert len(generated) == len(keys)


def test_deciders_are_agents_and_software_acts_for_the_operator(made: Made) -> None:
    document = made.document
    types = {a.identifier: set(a.get_attribute("prov:type")) for a in document.get_records(ProvAgent)}
    model, person = terms.agent(MODEL), terms.agent(made.ruling.draft.decider)
    assert types[model] == {PROV["SoftwareAgent"]}
    assert types[person] == {PROV["Person"]}
    delegates = {delegate: responsible for delegate, responsible, _ in _all(document, ProvDelegation)}
    assert person not in delegates
    assert types[delegates[model]] == {PROV["Organization"]}
    deciders = {activity: (agent, plan) for activity, agent, plan in _all(document, ProvAssociation)}
    assert deciders[terms.decision(made.stance.key)] == (model, terms.PLAN["c" * 64])
    assert deciders[terms.decision(made.ruling.key)] == (person, None)


def test_the_operator_may_be_a_person(made: Made) -> None:
    document = to_prov(made.store, made.run, operator=Operator(name="Ann", type="person"))
    assert find_complaints(document) == ()
    names = {a.get_attribute("foam:name").copy().pop() for a in document.get_records(ProvAgent)}
    assert "Ann" in names


def test_a_model_is_one_agent_whatever_its_seed() -> None:
    assert terms.agent(MODEL) == terms.agent(MODEL.model_copy(update={"seed": 1, "parameters": {}}))
    assert terms.agent(MODEL) != terms.agent(MODEL.model_copy(update={"version": "2"}))


def test_inputs_are_used_in_their_roles(made: Made) -> None:
    used = {
        (*_formal(usage)[:2], usage.get_attribute("prov:role").copy().pop())
        for usage in made.document.get_records(ProvUsage)
    }
    stance, objection = terms.decision(made.stance.key), terms.decision(made.objection.key)
    assert (stance, terms.sentence(SENTENCE), terms.role("evidence")) in used
    assert (stance, terms.PERSPECTIVE["d" * 64], terms.role("voice")) in used
    assert (objection, terms.answer(made.stance.key), terms.role("against")) in used
    assert len([use for use in used if use[0] == stance]) == 4


def test_answers_derive_from_answers_and_sentences_which_are_quoted(made: Made) -> None:
    derived = {_formal(record)[:2] for record in made.document.get_records(ProvDerivation)}
    stance = terms.answer(made.stance.key)
    assert {(stance, terms.sentence(SENTENCE)), (stance, terms.answer(made.older.key))} <= derived
    assert len([pair for pair in derived if pair[0] == stance]) == 2
    quoted = [r for r in made.document.get_records(ProvDerivation) if PROV["Quotation"] in r.get_attribute("prov:type")]
    assert [_formal(record)[:2] for record in quoted] == [(terms.sentence(SENTENCE), terms.document(SENTENCE))]


def test_a_leaf_derives_from_its_sentences_and_a_verdict_is_an_activity_of_whoever_judged(made: Made) -> None:
    document = made.with_a_leaf
    leaf = terms.leaf(made.stance.key, "full")
    derived = {_formal(record)[1] for record in document.get_records(ProvDerivation) if _formal(record)[0] == leaf}
    assert derived == {terms.sentence(SENTENCE), terms.answer(made.stance.key)}
    (verdict,) = (activity for activity, used, _ in _all(document, ProvUsage) if used == leaf)
    deciders = {activity: agent for activity, agent, _ in _all(document, ProvAssociation)}
    assert deciders[verdict] == terms.agent(made.ruling.draft.decider)
    (activity,) = (one for one in document.get_records(ProvActivity) if one.identifier == verdict)
    assert activity.get_attribute("foam:says") == {"establish"}
    assert find_complaints(document) == ()


def test_the_run_collects_its_members_and_the_outcome_derives_from_all(made: Made) -> None:
    members = {made.stance.key, made.objection.key, made.ruling.key}
    run = terms.answer(made.run)
    assert _all(made.document, ProvMembership) == {(run, terms.answer(key)) for key in members}
    derived = {_formal(record)[:2] for record in made.document.get_records(ProvDerivation)}
    counted = {source for answer, source in derived if answer == terms.answer(made.outcome.key)}
    assert counted == {run, *(terms.answer(key) for key in members)}


def test_our_documents_keep_every_rule_and_shape(made: Made) -> None:
    assert find_complaints(made.document) == ()


def test_an_unfinished_run_can_be_exported(made: Made) -> None:
    store = MemoryStore()
    run = open_run(store, "ask", {}, clock=_at(0))
    assert find_complaints(to_prov(store, run, operator=TOWN)) == ()
    with pytest.raises(NotFound):
        to_prov(store, "b2:" + "0" * 64, operator=TOWN)


@pytest.mark.parametrize("at", ["yesterday", "2026-01-01T00:00:00", ""])
def test_an_unreadable_time_is_said(at: str) -> None:
    store = MemoryStore()
    run = open_run(store, "ask", {}, clock=_at(0))
    store.append(_decided(1).model_copy(update={"at": at}), run=run)
    with pytest.raises(InputError, match="time"):
        to_prov(store, run, operator=TOWN)


@pytest.mark.parametrize("form", FORMATS)
def test_a_document_reads_back_equal(made: Made, form: Any) -> None:
    text = write(made.document, form)
    again = read(text, form)
    assert again == made.document
    assert find_complaints(again) == ()


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_run_is_the_same_bytes(made: Made, form: Any) -> None:
    assert write(made.document, form) == write(Made().document, form)


def test_an_input_named_twice_is_used_once() -> None:
    store = MemoryStore()
    run = open_run(store, "ask", {}, clock=_at(0))
    evidence = PointerInput(role="evidence", pointer=SENTENCE)
    store.append(_decided(1, evidence, evidence), run=run)
    document = to_prov(store, run, operator=TOWN)
    assert len(list(document.get_records(ProvUsage))) == 1
    assert read(write(document, "turtle"), "turtle") == document


def test_equality_can_fail(made: Made) -> None:
    for form in FORMATS:
        text = write(made.document, form)
        assert read(text.replace("objection", "abjection"), form) != made.document


_any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(words=st.lists(_any_text, min_size=6, max_size=6))
def test_any_words_read_back(words: list[str]) -> None:
    kind, role, name, template, answer, value = words
    store = MemoryStore()
    run = open_run(store, name, {value: answer}, clock=_at(0))
    decider = Decider(type="model", id=name, version=value, family=kind)
    draft = Draft(kind=kind, inputs=(ValueInput(role=role, value=value),), template=template, decider=decider)
    store.append(Entry(draft=draft, answer=answer, at=_at(1)().isoformat()), run=run)
    document = to_prov(store, run, operator=Operator(name=name))
    for form in FORMATS:
        assert read(write(document, form), form) == document


# Tampering: one way to break each shape. A shape nobody can break would be no shape.

Tamper = Callable[[Graph, Made], None]


def _uri(name: Any) -> URIRef:
    return URIRef(name.uri)


def _drop(graph: Graph, subject: Node | None, predicate: Node, object_: Node | None = None) -> None:
    before = len(graph)
    graph.remove((subject, predicate, object_))
    assert len(graph) < before, "the test must change something"


def _add(graph: Graph, subject: Node, predicate: Node, object_: Node) -> None:
    graph.add((subject, predicate, object_))


def _replace(graph: Graph, subject: Node, predicate: Node, object_: Node) -> None:
    _drop(graph, subject, predicate)
    _add(graph, subject, predicate, object_)


def _tiny() -> URIRef:
    return _uri(terms.agent(MODEL))


def _stance(made: Made) -> URIRef:
    return _uri(terms.decision(made.stance.key))


def _ruling(made: Made) -> URIRef:
    return _uri(terms.decision(made.ruling.key))


def _answer(made: Made) -> URIRef:
    return _uri(terms.answer(made.stance.key))


def _leaf(made: Made) -> URIRef:
    return _uri(terms.leaf(made.stance.key, "full"))


TAMPERS: dict[str, Tamper] = {
    "decision-is-typed": lambda g, m: _add(g, _stance(m), RDF.type, F.HumanDecision),
    "decision-has-ended": lambda g, m: _drop(g, _stance(m), O.endedAtTime),
    "decision-has-a-kind": lambda g, m: _add(g, _stance(m), F.kind, Literal("verdict")),
    "decision-has-one-decider": lambda g, m: _drop(g, _stance(m), O.qualifiedAssociation),
    "decision-uses-entities": lambda g, m: _add(g, _stance(m), O.used, _tiny()),
    "model-decision-by-software": lambda g, _: _drop(g, _tiny(), RDF.type, O.SoftwareAgent),
    "model-decision-on-behalf": lambda g, _: _drop(g, _tiny(), O.actedOnBehalfOf),
    "model-decision-has-a-plan": lambda g, m: _drop(g, g.value(_stance(m), O.qualifiedAssociation), O.hadPlan),
    "human-decision-by-a-person": lambda g, m: _replace(g, _ruling(m), O.wasAssociatedWith, _tiny()),
    "answer-from-one-decision": lambda g, m: _add(g, _answer(m), O.wasGeneratedBy, _ruling(m)),
    "answer-has-a-digest": lambda g, m: _replace(g, _answer(m), F.digest, Literal("b2:12")),
    "answer-has-content": lambda g, m: _drop(g, _answer(m), O.value),
    "outcome-of-one-run": lambda g, m: _drop(g, _uri(terms.answer(m.run)), RDF.type, F.Run),
    "leaf-of-one-answer": lambda g, m: _add(g, _leaf(m), O.wasDerivedFrom, _uri(terms.answer(m.run))),
    "leaf-has-content": lambda g, m: _drop(g, _leaf(m), O.value),
    "sentence-quoted-from-one-document": lambda g, _: _drop(g, _uri(terms.sentence(SENTENCE)), O.qualifiedQuotation),
    "sentence-has-a-pointer": lambda g, _: _drop(g, _uri(terms.sentence(SENTENCE)), F.pointer),
    "document-has-a-digest": lambda g, _: _drop(g, _uri(terms.document(SENTENCE)), F.textDigest),
    "entity-is-typed": lambda g, _: _drop(g, _uri(terms.sentence(SENTENCE)), RDF.type, F.Sentence),
    "Entity": lambda g, m: _add(g, _answer(m), RDF.type, O.Activity),
}


@pytest.mark.parametrize("shape", TAMPERS)
def test_tampering_breaks_the_shape(made: Made, shape: str) -> None:
    graph = to_graph(made.with_a_leaf)
    TAMPERS[shape](graph, made)
    assert shape in {complaint.rule for complaint in find_broken_shapes_in(graph)}


def test_there_is_a_way_to_break_every_shape() -> None:
    named = {str(shape).rpartition("#")[2] for shape in _shapes().subjects(RDF.type, SH.PropertyShape)}
    assert named == set(TAMPERS) - {"Entity"}


def test_tampering_survives_the_way_through_text(made: Made) -> None:
    """What an outsider would do: edit the file."""
    text = write(made.document, "json").replace("prov:Quotation", "prov:Revision")
    assert {c.rule for c in find_complaints(read(text, "json"))} == {"sentence-quoted-from-one-document"}


def test_without_the_extra_the_error_names_it() -> None:
    script = """
import sys
sys.modules["prov"] = None
from foam.errors import MissingExtra
from foam.record import prov
try:
    prov.to_prov
except MissingExtra as error:
    print(error.hint)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "pip install 'foam[prov]'"


def test_entities_are_those_the_run_touched(made: Made) -> None:
    names = {entity.identifier for entity in made.document.get_records(ProvEntity)}
    assert terms.document(SENTENCE) in names
    assert len(names) == 6 + 1 + 1 + 1 + 1 + 1, "six answers; document, sentence, perspective, given value, plan"
