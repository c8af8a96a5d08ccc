"""An honest scripted reader: it knows which way every sentence speaks and what contradicts what."""

from __future__ import annotations

from collections.abc import Mapping

from tests.deliberation.reading import TURNED, Sides, reading
from tests.deliberation.writing import UNCHANGED, writing
from tests.laws.change import NOT, negate

from foam.model.question import Choose, Chosen, Label, Labelled, Reply, Score, Scored, Write, Written
from foam.model.scripted import Call, Said, Script

Pair = tuple[str, str]


class Knowledge:
    """What the reader knows: the side of each sentence, and the pairs that cannot both be true."""

    def __init__(
        self, sides: Mapping[str, str], pairs: tuple[Pair, ...] = (), *, otherwise: Sides = lambda _: "neither"
    ) -> None:
        self._sides = dict(sides)
        self._otherwise = otherwise
        self._pairs = frozenset((*pairs, *((right, left) for left, right in pairs)))

    def side(self, text: str) -> str:
        """For, against or neither; of a sentence that is not known, what is said otherwise."""
        if text.startswith(NOT):
            found = self.side(negate(text))
            return TURNED.get(found, found)
        return self._sides.get(text) or self._otherwise(text)

    def conflict(self, left: str, right: str) -> bool:
        return negate(left) == right or negate(right) == left or (left, right) in self._pairs


def read_honestly(question: str, known: Knowledge) -> Script:
    """Answers every question of a table by what is known; scheme, value and position are left to the seed."""
    plain = reading(question, known.side, same=lambda left, right: left == right, conflict=known.conflict)

    def say(call: Call) -> Said | None:
        asked = call.question
        match asked.template, asked:
            case "deliberation/claim", Write():
                (limit,) = asked.texts
                words = asked.material[0].text.split()[: limit.max_words]
                return Written(fields={limit.name: " ".join(words)})
            case "deliberation/counter", Choose():
                struck = asked.statement.split("\n")
                ids = [o.id for o in asked.options if any(known.conflict(one, o.text) for one in struck)]
                return Chosen(ids=tuple(ids[: asked.at_most]))
            case "deliberation/materiality", Score():
                return Scored(score=8.0 if known.conflict(asked.statement, asked.text) else 2.0)
            case "deliberation/response", Choose():
                return Chosen(ids=("qualify",))
            case "deliberation/refinement", Choose():
                return Chosen(ids=(asked.options[-1].id,))
            case "deliberation/defence", Score():
                return Scored(score=9.0)
            case _:
                return plain(call)

    return say


def write_honestly(question: str, known: Knowledge) -> Script:
    """The same reader, in its own words."""
    acts = writing(question, known.side, same=lambda left, right: left == right, conflict=known.conflict)
    bounded = read_honestly(question, known)
    return lambda call: acts(call) or bounded(call)


def answer_contrarily(call: Call) -> Reply | None:
    """Every objection is material, every seat rebuts, and every rebuttal speaks for the objector."""
    match call.question.template, call.question:
        case "deliberation/materiality", Score():
            return Scored(score=9.0)
        case "deliberation/response", Choose(options=options) if any(one.id == "rebut" for one in options):
            return Chosen(ids=("rebut",))
        case "deliberation/answers", Label():
            return Labelled(label="against")
        case "acts/reply", Write():
            said = {"commits": "yes", "move": "rebut", "text": "It stands.", **UNCHANGED}
            return Written(fields={**said, "ids": tuple(one.id for one in call.question.material[:1])})
        case "acts/exchange", Write(fields=fields):
            scores = {field.name: 9.0 for field in fields if field.type == "score"}
            return Written(fields={**scores, "answers": "against"})
        case _:
            return None
