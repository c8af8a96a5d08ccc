"""What a debater may not leave out: negations, figures, how sure a source is, how many it speaks of, and conditions.

A sentence is read by clauses. One of which enough is marked is read as its author wrote it, so that nothing of it is
lost and nothing hangs; a condition is read with what it limits, and what cannot begin a reading with what stands before
it. What no clause shows is for the judge (`foam.case.cutting.cutter`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam.evidence.quotes.highlight import CONDITIONS
from foam_quotes.verdicts.align import compare_words
from foam_quotes.verdicts.flags import find_flags
from foam_quotes.verdicts.verdict import Flag

_TURNING: frozenset[Flag] = frozenset({"number", "negation", "modality", "quantifier"})
"""What turns the sense of a clause where it is left out."""
_CLAUSE_END = re.compile(r"[,;:—–.!?)]+[\"”’')\]]*$|^[—–-]+$")
_OPENING_WORDS = "because although though while whereas but if unless when whenever where since until which who"
_OPENS = frozenset(_OPENING_WORDS.split())
"""Words that open a clause which goes with another."""
_LEANING_WORDS = """
and or nor is are was were has have had will would can could may might must should does did do it its they their them he
his she her this these that those such
"""
_LEANS = _OPENS | frozenset(_LEANING_WORDS.split())
"""Words with which no reading begins: what they go with, who does it or what they point at stands before them."""
_ENOUGH, _FEWEST = 1 / 3, 2
"""Share of a clause, and words of it, that have to be marked for it to be read."""


def split_clauses(words: Sequence[str]) -> list[range]:
    """The clauses of a sentence as ranges of its words: they end at marks, and before words that open a new one."""
    starts = [0]
    for at in range(1, len(words)):
        ended = bool(_CLAUSE_END.search(words[at - 1])) and not _inside_list(words, at)
        if (ended or _bare(words[at]) in _OPENS) and at - starts[-1] >= 2:
            starts.append(at)
    return [range(start, end) for start, end in zip(starts, [*starts[1:], len(words)], strict=True)]


def restore(words: Sequence[str], marked: Sequence[bool]) -> list[bool]:
    """Which words of a sentence are read, of those that are marked: whole clauses; none where too little is marked."""
    clauses = split_clauses(words)
    read = {n for n, clause in enumerate(clauses) if _is_enough(sum(marked[at] for at in clause), len(clause))}
    if read:
        read |= {n for n, clause in enumerate(clauses) if any(_bare(words[at]) in CONDITIONS for at in clause[:2])}
        read |= {n - 1 for n in read if n and _bare(words[clauses[n - 1][-1]]) == "that"}
    while read and (first := min(read)) and _bare(words[clauses[first].start]) in _LEANS:
        read.add(_find_before(words, clauses, first))
    return [n in read for n, clause in enumerate(clauses) for _ in clause]


def _is_enough(marked: int, length: int) -> bool:
    return marked >= max(min(_FEWEST, length), _ENOUGH * length)


def _find_before(words: Sequence[str], clauses: Sequence[range], at: int) -> int:
    """The nearest clause before this one that stands by itself, else the one before it."""
    before = [n for n in range(at) if _bare(words[clauses[n].start]) not in _LEANS]
    return before[-1] if before else at - 1


def list_put_back(words: Sequence[str], marked: Sequence[bool], read: Sequence[bool]) -> list[str]:
    """The words that are read although nobody marked them, and whose loss would have turned the sense."""
    added = (word for word, was, now in zip(words, marked, read, strict=True) if now and not was)
    return [word.strip(".,;:()") for word in added if _turns(word)]


def _turns(word: str) -> bool:
    """Whether leaving this word out would be flagged."""
    return bool(_TURNING & set(find_flags(compare_words("x", f"x {word.strip('.,;:()')}"))))


def _inside_list(words: Sequence[str], at: int) -> bool:
    """Whether the mark before this word only parts the members of a list: `trains, buses, and trams`."""
    if not words[at - 1].endswith(","):
        return False
    near = [word for word in words[max(0, at - 3) : at + 3] if word.endswith(",")]
    return len(near) > 1


def _bare(word: str) -> str:
    """A word without marks, in small letters."""
    return word.strip(".,;:!?()[]\"“”‘’'—–").lower()
