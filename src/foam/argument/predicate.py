"""Where the predicate of a question begins, by word order alone.

Only what leaves no doubt is read. Of "is", "are", "has" and the like: a subject that is one pronoun ("Is it right to
…?") and one comparison ("Is X a better Y than Z?"). Of "should", "does" and the like, where the verb is not a known
one: a verb with its object ("rename the library") or one by its ending ("digitise"). Of anything else the end of the
subject is not told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_PRONOUNS = frozenset(("it", "there", "he", "she", "they", "we", "you"))
_COMPARATIVES = frozenset(
    re.findall(
        r"\w+",
        """better bigger bleaker braver brighter broader calmer cheaper cleaner clearer cleverer closer colder cooler
        cruder crueller darker deadlier deeper dirtier drier duller easier fairer faster fewer finer
        firmer freer fuller gentler graver greater greener happier harder harsher healthier heavier higher holier hotter
        humbler juster kinder larger less lesser lighter likelier longer louder lower milder more narrower nearer
        neater newer nicer nobler older plainer poorer prettier prouder purer quicker quieter rarer richer riper riskier
        rougher ruder sadder safer saner sharper shorter simpler slower smaller smarter smoother softer sounder
        steadier steeper stricter stronger subtler sweeter taller thicker thinner tidier tighter tougher truer uglier
        warmer weaker wealthier wetter wider wiser worse worthier younger""",
    )
)
_BEFORE_COMPARATIVE = frozenset(("a", "an", "the", "any", "far", "much", "even", "slightly", "significantly", "worth"))
"""Words that belong to a comparison and stand before it."""
_INSIDE = frozenset(
    re.findall(
        r"\w+",
        """a about after all among an and any as at before between both but by each every few for from her his in into
        its many most my no of on or our over people some such than that the their these this those through to toward
        towards under upon which who whose with within without your""",
    )
)
"""After these a comparison is part of the subject: "a town with better trams"."""
_VERBAL = re.compile(
    r"\w+ed|beaten|broken|brought|built|caught|chosen|cut|driven|eaten|fed|fought|found|given|heard|hidden|held|hit|hurt|kept|known|led|left|lost|made|paid|put|"
    r"read|run|sent|set|shown|sold|spent|spoken|taken|taught|thought|told|understood|won|written"
)
"""What before a comparison may be a verb of its own: "Are nurses paid less than …?"."""
_ADVERBS = re.compile(r"than|often|\w+ly")
"""After "more" or "less" these say how, how often or how much something is done: the verb stands before."""
_ARTICLES = frozenset(("a", "an", "the"))
_OBJECTS = frozenset(("me", "him", "her", "it", "us", "them", "you"))
_PARTICIPLES = frozenset(("been", "done"))


def find_predicate(auxiliary: str, rest: Sequence[str]) -> int | None:
    """Where the predicate begins in what follows the auxiliary; None where word order leaves a doubt.

    A question that offers a choice ("… or …") is no statement, whatever its word order.
    """
    words = [word.lower().strip(",;:()“”\"'") for word in rest]
    if "or" in words:
        return None
    if auxiliary in ("is", "are", "was", "were"):
        if words[0] in _PRONOUNS:
            return 1 if len(words) > 1 and words[1] != "and" else None
        return _find_comparison(words)
    if auxiliary in ("has", "have", "had") and "than" in words:
        done = [i for i, word in enumerate(words[: words.index("than")]) if i and word in _PARTICIPLES]
        return done[0] if len(done) == 1 and words[done[0] - 1] not in _INSIDE else None
    return None


def _find_comparison(words: Sequence[str]) -> int | None:
    """The first word of the one comparison that is not part of the subject; None where there are none or several."""
    if words.count("than") != 1:
        return None
    than = words.index("than")
    starts = []
    for at in range(than):
        start = at
        while words[at] in _COMPARATIVES and start > 0 and words[start - 1] in _BEFORE_COMPARATIVE:
            start -= 1
        if words[at] in _COMPARATIVES and start > 0 and words[start - 1] not in _INSIDE | _COMPARATIVES:
            starts.append(start)
            adverbial = words[at] in ("more", "less") and words[start] != "worth" and _ADVERBS.fullmatch(words[at + 1])
            if adverbial or _ends_in_verb(words[:start]):
                return None
    return starts[0] if len(starts) == 1 and not _goes_on(words[than + 1 :]) else None


def _ends_in_verb(words: Sequence[str]) -> bool:
    """Whether what would be the subject may end in a verb; a gerund by itself or after "of", "on", … is a noun."""
    if words[-1].endswith("ing"):
        return len(words) > 1 and words[-2] not in _INSIDE
    return _VERBAL.fullmatch(words[-1]) is not None


def _goes_on(words: Sequence[str]) -> bool:
    """Whether another predicate comes after what is compared: "… than Lyon's a mistake"."""
    return any(
        words[at] in _ARTICLES and not (words[at - 1] in _INSIDE | _OBJECTS or words[at - 1].endswith("ing"))
        for at in range(1, len(words))
    )


_OBJECT = frozenset(
    re.findall(
        r"\w+",
        """a an any each every her his its my no our the their these this those your it them him us me herself himself
        itself myself ourselves themselves yourself""",
    )
)
"""What begins an object: a word between a noun and one of these is a verb, unless it is one of `_CLOSED`."""
SPEAKERS = frozenset(("he", "i", "she", "they", "we"))
"""Whoever does something; further on in a question, in a clause of its own ("how we work")."""
_HELPERS = frozenset(
    re.findall(
        r"\w+",
        "am are be been being can cannot could did do does had has have is may must shall should was were will would",
    )
)
_RELATIVE = frozenset(re.findall(r"\w+", "that where which who whom whose"))
_SUBORDINATE = frozenset(
    re.findall(r"\w+", "after although as because before if once provided since so though unless until when while")
)
_CLOSED = (
    _INSIDE
    | _SUBORDINATE
    | _RELATIVE
    | _OBJECT
    | frozenset(
        re.findall(
            r"\w+",
            """aboard above across against ahead all alone along alongside already also always amid amongst another
            apart around aside atop away behind below beneath beside besides beyond concerning considering despite
            down during either else enough even ever except few following half here how including inside instead
            just less like many merely more much near nearly neither never next nobody nor not notwithstanding now
            off often one only onto opposite other out outside own past per perhaps plus quite rather regarding
            round same several simply soon still such then there throughout thus together too twice underneath
            unlike unto up versus very via what whatever whether why worth yet""",
        )
    )
)
_UNITS = re.compile(
    r"(?:day|week|fortnight|month|year|hour|minute|night|time|head|person|piece|mile|kilometre|litre)s?"
)
"""After "a" these say how often: "one coffee a day"."""
_BENT = re.compile(r"\w+(?:ing|[^e]ed|ly|[^s]s)")
"""What no plain verb ends with, but for a few that are not found for it."""
_MADE_VERB = re.compile(r"\w{3,}(?:ify|i[sz]e)")
_MADE_NOUNS = re.compile(
    r"(?:\w*(?:prise|cise|wise)|compromise|disguise|expertise|franchise|merchandise|paradise|premise|treatise)"
)


def find_verb(rest: Sequence[str], known: int | None) -> int | None:
    """Where the verb of a question begins that is told by what follows it or by how it ends; else the `known` place.

    A known verb goes first, unless it stands in a clause of its own ("rename the park when people stop …").
    """
    words = [word.strip(",;:()“”\"'").lower() for word in rest]
    last = len(words) if known is None else known
    found = next((at for at in range(1, last) if rest[at].islower() and _is_verb(words, at)), None)
    if found is None or not _RELATIVE.isdisjoint(words[:found]):
        return known
    return found if known is None or not (_SUBORDINATE | _RELATIVE).isdisjoint(words[found + 1 : known]) else known


def _is_verb(words: Sequence[str], at: int) -> bool:
    before, word, after = words[at - 1], words[at], words[at + 1 : at + 3]
    if word in _CLOSED | _HELPERS or before in (_CLOSED | _HELPERS) - {"not"} - _OBJECTS:
        return False
    if before.isdigit() or not word.isalpha() or (at > 1 and before in SPEAKERS):
        return False
    if _MADE_VERB.fullmatch(word) and not _MADE_NOUNS.fullmatch(word):
        return True
    counted = len(after) == 2 and after[0] in ("a", "an") and _UNITS.fullmatch(after[1]) is not None
    return bool(after) and after[0] in _OBJECT and not counted and _BENT.fullmatch(word) is None
