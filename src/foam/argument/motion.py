"""A motion: one statement and its denial, from a yes-or-no question or a resolution, by grammar alone.

Knows English word order and nothing of meaning. Where the end of the subject cannot be found it falls back to a
frame ("It should be the case that …") that is stiff and never wrong.
"""

from __future__ import annotations

import re

from foam.errors import InputError
from foam.text.stem import stem
from foam.text.words import is_negation, split_letters
from foam.values import Value
from foam.visible import clean_line

_MODALS = frozenset({"should", "must", "may", "can", "could", "would", "will", "shall", "ought"})
_COPULAS = frozenset({"is", "are", "was", "were"})
_DO = frozenset({"do", "does", "did"})
_HAVE = frozenset({"has", "have", "had"})
_AUXILIARIES = _MODALS | _COPULAS | _DO | _HAVE
_VERBS = """abandon abolish accept adopt allow apply approve arm assist ban be become begin believe block boycott break
build buy cap censor change charge choose close compensate continue control count create criminalise criminalize cut
decriminalise decriminalize defund deny develop disband dismantle divest eliminate embrace encourage end enforce
establish expand extend favor favour fight fire forbid force fund get give go grant guarantee have help hold impose
improve increase introduce invest join keep lead leave legalise legalize let lift limit lose lower maintain make mandate
move nationalise nationalize offer open pass pay permit phase play prevent prioritise prioritize privatise privatize
prohibit promote protect provide publish punish put raise receive recognise recognize redistribute reduce reform refuse
regulate reject remain remove repeal replace require restrict retain return revoke run save sell serve set share shut
spend stay stop strengthen subsidise subsidize support suspend take tax teach tolerate trade treat trust try use vote
withdraw work"""
_BASE_VERBS = frozenset(re.findall(r"\w+", _VERBS))
_BEFORE_NOUNS = frozenset(
    re.findall(r"\w+", "a an and by for from her his in its of on or our that the their this to with")
)
_COMMON = frozenset(
    re.findall(r"\w+", "answer be been being case house it question s than there these they those we yes")
)
_LIMIT = 500


class Motion(Value):
    """What is debated: a statement and its denial."""

    question: str
    affirmed: str
    denied: str


def parse_motion(text: str) -> Motion:
    """Read a yes-or-no question or a statement; anything else is refused with a way forward."""
    asked = clean_line(text)
    if not re.search(r"\w", asked):
        raise InputError("there is no question", hint='try: foam ask "Should cities make public transport free?"')
    if len(asked) > _LIMIT:
        raise InputError(f"the question has {len(asked)} characters; at most {_LIMIT} are read", hint="ask it shorter")
    words = asked.rstrip(" ?.!").split(" ")
    first = words[0].lower()
    if first in _AUXILIARIES and len(words) > 2:
        return _from_question(asked, first, words[1:])
    if asked.endswith("?"):
        raise InputError(
            f"not a yes-or-no question: {asked!r}", hint="begin with Should, Is, Are, Does, Can, … or give a statement"
        )
    return _from_statement(asked, words)


def list_subjects(statement: str) -> set[str]:
    """The stems of what a statement speaks of: its words without those that any statement has, and without its verb."""
    words = [word.lower() for word in split_letters(statement)]
    plain = [word for word in words if word not in _AUXILIARIES | _BEFORE_NOUNS | _COMMON and not is_negation(word)]
    verbs = {stem(verb) for verb in _BASE_VERBS}
    return {stem(word) for word in plain if stem(word) not in verbs} or {stem(word) for word in plain}


def _from_question(asked: str, auxiliary: str, rest: list[str]) -> Motion:
    at = _end_of_subject(rest) if auxiliary in _MODALS | _DO else None
    if at is None:
        return _frame(asked, auxiliary, " ".join(rest))
    subject, predicate = " ".join(rest[:at]), " ".join(rest[at:])
    return Motion(
        question=asked,
        affirmed=_sentence(f"{subject} {auxiliary} {predicate}"),
        denied=_sentence(f"{subject} {auxiliary} not {predicate}"),
    )


def _end_of_subject(rest: list[str]) -> int | None:
    """Where the verb begins: the first known base verb that cannot be a noun of the subject.

    A word after a determiner or preposition ("the use of") or before another verb ("rent control cut") is a noun.
    """
    words = [word.lower() for word in rest]
    verbs = {i for i in range(1, len(words)) if words[i] in _BASE_VERBS and words[i - 1] not in _BEFORE_NOUNS}
    return min((i for i in verbs if i + 1 not in verbs), default=None)


def _frame(asked: str, auxiliary: str, clause: str) -> Motion:
    if auxiliary in _MODALS:
        return Motion(
            question=asked,
            affirmed=_sentence(f"it {auxiliary} be the case that {clause}"),
            denied=_sentence(f"it {auxiliary} not be the case that {clause}"),
        )
    bare = asked.rstrip(" ?.!")
    return Motion(
        question=asked,
        affirmed=f"The answer to the question “{bare}?” is yes.",
        denied=f"The answer to the question “{bare}?” is no.",
    )


def _from_statement(asked: str, words: list[str]) -> Motion:
    at = next((i for i, word in enumerate(words) if word.lower() in _MODALS | _COPULAS), None)
    if at is None:
        denied = f"it is not the case that {_lower(words[0])} {' '.join(words[1:])}".rstrip()
    elif at + 1 < len(words) and words[at + 1].lower() == "not":
        denied = " ".join(words[: at + 1] + words[at + 2 :])
    else:
        denied = " ".join([*words[: at + 1], "not", *words[at + 1 :]])
    return Motion(question=asked, affirmed=_sentence(" ".join(words)), denied=_sentence(denied))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _lower(word: str) -> str:
    """A sentence's first word inside a sentence; names and acronyms are not known and may suffer."""
    return word if word.isupper() else word[:1].lower() + word[1:]
