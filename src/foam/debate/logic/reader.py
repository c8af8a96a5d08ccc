"""Reads predicates from English text by grammar alone: connectives, clauses, quantifiers.

It misses what has no connective and takes some figures of speech at their word. What others are reported to say is not
counted as said; what stands under an `if` is not counted as claimed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from foam.debate.language import split_utterance
from foam.debate.logic.atom import Atom, agree, read_sense
from foam.debate.logic.predicate import Because, Causes, Claims, Either, Every, Measures, Predicate, StatedPredicate

_I = re.IGNORECASE
_OPENER = re.compile(
    r"^(?:(?:and yet|and|but|yet|so|then|now|later|however|moreover|also|still|indeed|of course|first|second|third"
    r"|finally|in fact|why\?)[,:]?\s+)+",
    _I,
)
_OWN = re.compile(
    r"^(?:(?:as )?we (?:all )?(?:know|say|hold|believe|think)|i (?:say|think|believe|know|hold)|everybody knows"
    r"|it is (?:clear|true)|(?:my|our) (?:colleague|partner|team|side)s? (?:\w+ )?"
    r"(?:said|says|added|adds|showed|shows|told you|explained))(?: that)?,?\s+",
    _I,
)
_SHOWN = re.compile(
    r"^[^,;:]{1,60}?\b(?:shows?|showed|proves?|proved|tells? us|told us|confirms?|confirmed|demonstrates?|found|means)"
    r"(?: us)? that\s+",
    _I,
)
_DENIES = re.compile(r"\b(?:neither|nor|nothing|nobody|none|no|not|never|cannot|hardly)\b|n['’]t\b", _I)
_DEMANDS = re.compile(
    r"\b(?:has|have|had|need|needs|tries|try|trying|wants?|ought) to\b|\b(?:must|should|would|could|might)\b", _I
)
_ASKED = re.compile(r"^(?:how do we know|why is it|why do we say|how so|why)(?: that)?\s*", _I)
_REPORTED = re.compile(
    r"^(?:(?:my|our|the) )?(?:opponents?|other side|opposition|critics|opposing side|they|some(?: people)?|others|many)"
    r"(?: will| would| may)?"
    r" (?:say|said|claim|claimed|argue|argued|tell|told|think|thought|believe|believed|assert|object)\b",
    _I,
)
_BECAUSE = re.compile(r",?\s+(?:because|since)\s+(?!then\b|of\b|\d|the \d)", _I)
_FIRST_BECAUSE = re.compile(r"^(?:because|since)\s+(?!then\b|of\b|\d)(.+?),\s+(.+)$", _I)
_ONLY_BECAUSE = re.compile(r"^(?:because|since)\s+(?!then\b|of\b|\d)([^,]+)$", _I)
_THEREFORE = re.compile(
    r"[,;]\s*(?:and\s+)?(?:so|therefore|hence|thus|consequently)\s+(?!that\b|much\b|many\b|far\b)", _I
)
_THEREFORE_FIRST = re.compile(
    r"^(?:so|therefore|hence|thus|consequently|that is why|this is why),?\s+(?!that\b)(.+)$", _I
)
_CAUSES = re.compile(
    r"\s+(?:leads? to|led to|causes?|caused|results? in|resulted in|brings? about|brought about)\s+", _I
)
_EITHER = re.compile(r"\beither\s+(.+?)[,;]?\s+or\s+(.+)$", _I)
_TWO_WAYS = (
    re.compile(r"\bonly two (?:choices|options|ways|possibilities)\b[^:]*:?\s*(.*?)(?:,?\s+or\s+(.*))?$", _I),
    re.compile(r"\b(?:choose|choice) between\s+(.+?)\s+and\s+([^;,.]+)", _I),
    re.compile(r"^unless\s+(.+?),\s+(.+)$", _I),
    re.compile(r"^if (?:you|we|one) (?:do not|don't|refuse to|fail to)\s+(.+?),\s+(?:then )?((?:you|we|one)\b.+)$", _I),
    re.compile(r"^(?:you are|you're|one is) (?:with|for)\s+(.+?),?\s+or\s+(?:you are|you're)?\s*(.*against.*)$", _I),
    re.compile(r"\b(?:the )?only (?:other )?(?:option|alternative|choice|way)\b(.*?)\bis\b(.*)$", _I),
    re.compile(r"\b(there is no (?:other )?(?:alternative|choice|way|option)())", _I),
    re.compile(r"\b(?:we|you|one) (?:cannot|can't|can not) have both\b()()", _I),
    re.compile(
        r"^(.+?)\s+(?:will|would|can|could)\s+only\s+"
        r"(?:cause|lead to|bring(?: about)?|create|produce|end in|mean)\s+(.+)$",
        _I,
    ),
)  # fmt: skip
_EVERY = re.compile(
    r"\b(?:all|every|everyone|everybody|always|never|nobody|no one|none|without exception|anyone)\b", _I
)
_FIGURE = re.compile(r"\b(\d[\d.,]*(?:\s*(?:%|percent|per cent|million|billion|thousand|times|years?|lives))?)", _I)
_SUBORDINATE = re.compile(
    r"^(?:if|unless|when|whenever|where|wherever|while|after|before|although|though|even if|whether|until|as)\b", _I
)
_CONDITION = re.compile(r"^(?:if|unless|were|should)\b", _I)
_CLAUSE = re.compile(r"\s*[;:—]\s*|,\s+(?:and yet|but|and|yet|while|whereas)\s+|\s+(?:and yet|but)\s+|,\s+")
_LEAST = 2
"""Content words of a clause that claims something."""
_EDGE = " .,;:!?\"'“”()"


def read_predicates(utterance: str, turn: int) -> tuple[StatedPredicate, ...]:
    """Every predicate that the utterance's words show, in order."""
    found: list[StatedPredicate] = []
    before: Atom | None = None
    for sentence in split_utterance(utterance):
        bare = _strip_openers(sentence)
        read = [] if _is_reported(bare) else list(_read_sentence(bare, sentence, before))
        found += [StatedPredicate(predicate=predicate, turn=turn, sentence=sentence) for predicate in read]
        before = _find_last_claim(read) or _read_question(bare) or before
    return tuple(found)


