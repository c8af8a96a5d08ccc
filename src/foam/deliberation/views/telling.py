"""The outcome in prose, as pages show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.deliberation.dossier import Dossier
from foam.paper import Block, Bullets, Callout, Heading, Link, Paragraph

READERS = {"person": "In plain words", "official": "For whoever decides", "expert": "For the expert"}


def show_telling(dossier: Dossier) -> Iterator[Block]:
    """The outcome in prose, each sentence linked to what it tells."""
    for telling in dossier.told:
        yield Heading(text=READERS[telling.reader], id=f"told-{telling.reader}")
        content: list[object] = []
        for sentence in telling.sentences:
            content.append(f"{sentence.text} ")
            links = [Link(text=f"[{n}]", to=node) for n, node in _number_nodes(dossier, sentence.nodes)]
            content += [part for link in links for part in (link, " ")]
        yield Paragraph(content=tuple(content)) if content else Paragraph(content="Code could confirm nothing of it.")
        if telling.dropped:
            dropped = tuple(f"{one.text} ({one.why})" for one in telling.dropped)
            yield Callout(title="Left out: code could not confirm it", blocks=(Bullets(items=dropped),), tone="amber")


def _number_nodes(dossier: Dossier, nodes: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The told nodes that the document shows, by their places among all that are told."""
    told = dict.fromkeys(node for one in dossier.told for sentence in one.sentences for node in sentence.nodes)
    pairs = {one.id for one in dossier.conflicts}
    shown = [node for node in told if dossier.find_node(node) or node in pairs]
    return ((shown.index(node) + 1, node) for node in nodes if node in shown)
