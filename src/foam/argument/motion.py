"""A motion: one statement and its denial, from a yes-or-no question or a resolution, by grammar alone.

An open question ("How should …?") is no motion; each of its options is one, and two options are the two sides of one.

Knows English word order and nothing of meaning. A statement that says two things, or sets itself a limit ("unless",
"except", "only if", "provided", "if", "until"), is denied as a whole ("It is not so that …"); one that says how often
something is so or of how many, in words of its own (`foam.argument.quantified`). Where the end of the subject cannot
be found it falls back to a frame ("It should be the case that …") that is stiff and never wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam.argument.predicate import SPEAKERS, find_predicate, find_verb
from foam.argument.quantified import deny_quantified, find_often
from foam.errors import InputError
from foam.text.ordinary import is_ordinary
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
decriminalise decriminalize defund deny develop disband dismantle divest do eliminate embrace encourage end enforce
establish expand extend favor favour fight fire forbid force fund get give go grant guarantee have help hold impose
improve increase introduce invest join keep lead leave legalise legalize let lift limit lose lower maintain make mandate
move nationalise nationalize offer open pass pay permit phase play prevent prioritise prioritize privatise privatize
prohibit promote protect provide publish punish put raise receive recognise recognize redistribute reduce reform refuse
regulate reject remain remove repeal replace require restrict retain return revoke run save sell serve set share shut
spend stay stop strengthen subsidise subsidize support suspend take tax teach tolerate trade treat trust try use vote
withdraw work"""
_BASE_VERBS = frozenset(re.findall(r"\w+", _VERBS))
_NEVER_NOUNS = frozenset(
    re.findall(
        r"\w+",
        """acquire adjust allocate amend appoint assess avoid bring consider consolidate convert deepen demolish deploy
        designate destroy disclose discontinue discourage dissolve distribute elect employ enact enlarge ensure erect
        evaluate exclude expel explore inform insist inspect install insure lend lengthen loosen manage merge negotiate
        obtain oppose oversee postpone preserve procure prosecute pursue rebuild reconsider recycle redesign redirect
        refurbish reimburse relax relocate rename renew renovate reopen rescind resume revise seek send shorten submit
        supervise tell tighten undertake vaccinate waive weaken widen""",
    )
)
"""More verbs, none of which is a noun: what follows them need not be looked at. Nouns are made of many ("employment"),
so that they say something of what a statement is about."""
_NO_NOUNS = frozenset(("be", "become", "do", "have"))
_BEFORE_NOUNS = frozenset(
    re.findall(r"\w+", "a an and by for from her his in its of on or our that the their this to which who with")
)
_COMMON = frozenset(
    re.findall(r"\w+", "answer be been being case house it question s than there these they those we yes")
)
_DUTIES = frozenset({"should", "must", "shall", "ought"})
_ASKING = frozenset({"how", "what", "when", "where", "which", "who", "whom", "whose", "why"})
_PREPOSITIONS = frozenset(
    {"about", "at", "by", "for", "from", "in", "into", "of", "on", "through", "to", "under", "with"}
)
_JOINING = frozenset({"and", "or", "but"})
_CLAUSAL = _DUTIES | {"may", "can", "will"}
"""Auxiliaries that begin another thing that is to be; others stand in what describes."""
_LIMITING = frozenset(re.findall(r"\w+", "except excepting if only provided providing unless until"))
"""Words that limit what is said: a "not" before them denies the rest and keeps the limit."""
_LIMIT = 500
_RESOLVED = re.compile(r"^resolved\s*[:,—–-]\s*(?:that\s+)?", re.IGNORECASE)
"""How a resolution is announced, which is no part of what it says."""


_HOUSE = re.compile(
    r"^(?:this|the) house (?:(?P<would>would|should|will)|(?P<does>support|oppose|prefer|regret)s?"
    r"|(?:believes?|thinks?|holds?|maintains?)(?: that)?) ",
    re.IGNORECASE,
)
"""How a debating society moves: who moves is no part of what is moved."""


