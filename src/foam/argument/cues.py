"""What debaters' headings and tags are told by: the field's own words for speeches, positions, parts and roles.

One vocabulary for one's own files and for what an opponent says. Words for kinds of answers are in `answers`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from foam.argument.motion import split_at_modal
from foam_quotes.text.words import split_letters

PartKind = Literal["plan", "inherency", "advantage", "solvency", "framework"]
"""Parts of an affirmative case."""
Role = Literal["uniqueness", "link", "internal_link", "impact"]
"""Parts that cards play in a chain, be it an advantage or a disadvantage."""

_SPEECH = re.compile(r"(?i)(?<![a-z\d])([12])\s?(AC|NC|AR|NR)(?![a-z\d])")
_BLOCK = re.compile(r"(?i)\W*(?:the )?(?:neg(?:ative)? )?block\W*")
_ORDINARY = re.compile(
    r"(?i)\W*(?:(?:[12](?:ac|nc|ar|nr)|the|off|on|case|offcase|oncase|off-case|on-case|shell|frontline|f/l|round \d+|"
    r"speech|stuff|misc|cards?|more|other|top|part|#?\d+|one|two|three|four|five)\W*)*"
)
"""Headings that name no position: `Off`, `1NC`, `Case`, `3`."""

KINDS: Mapping[str, re.Pattern[str]] = {
    "topicality": re.compile(
        r"(?i)\bt\b|^t[-–—]|topicality|\bfw\b|\bframework\b|\bspec\b|[a-z]spec\b|\binterpretation\b"
    ),
    "counterplan": re.compile(
        r"(?i)\bcp\b|counter-?plans?\b|\bpics?\b|\bxo\b|\bconsult\b|\badvantage cp\b|\bcondition\b"
    ),
    "kritik": re.compile(
        r"(?i)\bk\b|\bkritiks?\b|\bcritiques?\b|\bks\b|\bcap(?:italism)?\b(?! and)|\bneolib\w*|\bfem(?:inism)? ?ir\b|"
        r"\bsecurity k\b|\bcolonial\w*|\bbiopower\b|\bheidegger\b"
    ),
    "disadvantage": re.compile(
        r"(?i)\bdas?\b|\bdisads?\b|disadvantages?\b|\bpolitics\b|\bptx\b|\belections?\b|\bmidterms?\b|\bagenda\b|"
        r"\btrade-?off\b|\bspending\b"
    ),
    "theory": re.compile(r"(?i)\btheory\b|\bcondo\b|conditionality|\bdisclosure\b|\bvoting issue\b|\bfiat\b"),
}
"""Kinds of positions by the words of their headings, the surest first."""

_BARE_KIND = re.compile(r"(?i)\W*(?:t|topicality|cp|counter-?plan|k|kritik|critique|da|disad(?:vantage)?|theory)s?\W*")
ANSWERING = re.compile(
    r"(?i)^\W*at\b|(?-i:\bAT\b)|\bat:|(?<![a-z\d])(?:a2|a/t|ans|answers?(?: to)?|[12]\s?a[cr]|frontlines?|f/l)(?![a-z])"
)
"""A heading over answers."""
_NOT_THE_CASE = re.compile(
    r"(?i)\b(?:off|on|block|neg|extensions?|ext|overview|o/v|add-?ons?|perm|turns?|defen[cs]e|impact calc)\b"
)
"""Headings of what stands beside a case: answers, extensions, the other side's positions."""

_NUMBER = r"(?:\d+|one|two|three|four|five|first|second|third|i{1,3}|iv|v)"
_PART = r"(?:advantages?|adv|contentions?)"
PLAN = re.compile(r"(?i)^\W*(?:[12]ac\W*)?(?:the )?(?:plan|advocacy)(?: text)?\b|\bplan text\b")
SOLVENCY = re.compile(r"(?i)\bsolv(?:ency|es?)?\b")
_INHERENCY = re.compile(r"(?i)\binheren(?:cy|t)\b|\bstatus quo\b|\bsquo\b")
FRAMEWORK = re.compile(r"(?i)\bfram(?:ework|ing)\b|\brole of the (?:ballot|judge)\b")
_NAMED_PART = re.compile(rf"(?i)\b{_PART}\b(?! cp\b)|\bharms?\b")
_PREFIX = re.compile(
    rf"^(?:\W|\b(?:1\s?ac|{_NUMBER}|is|the|our|tadv)\b|\b{_PART}\b\.?|\b(?:scenario)s?\b)+", re.IGNORECASE
)
_SUFFIX = re.compile(rf"(?:\W|\b1\s?ac\b|\b{_PART}\b\.?)+$", re.IGNORECASE)
_LONGEST_LABEL = 12
_SHORTEST_PLAN, _LONGEST_PLAN = 8, 150
_AGENT_WORDS = 15
"""Words within which a plan says who should act."""

