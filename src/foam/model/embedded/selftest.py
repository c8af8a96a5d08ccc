"""The built-in self-test: written for this project, asked of any model through its port.

It says roughly what to expect, with intervals, not which of two good models is better.
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files

from foam.model.check import KINDS, load_items
from foam.model.form import TextField
from foam.model.port import Model
from foam.model.question import (
    Answer,
    Choose,
    Chosen,
    Label,
    Labelled,
    Option,
    Question,
    Rank,
    Ranked,
    Score,
    Write,
    check,
)
from foam.model.template import Template, fence, fence_options
from foam.stats.intervals import Interval, share_interval
from foam.values import Value

STANCES = ("supports", "contradicts")
_FIND = Template(name="selftest.find", text="Order these sentences by how well they support $statement\n$options")
_PREFER = Template(name="selftest.prefer", text="Which of these supports $statement\n$options")
_STANCE = Template(name="selftest.stance", text="Does the text support or contradict $statement\n$text")
_PLACE = Template(name="selftest.place", text="How strongly, from 0 to 10, does the text support $statement\n$text")
_TAKE = Template(name="selftest.take", text="Say in at most ten words what these say of $statement\n$options")


class Lookalikes(Value):
    """A claim and eight sentences like it, one of which supports it (its place counts from 1)."""

    claim: str
    supports: int
    sentences: tuple[str, ...]


class Sides(Value):
    """A claim, a sentence for it and one against it."""

    claim: str
    supports: str
    contradicts: str


class Cases(Value):
    choose: tuple[Lookalikes, ...]
    stance: tuple[Sides, ...]


class Result(Value):
    """How many of a task's cases were answered rightly, and how many guessing would get."""

    task: str
    cases: int
    right: int
    chance: float

    @property
    def share(self) -> float:
        return self.right / max(1, self.cases)

    @property
    def interval(self) -> Interval:
        """The share with its interval of 95 %."""
        return share_interval(self.right, self.cases)


class Pace(Value):
    """How fast questions of a kind are answered, one after the other."""

    kind: str
    questions: int
    per_second: float


class Report(Value):
    results: tuple[Result, ...]
    paces: tuple[Pace, ...]


@dataclass(frozen=True)
class Task:
    """A question and whether an answer to it is right: by task name. A question for pace alone has no task."""

    question: Question
    right: dict[str, Callable[[Answer], bool]]


CHANCES = {
    "the supporting sentence of eight look-alikes comes first": 1 / 8,
    "the supporting sentence is among the first three": 3 / 8,
    "the supporting sentence rather than the contradicting one": 1 / 2,
    "told apart: supports or contradicts": 1 / 2,
}
_FIRST, _TOP, _RATHER, _APART = CHANCES
CHANCES |= {told: 1 / 3 if kind in ("support", "refutation", "other words") else 1 / 2 for kind, told in KINDS.items()}


def load_cases() -> Cases:
    return Cases.model_validate(tomllib.loads(files(__package__).joinpath("selftest.toml").read_text(encoding="utf-8")))


def tasks(cases: Cases) -> Iterator[Task]:
    """Every question of the self-test."""
    for case in cases.choose:
        yield _find(case)
    for i, sides in enumerate(cases.stance):
        yield _prefer(sides, swapped=bool(i % 2))
        yield from (_stance(sides, stance) for stance in STANCES)
    for item in load_items():
        yield Task(item.question, {KINDS[item.kind]: item.is_right})
    for sides in cases.stance[:5]:
        yield Task(_place(sides), {})
        yield Task(_take(sides), {})


async def run(model: Model, todo: Sequence[Task], *, advance: Callable[[int], None], seed: int = 0) -> Report:
    """Ask everything, one after the other. The first question of a kind only warms up: it is asked twice."""
    right = dict.fromkeys(CHANCES, 0)
    asked = dict.fromkeys(CHANCES, 0)
    times: dict[str, list[float]] = {}
    for task in todo:
        if task.question.type not in times:
            await model.answer(task.question, seed=seed)
        start = time.perf_counter()
        answer = await model.answer(task.question, seed=seed)
        times.setdefault(task.question.type, []).append(time.perf_counter() - start)
        check(task.question, answer.reply)
        for name, is_right in task.right.items():
            asked[name] += 1
            right[name] += is_right(answer)
        advance(1)
    results = tuple(Result(task=n, cases=asked[n], right=right[n], chance=c) for n, c in CHANCES.items() if asked[n])
    paces = (Pace(kind=k, questions=len(t), per_second=round(len(t) / sum(t), 2)) for k, t in sorted(times.items()))
    return Report(results=results, paces=tuple(paces))


def _find(case: Lookalikes) -> Task:
    offered = tuple(Option(id=f"s{i}", text=text) for i, text in enumerate(case.sentences, start=1))
    sought = f"s{case.supports}"
    question = Rank(**_asked(_FIND, case.claim, options=fence_options(offered)), options=offered)
    return Task(question, {_FIRST: lambda a: sought in _ids(a)[:1], _TOP: lambda a: sought in _ids(a)[:3]})


def _prefer(sides: Sides, *, swapped: bool) -> Task:
    """The ids say nothing, and which comes first alternates."""
    texts = (sides.contradicts, sides.supports) if swapped else (sides.supports, sides.contradicts)
    offered = tuple(Option(id=letter, text=text) for letter, text in zip("ab", texts, strict=True))
    sought = "b" if swapped else "a"
    question = Choose(**_asked(_PREFER, sides.claim, options=fence_options(offered)), options=offered)
    return Task(question, {_RATHER: lambda a: _ids(a) == (sought,)})


def _stance(sides: Sides, stance: str) -> Task:
    text = sides.supports if stance == "supports" else sides.contradicts
    question = Label(**_asked(_STANCE, sides.claim, text=fence(text)), role="judge", text=text, labels=STANCES)
    return Task(question, {_APART: lambda a: isinstance(a.reply, Labelled) and a.reply.label == stance})


def _place(sides: Sides) -> Score:
    return Score(**_asked(_PLACE, sides.claim, text=fence(sides.supports)), role="evaluator", text=sides.supports)


def _take(sides: Sides) -> Write:
    offered = (Option(id="a", text=sides.supports), Option(id="b", text=sides.contradicts))
    asked = _asked(_TAKE, sides.claim, options=fence_options(offered))
    return Write(**asked, fields=(TextField(name="tag", max_words=10),), material=offered)


def _asked(template: Template, statement: str, **variables: str) -> dict[str, str]:
    prompt = template.render(statement=fence(statement), **variables)
    return {
        "template": template.name,
        "template_digest": template.digest,
        "prompt": prompt,
        "statement": statement,
    }


def _ids(answer: Answer) -> tuple[str, ...]:
    return answer.reply.ids if isinstance(answer.reply, Chosen | Ranked) else ()
