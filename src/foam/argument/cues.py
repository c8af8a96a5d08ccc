"""What debaters' headings and tags are told by: the field's own words for positions, their parts and answers."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SPEECH = re.compile(r"(?i)(?<![a-z\d])([12](?:AC|NC|AR|NR))(?![a-z\d])")
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

PLAN = re.compile(r"(?i)^\W*(?:[12]ac\W*)?(?:the )?(?:plan|advocacy)(?: text)?\b|\bplan text\b")
ON_CASE = re.compile(
    r"(?i)\bcase\b|\badv(?:antage)?s?\b\.?|\bcontentions?\b|\bsolv(?:ency)?\b|\binherency\b|\bharms?\b|"
    r"\bimpact (?:d|defense)\b"
)
SOLVENCY = re.compile(r"(?i)\bsolv(?:es|ency|e)?\b")
INHERENCY = re.compile(r"(?i)\binherency\b|\bstatus quo\b")
FRAMEWORK = re.compile(r"(?i)\bfram(?:ework|ing)\b|\brole of the (?:ballot|judge)\b")

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
    r"^\W*reject (?:the|their) (?!authors?|ev)"
)
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
UNIQUENESS = re.compile(
    r"(?i)\bnow\b|\bwill (?:pass|win|solve|be)\b|\bwinning\b|\bstable\b|\bunique\b|\buq\b|\bstatus quo\b|\bsquo\b|"
    r"\bhigh\b|\blow\b|\bon track\b|\bis pushing\b|\btop of the (?:docket|agenda)\b"
)
LINK = re.compile(r"(?i)\b(?:the )?(?:plan|aff(?:irmative)?|1ac|link)\b")
IMPACT = re.compile(
    r"(?i)\bextinction\b|\b(?:nuclear|global|great power|world) wars?\b|\bgoes nuclear\b|\bescalat\w+|"
    r"\bkills? (?:millions|billions)|"
    r"\bimpact\b|\bcollapses? (?:the )?(?:economy|civilization)|\bgenocide\b|\bwars?$"
)
_GOES_ON = re.compile(
    r"(?i)^\W*(?:and|that|this|it|which|turns?|also|independently|specifically|causes|plus|but|even|-{2,}|[b-e2-9][.)])\b"
)


def find_speech(heading: str) -> str:
    """The speech that a heading names; `2NC` for the block; empty for none."""
    found = _SPEECH.search(heading)
    return found[1].upper() if found else "2NC" if _BLOCK.fullmatch(heading) else ""


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


def is_numbered(heading: str) -> bool:
    """Whether a heading counts positions: `Off 2`, `1NC 3`, `4`."""
    return is_ordinary(heading) and bool(re.search(r"(?<![\da-z])#?\d\b(?!\s*(?:ac|nc|ar|nr))", heading.lower()))


def goes_on(tag: str) -> bool:
    """Whether a tag reads on from the one before it."""
    return bool(_GOES_ON.match(tag)) or tag[:1].islower()
