"""What code finds of a written act: figures, names and quotations that its sentences do not hold, and denials.

Whether a text is borne out is looked at sentence by sentence, so that one that is not does not pass among those that
are. A sentence that leans on the one before it is read with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from foam.evidence.corpus import Passage
from foam.text.faithful import Unfaithful, find_unfaithful
from foam.text.instructions import instructs_programs
from foam.text.mentions.quotations import find_borrowed
from foam.text.pointer import Pointer
from foam.text.segment import split_sentences
from foam.text.stem import list_stems, stem
from foam.text.words import count_words, split_letters
from foam.values import Value

_MOST_SENTENCES = 8
"""Sentences of a text that are held against its citations one by one; what comes after them is read as one."""
_MOST_HOLDERS = 3
_LONG_BORROWED = 12
"""Words in a row that a text without ids may not take from one sentence."""
_COUNTED = re.compile(r"^(?:[ -](?:of|the|an?|all|their|its|these|those|or|more|[a-z]{1,3}))*[ -](?P<what>[a-z]{4,})")
"""What a figure counts: the first longer word after it."""
_LEAST_WORDS = 3
"""A sentence of fewer words is read with the one before it."""
_LEANS = re.compile(
    r"\W*(?:it|its|this|that|these|those|he|his|she|her|they|their|such|so|hence|thus|therefore|then|but|and|or|both|"
    r"neither|the (?:same|former|latter|other|others|rest))\b",
    re.IGNORECASE,
)
"""What a sentence begins with that says nothing without the one before it."""

_CLAUSE_END = re.compile(r"[;:.](?=\s)")
_ASIDE = re.compile(r", (?:which|who|whose|where)\b[^,]*,")
_REPORTS = re.compile(
    r"\b(?:because|since|given|which|who|whose|that (?:are|is|was|were|has|had|have|costs?)|was|were|had|did|costs?|"
    r"now|today|current|currently|present|presently|existing|last|already|so far|until now|up from|down from)\b|"
    r"\b(?:the|these|those|its|their|his|her|all)(?: [a-z]+)? $",
    re.IGNORECASE,
)
"""What comes before a figure in a proposal that is of something that is there, or was."""


class Stated(Value):
    """A text as somebody wrote it, what it is called, and what it cites."""

    name: str
    text: str
    cited: tuple[Passage, ...] = ()
    asserted: bool = False
    """Whether it says of itself that its sentences bear it out; a wish or a condition does not."""
    anywhere: bool = False
    """Whether its figures, dates and names may stand in any sentence that is offered: it has no ids of its own."""
    proposes: bool = False
    """Whether it proposes or supposes something: a figure of it is no report, unless it is of what is there already."""
    own: tuple[str, ...] = ()
    """What its writer says beside it, which is held against its sentences by itself: the claim beside its warrant."""
    shown: tuple[str, ...] = ()
    """The cited sentences as the writer saw them, with their sources and neighbours: names may be taken from there."""


def find_faults(
    stated: Iterable[Stated],
    *,
    known: Sequence[str],
    offered: Sequence[Passage],
    deny: Callable[[Sequence[str], str], str] | None = None,
    names: Mapping[Pointer, str] | None = None,
) -> list[str]:
    """What is wrong with the texts, a clause each, fit to be told to whoever wrote them.

    `deny` tells of cited sentences and an asserted text why the ones cannot bear out the other; `names` are the ids of
    what is offered, by which a fault says where the figure or name is found that no cited sentence has.
    """
    faults: list[str] = []
    for one in stated:
        if not one.text:
            continue
        pointers = {passage.pointer for passage in one.cited}
        cited = [passage.text for passage in one.cited]
        uncited = [passage.text for passage in offered if passage.pointer not in pointers]
        found = find_unfaithful(one.text, cited=cited, known=known, uncited=uncited, own=one.own)
        if one.proposes:
            found = tuple(fault for fault in found if not _is_proposed(one.text, fault))
        if one.shown and any(fault.kind == "name" for fault in found):
            read = [*known, *one.shown]
            named = {fault.found for fault in find_unfaithful(one.text, cited=cited, known=read, own=one.own)}
            found = tuple(fault for fault in found if fault.kind != "name" or fault.found in named)
        others = {names[p.pointer]: p.text for p in offered if p.pointer not in pointers} if names else {}
        held = [
            (fault, say_borrowed(fault.found, others))
            if fault.kind == "borrowed"
            else (fault, say_holders(one.text, fault.told, others, counts=fault.kind == "number"))
            for fault in found
        ]
        told = (
            f"{one.name}: “{fault.told}”: {fault.why}{holders}"
            for fault, holders in held
            if not (one.anywhere and _may_stand_anywhere(fault, holders))
        )
        faults += dict.fromkeys(told)
        if any(instructs_programs(text) for text in cited):
            faults.append(f"{one.name}: it cites a sentence that tells readers what to answer, which is no evidence")
        if deny and one.asserted and one.cited:
            faults += _find_denied(one, cited, deny)
    return faults


def _may_stand_anywhere(fault: Unfaithful, holders: str) -> bool:
    """Whether a text without ids may say it all the same: what an offered sentence has, in few of its words."""
    return (
        bool(holders)
        if fault.kind in ("number", "date", "name")
        else (fault.kind == "borrowed" and count_words(fault.found) < _LONG_BORROWED)
    )


def _is_proposed(text: str, fault: Unfaithful) -> bool:
    """Whether a fault is a figure or date that a proposal or condition sets: `for four years`, `unless two stand`.

    What is said of what there is (`the present four years`, `the 148,000 that it costs`) is a report there, too.
    """
    places = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(fault.found)}(?!\w)", text)]
    if fault.kind not in ("number", "date") or len(places) != 1:
        return False
    before = _CLAUSE_END.split(text[: places[0]])[-1]
    return _REPORTS.search(_ASIDE.sub(" ", before)) is None


def say_borrowed(found: str, others: Mapping[str, str]) -> str:
    """Which of the other texts, by their ids, have the words that were taken from one of them; empty if none."""
    return _name_holders([name for name, other in others.items() if any(find_borrowed(found, [other], []))])


def say_holders(text: str, found: str, others: Mapping[str, str], *, counts: bool = False) -> str:
    """Which of the other texts, by their ids, have words of the text that nothing it cites bears out; empty if none.

    A figure that `counts` something is not found where nothing of it is counted: ten hours are not ten years.
    """
    if counts and (of := _COUNTED.search(text[text.find(found) + len(found) :])):
        counted = stem(of["what"].lower())
        others = {name: other for name, other in others.items() if counted in list_stems(other)}
    words = {word for word in split_letters(found.lower()) if len(word) > 1 or word.isdigit()}
    likely = ((name, other) for name, other in others.items() if not words.isdisjoint(split_letters(other.lower())))
    held = [name for name, other in likely if found not in {one.told for one in find_unfaithful(text, cited=[other])}]
    return _name_holders(held)


def _name_holders(held: Sequence[str]) -> str:
    return f"; {' and '.join(held[:_MOST_HOLDERS])} {'have' if len(held) > 1 else 'has'} it" if held else ""


def _find_denied(stated: Stated, cited: Sequence[str], deny: Callable[[Sequence[str], str], str]) -> list[str]:
    """What is wrong with each sentence of a text; where it has several, the sentence is named."""
    said = split_statements(stated.text)
    found = ((one, deny(cited, one)) for one in said)
    return [f"{stated.name}: “{one}”: {why}" if len(said) > 1 else f"{stated.name}: {why}" for one, why in found if why]


def split_statements(text: str) -> tuple[str, ...]:
    """The sentences of a text that say something by themselves, those that lean on another together with it."""
    said: list[str] = []
    for span in split_sentences(text):
        sentence = span.of(text).strip()
        leans = _LEANS.match(sentence) or count_words(sentence) < _LEAST_WORDS
        if said and (leans or len(said) == _MOST_SENTENCES):
            said[-1] = f"{said[-1]} {sentence}"
        else:
            said.append(sentence)
    return tuple(said) or (text,)
