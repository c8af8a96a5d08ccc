"""The names in our PROV documents: a namespace for each sort of thing, identifiers by content.

Types and roles are qualified names, never text: as text they would come out as literals in RDF.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from prov.identifier import Namespace, QualifiedName

from foam.record.entry import Decider
from foam.values import TAG, digest
from foam_quotes.text.pointer import Pointer

FOAM = Namespace("foam", "urn:foam:terms#")
DECISION = Namespace("decision", "urn:foam:decision#")
ANSWER = Namespace("answer", "urn:foam:answer#")
AGENT = Namespace("agent", "urn:foam:agent#")
PLAN = Namespace("plan", "urn:foam:plan#")
GIVEN = Namespace("given", "urn:foam:given#")
PERSPECTIVE = Namespace("perspective", "urn:foam:perspective#")
DOCUMENT = Namespace("document", "urn:foam:document#")
SENTENCE = Namespace("sentence", "urn:foam:sentence#")
LEAF = Namespace("leaf", "urn:foam:leaf#")
ROLE = Namespace("role", "urn:foam:role#")
NAMESPACES = (FOAM, DECISION, ANSWER, AGENT, PLAN, GIVEN, PERSPECTIVE, DOCUMENT, SENTENCE, LEAF, ROLE)

_HEX = re.compile(r"(?:b2:)?([0-9a-f]+)")


def decision(key: str) -> QualifiedName:
    """The act of deciding."""
    return DECISION[local(key)]


def answer(key: str) -> QualifiedName:
    """What was decided."""
    return ANSWER[local(key)]


def agent(decider: Decider) -> QualifiedName:
    """Who decided, whatever the seed and the parameters of the day."""
    return AGENT[local(digest(decider.model_dump(include={"type", "id", "version", "family"})))]


def document(pointer: Pointer) -> QualifiedName:
    """The source a sentence stands in."""
    return DOCUMENT[local(pointer.document)]


def sentence(pointer: Pointer) -> QualifiedName:
    """A sentence of a source."""
    return SENTENCE[f"{local(pointer.document)}.{pointer.sentence}"]


def leaf(entry: str, name: str) -> QualifiedName:
    """A leaf of the tree that an entry holds."""
    return LEAF[local(digest([entry, name]))]


def role(name: str) -> QualifiedName:
    """The role an input played, safe as part of an address."""
    return ROLE[quote(name, safe="")]


def local(name: str) -> str:
    """The hex digits of a digest; of any other name, those of its digest."""
    match = _HEX.fullmatch(name)
    return match[1] if match else digest(name).removeprefix(TAG)
