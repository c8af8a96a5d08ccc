"""Edits made by rule: six that change what a sentence says, one that keeps it.

Each edit is a function of a sentence and a seeded generator; it gives the edited sentence, or None where the
rule does not apply. The rules are crude on purpose: they name what a careful reader would catch. They do not
parse, so a negation inside a relative clause is avoided only by looking at the word before it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from training.pairs import digest

Edit = Callable[[str, random.Random], str | None]

_AUXILIARY = r"(should|must|can|could|will|would|is|are|was|were|has been|have been|had been|does|do|did|may|might)"
_NEGATED = re.compile(
    r"\b(should|must|can|could|will|would|is|are|was|were|do|does|did|has|have|had)(?: not|n['’]t)\b", re.I
)


def tabled(table: str, between: str | None = None) -> dict[str, str]:
    """`this/that` pairs to a dictionary; folded lines are joined."""
    folded = " ".join(table.split("\n")).split(between)
    return dict(pair.strip(" ").split("/") for pair in folded)


_VERBS = """
allow bring cause come contribute create damage decrease deserve destroy encourage ensure exist give harm help
hurt improve increase infringe keep lead lower make mean need offer prevent produce promote protect provide
raise reduce remain represent require save serve show solve stop support undermine violate want work
"""
_THIRD = {verb + ("es" if verb.endswith(("sh", "ch")) else "s"): verb for verb in _VERBS.split()}

ANTONYMS = tabled("""
increase/decrease increases/decreases increased/decreased increasing/decreasing rise/fall rises/falls
rising/falling rose/fell higher/lower high/low highest/lowest more/less better/worse best/worst good/bad
right/wrong legal/illegal legalize/ban legalise/ban legalized/banned allow/forbid allowed/forbidden
allows/forbids permit/prohibit support/oppose supports/opposes supported/opposed harmful/harmless safe/dangerous
effective/ineffective necessary/unnecessary possible/impossible fair/unfair moral/immoral ethical/unethical
constitutional/unconstitutional success/failure successful/unsuccessful succeed/fail strong/weak stronger/weaker
positive/negative benefit/harm benefits/harms beneficial/harmful first/last early/late earlier/later
before/after above/below large/small larger/smaller largest/smallest oldest/youngest older/younger win/lose
won/lost accept/reject accepted/rejected true/false include/exclude includes/excludes encourage/discourage
encourages/discourages introduce/abolish public/private improve/worsen improves/worsens improved/worsened
expand/shrink gain/loss majority/minority north/south east/west northern/southern eastern/western open/closed
compulsory/voluntary mandatory/optional likely/unlikely agree/disagree justified/unjustified
acceptable/unacceptable rich/poor cheap/expensive healthy/unhealthy
""")
ANTONYMS |= {second: first for first, second in ANTONYMS.items() if second not in ANTONYMS}


def _listed() -> list[tuple[str, str]]:
    lines = Path(__file__).with_name("antonyms.txt").read_text(encoding="utf-8").splitlines()
    return [(first, second) for first, _, second in (line.partition("/") for line in lines if line[:1] != "#")]


def is_held_back(first: str, second: str) -> bool:
    """Whether a listed pair of opposites is kept for the test: a third of those that no rule above names."""
    known = {*ANTONYMS, *ANTONYMS.values()}
    return digest(f"{first}/{second}") % 3 == 0 and first not in known and second not in known


HELD_BACK_ANTONYMS = {one: other for pair in _listed() if is_held_back(*pair) for one, other in (pair, pair[::-1])}
_OTHERS = {one: other for pair in _listed() if not is_held_back(*pair) for one, other in (pair, pair[::-1])}
ANTONYMS = {one: other for one, other in _OTHERS.items() if one not in HELD_BACK_ANTONYMS} | ANTONYMS
QUANTIFIERS = tabled(
    """all/no; every/no; each/no; always/never; never/always; most/few; many/few; few/many; some/no; more than/less
than; less than/more than; at least/at most; at most/at least; none/all; over half/under half; everyone/nobody;
often/rarely; rarely/often; several/no; only/not only; usually/never; sometimes/never; hardly any/nearly all""",
    ";",
)
STRONGER_QUANTIFIERS = tabled(
    "some/all; some/most; many/all; most/all; several/all; sometimes/always; many/most; a number of/all", ";"
)
MODALITY = tabled(
    """may/will; might/will; can/must; suggests/proves; suggest/prove; suggested/proved; probably/certainly;
possibly/certainly; likely/certain; reportedly/undoubtedly; may be/is; might be/is; may have/has;
is associated with/causes; are associated with/cause; believed to be/known to be; tends to/always does; may/must;
was alleged to/was proven to; proposed/enacted; planned/completed; claims/proves; claimed/proved;
expected to/sure to""",
    ";",
)
SAME = tabled(
    """do not/don't; does not/doesn't; is not/isn't; are not/aren't; cannot/can not; should not/shouldn't; percent/per
