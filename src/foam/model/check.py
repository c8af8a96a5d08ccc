"""The items of `foam model check`: pairs of our own writing, by what they ask. `items.toml` holds them.

A model is asked each as a typed *label* question. Two hundred items tell a good model from a poor one, not two good
ones apart: every share is given with its interval and beside what a guess gives.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files

from foam.model.question import Answer, Label, Labelled
from foam.model.template import Template, fence
from foam.values import Value

_ASKED = {
    "bearing": "Does the text speak of what the statement is about? Statement: $statement\n$text",
    "support": "Does the text support the statement, contradict it, or neither? Statement: $statement\n$text",
    "refutation": "Do these facts bear the statement out, refute it, or leave it open? Statement: $statement\n$text",
    "other words": "Does the text say what the statement says, its opposite, or neither? Statement: $statement\n$text",
    "no side": "Does the text take a side on the statement? Statement: $statement\n$text",
}

BEARING = ("speaks of it", "speaks of something else")
SIDES = ("takes a side", "takes no side")
SUPPORT = ("for", "against", "neither", "unclear")
GATE = ("for", "against", "condition", "neither", "unclear")
"""What an argument may be found to do for a statement; `SUPPORT` where none can set a condition."""
STATED = ("a fact", "a view", "unclear")
FOR_OR_AGAINST = ("for", "against")
"""Which way a reason speaks, and the two answers to a question of yes or no."""
HOLDS = ("holds", "holds in part", "does not hold", "beside the point")
"""What the sentences that something rests on do for it."""
COMMITMENT = ("yes", "in part", "no", "unclear")
IN_PART, TAKEN_BACK, CLAIMS_MORE, MISSES = "in part", "taken back", "claims more", "misses the part"
"""What only a reader can find: half of the point is shown, what stands around it takes it back, or words say more than
their source."""
KINDS = {
    "bearing": "does the sentence speak of the matter?",
    "support": "support, contradiction or neither, as people argue",
    "refutation": "facts: borne out, refuted or left open",
    "other words": "entailment in other words",
    "no side": "does the sentence take a side?",
}


class Item(Value):
    """A text and a claim, what is asked of them, and what a careful reader answers."""

    kind: str
    text: str
    claim: str
    answer: str
    labels: tuple[str, ...]

    @property
    def question(self) -> Label:
        template = Template(name=f"check.{self.kind.replace(' ', '_')}", text=_ASKED[self.kind])
        return Label(
            template=template.name,
            template_digest=template.digest,
            prompt=template.render(statement=fence(self.claim), text=fence(self.text)),
            role="judge",
            statement=self.claim,
            text=self.text,
            labels=self.labels,
        )

    def is_right(self, answer: Answer) -> bool:
        return isinstance(answer.reply, Labelled) and answer.reply.label == self.answer


def load_items() -> tuple[Item, ...]:
    """All items, kind by kind, in the file's order."""
    held = tomllib.loads(files("foam.model").joinpath("items.toml").read_text(encoding="utf-8"))
    return tuple(_items(held))


def _items(held: dict[str, dict[str, list[list[str]]]]) -> Iterator[Item]:
    for kind, table in held.items():
        labels = tuple(str(label) for label in table["labels"])
        for answer in labels:
            for text, claim in table.get(answer, []):
                yield Item(kind=kind, text=text, claim=claim, answer=answer, labels=labels)
