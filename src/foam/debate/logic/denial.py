"""Whether one sentence of a speaker denies another, word for word, so that both cannot hold.

It is told to people as proved, so it goes by the whole clause: the same words in the same order, once said and once
denied, or one of them changed for its opposite where the two exclude each other. A clause under a condition, in a
place or at a time, in somebody else's mouth, of some, or with a word that points at something else, is left alone: much
is missed, and hardly anything is told that is none. English only.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from foam.debate.logic.atom import PLURALS, Atom
from foam.debate.logic.predicate import StatedPredicate, list_asserted
from foam.evidence.search.words import list_plain_words
from foam.text.stem import stem

_I = re.IGNORECASE


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.replace("|", " ").split())


_PREPOSITIONS = _listed(
    "in on at among under with without within during for from by before after until till beyond inside outside across "
    "along near above below behind between against despite unlike like to toward towards through throughout upon per "
    "of over than as into about off"
)
_CONDITIONS = _listed(
    "if unless when whenever where wherever while once whether provided assuming supposing suppose imagine assume "
    "given according had were should"
)
_SETTING = _PREPOSITIONS | _CONDITIONS
"""Words with which a part of a sentence begins that says where, when, for whom or on what condition the rest holds."""
_TIMES = re.compile(r"^(?:now|then|later|today|once|formerly|previously|earlier|afterwards|so far)\b", _I)
_QUOTED = re.compile(r"[“”\"«»]")
_PART = re.compile(r"\s*[,;:—]\s+")
_SAID = re.compile(
    r"\b(?:says?|said|claims?|claimed|argues?|argued|insists?|insisted|thinks?|thought|believes?|believed|holds?|wrote|"
    r"writes?|warns?|warned|tells?|told|suggests?|alleges?|alleged|assures?|assured|put it)\b",
    _I,
)
_OWN = re.compile(r"\b(?:we|i)\b", _I)
_FINITE = re.compile(
    r"^(?:and|but|yet|so|because|since|although|though|whereas|which|who)\b|n['’]t\b|\b(?:am|is|are|was|were|has|have|had|"
    r"do|does|did|can|cannot|could|may|might|must|shall|should|will|would)\b",
    _I,
)
"""By what a part of a sentence shows that it is a clause, and not a word on when, where or how."""
_ASIDES = _listed(
    "sadly however yes no indeed clearly frankly moreover still again well true granted finally obviously surely "
    "certainly plainly honestly also besides therefore thus hence so worse furthermore similarly nevertheless"
)
"""Words before a comma that change nothing of what follows."""
_ELSEWHERE = re.compile(r"\b(?:their|his|her|its|they|he|she|it|if|would)\s+(?!is\b)", _I)
"""What, in the words that lead up to a clause, may make it somebody else's."""
_FALSE = re.compile(r"^it is (?:false|untrue|wrong|not true|not the case|not so)(?: to say)? that\s+", _I)
_TRUTH = re.compile(r"^(?:in truth|in reality|in short|the truth is(?: that)?|it is (?:true|clear) that),?\s+", _I)
_VAGUE = _listed(
    "it they she he them him its their her his this that these those here there then now one ones other others another "
    "such same former latter some several certain sometimes often most partly usually may might could would perhaps "
    "maybe who which what"
)
"""Words that point at something else, or say it of a part, or only perhaps."""
_LEFT_OUT = _listed(
    "a an the our my your do does all every each any also indeed clearly surely simply certainly really"
)
_ARTICLES = _listed("a an the")
_WIDE = _listed("all every each any always")
_NOT = _listed("not no never")
_BEING = _listed("is are am be")
_FORMS = {**dict.fromkeys(_BEING, "is"), "has": "have"}
_HAVING = _listed("has have had be been being is are am was were get gets got")
_JOINING = _listed("make makes made keep keeps kept find finds found leave leaves left")
_OPENING = _BEING | _HAVING | _listed("will shall can must should was were been do does did not")
"""Words with which a clause begins whose subject stands elsewhere."""
_PAST_FORMS = """
found find|lost lose|rose rise|fell fall|told tell|brought bring|made make|gave give|took take|went go|came come|saw see
knew know|built build|kept keep|paid pay|sold sell|bought buy|held hold|won win|grew grow|broke break|wrote write
spoke speak|led lead|fed feed|met meet|sent send|spent spend|lent lend|stood stand|began begin|drew draw|drove drive
""".replace("\n", "|")
_PAST = dict(pair.split() for pair in _PAST_FORMS.split("|") if pair)
_ADJECTIVES = """
safe dangerous|safe unsafe|effective ineffective|efficient inefficient|useful useless|legal illegal|lawful unlawful
moral immoral|ethical unethical|fair unfair|just unjust|equal unequal|true false|right wrong|correct incorrect
valid invalid|necessary unnecessary|possible impossible|likely unlikely|important unimportant|relevant irrelevant
healthy unhealthy|cheap expensive|sustainable unsustainable|stable unstable|reliable unreliable|able unable|high low
higher lower|better worse|good bad|certain uncertain
""".replace("\n", "|")
"""Opposites that exclude each other where they are said of something (`is cheap`), and not where they name it."""
_VERBS = """
increase decrease|raise lower|rise fall|grow shrink|improve worsen|strengthen weaken|boost undermine|promote discourage
encourage discourage|enable prevent|support oppose|accept reject|approve disapprove|agree disagree|allow ban|permit ban
permit prohibit|permit forbid|allow forbid|allow prohibit|legalise criminalise|legalize criminalize|prove disprove
confirm refute|trust distrust|include exclude|expand restrict|keep abolish|maintain abolish|accelerate slow|widen narrow
succeed fail|work fail
""".replace("\n", "|")
"""Verbs that exclude each other with the same subject and object, at one time."""
_AMOUNTS = "more less|more fewer|many few"
_COUNTED = "many few"


