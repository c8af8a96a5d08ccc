"""Whether what a search found speaks of the question at all. A search always finds something nearest, however far.

A sentence bears on the question when it has one of its words, the judge says so, and enough of the question's words
were found at all: a third of them, and two in one sentence unless all were found. The judge need be less sure of a
sentence that has two where half of the words were found. Words alone are not enough, and neither is the judge, which
was not trained on sentences that have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from foam.argument.motion import is_open_question, parse_motion
from foam.errors import InputError
from foam.evidence.corpus import Corpus, Passage
from foam.examination.wording import list_topics
from foam.job.retrieval import CANDIDATES, Candidates, depend_on
from foam.job.session import Session
from foam.model.embedded.threads import one_thread
from foam.model.port import PairJudge
from foam.record.entry import ValueInput
from foam.values import Value
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.stem import stem

SURE = 0.75
"""The judge's chance from which a sentence that shares a word bears on the question."""
LIKELY = 0.5
"""The judge's chance from which a sentence that shares two words bears on a question half of whose words were found."""
COVERED = 1 / 3
"""Share of the question's words that what was found must have."""
SHOWN = 3
"""Of the nearest sentences, those that are shown where none bears on the question."""
_LIGHT_WORDS = """
be is are was were am been being have has had will would ought there case make makes made get gets give gives take takes
use used put let do done too much little enough good bad better best right wrong really ever still just thing things way
allow allowed go goes going come comes become becomes happen happens
"""
_LIGHT = frozenset(stem(word) for word in _LIGHT_WORDS.split())
"""Words that any question may have, whatever it is about."""

Bears: TypeAlias = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""For pairs of a sentence and a question, the chance that the one speaks of the other."""


class Bearing(Value):
    """What was looked for, and which sentences speak of it."""

    words: tuple[str, ...]
    """The words of the question that say what it is about."""
    missing: tuple[str, ...]
    """Those of them that nothing found has."""
    bears: tuple[Pointer, ...]
    entry: str = ""


class Declined(Value):
    """What was looked for in vain."""

    looked_for: tuple[str, ...]
    """The words of the question that say what it is about."""
    not_found: tuple[str, ...]
    """Those of them that none of the nearest sentences has."""
    read: int
    """How many sentences were the nearest, and were read."""
    nearest: tuple[Passage, ...] = ()
    """The first of them, so that a reader can see how far they are."""

    def describe(self) -> str:
        """What was looked for and what was not found, in words."""
        missing = f" None of them has {_quote(self.not_found)}." if self.not_found else ""
        looked_for = _quote(self.looked_for) or "no word that says what it is about"
        return f"Looked for: {looked_for}. The {self.read} nearest sentences were read.{missing}"


def bear_by(judge: PairJudge) -> Bears:
    """By this judge. Many acts of a run find the same sentences: each is judged once."""

    def bear(pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        known = _known.setdefault(judge.name, {})
        if len(known) > _MOST_KNOWN:
            known.clear()
        fresh = list(dict.fromkeys(pair for pair in pairs if pair not in known))
        held = {pair: chance for pair in pairs if (chance := known.get(pair)) is not None}
        if fresh:
            with one_thread():
                held |= zip(fresh, (one.probability for one in judge.bears_on(fresh)), strict=True)
            known.update(held)
        return [held[pair] for pair in pairs]

    return bear


_known: dict[str, dict[tuple[str, str], float]] = {}
"""What was read, by the name of the judge."""
_MOST_KNOWN = 20_000


def record_bearing(session: Session, question: str, found: Sequence[Candidates]) -> Bearing:
    """Which of the sentences found bear on the question; recorded, so that a replay needs no judge."""
    passages = tuple({one.pointer: one for some in found for one in some.passages}.values())
    entry = session.clerk.compute(
        "bearing",
        lambda: weigh_bearing(question, passages, bear_by(session.judge)).json_value(),
        *(depend_on(f"candidates {number}", some.entry) for number, some in enumerate(found, start=1)),
        ValueInput(role="question", value=question),
        rule=f"shared words and {session.judge.name}",
    )
    return Bearing.model_validate({**entry.answer, "entry": entry.key})


def decline_question(
    question: str, corpus: Corpus, bears: Bears, *, options: Sequence[str] = (), own: bool = False
) -> Declined | None:
    """What was looked for in vain, if nothing in the corpus bears on the question; None where something does.

    It is asked before a run begins, so that nothing is recorded. The options that were named say what is asked, too. An
    empty corpus declines nothing: there is nothing from which a question could be answered wrongly. Nor does an open
    question that names no topic ("How should we go on?"): what it comes to is for the table to propose. Whoever names
    a library of their `own` knows what it is about: there only what is plainly foreign to it is declined.
    """
    found = [corpus.find(one, limit=2 * CANDIDATES) for one in (*_list_statements(question), *options)]
    nearest = tuple({one.text: one for some in found for one in some[:CANDIDATES]}.values())
    asked = " ".join((question, *options))
    bearing = weigh_bearing(asked, nearest, bears)
    if not nearest or bearing.bears or (is_open_question(question) and not bearing.words):
        return None
    if own and not _is_foreign(asked, bearing, nearest, bears):
        return None
    return describe_vain(bearing, nearest)


def _is_foreign(question: str, bearing: Bearing, nearest: Sequence[Passage], bears: Bears) -> bool:
    """Whether no word of the question was found, or hardly any and nothing that bears on it by the judge."""
    found = len(bearing.words) - len(bearing.missing)
    if not bearing.words or found > COVERED * len(bearing.words):
        return False
    return not found or max(bears([(one.text, question) for one in nearest])) < SURE


def _list_statements(question: str) -> tuple[str, ...]:
    """What is looked for: the statement that a question asks about and its denial; what is neither as it stands."""
    try:
        motion = parse_motion(question)
    except InputError:
        return (question,)
    return motion.affirmed, motion.denied


def describe_vain(bearing: Bearing, nearest: Sequence[Passage]) -> Declined:
    """What a search in vain comes to."""
    return Declined(
        looked_for=bearing.words, not_found=bearing.missing, read=len(nearest), nearest=tuple(nearest[:SHOWN])
    )


def weigh_bearing(question: str, passages: Sequence[Passage], bears: Bears) -> Bearing:
    """Which of these sentences speak of the question, by its words and by the judge."""
    asked = _list_words(question)
    shared = {one.pointer: asked.keys() & list_topics(one.text) for one in passages}
    covered = _join(shared.values())
    together = len(covered) == len(asked) or any(len(words) > 1 for words in shared.values())
    enough = together and len(covered) >= COVERED * len(asked)
    near = [one for one in passages if shared[one.pointer] and enough]
    chances = bears([(one.text, question) for one in near])
    half = 2 * len(covered) >= len(asked)
    return Bearing(
        words=tuple(dict.fromkeys(asked.values())),
        missing=tuple(dict.fromkeys(word for key, word in asked.items() if key not in covered)),
        bears=tuple(
            one.pointer
            for one, chance in zip(near, chances, strict=True)
            if chance >= (LIKELY if half and len(shared[one.pointer]) > 1 else SURE)
        ),
    )


def _list_words(question: str) -> Mapping[str, str]:
    """The words that say what a question is about, by their stems, as they are written there."""
    words = (word.strip(".,;:!?\"'“”‘’()") for word in question.split())
    kept = ((key, word) for word in words for key in list_topics(word) if key not in _LIGHT)
    return {key: word for key, word in kept if key}


def _quote(words: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _join(groups: Iterable[Iterable[str]]) -> frozenset[str]:
    return frozenset(word for group in groups for word in group)
