"""Denials of statements that say how often something is so, or of how many: "never" of "sometimes", "not all" of "all".

A "not" put after the auxiliary would give no English ("is not sometimes acceptable") or another meaning ("all towns
should not"). Where no good denial can be formed by word order alone, that is said, and the statement is denied as a
whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

_Words = list[str]
Denial = _Words | Literal["whole"] | None
"""The words of a denial; "whole" where it can only be denied as a whole; None where it says neither how often nor of
how many."""
_SUBJECTS = {
    "all": "not all", "every": "not every", "each": "not every", "everyone": "not everyone",
    "everybody": "not everybody", "everything": "not everything", "some": "no", "someone": "no one",
    "somebody": "nobody", "something": "nothing", "no": "some", "nobody": "somebody", "nothing": "something",
    "none": "some", "only": "not only",
}  # fmt: skip
_SUBJECTS_OF_NOT = {"some": "all", "someone": "everyone", "somebody": "everybody", "something": "everything"}
"""What becomes of a subject where the statement itself has a "not": some are not, all are."""
_NO_SUBJECT = {
    "all": "in told",
    "no": "matter longer doubt sooner less more fewer",
    "some": "say argue think believe claim hold day time",
    "only": "if when by then after in on at with through because",
}
"""Words after which the first word does not say of how many."""
_ANY = {"some": "any", "someone": "anyone", "somebody": "anybody", "something": "anything", "somewhere": "anywhere"}
_SOME = {any_word: word for word, any_word in _ANY.items()}
_NO = {"no": "some", "nobody": "somebody", "nothing": "something", "nowhere": "somewhere"}
_SOMETIMES = ("sometimes", "occasionally")
_AT_TIMES = (("at", "times"), ("on", "occasion"), ("now", "and", "then"))
_OFTEN = (*_SOMETIMES, "never", "always")
_OBLIGING = ("must", "shall")
_JOINTS = frozenset(
    re.findall(r"\w+", "although as because if that unless until when where which while who whom whose why")
)
"""What begins another clause: how often something is so there is not denied here."""
_RELATIVE = frozenset(("that", "which", "who", "whom", "whose"))
_PLURALS = {"is": "are", "was": "were"}


class Clause(NamedTuple):
    """A statement: its words, where it begins after what leads up to it, and where its auxiliary stands."""

    words: Sequence[str]
    start: int
    at: int | None

    def get_plain(self, place: int) -> str:
        """A word without what stands around it; empty beyond the end."""
        return self.words[place].lower().strip(",;:()“”\"'") if 0 <= place < len(self.words) else ""

    def find_end(self, *also: str) -> int:
        """Where the clause of the auxiliary ends: another begins there, or one of these words stands."""
        begin = (self.start if self.at is None else self.at) + 1
        ends = (i for i in range(begin, len(self.words)) if self.get_plain(i) in _JOINTS | {*also})
        return next(ends, len(self.words))


def deny_quantified(words: Sequence[str], at: int | None, *, start: int = 0) -> Denial:
    """The denial of a statement whose auxiliary stands at `at`, if it says how often or of how many.

    `start` is where it begins, after words that only lead up to it ("This house believes that").
    """
    clause = Clause(words, start, at)
    subject = _deny_subject(clause)
    return subject if subject is not None else _deny_predicate(clause)


def find_often(rest: Sequence[str], at: int | None) -> int | None:
    """Where the predicate of a question begins, `at` by its other words: a word for how often opens it.

    "Is lying sometimes right?", "Should the state never tax bread?" A question that offers a choice is no statement.
    """
    clause = Clause(rest, 0, None)
    if at is not None:
        return at - 1 if at > 1 and clause.get_plain(at - 1) in _OFTEN else at
    found = [i for i in range(1, len(rest) - 1) if clause.get_plain(i) in _OFTEN]
    if len(found) != 1 or "or" in map(clause.get_plain, range(len(rest))):
        return None
    if (_JOINTS | {"to"}) & {clause.get_plain(i) for i in range(found[0])}:
        return None
    return found[0]


def _deny_subject(clause: Clause) -> Denial:
    """The denial where the subject says of how many."""
    words, start, at = clause
    first, second = clause.get_plain(start), clause.get_plain(start + 1)
    if first == "not" and second in ("all", "every", "everyone", "everybody", "everything", "only"):
        return [*words[:start], *words[start + 1 :]]
    if first not in _SUBJECTS or second in _NO_SUBJECT.get(first, "").split():
        return "whole" if first == "only" else None
    end = clause.find_end()
    rest = [clause.get_plain(i) for i in range(start + 1, len(words))]
    after = [clause.get_plain(i) for i in range((start if at is None else at) + 1, end)]
    if at is not None and clause.get_plain(at + 1) == "not":
        if first not in _SUBJECTS_OF_NOT or any(word in _OFTEN for word in rest):
            return "whole"
        return [*words[:start], _SUBJECTS_OF_NOT[first], *words[start + 1 : at + 1], *words[at + 2 :]]
    doubled = [*_SUBJECTS, *_SOME] if first != "all" else [*(_SUBJECTS.keys() - {"all", "every"}), *_SOME]
    if any(word in (*_SOMETIMES, "never") for word in rest) or any(word in doubled for word in after):
        return "whole"
    if first == "no" and second == "one":
        return [*words[:start], "someone", *words[start + 2 :]]
    changed = "none" if (first, second) == ("some", "of") else _SUBJECTS[first]
    told = list(words)
    if first == "none" and at is not None:
        told[at] = _PLURALS.get(clause.get_plain(at), words[at])
    return [*told[:start], changed, *told[start + 1 :]]


def _deny_predicate(clause: Clause) -> Denial:
    """The denial where the predicate says how often, or of how many."""
    start, at = clause.start, clause.at
    if at is not None and _RELATIVE & {clause.get_plain(i) for i in range(start, at)}:
        if clause.get_plain(start) == "there":
            return "whole"
        return _deny_often(clause) if clause.get_plain(at) in ("should", "must", "shall", "ought") else None
    return _deny_often(clause)


def _deny_often(clause: Clause) -> Denial:
    words, start, at = clause
    end = clause.find_end("to")
    low = start if at is None else max(start, at - 1)
    often = [i for i in range(low, end) if clause.get_plain(i) in _OFTEN]
    often += [start] if at is not None and clause.get_plain(start) in _SOMETIMES and start not in often else []
    phrase = next((i for i in range(low, end) for one in _AT_TIMES if _stands(clause, i, one)), None)
    if at is not None and clause.get_plain(at + 1) == "not":
        return "whole" if [i for i in often if clause.get_plain(i) != "always"] else _take_out_not(clause)
    if len(often) + (phrase is not None) > 1:
        return "whole"
    if at is None:
        return _deny_without_auxiliary(clause, often)
    if phrase is not None:
        length = next(len(one) for one in _AT_TIMES if _stands(clause, phrase, one))
        return _say_never(clause, (phrase, phrase + length))
    if not often:
        return _deny_amount(clause)
    place = often[0]
    match clause.get_plain(place):
        case "never":
            allowed = "may" if clause.get_plain(at) in _OBLIGING else words[at]
            told = [*words[:at], allowed, *words[at + 1 :]]
            return _change([*told[:place], "sometimes", *told[place + 1 :]], at, clause.find_end(), _SOME)
        case "always":
            return _deny_always(clause, place)
        case _:
            return _say_never(clause, (place, place + 1))


def _stands(clause: Clause, place: int, phrase: Sequence[str]) -> bool:
    return all(clause.get_plain(place + i) == word for i, word in enumerate(phrase))


def _say_never(clause: Clause, span: tuple[int, int]) -> Denial:
    """The statement without these words, with "never" after its auxiliary."""
    words, _, at = clause
    if at is None:
        return None
    begin, end = span
    tail = words[end - 1][-1] if end > begin and words[end - 1][-1] in ",;" and begin > at + 1 else ""
    kept = [*words[:begin], *words[end:]]
    auxiliary = at - (end - begin) if begin < at else at
    if tail and begin:
        kept[begin - 1] += tail
    never = ["not", "ever"] if clause.get_plain(at) in ("do", "does", "did") else ["never"]
    told = [*kept[: auxiliary + 1], *never, *kept[auxiliary + 1 :]]
    return _change(told, auxiliary, len(told) - (len(words) - clause.find_end()), _ANY)


def _deny_always(clause: Clause, place: int) -> Denial:
    """ "Not always"; what must always be so need not always be so."""
    words, _, at = clause
    if at is None or place > at + 1:
        return None
    denied = ["need", "not"] if clause.get_plain(at) in _OBLIGING else [words[at], "not"]
    return [*words[: min(place, at)], *denied, "always", *words[max(place, at) + 1 :]]


def _deny_amount(clause: Clause) -> Denial:
    """The denial of what says "some" or "no" after its auxiliary."""
    words, _, at = clause
    if at is None:
        return None
    end = clause.find_end()
    found = [i for i in range(at + 1, end) if clause.get_plain(i) in {**_ANY, **_NO, "none": ""}]
    if not found:
        return None
    if len(found) > 1 or clause.get_plain(found[0]) == "none":
        return "whole"
    place, after = found[0], clause.get_plain(found[0] + 1)
    if clause.get_plain(place) in _ANY:
        if after in ("day", "time") or not after.isalpha():
            return None
        return _change([*words[: at + 1], "not", *words[at + 1 :]], at, end + 1, _ANY)
    if after in ("longer", "more", "less", "later", "fewer", "sooner", "matter") or after.endswith("er"):
        return "whole"
    return "whole" if clause.get_plain(clause.start) == "there" else _change(list(words), at, end, _NO)


def _take_out_not(clause: Clause) -> Denial:
    """A statement with a "not" without it: what was denied of any is said of some."""
    words, _, at = clause
    end = clause.find_end()
    if at is None or not any(clause.get_plain(i) in _SOME for i in range(at, end)):
        return None
    return _change([*words[: at + 1], *words[at + 2 :]], at, end - 1, _SOME)


def _deny_without_auxiliary(clause: Clause, often: Sequence[int]) -> Denial:
    """Of a statement with a full verb: "sometimes helps" is denied by "never helps", and the other way round."""
    words, start, _ = clause
    if len(often) != 1 or often[0] in (start, len(words) - 1) or clause.get_plain(often[0]) == "always":
        return None
    before = {clause.get_plain(i) for i in range(start, often[0])}
    if before & {"do", "does", "did", "has", "have", "had", *_RELATIVE}:
        return None
    end = clause.find_end()
    is_never = clause.get_plain(often[0]) == "never"
    told = [*words[: often[0]], "sometimes" if is_never else "never", *words[often[0] + 1 :]]
    return _change(told, often[0], end, _SOME if is_never else _ANY)


def _change(words: _Words, begin: int, end: int, changes: Mapping[str, str]) -> _Words:
    """The words with these changed between two places; what stands around a word stays."""

    def change(word: str) -> str:
        bare = word.strip(",;:()“”\"'")
        return word.replace(bare, changes[bare.lower()]) if bare.lower() in changes else word

    return [*words[:begin], *map(change, words[begin:end]), *words[end:]]
