"""PROV documents as text and back, through the `prov` library.

The same document is the same bytes in every format: blank nodes in Turtle are named by what they say.
"""

from __future__ import annotations

import re
import warnings
from typing import Literal, assert_never, get_args

from prov.model import ProvDocument
from prov.serializers.provrdf import ProvRDFSerializer
from rdflib import BNode, Graph
from rdflib.term import Node

from foam.values import TAG, digest
from foam.visible import escape_hidden

Format = Literal["json", "turtle", "provn"]
FORMATS: tuple[Format, ...] = get_args(Format)


def write(document: ProvDocument, form: Format) -> str:
    """The document as PROV-JSON, Turtle (PROV-O) or PROV-N."""
    match form:
        case "json":
            text = document.serialize(format="json", indent=1, ensure_ascii=False)
        case "turtle":
            text = to_graph(document).serialize(format="turtle")
        case "provn":
            text = document.get_provn()
        case _:
            assert_never(form)
    shown = escape_hidden(str(text)).rstrip("\n") + "\n"  # all three read \\uXXXX as the character
    return shown if form == "json" else _PAIR.sub(_join_pair, shown)


_PAIR = re.compile(r"\\\\|\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.IGNORECASE)


def _join_pair(found: re.Match[str]) -> str:
    """A character beyond the basic plane as Turtle and PROV-N write it: by one long escape, not by JSON's pair."""
    if found[1] is None:
        return found[0]  # a backslash that stands for itself
    character = bytes.fromhex(found[1] + found[2]).decode("utf-16-be")
    return f"\\U{ord(character):08X}"


def read(text: str, form: Format) -> ProvDocument:
    """The document that `write` wrote."""
    options = {"format": "rdf", "rdf_format": "turtle"} if form == "turtle" else {"format": form}
    with warnings.catch_warnings():
        # `prov` 3.2 calls parts of rdflib that rdflib 7.6 is about to drop; nobody here can do anything about that.
        warnings.simplefilter("ignore", DeprecationWarning)
        document = ProvDocument.deserialize(content=text, **options)
    assert isinstance(document, ProvDocument)
    return document


def to_graph(document: ProvDocument) -> Graph:
    """The document as PROV-O triples."""
    encoded = ProvRDFSerializer(document).encode_container(document)
    blank = [node for node in set(encoded.subjects()) if isinstance(node, BNode)]
    names: dict[Node, Node] = {node: _named_by_content(encoded, node) for node in blank}
    graph = Graph()
    for prefix, address in encoded.namespaces():
        graph.bind(prefix, address)
    for subject, predicate, object_ in encoded:
        graph.add((names.get(subject, subject), predicate, names.get(object_, object_)))
    return graph


def _named_by_content(graph: Graph, node: Node) -> BNode:
    """A name that does not change between runs. Qualified relations are flat: none holds another blank node."""
    holders = [f"{holder.n3()} {predicate.n3()}" for holder, predicate in graph.subject_predicates(node)]
    said = [f"{predicate.n3()} {value.n3()}" for predicate, value in graph.predicate_objects(node)]
    return BNode("n" + digest([sorted(holders), sorted(said)]).removeprefix(TAG))
