"""Checking a domain pack: what it holds, and what is wrong with its sample question, library, parts and speeches.

A round is rehearsed for it: every speech that a template needs, without evidence and without asking a model.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

from pydantic import Field

from foam.argument.flaws import list_components
from foam.argument.flow import Flow
from foam.argument.motion import parse_motion
from foam.argument.outline import OutlineNode, allot
from foam.case.answer import NAMES as HEARD
from foam.case.answer import prepare_outline
from foam.case.flow import build_flow, build_round, list_groups
from foam.case.slots import NAMES
from foam.case.structure import TYPES
from foam.case.values import Case, Slot
from foam.case.write import find_seat
from foam.errors import FoamError
from foam.pack.faults import PACK_FILE, PackComplaint, find_faults
from foam.pack.files import read_json
from foam.pack.loader import find_pack, load_pack
from foam.pack.outlines import (
    PARTS_FILE,
    SpeechOutline,
    find_part_faults,
    list_speeches,
    load_outline,
    load_parts,
    read_outline,
)
from foam.pack.pack import Pack
from foam.pack.prompts import shared_prompts
from foam.values import Value


def _rehearse(pack: Pack, template: SpeechOutline) -> Flow | None:
    """What a speech would have heard, were every speech before it to take the first way at each branch."""
    heard: Flow | None = None
    for speech in template.needs:
        heard = build_flow(_make_case(pack, load_outline(pack, speech), heard))
    return heard


def _make_case(pack: Pack, template: SpeechOutline, heard: Flow | None) -> Case:
    spoken = prepare_outline(template, heard=heard)
    allotted = allot(spoken.tree, template.words)
    slots = tuple(
        Slot(
            id=leaf.node.id,
            path=path,
            title=leaf.node.title,
            syllogism=leaf.node.syllogism,
            component=leaf.node.component,
            words=leaf.words,
            answers=leaf.node.answers,
            extends=leaf.node.extends,
            analytic=leaf.node.title,
        )
        for path, leaf in allotted.leaves()
    )
    return Case(
        resolution=pack.sample_question,
        speech=template.speech,
        title=template.title,
        side=template.side,
        seat="",
        plan="",
        pack=pack.reference,
        pack_content=pack.content,
        notice="",
        corpus="",
        budget=template.words,
        format=template.format or "policy",
        heard=heard,
        choices=(),
        groups=list_groups(allotted, spoken, build_round(template, heard)),
        slots=slots,
    )


class PackReport(Value):
    """What a pack holds, and what is wrong with it."""

    pack: str
    ok: bool
    complaints: tuple[PackComplaint, ...]
    speeches: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    documents: int = 0
    topics: dict[str, int] = Field(default_factory=dict)
    """Documents by what they are about."""
    parts: tuple[str, ...] = ()
    """The parts that its outlines share."""
    prompts: tuple[str, ...] = ()
    """The shared prompts that it replaces by its own."""
    rubric: str = ""
    formats: tuple[str, ...] = ()
    """The debate formats that can be played with it, its own first."""
    profiles: tuple[str, ...] = ()
    """The procedure profiles that an appeal can name, its own first."""


def check_folder(name: str | Path) -> PackReport:
    """Everything that is wrong with a pack or with the folder of one, all at once.

    Where its files are at fault it cannot be loaded, and its speeches are not rehearsed; each is read by itself.
    """
    folder = find_pack(name)
    if not (folder / PACK_FILE).is_file():
        load_pack(name)
    faults = find_faults(folder)
    if not faults:
        return check_pack(load_pack(name))
    paths = sorted((folder / "trees").glob("*.json"))
    trees = tuple(fault for path in paths for fault in _check_outline_file(folder, path))
    return PackReport(
        pack=folder.name, ok=False, complaints=(*faults, *trees), speeches=tuple(path.stem for path in paths)
    )


def _check_outline_file(folder: Path, path: Path) -> Iterator[PackComplaint]:
    """Whether an outline can be read at all; what it uses of other files is not looked at."""
    try:
        read_json(path)
    except FoamError as error:
        what = error.what.removeprefix(f"{path}: ")
        yield PackComplaint(file=path.relative_to(folder).as_posix(), what=what, remedy=error.hint)


def check_pack(pack: Pack) -> PackReport:
    """Hold a pack that could be loaded against everything a run will ask of it."""
    library, topics = _check_library(pack)
    parts, shared = _check_parts(pack)
    speeches = (c for speech in list_speeches(pack) for c in _check_speech(pack, speech))
    complaints = (*_check_sample(pack), *library, *speeches, *parts)
    return PackReport(
        pack=pack.name,
        ok=not complaints,
        complaints=complaints,
        speeches=list_speeches(pack),
        seats=tuple(seat.id for seat in pack.perspectives),
        documents=sum(topics.values()),
        topics=topics,
        parts=shared,
        prompts=tuple(t.name for t in pack.prompts.templates if t != shared_prompts()[t.name]),
        rubric=pack.rubric.title,
        formats=tuple(found.name for found in pack.formats),
        profiles=tuple(found.id for found in pack.profiles),
    )


def _check_sample(pack: Pack) -> Iterator[PackComplaint]:
    try:
        parse_motion(pack.sample_question)
    except FoamError as error:
        yield PackComplaint(file="pack.toml", what=f"sample_question: {error.what}", remedy=error.hint)


def _check_library(pack: Pack) -> tuple[tuple[PackComplaint, ...], dict[str, int]]:
    try:
        documents = pack.documents()
    except FoamError as error:
        return (PackComplaint(file="library", what=error.what, remedy=error.hint),), {}
    topics: dict[str, int] = {}
    for document in documents:
        topics[document.facets.topic] = topics.get(document.facets.topic, 0) + 1
    if len({document.id for document in documents}) != len(documents):
        return (PackComplaint(file="library", what="two documents have the same text", remedy="drop one"),), topics
    return (), topics


def _check_parts(pack: Pack) -> tuple[tuple[PackComplaint, ...], tuple[str, ...]]:
    try:
        faults = [PackComplaint(file=file, what=what, remedy="drop it") for file, what in find_part_faults(pack)]
        return tuple(faults), tuple(load_parts(pack))
    except FoamError as error:
        return (PackComplaint(file=PARTS_FILE, what=error.what, remedy=error.hint),), ()


def _check_speech(pack: Pack, speech: str) -> Iterator[PackComplaint]:
    name = f"trees/{speech}.json"
    try:
        template = read_outline(pack.folder / name, load_parts(pack), pack.calculations)
        find_seat(template.side, pack.perspectives)
        allot(prepare_outline(template, heard=_rehearse(pack, template)).tree, template.words)
    except FoamError as error:
        yield PackComplaint(file=name, what=error.what, remedy=error.hint)
        return
    if template.speech != speech:
        yield PackComplaint(
            file=name, what=f"it calls itself {template.speech!r}", remedy="name the file after its speech"
        )
    for node in template.tree.walk():
        if node.type == "leaf":
            yield from (PackComplaint(file=name, what=f"{node.id}: {what}") for what in _check_leaf(node, template))


def _check_leaf(node: OutlineNode, template: SpeechOutline) -> Iterator[str]:
    repeated = any(other.each for other in template.tree.walk())
    known_names = NAMES | (HEARD if repeated else frozenset())
    unknown = set(string.Template(f"{node.seek} {node.say}").get_identifiers()) - known_names
    if unknown:
        yield f"it uses ${', $'.join(sorted(unknown))}, and only ${', $'.join(sorted(known_names))} is known"
    if node.seek and node.say:
        yield "it has words of its own and seeks evidence: it can have one of them"
    known = _find_components(node.syllogism, template)
    if known is None:
        yield f"no syllogism {node.syllogism!r}: neither one of the seventeen nor declared"
    elif node.component not in known:
        yield f"a {node.syllogism} has no component {node.component!r}; it has {', '.join(sorted(known))}"


def _find_components(syllogism: str, template: SpeechOutline) -> frozenset[str] | None:
    """The components a syllogism of this name may have; None when there is no such type."""
    if syllogism in template.declared:
        declared = template.declared[syllogism]
        return frozenset(declared.required) | declared.analytic
    if syllogism in TYPES:
        return frozenset(list_components(TYPES[syllogism](id="empty")))
    return None
