"""The shipped fake of a judge: it cannot tell, whatever it is asked. It loads no weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foam.model.judge.values import Chance, Form, Relation
    from foam.model.judge.weighing import Weighed

_WHY = "this judge cannot tell"


class SilentJudge:
    """A judge that cannot tell."""

    name = named_in_specs = "silent"

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Weighed]:
        from foam.model.judge.weighing import Weighed

        return [Weighed(supports=0.0, contradicts=0.0, neither=1.0, bears=0.0, reason=_WHY)] * len(pairs)

    def relation(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Relation]:
        from foam.model.judge.values import Relation

        third = 1 / 3
        return [Relation(verdict="don't know", supports=third, contradicts=third, neither=third, reason=_WHY)] * len(
            pairs
        )

    def bears_on(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Chance]:
        from foam.model.judge.values import Chance

        return [Chance(verdict="don't know", probability=0.5, reason=_WHY)] * len(pairs)

    def is_altered(self, pairs: Sequence[tuple[str, str]]) -> Sequence[bool]:
        return [False] * len(pairs)

    def scheme(self, texts: Sequence[str]) -> Sequence[Form]:
        from foam.model.judge.values import Form

        return [Form(verdict=None, chances={}, reason=_WHY)] * len(texts)