class Motion(Value):
    """What is debated: a statement and its denial."""

    question: str
    affirmed: str
    denied: str


def parse_motion(text: str) -> Motion:
    """Read a yes-or-no question or a statement; anything else is refused with a way forward."""
    asked = _read_line(text)
    words = asked.rstrip(" ?.!").split(" ")
    first = words[0].lower()
    if first in _AUXILIARIES and len(words) > 2:
        return _from_question(asked, first, words[1:])
    if asked.endswith("?"):
        raise InputError(
            f"not a yes-or-no question: {asked!r}", hint="begin with Should, Is, Are, Does, Can, … or give a statement"
        )
    return _from_statement(asked, words)


def parse_resolution(text: str) -> Motion:
    """The motion that a case is written for or a debate held on, asked as it is: of what a house believes that it is
    so, and of what it would do, supports, opposes, prefers or regrets, that we should."""
    whole = parse_motion(text)
    framed = _HOUSE.match(whole.question)
    if framed is None:
        return whole
    bare = whole.question[framed.end() :]
    verb = "" if framed["would"] else framed["does"]
    stated = parse_motion(bare[:1].upper() + bare[1:] if verb is None else f"We should {verb} {bare}")
    return stated.model_copy(update={"question": whole.question})


def is_open_question(text: str) -> bool:
    """Whether it asks how, what, which, who, where, when or why, so that no yes and no no answers it."""
    words = [word.lower() for word in clean_line(text).rstrip(" ?.!").split(" ")]
    if words[0] in _PREPOSITIONS:
        words = words[1:]
    if len(words) < 2 or words[0] not in _ASKING:
        return False
    return clean_line(text).endswith("?") or words[1] in _AUXILIARIES or words[:2] == ["which", "of"]


def read_named_options(question: str) -> tuple[str, ...]:
    """The options that an open question names, each as a statement; none where grammar does not find them.

    Read are "Which of A, B or C should …?", "What should …: A, B or C?" and "Who should …, A or B?".
    """
    head, items = _find_list(clean_line(question).rstrip(" ?.!"))
    stated = [_complete(head, item) for item in items]
    found = tuple(one for one in stated if one)
    return found if len(found) == len(stated) and len(set(found)) > 1 else ()


def state_option(question: str, text: str) -> str:
    """An option as a statement: as it is, or completed by the words of the question ("a tram": "The city should …")."""
    given = _read_line(text).rstrip(" ?.!")
    if any(word.lower() in _AUXILIARIES for word in given.split(" ")):
        return _sentence(given)
    head, _ = _find_list(clean_line(question).rstrip(" ?.!"))
    stated = _complete(head, given) if is_open_question(question) else ""
    if not stated:
        raise InputError(f"not a statement: {given!r}", hint="write the option as one: who should do what")
    return stated


def _read_line(text: str) -> str:
    line = clean_line(text)
    asked = _RESOLVED.sub("", line)
    asked = asked if asked == line else asked[:1].upper() + asked[1:]
    if not re.search(r"\w", asked):
        raise InputError("there is no question", hint='try: foam ask "Should cities make public transport free?"')
    if len(asked) > _LIMIT:
        raise InputError(f"the question has {len(asked)} characters; at most {_LIMIT} are read", hint="ask it shorter")
    return asked


def _find_list(asked: str) -> tuple[str, list[str]]:
    """The question without the list it offers, and the items of that list."""
    words = asked.split(" ")
    if re.match(r"(?i)(which|what) of ", asked):
        at = next((i for i, word in enumerate(words) if word.lower() in _AUXILIARIES), len(words))
        return " ".join([words[0], *words[at:]]), _split_list(" ".join(words[2:at]))
    head, mark, rest = asked.partition(":")
    if not mark:
        head, mark, rest = asked.partition(",")
        if not mark or _find_clause(head) is None:
            return asked, []
    return head.strip(), _split_list(rest.strip())