def split_clauses(bare: str) -> list[str]:
    """The main clauses that claim something; a subordinate one only sets the scene."""
    pieces = [_strip_openers(piece) for piece in _CLAUSE.split(bare) if piece]
    kept = [piece for piece in pieces if not _SUBORDINATE.match(piece) and not _is_reported(piece)]
    return [piece for piece in kept if len(read_sense(piece).key) >= _LEAST]


def _read_sentence(bare: str, sentence: str, before: Atom | None) -> Iterator[Predicate]:
    """The predicates of one sentence; `before` is what was claimed last, for a sentence that draws a conclusion."""
    yield from _read_dichotomies(bare)
    reasoned = _read_reason(bare, sentence, before)
    if reasoned:
        yield reasoned
    elif _CAUSES.search(bare):
        cause, effect = _CAUSES.split(bare, maxsplit=1)
        yield Causes(cause=_make_atom(cause), effect=_make_atom(effect))
    elif not _CONDITION.match(bare) and not bare.endswith("?"):
        yield from (Claims(what=_make_atom(clause)) for clause in split_clauses(bare))
    yield from _read_marks(bare)


def _read_reason(bare: str, sentence: str, before: Atom | None) -> Because | None:
    """The reason a sentence gives, whichever way round."""
    if first := _FIRST_BECAUSE.match(bare):
        return Because(claim=_pick_clause(first[2]), reason=_pick_clause(first[1]))
    if _THEREFORE.search(bare):
        reason, claim = _THEREFORE.split(bare, maxsplit=1)
        return Because(claim=_pick_clause(claim), reason=_pick_clause(reason))
    if _BECAUSE.search(bare):
        claim, reason = _BECAUSE.split(bare, maxsplit=1)
        return Because(claim=_pick_clause(claim, last=True), reason=_pick_clause(reason))
    if (only := _ONLY_BECAUSE.match(bare)) and before:
        return Because(claim=before, reason=_pick_clause(only[1]))
    concluded = _THEREFORE_FIRST.match(sentence.strip())
    if concluded is None or before is None:
        return None
    claim = _pick_clause(concluded[1])
    return None if agree(claim, before) else Because(claim=claim, reason=before)  # said once more, it is no reason


def _read_dichotomies(bare: str) -> Iterator[Either]:
    if match := _EITHER.search(bare):
        yield Either(one=_make_atom(match[1]), other=_make_atom(match[2]))
        return
    for pattern in _TWO_WAYS:
        if match := pattern.search(bare):
            one, other = ((part or "").strip(_EDGE) for part in match.groups()[:2])
            yield Either(one=_make_atom(one or bare), other=_make_atom(other or "anything else"))
            return


def _read_marks(bare: str) -> Iterator[Predicate]:
    """What is said of all, and what is measured."""
    if _EVERY.search(bare):
        yield Every(what=_make_atom(bare))
    if figure := _FIGURE.search(bare):
        yield Measures(what=_make_atom(bare), quantity=figure[1])


def _pick_clause(text: str, *, last: bool = False) -> Atom:
    """The clause that counts: the first of a reason, the last before a `because`."""
    found = split_clauses(text) or [text]
    return _make_atom(found[-1 if last else 0])


def _find_last_claim(read: list[Predicate]) -> Atom | None:
    for predicate in reversed(read):
        match predicate:
            case Claims():
                return predicate.what
            case Because():
                return predicate.claim
            case _:
                pass
    return None


def _read_question(bare: str) -> Atom | None:
    """What a question asks the reason of, so that a bare `Because …` after it has a claim."""
    claim = _ASKED.sub("", bare) if bare.endswith("?") else ""
    return _make_atom(claim) if len(read_sense(claim).key) >= _LEAST else None


def _strip_openers(sentence: str) -> str:
    """The sentence without openers and without `we all know that`."""
    bare = _OPENER.sub("", sentence.strip())
    shown = bare if _REPORTED.match(bare) else _strip_frame(_OWN.sub("", bare))
    return _OPENER.sub("", shown)


def _strip_frame(bare: str) -> str:
    """The sentence without `the survey shows that`; a frame that denies or only demands is part of what is said."""
    frame = _SHOWN.match(bare)
    kept = frame is None or _DENIES.search(frame[0]) or _DEMANDS.search(frame[0])
    return bare if kept or frame is None else bare[frame.end() :]


def _is_reported(bare: str) -> bool:
    return _REPORTED.match(bare) is not None


def _make_atom(text: str) -> Atom:
    return Atom(text=_strip_openers(text).strip(_EDGE) or text.strip(_EDGE) or text)
