"""The outcome in prose for three readers. Code computed it; a model that writes tells it, each sentence bound to the
nodes it tells. A sentence that its nodes do not bear out is dropped and named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from foam.deliberation.written.check import say_holders, split_statements
from foam.deliberation.written.judged import find_contradicted, find_unsupported, share_words
from foam.deliberation.written.mend import make_mending
from foam.deliberation.written.misstated import (
    LITTLE,
    ToldOutcome,
    find_misstated,
    find_overturned,
    find_stale,
    tells_change,
)
from foam.deliberation.written.proceedings import find_opposed, leave_out_unopposed, relates_options
from foam.deliberation.written.records import read_records
from foam.deliberation.written.tallies import find_miscounted
from foam.deliberation.written.told_forms import telling_act
from foam.job.acts import try_act
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Option, Write
from foam.model.template import fence
from foam.record.entry import Entry
from foam.text.evidence import split_parts
from foam.text.faithful import find_unfaithful
from foam.text.mentions.numbers import find_numbers
from foam.text.normalise import normalise
from foam.text.stem import stem
from foam.text.words import count_words, split_letters
from foam.values import Value

Reader = Literal["person", "official", "expert"]

OUTCOME_ID = "outcome"
"""Under which the outcome itself is told."""
_COUNTED = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:of (?:the|these) )?(?:\w+ )?"
    r"(?:objection|reason|seat|claim|repl|answer|condition)",
    re.IGNORECASE,
)

_GROUND = re.compile(r"[^:“”]{1,40}: “")
"""How a line begins that only quotes what something rests on."""
_REPORTED = 0.5
"""A sentence that has so many of its words from a quoted one reports it, and is held against it as well."""
_SHOW = (
    r"(?:shown?|shows|prove[dns]?|establish(?:ed|es)?|measure[ds]?|compare[ds]?|count(?:ed|s)?|test(?:ed|s)?|"
    r"examine[ds]?|settle[ds]?|know|known|knows|said|say|says|tell|tells|told|give|gives|given|found|finds|clear|certain)"
)
_UNSHOWN = re.compile(
    rf"\b(?:nobody|no one|nothing|no \w+)(?: \w+){{0,4}} {_SHOW}\b|"
    rf"\b(?:not|n't|never|nor)(?: \w+){{0,3}} {_SHOW}\b|"
    r"\b(?:unknown|unclear|uncertain|unsettled|untested|unproven|unmeasured)\b|"
    r"\b(?:is|are|was|were|be|stays?|stayed|remains?|remained|leaves? \w+|left|still)(?: still| quite)? open\b"
    r"(?! (?:to|for|on|at|in)\b)",
    re.IGNORECASE,
)
"""What says that something was not shown: a sentence about the file, which no sentence of the file denies."""

_NONE = re.compile(r"\W*(?:nothing|nobody|no one|none|neither|no \w+)\b", re.IGNORECASE)
"""How a clause begins that says of something that there is none of it."""
_LEAST_SHARED = 2
_JOINED = re.compile(r"; |, (?:while|whereas|but|and) ", re.IGNORECASE)
"""Where a sentence that tells of several things goes over to the next."""
_LEAST_PART = 4

READERS: Mapping[Reader, str] = {
    "person": (
        "the person the matter is about, or anybody without training in it. Short sentences and everyday words, as for "
        "a pupil of twelve; no terms of law or logic. What was found, why, what it means for them, what is still open."
    ),
    "official": (
        "whoever has to decide. The outcome, the figures and rules in order, what was argued against it and what "
        "became of that, what has to be checked before signing."
    ),
    "expert": (
        "somebody who examines the reasoning. Which reasons carry the outcome and how strongly, which objections were "
        "material and how they were met, what depends on whose values, what was not shown or not examined."
    ),
}


class Tellable(NamedTuple):
    """Something that can be told: its id in the act, the nodes it stands for, and what they say."""

    id: str
    nodes: tuple[str, ...]
    text: str
    outcome: ToldOutcome | None = None
    """What sentences that name it may not misstate, where it is the outcome."""
    was: str = ""
    """What it said before a challenge, where that was something else."""


class ToldSentence(Value):
    """A sentence, and the nodes it tells."""

    text: str
    nodes: tuple[str, ...]


class Dropped(Value):
    """A sentence that its nodes do not bear out, and why."""

    text: str
    why: str


class Telling(Value):
    """The outcome for one reader."""

    reader: Reader
    sentences: tuple[ToldSentence, ...]
    dropped: tuple[Dropped, ...] = ()
    entry: str


async def tell_outcome(
    session: Session,
    question: str,
    tellable: Sequence[Tellable],
    seats: int = 0,
    before: str = "",
    told_of: Mapping[str, str] | None = None,
) -> tuple[Telling, ...]:
    """The outcome for each reader, where the model writes; it depends on what it tells and on nothing else.

    Sentences that code cannot confirm are named and asked for once more; what it cannot confirm then is left out.
    `seats` is how many there are at the table: as many may be counted without a source. `before` is what was told
    before a challenge, and what changed since; `told_of` has, for each sentence of then whose matter changed, what that
    read, and nothing for one whose matter did not.
    """
    if not session.speaks("proposer") or not tellable:
        return ()
    options = tuple(Option(id=one.id, text=one.text) for one in tellable)
    readers = {str(name): who for name, who in READERS.items()}
    act = telling_act(session.prompts, question=question, readers=readers, options=options, before=before)
    return await tell_readers(session, "telling", act, tellable, seats, told_of)


async def tell_readers(
    session: Session,
    kind: str,
    act: Write,
    tellable: Sequence[Tellable],
    seats: int,
    told_of: Mapping[str, str] | None = None,
) -> tuple[Telling, ...]:
    """What is told to each reader, without what code cannot confirm."""

    def find(entry: Entry) -> dict[str, list[str]]:
        return {
            reader: [
                check_told(act.statement, one["text"], one["ids"], tellable, seats, told_of)
                for one in read_records(entry, reader)
            ]
            for reader in READERS
        }

    entry = await _write_told(session, kind, act, find)
    if entry is None:
        return ()
    found = _check_all(session, entry, find)
    return tuple(_read(reader, entry, found[reader], tellable) for reader in READERS)


async def _write_told(
    session: Session, kind: str, act: Write, find: Callable[[Entry], Mapping[str, Sequence[str]]]
) -> Entry | None:
    """What was told, after the sentences at fault, and no others, were asked for once more.

    `find` says for each field what is wrong with each of its sentences. What is at fault even then is for the caller to
    leave out: the rest of it counts.
    """

    def check(entry: Entry) -> list[str]:
        again = any(one.role == "refused" for one in entry.draft.inputs)
        return [] if again else _list_faults(entry, find(entry))

    mending = make_mending(fence(act.statement), act.material, cites="ids")
    tried = await try_act(session, kind, act, check=check, mending=mending)
    return tried.entries[-1] if tried.entries else None


def _check_all(session: Session, entry: Entry, find: Callable[[Entry], dict[str, list[str]]]) -> dict[str, list[str]]:
    """Why each sentence of each reader is left out; empty for those that stay."""
    checked = session.clerk.compute(
        "told sentences",
        lambda: find(entry),
        depend_on("telling", entry),
        rule="each sentence is borne out by what it tells",
    )
    found: dict[str, list[str]] = checked.answer
    return found


def _list_faults(entry: Entry, found: Mapping[str, Sequence[str]]) -> list[str]:
    """What is wrong with each sentence, at its place in the form, for whoever wrote it."""
    return [
        f"{field}, entry {place}: “{one['text']}”: {why}"
        for field, reasons in found.items()
        for place, (one, why) in enumerate(zip(read_records(entry, field), reasons, strict=True), start=1)
        if why
    ]


def _read(reader: Reader, entry: Entry, checked: Sequence[str], tellable: Sequence[Tellable]) -> Telling:
    nodes = {one.id: one.nodes for one in tellable}
    kept, dropped = [], []
    for one, why in zip(read_records(entry, reader), checked, strict=True):
        if why:
            dropped.append(Dropped(text=one["text"], why=why))
        else:
            told = tuple(dict.fromkeys(node for name in one["ids"] for node in nodes[name]))
            kept.append(ToldSentence(text=one["text"], nodes=told))
    return Telling(reader=reader, sentences=tuple(kept), dropped=tuple(dropped), entry=entry.key)


def check_told(
    question: str,
    text: str,
    ids: Sequence[str],
    tellable: Sequence[Tellable],
    seats: int,
    told_of: Mapping[str, str] | None = None,
) -> str:
    """Why the sentence is dropped; empty if it is borne out.

    The outcome is what code worked out and worded: whoever tells it, or counts what is told, reports no sentence that
    a judge could hold it against; code sees to it that it speaks for no other side. A sentence kept from before a
    challenge may have nothing of the old wording that the new one lacks, and may not tell an outcome that changed; one
    that tells a change may have the figures of before. One whose matter did not change was confirmed then, and stays.
    """
    if told_of and told_of.get(text) == "":
        return ""
    named = [one for one in tellable if one.id in ids]
    most = max(seats, len(named))
    was = [one.was for one in named] if tells_change(text) else []
    for one in find_unfaithful(text, cited=[one.text for one in named], known=[question, *was]):
        if not (one.kind == "number" and _is_count(one.found, most)):
            others = {other.id: other.text for other in tellable if other not in named}
            return f"“{one.found}”: {one.why}{say_holders(text, one.found, others)}"
    wrong = [find_misstated(text, one.outcome) for one in named if one.outcome]
    wrong += [find_miscounted(text, one.text, some=len(named) > 1) for one in named if one.outcome]
    kept = (told_of or {}).get(text, "")
    wrong.append(find_stale(text, kept, "\n".join(one.text for one in named)))
    if kept:
        wrong += [find_overturned(text, one.was, one.text) for one in named if one.outcome]
    wrong.append(find_opposed(text, [(one.id, one.text) for one in named], [(one.id, one.text) for one in tellable]))
    if any(wrong):
        return next(one for one in wrong if one)
    if any(one.id == OUTCOME_ID for one in named) or _COUNTED.search(text):
        return ""
    said = leave_out_unopposed(text)
    related = relates_options(text, [one.text for one in named if one.text.startswith(f"Option {one.id},")])
    denials = [_find_denied(one.text.splitlines(), said, may_be_silent=related) for one in named if said]
    if not denials or not all(denials) or _is_borne_out_in_parts(said, named):
        return ""
    return denials[0]


def _is_borne_out_in_parts(text: str, named: Sequence[Tellable]) -> bool:
    """Whether a sentence puts together what several things say, and each part is borne out by one of them."""
    parts = _JOINED.split(text)
    if len(parts) < 2 or len(named) < 2 or any(count_words(part) < _LEAST_PART for part in parts):
        return False
    lines = [one.text.splitlines() for one in named]
    return all(any(not _find_denied(one, part) for one in lines) for part in parts)


def _find_denied(lines: Sequence[str], text: str, *, may_be_silent: bool = False) -> str:
    """Why these lines cannot bear the sentence out; empty if nothing shows that they cannot.

    It is held against the sentences of what is told, with how that was narrowed and answered: the nearest of them has
    to deny it. What that rests on may speak of something else: it is looked at only where the sentence reports it, and
    says that something was shown. Two sentences that both say that something was not shown do not deny each other.
    `may_be_silent` lets the lines speak of something else, as long as they do not deny it.
    """
    found = find_unsupported(lines, text)
    if not found or found != find_contradicted(lines, text):
        return "" if may_be_silent else found
    grounds = [one for one in lines if _GROUND.match(one)]
    own = [said for one in lines if one not in grounds for said in split_statements(one)]
    if any(_agree_in_none(one, text) for one in own):
        return ""
    if _UNSHOWN.search(text):
        return find_contradicted([one for one in own if not _UNSHOWN.search(one)], text)
    return find_contradicted([*own, *(one for one in grounds if share_words(one, text) >= _REPORTED)], text)


def _agree_in_none(held: str, text: str) -> bool:
    """Whether both say of the same things that there is none: a judge may take two such sentences for a contradiction.

    They speak of the same where they share words enough beside the negation.
    """
    pairs = ((one, other) for one in split_parts(held) for other in split_parts(text))
    return any(
        _NONE.match(one) and _NONE.match(other) and len(_list_said(one) & _list_said(other)) >= _LEAST_SHARED
        for one, other in pairs
    )


def _list_said(text: str) -> set[str]:
    """The stems of what a clause says after the word that denies it."""
    words = (word.lower() for word in split_letters(_NONE.sub("", text)))
    return {stem(word) for word in words if len(word) > _LEAST_SHARED and word not in LITTLE}


def _is_count(found: str, most: int) -> bool:
    """Whether a figure may be a count of what is told, or of the seats, and needs no sentence that gives it."""
    figures = find_numbers(normalise(found))
    return len(figures) == 1 and figures[0].spelt and not figures[0].unit and figures[0].value <= most
