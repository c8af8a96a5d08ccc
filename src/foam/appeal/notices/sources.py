"""A letter held to its sources: whether what each reason cites bears it out, and which parts the letter lacks.

Code compares figures, days, names and words; the shipped judge reads the nearest sentences beside the reason. A reason
whose sources are not on file as text cannot be checked, and that is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

from foam.appeal.acts import Reason
from foam.appeal.notices.compose import Notice
from foam.appeal.notices.letter import MISSING, REMOVED, Read
from foam.appeal.standing import Standing
from foam.examination.days import read_days
from foam.examination.extensions import find_moved
from foam.examination.reports import BEARS, Weigh, weigh_shipped
from foam.examination.wording import list_topics
from foam.text.faithful import find_unfaithful
from foam.text.segment import split_sentences
from foam.values import CleanText, Value

Held: TypeAlias = Literal["borne out", "not borne out", "cannot be checked"]
_SAME, _SUPPORTS, _CONTRADICTS = 0.6, 0.6, 0.7
_FARTHER = 0.2
"""Share of a reason's words by which a sentence may have fewer than the nearest and still speak against it."""
_READ = 6
"""Sentences that the judge reads for one reason."""
_LAST_DAY = re.compile(r"\b(?:last day|deadline|due|by|until)\b[^{}.;]{0,30}\{(\d+)\}", re.IGNORECASE)
_LATE = re.compile(r"\b(?:late|after|out of time|past)\b", re.IGNORECASE)
_CHECKED = frozenset({"number", "date", "quotation"})
"""What must stand in the sources word by word."""


class HeldReason(Value):
    """A reason of a letter, and whether what it cites bears it out."""

    says: CleanText
    held: Held
    why: CleanText = ""
    """What is not in the sources, or what they say instead."""


def list_reasons(notice: Notice, standing: Standing) -> tuple[Reason, ...]:
    """The reasons that a letter gives."""
    match notice:
        case "decision":
            return standing.opening.decision.reasons
        case "outcome":
            return (
                tuple(one for given in standing.ruling.dispositions for one in given.reasons) if standing.ruling else ()
            )
        case "explanation":
            return standing.explained
        case _:
            return ()


def hold_to_sources(
    notice: Notice, standing: Standing, read: Read, *, weigh_pairs: Weigh = weigh_shipped
) -> tuple[HeldReason, ...]:
    """Every reason of a letter, held against what it cites."""
    return tuple(_hold(one, standing, read, weigh_pairs) for one in list_reasons(notice, standing))


def list_missing(notice: Notice, standing: Standing) -> tuple[str, ...]:
    """What a reader of the letter would look for and not find."""
    return tuple(_find_missing(notice, standing))


def _find_missing(notice: Notice, standing: Standing) -> Iterator[str]:
    told = standing.opening.decision
    if notice in ("decision", "outcome", "explanation") and not list_reasons(notice, standing):
        yield "reasons"
    rules = standing.ruling.rules if notice == "outcome" and standing.ruling else told.rules
    if notice in ("decision", "outcome", "explanation") and not rules:
        yield "the rules that were used"
    if notice == "outcome" and standing.ruling is not None and standing.ruling.facts is None:
        yield "the facts that were found"
    if notice == "decision":
        yield from (
            name
            for name, said in (
                ("what a computer did", told.ai_role),
                ("how to contest it", told.how_to_contest),
                ("where to get help", told.help),
                ("what was looked at", standing.items),
            )
            if not said
        )


def _hold(reason: Reason, standing: Standing, read: Read, weigh_pairs: Weigh) -> HeldReason:
    says = read(reason.words)
    texts = [_read_cited(standing, cite, read) for cite in reason.cites]
    if says in (REMOVED, MISSING) or not texts or None in texts:
        return HeldReason(says=says, held="cannot be checked", why="what it cites is not on file as text")
    sentences = [text[one.start : one.end] for text in texts if text for one in split_sentences(text)]
    unfaithful = [one for one in find_unfaithful(says, cited=sentences) if one.kind in _CHECKED]
    if unfaithful:
        return HeldReason(says=says, held="not borne out", why=f"what it cites does not have “{unfaithful[0].found}”")
    if moved := _find_moved(says, sentences):
        return HeldReason(says=says, held="not borne out", why=f"what it cites says: “{moved.strip()}”")
    return _read_beside(says, sentences, weigh_pairs)


def _find_moved(says: str, sentences: list[str]) -> str:
    """The sentence that moves the last day by which a reason calls something late, so that it was in time."""
    outline = read_days(says)
    named = _LAST_DAY.search(outline.text)
    others = [day for n, day in enumerate(outline.days) if named and n != int(named[1])]
    if named is None or len(others) != 1 or not _LATE.search(says):
        return ""
    moved = find_moved(sentences, outline.days[int(named[1])])
    return moved[1] if moved and others[0] <= moved[0] else ""


def _read_cited(standing: Standing, cite: str, read: Read) -> str | None:
    item = standing.item(cite)
    if item is None or item.content is None:
        return None
    said = read(item.content)
    return None if said in (REMOVED, MISSING) else said


def _read_beside(says: str, sentences: list[str], weigh_pairs: Weigh) -> HeldReason:
    """Whether one of the nearest sentences says so, or says the opposite."""
    topics = list_topics(says)
    rated = [(len(topics & list_topics(one)) / len(topics) if topics else 0.0, one) for one in sentences]
    near = sorted((one for one in rated if one[0]), key=lambda one: -one[0])[:_READ]
    weighed = weigh_pairs([(text, says) for _, text in near])
    least = near[0][0] - _FARTHER if near and near[0][0] >= _SAME else 0.0  # it is of another thing than the nearest
    against = [
        (one.contradicts, text)
        for one, (share, text) in zip(weighed, near, strict=True)
        if one.bears >= BEARS and share >= least
    ]
    supports = max((one.supports for one in weighed if one.bears >= BEARS), default=0.0)
    worst = max(against, default=(0.0, ""))
    if worst[0] >= _CONTRADICTS and worst[0] > supports:
        return HeldReason(says=says, held="not borne out", why=f"what it cites says: “{worst[1].strip()}”")
    if supports >= _SUPPORTS or (near and near[0][0] >= _SAME):
        return HeldReason(says=says, held="borne out")
    return HeldReason(says=says, held="not borne out", why="nothing that it cites says so")