def _split_list(text: str) -> list[str]:
    """The items of "A, B or C". Without an "or" there is no choice."""
    if not re.search(r"(?i)\bor\b", text):
        return []
    return [item.strip() for item in re.split(r"(?i),\s*or\s+|,\s*|\s+or\s+", text) if item.strip()]


def _find_clause(head: str) -> tuple[str, list[str], str, list[str]] | None:
    """What a question asks with, its subject, its auxiliary and what follows; None where grammar does not find them."""
    words = head.split(" ")
    at = next((i for i, word in enumerate(words) if word.lower() in _MODALS), None)
    if not at:
        return None
    rest = words[at + 1 :]
    asking, modal = words[0].lower(), words[at].lower()
    if rest and rest[0].lower() in _BASE_VERBS:
        return asking, [], modal, rest
    end = _end_of_subject(rest) or next((i for i, word in enumerate(rest) if i and word.lower() == "do"), None)
    if end:
        return asking, rest[:end], modal, rest[end:]
    return (asking, [], modal, rest) if rest and asking == "who" else None


def _complete(head: str, item: str) -> str:
    """An item in the place that the question leaves open; empty where that place is not found."""
    if any(word.lower() in _MODALS for word in item.split(" ")):
        return _sentence(item)
    clause = _find_clause(head)
    if clause is None:
        return ""
    asking, subject, modal, predicate = clause
    if not subject:
        return _sentence(" ".join([item, modal, *predicate]))
    if predicate[0].lower() == "do":
        predicate = [item]
    elif asking in ("what", "which", "who", "whom") and predicate[-1].lower() not in _PREPOSITIONS:
        predicate = [predicate[0], item, *predicate[1:]]
    else:
        predicate = [*predicate, item]
    return _sentence(" ".join([*subject, modal, *predicate]))


def list_subjects(statement: str) -> set[str]:
    """The stems of what a statement speaks of: its words without those that any statement has, and without its verb."""
    words = [word.lower() for word in split_letters(statement)]
    plain = [word for word in words if word not in _AUXILIARIES | _BEFORE_NOUNS | _COMMON and not is_negation(word)]
    verbs = {stem(verb) for verb in _BASE_VERBS}
    return {stem(word) for word in plain if stem(word) not in verbs} or {stem(word) for word in plain}


def _from_question(asked: str, auxiliary: str, rest: list[str]) -> Motion:
    at = find_verb(rest, _end_of_subject(rest)) if auxiliary in _MODALS | _DO else find_predicate(auxiliary, rest)
    at = find_often(rest, at)
    if at is None:
        return _frame(asked, auxiliary, " ".join(rest))
    if at > 1 and rest[at - 1].lower() == "not":
        return _from_statement(asked, [*rest[: at - 1], auxiliary, "not", *rest[at:]])
    subject, predicate = " ".join(rest[:at]), " ".join(rest[at:])
    # "It does more …" and not "it does do more …".
    does = auxiliary in _DO and rest[at].lower() == "do"
    stated = [*rest[:at], auxiliary, *rest[at + does :]]
    whole = _needs_whole_denial(stated[at:])
    denied = _deny_by_amount(stated, at) or f"{subject} {auxiliary} not {predicate}"
    return Motion(
        question=asked,
        affirmed=_sentence(" ".join(stated)),
        denied=_sentence(_deny_whole(stated) if whole else denied),
    )


def _end_of_subject(rest: list[str]) -> int | None:
    """Where the verb begins: the first known base verb that cannot be a noun of the subject.

    A word after a determiner or preposition ("the use of") or before another verb ("rent control cut") is a noun,
    unless it can be none ("be cut"). One after "who", "which", "that" or an auxiliary describes the subject ("who do
    not vote"), one after a pronoun is another clause's ("how we work"), and so is a "do" in a subject that is a clause
    itself ("what we do").
    """
    words = [word.lower() for word in rest]
    aside, no_verbs = _BEFORE_NOUNS | _MODALS, {"do"} if words[0] in _ASKING else set()
    known = (_BASE_VERBS | _NEVER_NOUNS) - no_verbs
    verbs = {i for i in range(1, len(words)) if words[i] in known and words[i - 1] not in aside}
    verbs -= {i for i in verbs if i > 1 and words[i - 1] in SPEAKERS}
    verbs -= {i for i in verbs if i > 1 and words[i - 1] == "not" and words[i - 2] in _AUXILIARIES}
    verbs = {i for i in verbs if rest[i].islower()} or verbs
    return min((i for i in verbs if i + 1 not in verbs or words[i] in _NO_NOUNS | _NEVER_NOUNS), default=None)