def _pair(text: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(map(stem, pair.split())) for pair in text.split("|") if pair)


_EXCLUSIVE_ADJECTIVES, _EXCLUSIVE_VERBS, _EXCLUSIVE_AMOUNTS = _pair(_ADJECTIVES), _pair(_VERBS), _pair(_AMOUNTS)
_COUNTS = _pair(_COUNTED)
"""Of these the first word of a clause may be one: it says of how many the clause holds."""
_LEAST, _LEAST_OF_VERBS = 2, 3
"""Words of a clause that can be denied; and of one in which a verb is changed for its opposite."""


class Clause(NamedTuple):
    """A clause as it is held against another: every word that tells something, in order."""

    words: tuple[str, ...] = ()
    """None where it cannot be denied: it points elsewhere, or is said of a part."""
    denied: bool = False
    past: bool = False
    said_of: frozenset[int] = frozenset()
    """Places of words that may be an adjective said of something."""


def list_deniable(one: StatedPredicate) -> tuple[Atom, ...]:
    """What whoever said it asserts in so many words, there, and without a condition."""
    if one.source != "reader" or _is_set_apart(one.sentence):
        return ()
    return tuple(atom for atom in list_asserted(one.predicate) if _stands_free(atom.text, one.sentence))


def deny(one: Atom, other: Atom) -> bool:
    """Whether one says what the other denies."""
    a, b = read_clause(one.text), read_clause(other.text)
    if not a.words or len(a.words) != len(b.words) or a.past != b.past:
        return False
    differing = [place for place, (x, y) in enumerate(zip(a.words, b.words, strict=True)) if x != y]
    if not differing:
        return a.denied != b.denied
    return len(differing) == 1 and not a.denied and not b.denied and _exclude(a, b, differing[0])


