"""Documents of results as pages show them, rendered once and kept.

What is kept holds nothing of who asked: a document is the same for everybody who may see its run, but for the language
and for whether its parts can be challenged. Who may see it is decided before anybody asks here.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from foam import Answer, Examination
from foam.paper import Action, Heading, Paper, compose, inset
from foam.web.catalogue import find_language, say

Made = TypeVar("Made")
MOST_KEPT = 32
"""Documents that are kept rendered; who was not asked for longest goes first."""


@dataclass(frozen=True)
class Rendered:
    """A document as it stands on a page."""

    of: object
    """What it was rendered from."""
    opening: str
    rest: str
    sections: tuple[tuple[str, str], ...]
    """Ids and titles."""


class Kept(Generic[Made]):
    """What was made lately, by name; who was not asked for longest goes first. Any thread may ask."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._held: OrderedDict[Hashable, tuple[object, Made]] = OrderedDict()

    def put(self, name: Hashable, made: Made, *, of: object = None) -> None:
        """Keep it; `of` is what it was made from."""
        with self._lock:
            self._held[name] = of, made
            self._held.move_to_end(name)
            while len(self._held) > self._most:
                self._held.popitem(last=False)

    def find(self, name: Hashable, *, of: object = None) -> Made | None:
        """What was kept, if it was made from this very value."""
        with self._lock:
            held = self._held.get(name)
            if held is None or held[0] is not of:
                return None
            self._held.move_to_end(name)
            return held[1]

    def make(self, name: Hashable, of: object, make: Callable[[], Made]) -> Made:
        """What was kept, else what is made now."""
        found = self.find(name, of=of)
        if found is None:
            found = make()
            self.put(name, found, of=of)
        return found


class Documents:
    """Rendered documents. One renders while others that ask for the same wait."""

    def __init__(self, *, kept: int = MOST_KEPT) -> None:
        self._lock = threading.Lock()
        self._held: Kept[Rendered] = Kept(kept)

    def find(self, found: Any, run: str, *, here: str, may_challenge: bool) -> Rendered:
        """The document of what a run gave; what was rendered from this very value is not rendered again."""
        name = find_language(), run, may_challenge
        with self._lock:
            return self._held.make(name, found, lambda: _render(found, here, may_challenge=may_challenge))


def _render(found: Any, here: str, *, may_challenge: bool) -> Rendered:
    paper = name_sections(compose(found))
    actions = _link_parts(found, here, may_challenge=may_challenge) if isinstance(found, Answer) else {}
    if isinstance(found, Examination) and may_challenge:
        actions = {
            one.id: [Action(say("run.challenge_this"), f"{here}/challenge/{one.id}", one.text[:80])]
            for one in found.findings
        }
    opening, rest = (inset(part, hrefs={}, actions=actions) for part in split_opening(paper))
    return Rendered(found, opening, rest, tuple(list_sections(paper)))


def _link_parts(answer: Answer, here: str, *, may_challenge: bool = True) -> dict[str, list[Action]]:
    """By part of an answer's tree: where its sentences stand in their documents, and where it can be challenged."""
    tree = answer.tree
    if tree is None:
        return {}
    actions: dict[str, list[Action]] = {}
    for leaf in tree.frame.leaves:
        actions[leaf.id] = list(_link_sentences(answer, (*leaf.at, *leaf.against), here))
    if may_challenge:
        for part in (*tree.frame.nodes, *tree.frame.leaves):
            challenge = Action(say("run.challenge_this"), f"{here}/challenge/{part.id}", part.says[:80])
            actions.setdefault(part.id, []).append(challenge)
        for reason in tree.frame.considerations:
            challenge = Action(say("run.challenge_reason"), f"{here}/challenge/{reason.id}", reason.says[:80])
            for name in (reason.id, *reason.rests_on):
                actions.setdefault(name, []).append(challenge)
    return actions


def _link_sentences(answer: Answer, sentences: Iterable[str], here: str) -> Iterator[Action]:
    known = answer.file.sentence_by_id
    for at in dict.fromkeys(sentences):
        if found := known.get(at):
            href = f"{here}/source/{found.pointer.document[:16]}/{found.pointer.sentence}#marked"
            yield Action(say("run.source"), href, found.text[:80])


def name_sections(paper: Paper) -> Paper:
    """The document with an id for each section of the first level, so that it can be linked to."""
    blocks = (
        one.model_copy(update={"id": one.id or f"section-{place}"})
        if isinstance(one, Heading) and one.level == 1
        else one
        for place, one in enumerate(paper.blocks)
    )
    return paper.model_copy(update={"blocks": tuple(blocks)})


def list_sections(paper: Paper) -> list[tuple[str, str]]:
    """The sections that can be linked to, by id and title."""
    return [(one.id, one.text) for one in paper.blocks if isinstance(one, Heading) and one.id]


def split_opening(paper: Paper) -> tuple[Paper, Paper]:
    """What stands before the first section, and the rest."""
    place = next((place for place, one in enumerate(paper.blocks) if isinstance(one, Heading) and one.id), 0)
    parts = paper.blocks[:place], paper.blocks[place:]
    opening, rest = (paper.model_copy(update={"blocks": part}) for part in parts)
    return opening, rest


@dataclass(frozen=True)
class Inset:
    """A document as it stands on a page."""

    html: str
    sections: tuple[tuple[str, str], ...]
    """Ids and titles."""


def inset_document(found: Any) -> Inset:
    """A document, or whatever says of itself how it is read, rendered for a page that has its own title."""
    paper = found if isinstance(found, Paper) else compose(found)
    return Inset(html=inset(paper, hrefs={}, actions={}), sections=tuple(list_sections(paper)))
