"""An answer in formats that other tools read: JSON, AIF, Argdown and Web Annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from foam.argument.motion import parse_motion
from foam.argument.tree import Consideration, Leaf, Node, Part, list_sentences
from foam.deliberation.answer.answer import Answer
from foam.model.check import FOR_OR_AGAINST
from foam.paper import add_formats
from foam.paper.readable import Writer
from foam.visible import clean_line, dump_json
from foam_quotes.text.pointer import Pointer

INFERENCE, CONFLICT = "Default Inference", "Default Conflict"


class Relation(NamedTuple):
    """What bears on a part: `RA` supports it, all of its starts together; `CA` attacks it."""

    starts: tuple[str, ...]
    scheme: str
    end: str
    kind: Literal["RA", "CA"]


class Citation(NamedTuple):
    """A sentence, and the parts that name it."""

    id: str
    pointer: Pointer
    text: str
    parts: tuple[str, ...]


class Graph(NamedTuple):
    """What was said, and how it bears on one another."""

    title: str
    texts: Mapping[str, str]
    """Everything that was said, by its name."""
    standings: Mapping[str, str]
    """How what was judged stands."""
    relations: tuple[Relation, ...]
    citations: tuple[Citation, ...]


def _make_formats(draw: Callable[[Any], Graph]) -> dict[str, Writer]:
    """The formats of a kind of value that can be drawn as a graph."""
    return {
        ".argdown": lambda value: write_argdown(draw(value)),
        ".aif.json": lambda value: dump_json(write_aif(draw(value))) + "\n",
        ".annotations.json": lambda value: dump_json(write_annotations(draw(value))) + "\n",
    }


def write_aif(graph: Graph) -> dict[str, Any]:
    """Argument Interchange Format: information nodes, and the inferences and conflicts between them."""
    nodes = [_make_node(name, text, "I") for name, text in graph.texts.items()]
    ends: list[tuple[str, str]] = []
    for one in graph.relations:
        link = "-".join((one.kind.lower(), *one.starts, one.end))
        nodes.append(_make_node(link, one.scheme, one.kind))
        ends += [*((start, link) for start in one.starts), (link, one.end)]
    edges = [
        {"edgeID": str(number), "fromID": start, "toID": end, "formEdgeID": None}
        for number, (start, end) in enumerate(ends)
    ]
    return {"nodes": nodes, "edges": edges, "locutions": []}


def _make_node(name: str, text: str, kind: str) -> dict[str, Any]:
    return {"nodeID": name, "text": text, "type": kind, "timestamp": ""}


def write_annotations(graph: Graph) -> dict[str, Any]:
    """Web Annotations: every cited sentence as a target, linked to the parts that name it."""
    items = [_make_annotation(one) for one in graph.citations]
    return {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "type": "AnnotationCollection",
        "label": graph.title,
        "total": len(items),
        "first": {"type": "AnnotationPage", "items": items},
    }


def _make_annotation(cited: Citation) -> dict[str, Any]:
    return {
        "id": f"urn:foam:{cited.id}",
        "type": "Annotation",
        "motivation": "linking",
        "body": [{"type": "TextualBody", "value": name, "purpose": "linking"} for name in cited.parts],
        "target": {
            "source": f"urn:foam:document:{cited.pointer.document}",
            "selector": {"type": "TextQuoteSelector", "exact": cited.text},
        },
    }


def write_argdown(graph: Graph) -> str:
    """Argdown: each statement with what supports and attacks it; what holds only together as one argument."""
    lines = ["===", f"title: {dump_json(graph.title, indent=None)}", "===", ""]
    for name, text in graph.texts.items():
        tag = f" #({graph.standings[name]})" if name in graph.standings else ""
        lines.append(f"[{name}]: {_write_plain(text)}{tag}")
        for one in graph.relations:
            if one.end == name and len(one.starts) == 1:
                lines.append(f"  {'+' if one.kind == 'RA' else '-'} [{one.starts[0]}]")
        lines.append("")
    for one in graph.relations:
        if len(one.starts) > 1:
            premises = [f"({number}) [{start}]" for number, start in enumerate(one.starts, start=1)]
            conclusion = f"({len(premises) + 1}) [{one.end}]"
            lines += [f"<{one.end}: {one.scheme}>", "", *premises, "-----", conclusion, ""]
    return "\n".join(lines)


def _write_plain(text: str) -> str:
    """Text that Argdown reads as text: on one line, without its marks."""
    marks = str.maketrans(dict.fromkeys("[]<>{}#@", " "))
    return clean_line(text.translate(marks))


def draw_answer(answer: Answer) -> Graph:
    """The tree of an answer: what has to hold together is one inference."""
    tree, citations = answer.tree, tuple(list_citations(answer))
    root = {tree.root.id: parse_motion(answer.question).affirmed} if tree else {}
    parts = {one.id: one.says or one.id for one in _list_parts(answer)}
    return Graph(
        title=answer.question,
        texts={**parts, **root, **{one.id: one.text for one in citations}},
        standings={one.leaf: one.stands for one in tree.standings} if tree else {},
        relations=tuple(_list_relations(answer)),
        citations=citations,
    )


def list_citations(answer: Answer) -> Iterator[Citation]:
    """Every sentence that parts of the tree name."""
    parts: dict[str, list[str]] = {}
    for one in _list_parts(answer):
        for at in dict.fromkeys(list_sentences(one)):
            parts.setdefault(at, []).append(one.id)
    for at, shown in answer.file.sentence_by_id.items():
        if at in parts:
            yield Citation(_name(at), shown.pointer, shown.text, tuple(parts[at]))


def _name(at: str) -> str:
    """A sentence by a name that every format takes."""
    return at.replace("#", ".")


def _list_parts(answer: Answer) -> Sequence[Part]:
    frame = answer.tree.frame if answer.tree else None
    return (*frame.nodes, *frame.leaves, *frame.considerations, *frame.beside) if frame else ()


def _list_relations(answer: Answer) -> Iterator[Relation]:
    shown = answer.file.sentence_by_id
    for one in _list_parts(answer):
        match one:
            case Node():
                together = [one.of] if one.op == "all" else [(name,) for name in one.of]
                yield from (Relation(names, one.op, one.id, "RA") for names in together if names)
                yield from (Relation((name,), one.op, one.id, "CA") for name in one.over)
                yield from (Relation((name,), "unless", one.id, "CA") for name in one.unless)
            case Consideration():
                kind: Literal["RA", "CA"] = "CA" if one.option == FOR_OR_AGAINST[1] else "RA"
                yield Relation((one.id,), one.scheme or one.value or INFERENCE, one.under, kind)
                yield from (Relation((name,), INFERENCE, one.id, "RA") for name in one.rests_on)
            case Leaf(of=fact, term=term) if fact and term:
                yield Relation((fact, term.rule), one.scheme or INFERENCE, one.id, "RA")
            case Leaf():
                yield from (Relation((name,), one.scheme or INFERENCE, one.id, "RA") for name in one.reads)
            case _:
                pass
        if isinstance(one, Leaf | Consideration):
            yield from (Relation((_name(at),), INFERENCE, one.id, "RA") for at in one.at if at in shown)
        if isinstance(one, Leaf):
            yield from (Relation((_name(at),), CONFLICT, one.id, "CA") for at in one.against if at in shown)


add_formats(Answer, {".json": lambda answer: dump_json(answer.json_value()) + "\n", **_make_formats(draw_answer)})