cent; %/ percent; approximately/about; about/around; began/started; begin/start; large/big; help/assist;
show/indicate; shows/indicates; however/but; also/as well; people/persons; buy/purchase; use/make use of;
because/since; although/though; children/kids; many/a lot of; government/state; important/significant;
said/stated; found/discovered; needs/requires; get/obtain; whole/entire; enough/sufficient; often/frequently;
nearly/almost; wrong/mistaken; end/finish; illegal/unlawful; job/post; choose/select; film/movie; released/put
out; published/issued; should/ought to; must/has to; harmful/damaging; difficult/hard; forbid/prohibit;
ban/prohibit""",
    ";",
)
_COUNTS = """
two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million
billion
"""
_WORDS = _COUNTS.split()
_NUMBER = re.compile(r"\b\d[\d,]*(?:\.\d+)?\b|\b(?:" + "|".join(_WORDS) + r")\b", re.I)
_NAME = re.compile(r"(?<=[a-z,;] )(?:[A-Z][a-z]+(?: (?:of |the )?[A-Z][a-z]+)*)")


def _like(word: str, model: str) -> str:
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


def negated(text: str, rng: random.Random) -> str | None:
    """`not` put in, or taken out where it stands."""
    if found := _NEGATED.search(text):
        return text[: found.end(1)] + text[found.end() :]
    for found in re.finditer(rf"\b{_AUXILIARY}\b", text, re.I):
        if (
            not re.search(r"\b(who|which|that|what|if|when)\s+(\w+\s+)?$", text[: found.start()], re.I)
            and found.start()
        ):
            return text[: found.end()] + " not" + text[found.end() :]
    words = re.split(r"(\W+)", text)
    for at, word in enumerate(words):
        if word in _THIRD and at:
            return "".join([*words[:at], "does not " + _THIRD[word], *words[at + 1 :]])
    return None


def _finder(table: dict[str, str]) -> re.Pattern[str]:
    longest_first = sorted(table, key=len, reverse=True)
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest_first)) + r")(?!\w)", re.I)


_ANTONYM, _QUANTIFIER, _SAME = map(_finder, (ANTONYMS, QUANTIFIERS, SAME))
_STRONGER, _MODALITY = map(_finder, (STRONGER_QUANTIFIERS, MODALITY))


def _replaced(text: str, finder: re.Pattern[str], table: dict[str, str], rng: random.Random) -> str | None:
    found = list(finder.finditer(text))
    if not found:
        return None
    hit = rng.choice(found)
    return text[: hit.start()] + _like(table[hit.group().lower()], hit.group()) + text[hit.end() :]


def by_table(table: dict[str, str]) -> Edit:
    """An edit that puts the second of a pair of the table in place of the first."""
    finder = _finder(table)
    return lambda text, rng: _replaced(text, finder, table, rng)


def antonym(text: str, rng: random.Random) -> str | None:
    return _replaced(text, _ANTONYM, ANTONYMS, rng)


def quantifier(text: str, rng: random.Random) -> str | None:
    return _replaced(text, _QUANTIFIER, QUANTIFIERS, rng)


def stronger(text: str, rng: random.Random) -> str | None:
    """`some` to `all`: more than the sentence says."""
    return _replaced(text, _STRONGER, STRONGER_QUANTIFIERS, rng)


def modality(text: str, rng: random.Random) -> str | None:
    """`may` to `will`, `suggests` to `proves`: surer than the sentence is."""
    return _replaced(text, _MODALITY, MODALITY, rng)


def _another_number(number: str, rng: random.Random) -> str:
    if not number[0].isdigit():
        return _like(rng.choice([word for word in _WORDS if word != number.lower()]), number)
    plain = number.replace(",", "")
    if "." in plain:
        return f"{float(plain) * rng.choice((0.4, 0.7, 1.6, 2.5)) + 0.3:.{len(plain.split('.')[1])}f}"
    value = int(plain[:15])
    if 1000 <= value <= 2100 and "," not in number:
        return str(value + rng.choice((-23, -14, -7, -3, -1, 1, 2, 5, 11, 19)))
    other = max(1, round(value * rng.choice((0.3, 0.5, 0.8, 1.4, 2, 3)))) + rng.choice((1, 2))
    other = other if other != value else value + 3
    return f"{other:,}" if "," in number else str(other)


def number(text: str, rng: random.Random) -> str | None:
    found = list(_NUMBER.finditer(text))
    if not found:
        return None
    hit = rng.choice(found)
    return text[: hit.start()] + _another_number(hit.group(), rng) + text[hit.end() :]


def names(text: str) -> list[str]:
    return [found.group() for found in _NAME.finditer(text) if len(found.group()) > 3]


def entity_from(pool: list[str]) -> Edit:
    """An edit that puts another name of the pool in place of one in the sentence."""

    def entity(text: str, rng: random.Random) -> str | None:
        own = names(text)
        others = [name for name in rng.sample(pool, min(8, len(pool))) if name not in text]
        if not own or not others:
            return None
        return text.replace(rng.choice(own), others[0])

    return entity


def kept(text: str, rng: random.Random) -> str | None:
    """Words changed, sense and word order kept: the control that stops `edited` from meaning `contradicted`."""
    edited = _replaced(text, _SAME, SAME, rng)
    if edited and rng.random() < 0.5:
        edited = _replaced(edited, _SAME, SAME, rng) or edited
    if edited is None and (bare := re.sub(r"\s*\([^)]*\)", "", text)) != text:
        return bare
    return edited


def flipped(claim: str, rng: random.Random) -> str | None:
    """The opposite of a claim: negated, or one word turned to its antonym."""
    edits = [negated, antonym] if rng.random() < 0.7 else [antonym, negated]
    return edits[0](claim, rng) or edits[1](claim, rng)