def _frame(asked: str, auxiliary: str, clause: str) -> Motion:
    if auxiliary in _MODALS:
        affirmed = f"it {auxiliary} be the case that {clause}"
        whole = _needs_whole_denial(clause.split(" "))
        return Motion(
            question=asked,
            affirmed=_sentence(affirmed),
            denied=_sentence(
                _deny_whole(affirmed.split(" ")) if whole else f"it {auxiliary} not be the case that {clause}"
            ),
        )
    bare = asked.rstrip(" ?.!")
    return Motion(
        question=asked,
        affirmed=f"The answer to the question “{bare}?” is yes.",
        denied=f"The answer to the question “{bare}?” is no.",
    )


def _from_statement(asked: str, words: list[str]) -> Motion:
    places = [i for i, word in enumerate(words) if word.lower() in _MODALS | _COPULAS]
    at = next((i for i in places if words[i].lower() in _DUTIES), next(iter(places), None))
    whole = at is not None and _needs_whole_denial(words[at:])
    if not whole and (amount := _deny_by_amount(words, at)):
        denied = amount
    elif at is None:
        denied = f"it is not the case that {_lower(words[0])} {' '.join(words[1:])}".rstrip()
    elif whole:
        denied = _deny_whole(words)
    elif at + 1 < len(words) and words[at + 1].lower() == "not":
        denied = " ".join(words[: at + 1] + words[at + 2 :])
    else:
        denied = " ".join([*words[: at + 1], "not", *words[at + 1 :]])
    return Motion(question=asked, affirmed=_sentence(" ".join(words)), denied=_sentence(denied))


def _deny_by_amount(words: Sequence[str], at: int | None) -> str:
    """The denial of what says how often something is so, or of how many; empty where it says neither."""
    framed = _HOUSE.match(" ".join(words))
    led = framed[0].split() if framed and not framed["would"] else []
    start = len(led)
    found = deny_quantified(words, at, start=start)
    if found is None:
        return ""
    joined = [*led, *(["that"] if led and led[-1].lower() != "that" else [])]
    return " ".join([*joined, *([_deny_whole(words[start:])] if found == "whole" else found[start:])])


def _needs_whole_denial(words: Sequence[str]) -> bool:
    """Whether a "not" after the auxiliary would deny less than all of it: it says two things, or sets a limit."""
    return _is_compound(words) or any(word.lower().strip(",;:()") in _LIMITING for word in words[1:])


def _is_compound(words: Sequence[str]) -> bool:
    """Whether what follows an auxiliary says more than one thing: a "not" put after it would deny the first alone.

    The second thing has an auxiliary of its own after an "and", "or", "but" or semicolon, or begins with a verb there.
    """
    plain = [word.lower().rstrip(",;") for word in words]
    joints = [i for i, word in enumerate(words) if i and (word.lower() in _JOINING or word.endswith(";"))]
    for joint in joints:
        after = plain[joint + 1 :]
        if after and (after[0] in _BASE_VERBS or not _CLAUSAL.isdisjoint(after)):
            return True
    return False


def _deny_whole(words: Sequence[str]) -> str:
    return f"it is not so that {_lower(words[0])} {' '.join(words[1:])}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _lower(word: str) -> str:
    """A sentence's first word inside a sentence: names and acronyms keep their capital."""
    low = word[:1].lower() + word[1:]
    if low in _BEFORE_NOUNS:
        return low
    return low if is_ordinary(word) and not (word.isupper() and len(word) > 1) else word