INTERPRETATION = re.compile(
    r"(?i)^\W*(?:[a-d1-4][.)]\s*)?(?:our )?interp(?:retation)?\b|"
    r"^\W{0,3}(?!this|that|it|which|and)[\w’'-]+(?: [\w’'-]+){0,2}\W? means\b|\bis defined as\b|\brequires\b.*\bresolv|"
    r"^\W{0,3}[\"“‘'][^\"”’']{2,40}[\"”’']\s+(?:is|are|means|excludes|includes|requires)\b"
)
VIOLATION = re.compile(r"(?i)\bviolat(?:es|ion)\b|\bnot topical\b|\bun-?topical\b")
STANDARDS = re.compile(
    r"(?i)^\W*(?:[a-d1-4][.)]\s*)?(?:limits|ground|precision|predictab\w+|education|fairness|bright-?line|prefer|explods?|"
    r"wide limits|standards?|reasons to prefer|framers|extra-?t|effects)\b"
)
VOTERS = re.compile(r"(?i)^\W*(?:[a-d1-4][.)]\s*)?(?:vote neg|voting issues?|voters?|it'?s a voter|reject)")
COUNTERPLAN_TEXT = re.compile(
    r"(?i)^\W*(?:cp |counter-?plan )?text\b|^\W*(?:the )?(?:cp|counter-?plan)\s*[:–—-]|"
    r"^.{0,60}\b(?:federal|government|usfg|congress|executive|judiciary|president|department|courts?|states|agency|"
    r"legislature|branch|commission|parliament|ministry)\b.{0,80}\bshould\b"
)
ALTERNATIVE = re.compile(
    r"(?i)\b(?:the|our) alt(?:ernative)?\b.{0,40}?\b(?:is|to|solves|must|rejects?)\b|vote neg\w* to (?!avoid)|"
    r"^\W*reject (?:the|their) (?!authors?|ev)|^\W*alt(?:ernative)?\s*[:–—]"
)
_PART_LABEL = re.compile(
    r"^\W*(?:[a-d1-4][.)]\s*)?(?:the |our )?(?:(?:plan|counter-?plan|cp)(?: text)?|text|alt(?:ernative)?"
    r"|interp(?:retation)?|violation|standards?|voters?|voting issues?|implication"
    r"|(?P<role>uniqueness|uq|(?:internal )?link|impact))\s*[:–—]\s*(?=\S)",
    re.IGNORECASE,
)
"""What names the part that a tag plays before it says anything: “Link:”, “Counterplan text:”."""
DEFENSIVE = re.compile(
    r"(?i)^\W*(?:[a-e1-9][.)]\s*)?(?:no|not|alt(?:ernate)? cause|squo|status quo|can'?t|won'?t|at:|a2)\b|"
    r"\bnot\b|n[’']t\b|"
    r"\binevitable\b|\bsolves? now\b|\bfails?\b|\bresilien\w+|\bimpossible\b|\bwrong\b"
)
OPENS = re.compile(
    r"(?i)\bwill (?:pass|win)\b|\bwinning\b|\btop of the (?:docket|agenda)\b|\bis pushing\b|\bpolitical capital\b|"
    r"\bpc (?:is )?key\b|^\W*(?:the )?plan (?:causes?|kills?|destroys?|collapses?|hurts?|undermines?|is|will)\b"
)
"""Tags with which a disadvantage begins after another position."""

LINK = re.compile(r"(?i)\b(?:the |our )?(?:plan|aff(?:irmative)?|1ac|(?<!internal )link)(?:['’]s)?\b")
"""What the plan changes."""
IMPACT = re.compile(
    r"(?i)\b(?:extinction|nuclear (?:wars?|winter|conflicts?|use|exchange)|thermonuclear|(?:goes|go|went) nuclear|"
    r"wars?(?! on terror| powers?| taboo)|warfare|genocide|famine|starv\w+|deaths?|kills?|millions|billions|"
    r"omnicide|uninhabitable|(?:ends?|destroys?) (?:all )?(?:life|civili[sz]ation|humanity)|"
    r"collapses? (?:the )?(?:economy|civili[sz]ation)|outweighs?|existential|catastroph\w+|escalat\w+|great power|"
    r"pandemics?|the impact is)\b|^\W*(?:the )?impacts?\b"
)
"""What is at stake in the end."""
_GOES_ON = re.compile(
    r"(?i)^\W*(?:and,?\s+)?(?:and|that|this|it|its|these|those|they|so|which|goes|turns?|also|independently|"
    r"specifically|causes?|leads?|risks?|solves?|triggers?|leaves|plus|but|even|extinction|the impact)\b|"
    r"^\W*(?:-{2,}|[b-e2-9][.)])"
)


def find_speech(heading: str) -> str:
    """The speech that a heading names; `2NC` for the block; empty for none."""
    found = _SPEECH.search(heading)
    return f"{found[1]}{found[2].upper()}" if found else "2NC" if _BLOCK.fullmatch(heading) else ""


def tell_side(name: str) -> Literal["aff", "neg", ""]:
    """The side that a heading or the name of a file speaks for; none when it names both or neither."""
    words = name.lower().replace("affirmative", "aff").replace("negative", "neg")
    letters = {found[2][0].lower() for found in _SPEECH.finditer(name)} | {
        word[0] for word in split_letters(words) if word in ("aff", "neg")
    }
    return "aff" if letters == {"a"} else "neg" if letters == {"n"} else ""


