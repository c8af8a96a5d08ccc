"""The judge of an endpoint: one form for each pair, whose labels become the shares that every judge gives."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, cast

import numpy as np

from foam.errors import OutOfBounds
from foam.model.judge.network import softmax
from foam.model.judge.values import Calibration, Chance, Form, Relation, Verdict
from foam.model.judge.weighing import Weighed
from foam.model.question import Label, Labelled, check
from foam.model.template import Template, fence
from foam.values import digest, short

if TYPE_CHECKING:
    from foam.model.judge.reading import Pair
    from foam.model.port import Model

Said = Literal[
    "supports", "rather supports", "neither", "rather contradicts", "contradicts", "speaks of something else", "unclear"
]
SHARES: dict[Said, tuple[float, float, float]] = {
    "supports": (3.0, 0.0, 0.0),
    "rather supports": (1.5, 0.0, 1.0),
    "neither": (0.0, 0.0, 2.0),
    "rather contradicts": (0.0, 1.5, 1.0),
    "contradicts": (0.0, 3.0, 0.0),
    "speaks of something else": (0.0, 0.0, 3.0),
    "unclear": (0.0, 0.0, 0.0),
}
"""Logits of supports, contradicts, neither for each label. `Calibration` turns them into shares, as for the heads."""
CALIBRATION = Calibration(temperature=1.0, least=0.6)
"""Nobody has measured an endpoint: a plain statement counts for about 0.9, a doubtful one is no verdict."""
_ELSEWHERE: Said = "speaks of something else"
_UNCLEAR: Said = "unclear"
_VERDICTS: tuple[Verdict, ...] = ("supports", "contradicts", "neither")
_KEPT = 4096


class EndpointJudge:
    """Asks a model how each text stands to its statement. The same pair is asked once.

    It is called by code that does not wait, so it asks in a thread with an event loop of its own: the model must be
    nobody else's.
    """

    def __init__(self, model: Model, calibration: Calibration = CALIBRATION) -> None:
        self._model = model
        self._calibration = calibration
        self._said: dict[Pair, Said] = {}

    @cached_property
    def name(self) -> str:
        """Which model in which form: part of what a run depends on."""
        decider = self._model.decider
        made = digest([decider.json_value(), self._form.digest, self._calibration.json_value()])
        return f"endpoint-{decider.id}#{short(made)[3:]}"

    @property
    def named_in_specs(self) -> str:
        return self.name

    def weigh(self, pairs: Sequence[Pair]) -> list[Weighed]:
        """How each first text stands to the second."""
        return [
            Weighed(**self._shares(label), bears=_find_bearing(label), reason=_say_unclear(label))
            for label in self._ask(pairs)
        ]

    def relation(self, pairs: Sequence[Pair]) -> list[Relation]:
        """The same as a verdict; a share below the least is none."""
        return [self._relate(label) for label in self._ask(pairs)]

    def bears_on(self, pairs: Sequence[Pair]) -> list[Chance]:
        """Whether each first text speaks of what the second says."""
        found = []
        for label in self._ask(pairs):
            chance = _find_bearing(label)
            verdict = "don't know" if label == _UNCLEAR else "yes" if chance > 0.5 else "no"
            found.append(Chance(verdict=verdict, probability=chance, reason=_say_unclear(label)))
        return found

    def is_altered(self, pairs: Sequence[Pair]) -> list[bool]:
        """Whether the source does not bear its quotation out; where the model cannot tell, it is not said."""
        asked = [pair for pair in pairs if pair[0] != pair[1]]
        altered = {
            pair: label not in ("supports", "rather supports", _UNCLEAR)
            for pair, label in zip(asked, self._ask(asked), strict=True)
        }
        return [altered.get(pair, False) for pair in pairs]

    def scheme(self, texts: Sequence[str]) -> list[Form]:
        """No form of argument: a model that reads names the forms itself, in what it prepares and writes."""
        return [Form(verdict=None, chances={}, reason="this judge is not asked about forms")] * len(texts)

    @cached_property
    def _form(self) -> Template:
        return Template(
            name="judge.endpoint", text=files("foam.model.judge").joinpath("endpoint.txt").read_text("utf-8")
        )

    def _ask(self, pairs: Sequence[Pair]) -> list[Said]:
        """The label of each pair."""
        new = list(dict.fromkeys(pair for pair in pairs if pair not in self._said))
        if new:
            with ThreadPoolExecutor(1) as aside:  # an event loop of the caller's may be running in this thread
                labels = aside.submit(asyncio.run, self._ask_all(new)).result()
            if len(self._said) > _KEPT:
                self._said = {pair: self._said[pair] for pair in pairs if pair in self._said}
            self._said |= dict(zip(new, labels, strict=True))
        return [self._said[pair] for pair in pairs]

    async def _ask_all(self, pairs: Sequence[Pair]) -> list[Said]:
        return list(await asyncio.gather(*(self._ask_one(*pair) for pair in pairs)))

    async def _ask_one(self, text: str, statement: str) -> Said:
        if not text.strip() or not statement.strip():
            return _UNCLEAR
        question = Label(
            template=self._form.name,
            template_digest=self._form.digest,
            prompt=self._form.render(statement=fence(statement), text=fence(text)),
            role="judge",
            statement=statement,
            text=text,
            labels=tuple(SHARES),
        )
        try:
            answer = await self._model.answer(question, seed=0)
            check(question, answer.reply)
        except OutOfBounds:
            return _UNCLEAR
        return cast("Said", answer.reply.label) if isinstance(answer.reply, Labelled) else _UNCLEAR

    def _shares(self, label: Said) -> dict[str, float]:
        heat, bias = self._calibration.temperature, np.array(self._calibration.bias or 0, dtype=np.float32)
        row = softmax(np.array([SHARES[label]], dtype=np.float32) / np.float32(heat) + bias)[0]
        return dict(zip(_VERDICTS, map(float, row), strict=True))

    def _relate(self, label: Said) -> Relation:
        shares = self._shares(label)
        best = max(_VERDICTS, key=shares.__getitem__)
        sure = label != _UNCLEAR and shares[best] >= self._calibration.least
        return Relation(
            verdict=best if sure else "don't know",
            **shares,
            reason="" if sure else _say_unclear(label) or "the model was in doubt",
        )


def _say_unclear(label: Said) -> str:
    return "the model could not tell" if label == _UNCLEAR else ""


def _find_bearing(label: Said) -> float:
    """The chance that the text speaks of the matter at all."""
    return 0.5 if label == _UNCLEAR else 0.05 if label == _ELSEWHERE else 0.95
