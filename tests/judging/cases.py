"""Cases, judges and sources for the tests of judging."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from foam.evidence.document import Citation, Document, Origin, make_document
from foam.judging.entrants.blind import Blind
from foam.judging.entrants.entrant import Entrant, claim, evidence, number_parts
from foam.judging.entrants.intake import case_of_text
from foam.judging.jury.panel import Juror, Jury
from foam.model.question import Rank, Ranked, Score, Scored
from foam.model.scripted import Call, Said, Script
from foam.model.template import Prompts
from foam.pack.loader import load_pack
from foam.pack.rubric import Rubric

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
QUALITY = re.compile(r"(?:\A|>\n)quality(\d+)")
"""A case states its quality in its first word; in a word salad that word stands anywhere."""
_BETWEEN = re.compile(r"<case ([ABC]) [0-9a-f]{12}>\n(.*?)\n</case \1 [0-9a-f]{12}>", re.DOTALL)


def prompts() -> Prompts:
    return load_pack("policy-debate").prompts


def rubric() -> Rubric:
    return load_pack("policy-debate").rubric


def source(text: str, *, author: str = "", year: str = "", title: str = "") -> Document:
    citation = Citation(author=author, published=year, title=title)
    return make_document(
        text, origin=Origin(file=f"{title or author}.md", format="markdown", importer="test"), citation=citation
    )


def case(quality: int, *, words: int = 40) -> Entrant:
    """A case that says how good it is, in so many words."""
    filler = " ".join(["reason"] * (words - 1))
    return Entrant(parts=number_parts([claim(f"quality{quality:03d} {filler}"), evidence("A quotation.", "Hale 2021")]))


def blind(entrants: Sequence[Entrant]) -> tuple[Blind, ...]:
    return tuple(Blind(id=f"Case_{n:03d}", entrant=one) for n, one in enumerate(entrants, start=1))


def quality(text: str) -> int:
    found = QUALITY.search(text)
    return int(found[1]) if found else 0


def shown_cases(call: Call) -> dict[str, str]:
    """The cases of a heat as they stand in the prompt, by letter."""
    return dict(_BETWEEN.findall(call.question.prompt))


_MARKED = re.compile(r"<([^<>\n]+ [0-9a-f]{12})>\n.*?\n</\1>", re.DOTALL)


def outside(prompt: str) -> str:
    """What stands outside the marks: a mark is closed only by one with its own digest."""
    return _MARKED.sub("", prompt)


def honest(call: Call) -> Said | None:
    """Scores and ranks by the quality that cases state, and by nothing else."""
    question = call.question
    if isinstance(question, Score):
        return Scored(score=min(question.high, quality(question.prompt) / 10))
    if isinstance(question, Rank):
        return ranking(call, lambda letter, text: -quality(text))
    return None


def sound(script: Script) -> Script:
    """The script, except that it gives nothing for word salad and for a page that repeats the rubric."""

    def say(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Score) and question.may_decline:
            return Scored(score=question.low if is_control(question.prompt) else (question.low + question.high) / 2)
        if isinstance(question, Rank):
            return ranking(call, lambda letter, text: is_control(text))
        return script(call)

    return say


def decided(script: Script) -> Script:
    """A sound judge that has a taste: of two texts it prefers the longer one, whichever way they are shown."""
    inner = sound(script)

    def say(call: Call) -> Said | None:
        if isinstance(call.question, Rank):
            return ranking(call, lambda letter, text: 1.0 if is_control(text) else -float(len(text)))
        return inner(call)

    return say


def is_control(text: str) -> bool:
    """Whether a text is a control, as any reader sees."""
    inside = "\n".join(_INSIDE.findall(text)) or text
    return bool(_LOST_STOP.search(inside)) or rubric().components[0].text in inside


_INSIDE = re.compile(r"<[^<>\n]+ [0-9a-f]{12}>\n(.*?)\n</", re.DOTALL)
_LOST_STOP = re.compile(r"""[a-z0-9)"][.?!]"? [a-z]|:\s*(?:\Z|\n</)|\. \(""")


def ranking(call: Call, key: Callable[[str, str], float]) -> Ranked:
    """The cases of a heat by a key, the least first."""
    found = shown_cases(call)
    return Ranked(ids=tuple(sorted(found, key=lambda letter: (key(letter, found[letter]), letter))))


def ranks(key: Callable[[str, str], float]) -> Script:
    """A judge that ranks by a key and scores as an honest one does."""
    return lambda call: ranking(call, key) if isinstance(call.question, Rank) else honest(call)


def jury(*names: str, **more: object) -> Jury:
    jurors = tuple(Juror(name=name, model=name, family=f"{name} family") for name in names or ("judge",))
    return Jury.model_validate({"jurors": jurors, **more})


SPEECH = """
# The case for night buses

Night buses help people who work late.

### Workers cannot get home

> Half of the cleaners walk home after midnight. Most of them walk for an hour.
> — Hale 2021

The city can pay for it: "A night line costs less than one school" (Orlo 2019).

[EVIDENCE NEEDED] Search for: night bus ridership.
"""


def speech() -> Entrant:
    return case_of_text(SPEECH)
