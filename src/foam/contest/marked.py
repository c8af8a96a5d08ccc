"""What a dry run names beside what rests on the challenged sentence: whatever gives its figure without citing it.

Words of seats that state the figure are marked once it is corrected, and sentences of the library that nobody cites go
on giving it. Asks nobody.
"""

from __future__ import annotations

from collections.abc import Iterator

from foam.contest.subject import DossierFile, File, Part
from foam.deliberation.corrected import list_repeated
from foam.deliberation.dossier import (
    ClaimNode,
    EvidenceNode,
    ObjectionNode,
    PositionNode,
    ResponseNode,
    WarrantNode,
)
from foam.evidence.corpus import Corpus

_LOOKED_AT = 40
"""Sentences nearest to the challenged one that are looked through for its figures."""
_SAID = {
    "claim": "the claim",
    "warrant": "the warrant",
    "objection": "the objection",
    "response": "the reply",
    "position": "the answer of a seat",
}
_MOST = 100
"""Letters of a part that are printed."""


def list_marked(file: File, part: Part, corpus: Corpus | None) -> tuple[str, ...]:
    """Words that give a figure of the challenged sentence and do not rest on it, and sentences that nobody cites."""
    if not isinstance(file, DossierFile):
        return ()
    own = file.dossier.find_node(part.id)
    if not isinstance(own, EvidenceNode):
        return ()
    said = _list_said(file, part, own.text)
    return (*said, *(_list_uncited(file, own, corpus) if corpus else ()))


def _list_said(file: DossierFile, part: Part, sentence: str) -> Iterator[str]:
    resting = {use.argument for use in file.uses.get(part.id, ())} | set(_list_citing(file, part.id))
    for one in file.dossier.nodes:
        if not isinstance(one, ClaimNode | WarrantNode | ObjectionNode | ResponseNode | PositionNode):
            continue
        is_resting = one.id in resting or (isinstance(one, WarrantNode) and one.claim in resting)
        if not is_resting and (figures := list_repeated(sentence, one.text)):
            yield f"{' and '.join(figures)} in {_SAID[one.kind]} “{shorten(one.text)}” ({one.id})"


def _list_citing(file: DossierFile, sentence: str) -> Iterator[str]:
    """Whatever cites the sentence, what was given up since among it."""
    for node in file.dossier.nodes:
        match node:
            case ClaimNode(grounds=cited) | ObjectionNode(evidence=cited) | ResponseNode(evidence=cited):
                yield from (node.id,) if sentence in cited else ()


def _list_uncited(file: DossierFile, own: EvidenceNode, corpus: Corpus) -> Iterator[str]:
    cited = {node.pointer for node in file.dossier.nodes if isinstance(node, EvidenceNode)}
    for passage in corpus.find(own.text, limit=_LOOKED_AT):
        figures = list_repeated(own.text, passage.text) if passage.pointer not in cited else ()
        if figures:
            where = "beside it" if passage.pointer.document == own.pointer.document else passage.cite or "elsewhere"
            named = f"“{passage.text}” ({where}, {passage.pointer.brief()})"
            yield f"{' and '.join(figures)} in {named}, which nothing in the dossier cites"


def shorten(text: str) -> str:
    """A part by its first words."""
    line = " ".join(text.split())
    return line if len(line) <= _MOST else f"{line[:_MOST].rsplit(' ', 1)[0]} …"
