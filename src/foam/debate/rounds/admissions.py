"""What a person admits or takes back and argues nothing from: nobody has to answer it, and nobody can drop it."""

from __future__ import annotations

import re

from foam.debate.language import asserts_nothing, split_utterance
from foam.debate.rounds.courtesies import is_courtesy
from foam.debate.rounds.yielding import GIVES_UP, STAYS, cut_clauses, list_parts_taken_back
from foam.debate.transcripts.cleaning import is_talk

_I = re.IGNORECASE
_WHO = r"\b(?:we|i) (?:(?:also|freely|fully|gladly|happily|have to|must|readily|willingly) )*"
_UNDENIED = (
    r"(?:(?:do not|don't|cannot|can't|will not|won't|never) (?:contest|deny|dispute)|have never (?:contested|denied))"
)
_ADMITS = rf"(?:accept|acknowledge|admit|concede|grant|{_UNDENIED})"
_ADMITTED = re.compile(
    rf"(?:of course, |yes, |indeed, )?{_WHO}{_ADMITS} (?:that\b.*|(?:it|this|so much|as much))"
    rf"|.+?,? (?:and |which |as )?{_WHO}{_ADMITS}(?: (?:it|that|this|so much|as much))?",
    _I,
)
_ARGUES = re.compile(
    r"\b(?:although|because|but|even so|hence|however|if|nevertheless|only|since|so(?! much)|still|therefore|though"
    r"|thus|unless|until|whereas|while|why|without|yet)\b|[;:—]",
    _I,
)
"""What says that something follows from a sentence, or is set against it."""
_THEIRS = re.compile(
    r"\b(?:they|opponents?|other side|you) (?:\w+ )?(?:accepts?|acknowledges?|admits?|concedes?|grants?|agrees?)\b", _I
)
"""Who says what the other side admits admits nothing."""
_FAULT = re.compile(
    r"(?:(?:and|first|now|second|so|then|third)\W*)*|.*\b(?:error|fair|fairly|false|mine|mistake|mistaken|right|source|wrong)\b.*",
    _I,
)
"""What may stand before "I take it back" without arguing anything."""
_REST = re.compile(r"[^,]*(?:,? (?:as|because|for|since|with)\b.*)?", _I)
_SHORT = 12
"""Words of a clause that says that the argument stands, and not why."""


def only_admits(words: str) -> bool:
    """Whether the words admit something and argue nothing from it: “The danger is real, and I do not deny it.”"""
    sentences = [one for one in split_utterance(words) if not _says_nothing(one)]
    return bool(sentences) and all(map(_is_admission, sentences))


def only_takes_back(words: str) -> bool:
    """Whether the words take a part of what was said back, and say at most that the argument stands without it."""
    clauses = [clause for one in split_utterance(words) if not _says_nothing(one) for clause in cut_clauses(one)]
    taking = [clause for clause in clauses if list_parts_taken_back(clause)]
    return bool(taking) and all(_only_takes(one) if one in taking else _only_stays(one) for one in clauses)


def _says_nothing(sentence: str) -> bool:
    return asserts_nothing(sentence) or is_talk(sentence) or is_courtesy(sentence)


def _is_admission(sentence: str) -> bool:
    bare = sentence.strip(" .!\"'")
    return bool(_ADMITTED.fullmatch(bare)) and not _ARGUES.search(bare) and not _THEIRS.search(bare)


def _only_takes(clause: str) -> bool:
    taking = GIVES_UP.search(clause)
    if taking is None or re.search(r"\b(?:but|even so|however|nevertheless|still|yet)\b", clause, _I):
        return False
    before = re.sub(r",? and\s*$", "", clause[: taking.start()]).strip(" ,")
    return bool(_FAULT.fullmatch(before) and _REST.fullmatch(clause[taking.end() :].rstrip(" .!")))


def _only_stays(clause: str) -> bool:
    return bool(STAYS.search(clause)) and len(clause.split()) <= _SHORT and not re.search(r"\bbecause\b|,", clause)
