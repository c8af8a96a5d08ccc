"""A scripted reader: it knows of each sentence which way it speaks, and answers by that whoever asks."""

from __future__ import annotations

from collections.abc import Callable

from foam.argument.motion import parse_motion
from foam.model.question import Choose, Chosen, Label, Labelled, Reply, Scored
from foam.model.scripted import Call, Script
from foam.values import digest

Sides = Callable[[str], str]
"""Which way a sentence speaks to the motion as affirmed: for, against, neither or unclear."""
Pairs = Callable[[str, str], bool]

TURNED = {"for": "against", "against": "for"}


def side_by_digest(text: str) -> str:
    """For or against, by the sentence's own digest: half of any library either way."""
    return "for" if int(digest(text)[3:5], 16) % 2 else "against"


def no_pair(_: str, __: str) -> bool:
    return False


def reading(question: str, side: Sides = side_by_digest, *, same: Pairs = no_pair, conflict: Pairs = no_pair) -> Script:
    """Answers what asks for reading; all else is left to the seed. Nobody conflicts or repeats unless it is said."""
    motion = parse_motion(question)

    def towards(text: str, statement: str) -> str:
        found = side(text)
        return TURNED.get(found, found) if statement == motion.denied else found

    def say(call: Call) -> Reply | None:
        asked = call.question
        match asked.template:
            case "deliberation/support" if isinstance(asked, Label):
                return Labelled(label=towards(asked.text, asked.statement))
            case "deliberation/strength":
                return Scored(score=8.0)
            case "deliberation/grounds" if isinstance(asked, Choose):
                wanted = [o.id for o in asked.options if towards(o.text, _direction(asked.statement)) == "for"]
                ids = [*wanted, *(o.id for o in asked.options if o.id not in wanted)]
                return Chosen(ids=tuple(ids[: asked.at_most]))
            case "deliberation/points" if isinstance(asked, Choose):
                return Chosen(ids=tuple(o.id for o in asked.options if same(asked.statement, o.text)))
            case "deliberation/conflict" if isinstance(asked, Choose):
                return Chosen(ids=tuple(o.id for o in asked.options if conflict(asked.statement, o.text)))
            case "deliberation/answers":
                return Labelled(label="for")
            case "deliberation/commitment":
                return Labelled(label="yes")
            case _:
                return None

    def _direction(position: str) -> str:
        """The statement a position defends: conditions come after its words."""
        return motion.denied if position.startswith(motion.denied.rstrip(".")) else motion.affirmed

    return say
