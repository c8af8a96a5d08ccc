"""Every law can be broken: a table that cheats in the way the law forbids is found out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields

import pytest
from tests.laws.change import make_gibberish
from tests.laws.exchanged import Exchanging
from tests.laws.laws import LAWS
from tests.laws.setting import Library, Setting
from tests.laws.settings import make_fares

from foam.argument.tree import Consideration
from foam.deliberation.answer.answer import Answer
from foam.evidence.document import Document
from foam.model.port import Model
from foam.perspective.node import Perspective
from foam.semantics.standing import LeafStanding

Cheat = Callable[[Answer, Library, tuple[Perspective, ...]], Answer]
"""The answer that a cheating table gives, from an honest one and what it was given."""
FARES = make_fares()
TURNED = {"for": "against", "against": "for"}


@dataclass(frozen=True)
class Cheating(Setting):
    """A setting whose table cheats."""

    honest: Answer | None = None
    cheat: Cheat = lambda answer, _, __: answer

    def deliberate(
        self, documents: Iterable[Document] | None = None, seats: Iterable[Perspective] | None = None
    ) -> Answer:
        assert self.honest
        given = tuple(self.documents if documents is None else documents)
        return self.cheat(self.honest, given, self.seats if seats is None else tuple(seats))

    def ask(self, model: Model) -> Setting:
        if isinstance(model, Exchanging):
            model.exchanged = True
        return self


def ignore_all(answer: Answer, _: Library, __: tuple[Perspective, ...]) -> Answer:
    """Says the same whatever it is given."""
    return answer


def count_heads(answer: Answer, _: Library, seats: tuple[Perspective, ...]) -> Answer:
    return decide(answer, "against") if len(seats) > len(FARES.seats) else answer


def go_by_names(answer: Answer, documents: Library, seats: tuple[Perspective, ...]) -> Answer:
    moved = documents != FARES.documents or seats != FARES.seats
    return decide(answer, "against") if moved else answer


def mirror(answer: Answer, _: Library, seats: tuple[Perspective, ...]) -> Answer:
    """Argues the other side with the same sentences once seats change."""
    if seats == FARES.seats:
        return answer
    return change_reasons(answer, lambda one: one.model_copy(update={"option": TURNED[one.option]}))


def support_the_strict(answer: Answer, _: Library, seats: tuple[Perspective, ...]) -> Answer:
    """Opens a leaf that only seats with a strict policy may rely on."""
    assert answer.tree is not None
    if seats != FARES.seats:
        return answer
    first, *others = answer.tree.standings
    shut = LeafStanding(leaf=first.leaf, stands="open", counts_as=None)
    return answer.model_copy(update={"tree": answer.tree.model_copy(update={"standings": (shut, *others)})})


def rest_on_noise(answer: Answer, _: Library, __: tuple[Perspective, ...]) -> Answer:
    said = make_gibberish(FARES.question)[0].sentence(0)
    first, *others = answer.file.documents
    noisy = first.model_copy(update={"sentences": (first.sentences[0].model_copy(update={"text": said}),)})
    file = answer.file.model_copy(update={"documents": (noisy, *others)})
    return answer.model_copy(update={"file": file})


CHEATS: dict[str, Cheat] = {
    "facts turned round": ignore_all,
    "stances exchanged": mirror,
    "seat cloned": count_heads,
    "seats renamed and reordered": go_by_names,
    "documents reordered and renamed": go_by_names,
    "deciding evidence removed": ignore_all,
    "pointers exchanged": ignore_all,
    "stricter policy": support_the_strict,
    "foreign library": ignore_all,
    "noise is no reason": rest_on_noise,
}


def test_every_law_has_a_cheat() -> None:
    assert LAWS.keys() == CHEATS.keys()


@pytest.mark.parametrize("name", CHEATS)
def test_a_table_that_cheats_breaks_the_law(name: str) -> None:
    same = {one.name: getattr(FARES, one.name) for one in fields(Setting)}
    setting = Cheating(**same, honest=FARES.deliberate(FARES.upheld), cheat=CHEATS[name])
    assert LAWS[name](setting).verdict == "broken"


def decide(answer: Answer, option: str) -> Answer:
    return answer.model_copy(update={"option": option})


def change_reasons(answer: Answer, change: Callable[[Consideration], Consideration]) -> Answer:
    assert answer.tree is not None
    frame = answer.tree.frame
    changed = frame.model_copy(update={"considerations": tuple(map(change, frame.considerations))})
    return answer.model_copy(update={"tree": answer.tree.model_copy(update={"frame": changed})})
