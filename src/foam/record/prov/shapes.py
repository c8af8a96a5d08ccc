"""Everything a document must keep: our ordering rules, and our SHACL shapes (`shapes.ttl`) held against its RDF."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from prov.model import ProvDocument
from pyshacl import validate
from rdflib import SH, Graph
from rdflib.term import Node

from foam.record.prov.formats import to_graph
from foam.record.prov.rules import Complaint, find_broken_rules


def _find_broken_shapes(document: ProvDocument) -> tuple[Complaint, ...]:
    """What does not fit the shapes, in a fixed order."""
    return find_broken_shapes_in(to_graph(document))


def find_broken_shapes_in(graph: Graph) -> tuple[Complaint, ...]:
    """The same of PROV-O triples, by whomever they were written."""
    conforms, results, _ = validate(graph, shacl_graph=_shapes())
    return () if conforms else tuple(sorted(_complaints(results), key=lambda c: (c.rule, c.about, c.says)))


@cache
def _shapes() -> Graph:
    return Graph().parse(data=files(__package__).joinpath("shapes.ttl").read_text("utf-8"), format="turtle")


def _complaints(results: Graph) -> set[Complaint]:
    return {
        Complaint(
            rule=_name(results.value(result, SH.sourceShape)),
            about=str(results.value(result, SH.focusNode)),
            says=str(results.value(result, SH.resultMessage)),
        )
        for result in results.subjects(predicate=SH.resultSeverity)
    }


def _name(shape: Node | None) -> str:
    return str(shape).rpartition("#")[2]


def find_complaints(document: ProvDocument) -> tuple[Complaint, ...]:
    """What is wrong with a document; nothing, for one that we made from a sound record."""
    return find_broken_rules(document) + _find_broken_shapes(document)
