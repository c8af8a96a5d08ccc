"""A motion: one statement and its denial.

A statement is taken as it is. Its denial has a "not" after its one auxiliary, or not the one that stands there; else
it is denied as a whole ("It is not so that …"). A question whose subject ends at a known verb ("Should cities make
…?") becomes a statement; any other yes-or-no question stays the question, with its answer behind it. An open question
("How should …?") is no motion; each of its options is one.
"""

from __future__ import annotations

import re

from foam.errors import InputError
from foam.values import Value
from foam.visible import clean_line
from foam_quotes.text.ordinary import is_ordinary

_MODAL_WORDS = "should must may can could would will shall ought"
_MODALS = frozenset(_MODAL_WORDS.split())
_ASKING = _MODALS | {"do", "does", "did"}
"""How a question begins of which the verb comes after the subject as it is."""
_AUXILIARIES = _ASKING | {"is", "are", "was", "were", "has", "have", "had"}
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
_BASE_VERBS = frozenset(_VERBS.split())
_NOUN_SIGNS = "a an and by for from her his in its of on or our that the their this to which who with"
_BEFORE_NOUNS = frozenset(_NOUN_SIGNS.split())
"""What follows one of these is a noun, whatever else it may be."""
_REACHING_WORDS = """all always and any both but each either every except few if many more most never no nobody none not
nothing often only or provided some sometimes unless until"""
_REACHING = frozenset(_REACHING_WORDS.split())
"""Words in whose reach a "not" after the auxiliary would say less, or something else."""
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
    bare = asked.rstrip(" ?.!")
    if _is_yes_or_no(asked):
        stated = _invert(bare.split())
        if not stated:
            return Motion(question=asked, affirmed=f"{bare}? Yes.", denied=f"{bare}? No.")
        bare = stated
    elif asked.endswith("?"):
        raise InputError(
            f"not a yes-or-no question: {asked!r}", hint="begin with Should, Is, Are, Does, Can, … or give a statement"
        )
    return Motion(question=asked, affirmed=_write_sentence(bare), denied=_write_sentence(_deny(bare)))


def parse_resolution(text: str) -> Motion:
    """The motion that a case is written for or a debate held on, asked as it is: of what a house believes that it is
    so, and of what it would do, supports, opposes, prefers or regrets, that we should."""
    whole = parse_motion(text)
    framed = _HOUSE.match(whole.question)
    if framed is None:
        return whole
    bare = whole.question[framed.end() :]
    verb = "" if framed["would"] else framed["does"]
    stated = parse_motion(_write_sentence(bare) if verb is None else " ".join(f"We should {verb} {bare}".split()))
    return stated.model_copy(update={"question": whole.question})


def split_at_modal(text: str) -> tuple[str, str]:
    """What stands before the first word that says what should, may or will be done, and what stands after it; nothing
    after it where there is none."""
    words = text.split()
    at = next((place for place, word in enumerate(words) if place and word.lower() in _MODALS), 0)
    after = words[at + 2 :] if words[at : at + 2] == ["ought", "to"] else words[at + 1 :]
    return (" ".join(words[:at]), " ".join(after)) if at else (text, "")


def is_open_question(text: str) -> bool:
    """Whether it asks for more than yes or no."""
    asked = clean_line(text)
    return asked.endswith("?") and len(asked.split()) > 1 and not _is_yes_or_no(asked)


def read_named_options(question: str) -> tuple[str, ...]:
    """The options that an open question lists after a colon: "What should …: A, B or C?"."""
    _, _, listed = clean_line(question).rstrip(" ?.!").partition(":")
    if not re.search(r"(?i)\bor\b", listed):
        return ()
    items = re.split(r"(?i),\s*or\s+|,\s*|\s+or\s+", listed)
    found = tuple(dict.fromkeys(_write_sentence(item.strip()) for item in items if item.strip()))
    return found if len(found) > 1 else ()


def state_option(text: str) -> str:
    """An option as a sentence of its own."""
    return _write_sentence(_read_line(text).rstrip(" ?.!"))


def _is_yes_or_no(asked: str) -> bool:
    words = asked.rstrip(" ?.!").split()
    return len(words) > 2 and words[0].lower() in _AUXILIARIES


def _deny(statement: str) -> str:
    """The statement with "not" after its one auxiliary, or without the one that stands there; denied as a whole where
    it has none or several, or a word that "not" would stand in the reach of."""
    words = statement.split()
    places = [n + 1 for n, word in enumerate(words) if word.lower() in _AUXILIARIES]
    if len(places) == 1 and words[places[0] :][:1] == ["not"]:
        return " ".join([*words[: places[0]], *words[places[0] + 1 :]])
    if len(places) == 1 and _REACHING.isdisjoint(word.strip(",;:").lower() for word in words):
        return " ".join([*words[: places[0]], "not", *words[places[0] :]])
    return " ".join(["it is not so that", _lower(words[0]), *words[1:]])


def _invert(words: list[str]) -> str:
    """The statement that a question asks about; empty where it begins otherwise, or no known verb ends its subject.

    Of two verbs beside each other the first is a noun ("rent control cut").
    """
    first, *rest = words
    if first.lower() not in _ASKING:
        return ""
    low = [word.lower() for word in rest]
    verbs = {n for n in range(1, len(low)) if rest[n] in _BASE_VERBS and low[n - 1] not in _BEFORE_NOUNS | _ASKING}
    at = min((n for n in verbs if n + 1 not in verbs), default=0)
    turned = [*rest[:at], first.lower(), *rest[at:]]
    if at > 1 and low[at - 1] == "not":
        turned[at - 1 : at + 1] = [first.lower(), "not"]
    return " ".join(turned) if at else ""


def _read_line(text: str) -> str:
    line = clean_line(text)
    asked = _RESOLVED.sub("", line)
    asked = asked if asked == line else asked[:1].upper() + asked[1:]
    if not re.search(r"\w", asked):
        raise InputError("there is no question", hint='try: foam ask "Should cities make public transport free?"')
    if len(asked) > _LIMIT:
        raise InputError(f"the question has {len(asked)} characters; at most {_LIMIT} are read", hint="ask it shorter")
    return asked


def _write_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip(' .')}."


def _lower(word: str) -> str:
    """A sentence's first word inside a sentence: names and acronyms keep their capital."""
    return word[:1].lower() + word[1:] if is_ordinary(word) and not (word.isupper() and len(word) > 1) else word
