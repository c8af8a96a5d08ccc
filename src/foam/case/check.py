"""What is wrong with a domain pack: its speeches, library and sample, held against what a case needs. Asks nobody."""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

from pydantic import Field

from foam.argument.flaws import components
from foam.argument.motion import motion
from foam.argument.tree import TemplateNode, allot
from foam.case.answer import NAMES, prepared
from foam.case.rehearse import rehearsed
from foam.case.structure import TYPES
from foam.case.template import SpeechTemplate, read_template, speeches
from foam.case.write import first_on
from foam.errors import FoamError
from foam.pack.loader import Pack
from foam.values import Value


class Complaint(Value):
    """Something that keeps a pack from working."""

    file: str
    what: str
    remedy: str = ""


class PackReport(Value):
    """What a pack holds, and what is wrong with it."""

    pack: str
    ok: bool
    complaints: tuple[Complaint, ...]
    speeches: tuple[str, ...]
    seats: tuple[str, ...]
    documents: int
    topics: dict[str, int] = Field(default_factory=dict)
    """Documents by what they are about."""


def check_pack(pack: Pack) -> PackReport:
    """Hold a pack that could be loaded against everything a run will ask of it."""
    library, topics = _library(pack)
    complaints = (*_sample(pack), *library, *(c for speech in speeches(pack) for c in _speech(pack, speech)))
    return PackReport(
        pack=pack.name,
        ok=not complaints,
        complaints=complaints,
        speeches=speeches(pack),
        seats=tuple(seat.id for seat in pack.perspectives),
        documents=sum(topics.values()),
        topics=topics,
    )


def _sample(pack: Pack) -> Iterator[Complaint]:
    try:
        motion(pack.sample_question)
    except FoamError as error:
        yield Complaint(file="pack.toml", what=f"sample_question: {error.what}", remedy=error.hint)


def _library(pack: Pack) -> tuple[tuple[Complaint, ...], dict[str, int]]:
    try:
        documents = pack.documents()
    except FoamError as error:
        return (Complaint(file="library", what=error.what, remedy=error.hint),), {}
    topics: dict[str, int] = {}
    for document in documents:
        topics[document.facets.topic] = topics.get(document.facets.topic, 0) + 1
    if len({document.id for document in documents}) != len(documents):
        return (Complaint(file="library", what="two documents have the same text", remedy="drop one"),), topics
    return (), topics


def _speech(pack: Pack, speech: str) -> Iterator[Complaint]:
    name = f"trees/{speech}.json"
    try:
        template = read_template(pack.folder / Path(name))
        first_on(template.side, pack.perspectives)
        allot(prepared(template, heard=rehearsed(pack, template)).tree, template.words)
    except FoamError as error:
        yield Complaint(file=name, what=error.what, remedy=error.hint)
        return
    if template.speech != speech:
        yield Complaint(file=name, what=f"it calls itself {template.speech!r}", remedy="name the file after its speech")
    for node in template.tree.walk():
        if node.type == "leaf":
            yield from (Complaint(file=name, what=f"{node.id}: {what}") for what in _leaf(node, template))


def _leaf(node: TemplateNode, template: SpeechTemplate) -> Iterator[str]:
    repeated = any(other.each for other in template.tree.walk())
    known_names = {"plan"} | (NAMES if repeated else frozenset())
    unknown = set(string.Template(f"{node.seek} {node.say}").get_identifiers()) - known_names
    if unknown:
        yield f"it uses ${', $'.join(sorted(unknown))}, and only ${', $'.join(sorted(known_names))} is known"
    if node.seek and node.say:
        yield "it has words of its own and seeks evidence: it can have one of them"
    known = components_of(node.syllogism, template)
    if known is None:
        yield f"no syllogism {node.syllogism!r}: neither one of the seventeen nor declared"
    elif node.component not in known:
        yield f"a {node.syllogism} has no component {node.component!r}; it has {', '.join(sorted(known))}"


def components_of(syllogism: str, template: SpeechTemplate) -> frozenset[str] | None:
    """The components a syllogism of this name may have; None when there is no such type."""
    if syllogism in template.declared:
        declared = template.declared[syllogism]
        return frozenset(declared.required) | declared.analytic
    if syllogism in TYPES:
        return frozenset(components(TYPES[syllogism](id="empty")))
    return None