@cache
def read_clause(text: str) -> Clause:
    """The clause as it is compared; one without words where nothing can deny it."""
    false = _FALSE.match(text)
    words = list_plain_words(text[false.end() :] if false else _TRUTH.sub("", text))
    words = [part for word in words for part in (("can", "not") if word == "cannot" else (PLURALS.get(word, word),))]
    negations = [place for place, word in enumerate(words) if word in _NOT]
    narrowed = any(set(words[place + 1 : place + 2]) & _WIDE for place in negations)
    if not _VAGUE.isdisjoint(words) or len(negations) > 1 or narrowed or (words[:1] and words[0] in _OPENING - {"not"}):
        return Clause()
    kept: list[str] = []
    said_of: set[int] = set()
    past = "did" in words
    for place, word in enumerate(words):
        if word in _NOT or word in _LEFT_OUT or word == "did":
            continue
        last = words[place - 1] if place else ""
        participle = not _HAVING.isdisjoint(words[max(0, place - 3) : place])
        past |= not participle and (word in _PAST or (word.endswith("ed") and len(word) > 4))
        following = words[place + 1] if place + 1 < len(words) else ""
        named = last in _ARTICLES or last in _PREPOSITIONS
        after_verb = not (_HAVING | _JOINING).isdisjoint(words[:place])
        if after_verb and not named and (not following or following in _PREPOSITIONS):
            said_of.add(len(kept))
        kept.append(_FORMS.get(word) or stem(_PAST.get(word, word)))
    words_kept = tuple(kept) if len(kept) >= _LEAST else ()
    return Clause(words_kept, (len(negations) == 1) != bool(false), past, frozenset(said_of))


def _exclude(a: Clause, b: Clause, place: int) -> bool:
    """Whether the words at a place, in which alone two clauses differ, cannot both be so."""
    one, other = a.words[place], b.words[place]
    pair = frozenset((one, other))
    if "can" in a.words or (not place and pair not in _COUNTS):
        return False
    if pair in _EXCLUSIVE_ADJECTIVES or _is_turned(one, other) or _is_turned(other, one):
        return place in a.said_of & b.said_of
    if pair in _EXCLUSIVE_VERBS:
        settled = a.past or not {"was", "were", "have", "had"}.isdisjoint(a.words)
        return len(a.words) >= _LEAST_OF_VERBS and not settled
    return pair in _EXCLUSIVE_AMOUNTS


def _is_turned(word: str, other: str) -> bool:
    return len(word) >= 4 and other in (f"un{word}", f"non{word}")


def _is_set_apart(sentence: str) -> bool:
    """Whether a part of the sentence says where, when or on what condition it holds, or whose words it is."""
    if _QUOTED.search(sentence) or _TIMES.match(sentence.strip()):
        return True
    first, *rest = _PART.split(sentence.strip().rstrip(".!?"))
    parts = [first, *rest] if rest else []
    return any(_sets_scene(part) for part in parts) or any(
        not _FINITE.search(part) and part.lower() not in _ASIDES for part in _list_trailing(sentence)
    )


def _sets_scene(part: str) -> bool:
    word = part.split()[0].lower() if part.split() else ""
    reports = _SAID.search(part) and not _OWN.search(part) and len(part.split()) <= 5
    return word in _SETTING or bool(reports)


def _list_trailing(sentence: str) -> list[str]:
    """What follows a comma in the last clause, not what an aside leads up to."""
    last = re.split(r"\s*[;:—]\s+", sentence.strip().rstrip(".!?"))[-1]
    parts = last.split(", ")
    return [] if parts[0].lower() in _ASIDES else parts[1:]


def _stands_free(clause: str, sentence: str) -> bool:
    """Whether the sentence says the clause there, and nothing that leads up to it makes it less than asserted."""
    lead = sentence[: max(0, sentence.find(clause))].strip()
    if not clause or clause not in sentence or _ELSEWHERE.search(f"{lead} "):
        return False
    aside = lead.rstrip(",").lower() in _ASIDES or re.match(r"(?:because|since)\b", lead, _I)
    return not lead.endswith(",") or bool(aside)
