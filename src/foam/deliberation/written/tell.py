"""The outcome in prose for three readers. Code computed it; a model that writes tells it, each sentence bound to the
nodes it tells. A sentence that its nodes do not bear out is dropped and named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from foam.deliberation.written.forms import telling_act
from foam.deliberation.written.judged import find_denial
from foam.deliberation.written.propose import read_records
from foam.job.acts import ask_act
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Option
from foam.record.entry import Entry
from foam.text.faithful import find_unfaithful
from foam.values import Value

Reader = Literal["person", "official", "expert"]

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


async def tell_outcome(session: Session, question: str, tellable: Sequence[Tellable]) -> tuple[Telling, ...]:
    """The outcome for each reader, where the model writes; it depends on what it tells and on nothing else."""
    if not session.speaks("proposer") or not tellable:
        return ()
    options = tuple(Option(id=one.id, text=one.text) for one in tellable)
    act = telling_act(
        session.prompts, question=question, readers={str(name): who for name, who in READERS.items()}, options=options
    )
    entry = await ask_act(session, "telling", act, check=lambda _: ())
    if entry is None:
        return ()
    checked = session.clerk.compute(
        "told sentences",
        lambda: {
            reader: [_check(question, one["text"], one["ids"], tellable) for one in read_records(entry, reader)]
            for reader in READERS
        },
        depend_on("telling", entry),
        rule="each sentence is borne out by what it tells",
    )
    return tuple(_read(reader, entry, checked.answer[reader], tellable) for reader in READERS)


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


def _check(question: str, text: str, ids: Sequence[str], tellable: Sequence[Tellable]) -> str:
    """Why the sentence is dropped; empty if it is borne out."""
    named = [one.text for one in tellable if one.id in ids]
    faults = list(_find_faults(question, text, named))
    return faults[0] if faults else ""


def _find_faults(question: str, text: str, named: Sequence[str]) -> Iterator[str]:
    yield from (f"“{one.found}”: {one.why}" for one in find_unfaithful(text, cited=named, known=[question]))
    denials = [find_denial(one, text, by_parts=True) for one in named]
    if all(denials):
        yield denials[0]
