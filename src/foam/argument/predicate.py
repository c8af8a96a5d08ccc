"""Where the predicate of a question begins that asks with "is", "are", "has" and the like, by word order alone.

Only what leaves no doubt is read: a subject that is one pronoun ("Is it right to …?") and one comparison ("Is X a
better Y than Z?"). Of anything else the end of the subject is not told.
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
