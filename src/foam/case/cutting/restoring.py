"""What a debater may not leave out: negations, figures, how sure a source is, how many it speaks of, and conditions.

The read words of a sentence are held against the sentence. A clause of which anything is read keeps every such word;
a condition keeps its whole clause; and where the words left out would still turn the sense, more of the sentence is
read. What no list holds is for the judge (`foam.case.cutting.cutter`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from foam.evidence.quotes.highlight import CONDITIONS
from foam_quotes.verdicts.align import compare_words
from foam_quotes.verdicts.flags import find_flags
from foam_quotes.verdicts.verdict import Flag

KEPT: frozenset[Flag] = frozenset({"number", "negation", "modality", "quantifier"})
"""What may not be lost of a clause that is read."""
_CLAUSE_END = re.compile(r"[,;:—–.!?)]+[\"”’')\]]*$|^[—–-]+$")
_OPENING_WORDS = "because although though while whereas but if unless when whenever where since until which who"
_OPENS = frozenset(_OPENING_WORDS.split())
_HANGING_WORDS = """
a an the of to in on at by for with from and or but as than that which who is are was were be been has have had will
would can could may might should into about over under between its their his her our your this these such so if because
while when not no more most before after during since until through against among across within without toward towards
upon onto near via despite per
"""
_LOOSE_END = frozenset(_HANGING_WORDS.split())
_PRONOUNS = "it they he she we i you there"
_POINTING_WORDS = "it its they their them he his she her this these that those such"
_POINTING = frozenset(_POINTING_WORDS.split())
_SMALL = _LOOSE_END | frozenset(_PRONOUNS.split())
_GAP, _LED = 2, 6
"""Words between what is read that are read as well, and words that a small word may lead up to."""
_LEADING_WORDS = "and or but nor so of than which who whose that as though"
_LOOSE_START = frozenset(_LEADING_WORDS.split())
_UNIT_WORDS = "percent per cent % million billion trillion thousand hundred years year months days hours"
_UNITS = frozenset(_UNIT_WORDS.split())
_REST = 4
"""Words to the end of a clause that are read rather than a small word left hanging."""
_BEGUN = 5
"""Words that begin a clause and do not go on, below which they are left out."""
_FEWEST = 3
"""Read words of a sentence below which they say nothing alone."""
_VERB_WORDS = "is are was were has have had will would can could may might must should does did do"
_VERBS = frozenset(_VERB_WORDS.split())
"""What is read does not begin with these: somebody has to be said to do it."""
_DETERMINER_WORDS = "a an the this these those its their his her our every each no any some such at"
_DETERMINERS = frozenset(_DETERMINER_WORDS.split())
"""Small words that belong to the word after them; `at` to `least` and `most`."""
_SUBJECT = 12
"""Words of a clause that is read so that the next has a subject."""
_LEAD = 3
"""Words within which a verb that reports something (`shows that`) needs its subject."""
_LAST = 2
"""Words to the end of a clause that are always read: what stands before them would break off."""


def split_clauses(words: Sequence[str]) -> list[range]:
    """The clauses of a sentence as ranges of its words: they end at marks, and before words that open a new one."""
    starts = [0]
    for at in range(1, len(words)):
        ended = bool(_CLAUSE_END.search(words[at - 1])) and not _inside_list(words, at)
        if (ended or _bare(words[at]) in _OPENS) and at - starts[-1] >= 2:
            starts.append(at)
    return [range(start, end) for start, end in zip(starts, [*starts[1:], len(words)], strict=True)]


def restore(words: Sequence[str], read: Sequence[bool]) -> list[bool]:
    """Which words of a sentence are read once what may not be lost is put back; none where too little would be read."""
    kept = list(read)
    if sum(kept) < _FEWEST:
        return [False] * len(kept)
    clauses = split_clauses(words)
    for clause in clauses:
        is_condition = any(_bare(words[at]) in CONDITIONS for at in clause[:2])
        if is_condition or (_governs(words, clause) and _is_read_after(kept, clause)):
            kept[clause.start : clause.stop] = [True] * len(clause)
    for clause in clauses:
        _drop_scraps(words, kept, clause)
        if any(kept[at] for at in clause):
            _restore_clause(words, kept, clause)
            _close(words, kept, clause)
            _drop_scraps(words, kept, clause)
    for clause in clauses:
        _open(words, kept, clause, clauses)
    _fill_gaps(words, kept, clauses)
    _trim(words, kept)
    if any(kept) and _bare(words[first := kept.index(True)]) in _POINTING:  # it points at what stands before it
        kept[:first] = [True] * first
    return kept if sum(kept) >= _FEWEST else [False] * len(kept)


def _drop_scraps(words: Sequence[str], kept: list[bool], clause: range) -> None:
    """Not read: a word or two of a clause with nothing read beside them, and the mere beginning of one that is joined
    to another (`and the gain …`)."""
    read = [at for at in clause if kept[at]]
    touches = (clause.start > 0 and kept[clause.start - 1] and kept[clause.start]) or (
        clause.stop < len(kept) and kept[clause.stop] and kept[clause.stop - 1]
    )
    few = 0 < len(read) < min(_FEWEST, len(clause)) and not touches
    joined = _bare(words[clause[0]]) in _LOOSE_START | _OPENS
    begun = joined and 0 < len(read) < min(_BEGUN, 0.4 * len(clause)) and read == [*clause[: len(read)]]
    if few or begun:
        kept[clause.start : clause.stop] = [False] * len(clause)


def _open(words: Sequence[str], kept: list[bool], clause: range, clauses: Sequence[range]) -> None:
    """What is read of a clause does not begin with its verb, or without the small word that belongs to its first."""
    first = next((at for at in clause if kept[at]), None)
    if first is None:
        return
    leading = [at for at in range(first, min(first + _LEAD, clause.stop, len(words) - 1)) if kept[at]]
    reports = any(_bare(words[at + 1]) == "that" and _bare(words[at]) not in _SMALL for at in leading)
    if _bare(words[first]) in _VERBS or reports:
        subject = _find_subject(words, clause, clauses) if first == clause.start else range(clause.start, first)
        kept[subject.start : subject.stop] = [True] * len(subject)
    elif first > clause.start and _belongs(words[first - 1], words[first]):
        kept[first - 1] = True


def _belongs(small: str, word: str) -> bool:
    """Whether a small word belongs to the one after it: `the` to any, `at` to `least` and `most`."""
    return _bare(small) in _DETERMINERS and (_bare(small) != "at" or _bare(word) in ("least", "most"))


def _find_subject(words: Sequence[str], clause: range, clauses: Sequence[range]) -> range:
    """The clause before this one that says who does it; what is said of them aside is not read. Empty where it is long
    or there is none."""
    before = [one for one in clauses[: clauses.index(clause)] if _bare(words[one.start]) not in _OPENS]
    return before[-1] if before and len(before[-1]) <= _SUBJECT else range(clause.start, clause.start)


def _close(words: Sequence[str], kept: list[bool], clause: range) -> None:
    """What is read of a clause ends with it or well before it, and not in a small word: the rest is read if short."""
    read = [at for at in clause if kept[at]]
    if read and clause.stop - read[-1] - 1 <= _LAST:
        kept[read[-1] + 1 : clause.stop] = [True] * (clause.stop - read[-1] - 1)
        return
    while read and read[-1] + 1 < clause.stop and _bare(words[read[-1]]) in _LOOSE_END:
        if clause.stop - read[-1] - 1 <= _REST or _is_flagged(words[read[-1]]):
            kept[read[-1] + 1 : clause.stop] = [True] * (clause.stop - read[-1] - 1)
            return
        kept[read.pop()] = False


def find_lost(words: Sequence[str], read: Sequence[bool]) -> tuple[Flag, ...]:
    """What the clauses that are read lose by the words left out of them."""
    lost: dict[Flag, None] = {}
    for clause in split_clauses(words):
        said = _say(words, [at for at in clause if read[at]])
        if said and said != (whole := _say(words, clause)):
            lost |= dict.fromkeys(flag for flag in find_flags(compare_words(said, whole)) if flag in KEPT)
    return tuple(lost)


def _restore_clause(words: Sequence[str], kept: list[bool], clause: range) -> None:
    """Put back each word whose absence is flagged, with what it belongs to; the whole clause where that is no help."""
    for at in clause:
        if not kept[at] and _is_flagged(words[at]) and not _is_footnote(words, at):
            kept[at] = True
            if at + 1 in clause and (_bare(words[at + 1]) in _UNITS or not _is_number(words[at])):
                kept[at + 1] = True
    for at in clause[:-1]:  # what is counted goes with its number
        if kept[at] and (_is_number(words[at]) or _bare(words[at]) in _UNITS) and words[at][-1] not in ".,;:)":
            kept[at + 1] = True
    said, whole = _say(words, [at for at in clause if kept[at]]), _say(words, clause)
    if said != whole and KEPT & set(find_flags(compare_words(said, whole))):
        kept[clause.start : clause.stop] = [True] * len(clause)


def _is_flagged(word: str, flags: frozenset[Flag] = KEPT) -> bool:
    """Whether leaving this word out would be flagged, as one of these."""
    return bool(flags & set(find_flags(compare_words("x", f"x {word.strip('.,;:()')}"))))


def _governs(words: Sequence[str], clause: range) -> bool:
    """Whether a clause says how another holds: it ends in `that`, and denies or doubts."""
    opens = _bare(words[clause[-1]]) == "that"
    return opens and any(_is_flagged(words[at]) for at in clause)


def _is_read_after(kept: Sequence[bool], clause: range) -> bool:
    return any(kept[clause.stop :])


def _fill_gaps(words: Sequence[str], kept: list[bool], clauses: Sequence[range]) -> None:
    """Read what stands between what is read, where the rest does not hold together without it: small words, a word or
    two of one clause, and what a small word leads up to."""
    places = [at for at, one in enumerate(kept) if one]
    for before, after in pairwise(places):
        gap = range(before + 1, after)
        inside = any(before in clause and after in clause for clause in clauses)
        small = all(_bare(words[at]) in _SMALL for at in gap)
        hangs = _bare(words[before]) in _LOOSE_END and len(gap) <= _LED
        if len(gap) > 0 and ((len(gap) <= _GAP and (small or inside)) or (inside and hangs)):
            kept[gap.start : gap.stop] = [True] * len(gap)


def _trim(words: Sequence[str], kept: list[bool]) -> None:
    """Drop small words that hang at either end of what is read, unless they carry sense."""
    places = [at for at, one in enumerate(kept) if one]
    while places and _leads_nowhere(words[places[0]]):
        kept[places.pop(0)] = False
    while places and _bare(words[places[-1]]) in _LOOSE_END and places[-1] + 1 < len(words):
        if _is_flagged(words[places[-1]]):
            kept[places[-1] + 1] = True
            break
        kept[places.pop()] = False


def _leads_nowhere(word: str) -> bool:
    """Whether nothing can begin with this word: it joins what is not read, or it is a mark alone."""
    return not _has_letters(word) or (_bare(word) in _LOOSE_START and not _is_flagged(word))


def _has_letters(word: str) -> bool:
    """Whether it is a word or a figure, and not marks alone."""
    return any(map(str.isalnum, word))


def _inside_list(words: Sequence[str], at: int) -> bool:
    """Whether the mark before this word only parts the members of a list: `trains, buses, and trams`."""
    if not words[at - 1].endswith(","):
        return False
    near = [word for word in words[max(0, at - 3) : at + 3] if word.endswith(",")]
    return len(near) > 1


def _say(words: Sequence[str], places: Iterable[int]) -> str:
    """The words at these places, without the numbers of notes."""
    return " ".join(words[at] for at in places if not _is_footnote(words, at))


def _is_footnote(words: Sequence[str], at: int) -> bool:
    """Whether a number is that of a note: after the end of a sentence or a quotation, or in brackets."""
    digits = words[at].strip("[]")
    short = digits.isdecimal() and len(digits) <= 3
    return short and (words[at].endswith("]") or at == 0 or words[at - 1][-1] in '.?!”"’')


def _is_number(word: str) -> bool:
    return any(map(str.isdigit, word))


def _bare(word: str) -> str:
    """A word without marks, in small letters."""
    return word.strip(".,;:!?()[]\"“”‘’'—–").lower()
