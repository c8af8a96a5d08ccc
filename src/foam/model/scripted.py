"""The shipped fake: a model that says what a script tells it to.

Unscripted, it answers any question within its bounds, differently for each question and seed and always the same for
both. Scripts are plain functions and can be composed: `in_turn([...], then=by_template({...}))`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping
from random import Random
from typing import Any, TypeAlias, assert_never

from foam.errors import FoamError
from foam.model.form import FormField, IdsField, LabelField, ListField, NamesField, ScoreField, TextField
from foam.model.question import (
    Answer,
    Choose,
    Chosen,
    Label,
    Labelled,
    Question,
    Rank,
    Ranked,
    Reply,
    Score,
    Scored,
    Write,
    Written,
    check,
)
from foam.record.entry import Decider
from foam.values import Value

METHOD = "scripted"
KINDS = ("choose", "rank", "score", "label", "write")
_AGREEING_LABELS = ("agrees", "yes", "supports")


class Call(Value):
    """One question as the model was asked it."""

    question: Question
    seed: int
    complaint: str = ""


Said: TypeAlias = Reply | Answer | FoamError
"""What a script has the model say: a reply, a whole answer, or a failure to raise."""
Script: TypeAlias = Callable[[Call], Said | None]
"""What to say to a call; None leaves it to the seed."""


def reply_by_seed(call: Call) -> Reply:
    """Some reply within the question's bounds, decided by the question and the seed alone."""
    return _any_reply(call.question, Random(f"{call.seed} {call.complaint} {call.question.digest}"))


def by_template(said: Mapping[str, Said]) -> Script:
    """The same words for every question from a template of that name."""
    return lambda call: said.get(call.question.template)


def in_turn(said: Iterable[Said | None], *, then: Script = reply_by_seed) -> Script:
    """One after another; when they are used up, `then`."""
    queue = deque(said)
    return lambda call: queue.popleft() if queue else then(call)


def agree(*, templates: Container[str] | None = None, kinds: Container[str] = KINDS, options: int = 1) -> Script:
    """Agree with whatever is proposed: the first options, the highest score, the label that agrees, the statement.

    `templates` and `kinds` say which questions that holds for, the rest is left to the seed; `options` is how many of
    the first options to choose where the question allows it. Without limits this is a control: nobody ever objects.
    """

    def say(call: Call) -> Said | None:
        question = call.question
        if question.type not in kinds or (templates is not None and question.template not in templates):
            return None
        return Answer(reply=_agreeing_reply(question, options), method="agrees with whatever is proposed")

    return say


class ScriptedModel:
    """Says what its script says, and keeps a log of what it was asked.

    Like every model it keeps to the answer space: a scripted reply outside it is raised as OutOfBounds. One that
    `writes` is asked for whole acts in its own words, like a strong model.
    """

    def __init__(
        self,
        script: Script = reply_by_seed,
        *,
        name: str = "scripted",
        family: str = "scripted",
        writes: bool = False,
        delay: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.calls: list[Call] = []
        """Every call so far, in order, those that failed too."""
        self._script = script
        voice = {"voice": "written"} if writes else {}
        self._decider = Decider(type="model", id=name, version="1", family=family, parameters=voice)
        self._delay = delay
        self._sleep = sleep

    @property
    def decider(self) -> Decider:
        return self._decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        call = Call(question=question, seed=seed, complaint=complaint)
        self.calls.append(call)
        if self._delay:
            await self._sleep(self._delay)
        said = self._script(call)
        answer = _as_answer(reply_by_seed(call) if said is None else said)
        check(question, answer.reply)
        return answer


def _as_answer(said: Said) -> Answer:
    if isinstance(said, FoamError):
        raise said
    return said if isinstance(said, Answer) else Answer(reply=said, method=METHOD)


def _agreeing_reply(question: Question, options: int) -> Reply:
    match question:
        case Choose():
            count = max(question.at_least, min(options, question.at_most))
            return Chosen(ids=tuple(option.id for option in question.options[:count]))
        case Rank():
            return Ranked(ids=tuple(option.id for option in question.options))
        case Score():
            return Scored(score=question.high)
        case Label():
            agreeing = [label for label in question.labels if label in _AGREEING_LABELS]
            return Labelled(label=(agreeing or question.labels)[0])
        case Write():
            return Written(fields={field.name: _agreeing_value(field, question.statement) for field in question.fields})
        case _:
            assert_never(question)


def _any_reply(question: Question, rng: Random) -> Reply:
    match question:
        case Choose():
            return Chosen(ids=_some_ids(question, rng))
        case Rank():
            ids = [option.id for option in question.options]
            return Ranked(ids=tuple(rng.sample(ids, len(ids))))
        case Score():
            return Scored(score=_between(question.low, question.high, rng))
        case Label():
            return Labelled(label=rng.choice(question.labels))
        case Write():
            return Written(fields={field.name: _some_value(field, question, rng) for field in question.fields})
        case _:
            assert_never(question)


def _agreeing_value(field: FormField, statement: str) -> Any:
    match field:
        case TextField():
            return " ".join(statement.split()[: field.max_words]) or "yes"
        case IdsField():
            return field.ids[: max(field.at_least, min(1, field.at_most))]
        case NamesField():
            return tuple(f"part{n}" for n in range(field.at_least))
        case LabelField():
            return next((label for label in field.labels if label in _AGREEING_LABELS), field.labels[0])
        case ScoreField():
            return field.high
        case ListField():
            record = {one.name: _agreeing_value(one, statement) for one in field.fields}
            return (record,) * max(1, field.at_least)
        case _:
            assert_never(field)


def _some_value(field: FormField, question: Write, rng: Random) -> Any:
    match field:
        case TextField():
            return _some_words(field, question, rng)
        case IdsField():
            return tuple(rng.sample(field.ids, rng.randint(field.at_least, min(field.at_most, len(field.ids)))))
        case NamesField():
            return tuple(f"part{rng.randrange(1000)}_{n}" for n in range(field.at_least))
        case LabelField():
            return rng.choice(field.labels)
        case ScoreField():
            return _between(field.low, field.high, rng)
        case ListField():
            count = rng.randint(field.at_least, field.at_most)
            return tuple({one.name: _some_value(one, question, rng) for one in field.fields} for _ in range(count))
        case _:
            assert_never(field)


def _some_ids(question: Choose, rng: Random) -> tuple[str, ...]:
    ids = [option.id for option in question.options]
    count = rng.randint(question.at_least, min(question.at_most, len(ids)))
    return tuple(rng.sample(ids, count))


def _between(low: float, high: float, rng: Random) -> float:
    share = rng.random()
    return min(high, max(low, low * (1 - share) + high * share))


def _some_words(field: TextField, question: Write, rng: Random) -> str:
    """A run of words from the material, or else from the statement, so that what is written can be found again."""
    source = rng.choice(question.material).text if question.material else question.statement
    words = source.split() or ["word"]
    start = rng.randrange(len(words))
    return " ".join(words[start : start + field.max_words])