def is_ordinary(heading: str) -> bool:
    """Whether a heading names no position of its own."""
    return bool(_ORDINARY.fullmatch(heading)) or bool(_BLOCK.fullmatch(heading))


def find_kind(*headings: str) -> str:
    """The kind of position that headings name, the innermost last; empty where none does."""
    for heading in reversed(headings):
        for kind, words in KINDS.items():
            if words.search(heading):
                return kind
    return ""


def is_bare_kind(heading: str) -> bool:
    """Whether a heading is nothing but the word for a kind of position, so that two of them may be two positions."""
    return bool(_BARE_KIND.fullmatch(heading))


def is_numbered(heading: str) -> bool:
    """Whether a heading counts positions: `Off 2`, `1NC 3`, `4`."""
    return is_ordinary(heading) and bool(re.search(r"(?<![\da-z])#?\d\b(?!\s*(?:ac|nc|ar|nr))", heading.lower()))


def goes_on(tag: str) -> bool:
    """Whether a tag reads on from the one before it."""
    return bool(_GOES_ON.match(tag)) or tag[:1].islower()


def _names_part(heading: str) -> bool:
    """Whether a heading names a part of a case: an advantage, a contention, harms, inherency, the plan, solvency."""
    return any(words.search(heading) for words in (_NAMED_PART, SOLVENCY, _INHERENCY, PLAN))


def is_on_case(heading: str) -> bool:
    """Whether what stands under a heading is said of the case, by whichever side."""
    is_said = heading.lower().strip() == "on" or "case" in split_letters(heading.lower())
    return is_said or any(words.search(heading) for words in (_NAMED_PART, SOLVENCY, _INHERENCY))


def is_case_heading(path: Sequence[str]) -> bool:
    """Whether what stands under these headings, the highest first, is part of an affirmative case.

    The lowest heading that names a speech, answers or another position decides; without one, a heading that names a
    part of a case does.
    """
    for heading in reversed([one for one in path if one.strip()]):
        speech = find_speech(heading)
        if speech:
            return speech == "1AC"
        if "case" in split_letters(heading.lower()) and tell_side(heading) == "aff":
            return True
        if ANSWERING.search(heading) or _NOT_THE_CASE.search(heading):
            return False
        if find_kind(heading) and not _names_part(heading):
            return False
    return any(_names_part(heading) for heading in path)


def tell_part(heading: str) -> PartKind:
    """Which part of a case a heading names; an advantage where it names none."""
    told: tuple[tuple[PartKind, re.Pattern[str]], ...] = (
        ("solvency", SOLVENCY),
        ("plan", PLAN),
        ("inherency", _INHERENCY),
        ("framework", FRAMEWORK),
    )
    return next((kind for kind, words in told if words.search(heading)), "advantage")


def clean_title(heading: str) -> str:
    """What a part is about: its heading without speech, number and the word for what it is."""
    bare = _SUFFIX.sub("", _PREFIX.sub("", heading)).strip()
    return bare[:1].upper() + bare[1:]


def is_label(text: str) -> bool:
    """Whether a line of the debater's own words opens an advantage or contention: "Advantage Two is …"."""
    found = _NAMED_PART.search(text)
    before = split_letters(text[: found.start()].lower()) if found else []
    return found is not None and before in ([], ["the"]) and len(text.split()) <= _LONGEST_LABEL


def read_plan(text: str) -> str:
    """A plan text without its label; empty where the words propose nothing."""
    plan = drop_part_label(" ".join(text.split()))
    agent, does = split_at_modal(plan)
    is_plan = bool(does) and len(agent.split()) < _AGENT_WORDS
    return plan if is_plan and _SHORTEST_PLAN <= len(plan.split()) <= _LONGEST_PLAN else ""


def drop_part_label(tag: str) -> str:
    """What a tag says, without the name of the part that it plays."""
    said = _PART_LABEL.sub("", tag)
    return said[:1].upper() + said[1:] if said != tag else tag


def tell_roles(tags: Sequence[str]) -> tuple[Role, ...]:
    """The role of each card of a chain, in its order: as its label says (`Impact: …`), as it names the plan, else by
    its place. The last is at stake, the first says how things are, and the second of three or more is the link."""
    told: list[Role | None] = [read_role(tag) for tag in tags]
    if len(told) > 1 and "impact" not in told:
        told[-1] = "impact"
    if len(told) > 2 and not {"link", "internal_link"} & {*told}:
        told[1] = told[1] or "link"
    first: Role = "uniqueness"
    return tuple(role or (first if place == 0 else "internal_link") for place, role in enumerate(told))


def read_role(tag: str) -> Role | None:
    """The role that a tag names; None where it names none."""
    label = _PART_LABEL.match(tag)
    named = (label["role"] or "").lower().replace("uq", "uniqueness").replace(" ", "_") if label else ""
    return next((role for role in get_args(Role) if role == named), "link" if LINK.search(tag) else None)
