"""What answers to a position are told by: the field's own words for kinds of answers, and for what is answered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from foam.argument.cues import find_kind


def _words(*patterns: str) -> re.Pattern[str]:
    """Any of these, as words of their own."""
    return re.compile(rf"(?i)(?<![a-z])(?:{'|'.join(patterns)})(?![a-z])")


_NOT = r"(?:isn.?t|not|doesn.?t|can.?t|won.?t|cannot)"

ANSWERS: Mapping[str, re.Pattern[str]] = {
    "Counter-interpretation": _words("c/i", r"counter[- ]?interp\w*"),
    "We meet": _words("we meet", "w/m"),
    "Reasonability": _words(r"reasonab\w*"),
    "Permutation": _words("perm(?:utation)?s?"),
    "Links to the net benefit": _words("links? to (?:the )?(?:politics|net benefit|nb|da|disad(?:vantage)?)"),
    "Solvency deficit": _words(
        "solvency deficits?", r"roll\w* ?back", rf"cp (?:fails|{_NOT}).*", r"doesn.?t solve", "no solvency"
    ),
    "Alternative fails": _words(rf"alt(?:ernative)? (?:fails|{_NOT})", "no alt", "cede the political"),
    "Non-unique": _words(
        "non-?unique", "n/u", "nu", r"thump\w*", r"won.?t pass", "will not pass", "no pass", "dead", "stalled",
        "(?:low|gone|spent|already) now",
    ),
    "Link turn": _words(
        "link turns?", "l/t", "popular", r"bipart\w*", "winners win", "plan (?:boosts|helps|builds)"
    ),
    "No link": _words(
        "no (?:risk of a )?(?:link|backlash|spillover|perception)", r"doesn.?t link", "not perceived",
        "no one (?:cares|notices)",
    ),
    "No internal link": _words(
        "no internal", "internal link", rf"(?:capital|pc) (?:{_NOT}|fails|theory)", "not key", "no (?:capital|pc)",
        "(?:capital|pc) is (?:a myth|irrelevant)",
    ),
    "Impact turn": _words(
        "impact turns?", r"turn(?=\W)", r"turns? (?:the )?(?:case|da)", r"solves? (?:war|extinction)", "good", "bad"
    ),
    "No impact": _words(
        r"no (?:\w+ ){0,2}(?:impact|wars?|extinction|escalation|conflict|terror\w*|prolif\w*)", "impact d(?:efense)?",
        r"won.?t (?:escalate|happen|cause)", r"doesn.?t (?:cause|escalate)", r"resilien\w+", "not cause", "inevitable",
    ),
    "Outweighs": _words(r"outweigh\w*", "o/w", r"impact calc\w*", "case first"),
    "Framework": _words("framework", "fw", "consequences (?:first|key)", r"util\w*", "role of the ballot"),
    "Theory": _words(
        "theory", "conditionality", "condo", r"(?:fiat|pics?|condition cps?) (?:is |are )?(?:bad|illegit\w*)"
    ),
    "Counterplan": _words("cp", "counter-?plan"),
    "Kritik": _words("kritik", "critique", "k"),
}  # fmt: skip
"""Kinds of answers by the words of tags and headings, in the order in which they are looked for."""
ANSWER_ORDER = (
    "Non-unique", "No link", "Link turn", "No internal link", "Impact turn", "No impact", "We meet",
    "Counter-interpretation", "Reasonability", "Permutation", "Solvency deficit", "Links to the net benefit",
    "Alternative fails", "Framework", "Outweighs", "Counterplan", "Kritik", "Theory",
)  # fmt: skip
"""The same in the order of an answer file."""
_SHORT_FORMS: Mapping[str, tuple[str, ...]] = {
    "politics": ("ptx", "agenda"),
    "elections": ("election", "midterms"),
    "capitalism": ("cap",),
    "hegemony": ("heg",),
    "proliferation": ("prolif",),
    "topicality": ("t",),
    "kritik": ("k", "critique"),
    "framework": ("fw",),
    "economy": ("econ",),
    "executive order": ("xo", "executive cp", "executive counterplan", "exec cp"),
}
"""What debaters also call things."""
_LEAST_INITIALS = 3
"""Letters from which on the initials of a name are one: `PQD`."""

CALLED: Mapping[str, tuple[str, re.Pattern[str]]] = {
    "politics": (
        "disadvantage",
        _words(
            "politics", "ptx", r"(?<!\w )agenda", r"(?:the|\w+['’]s|\w+s['’]|legislative|[12][an][cr]) agenda",
            r"agenda (?:da|disad\w*)", r"(?:will|won.?t|to|no) pass(?:age)?", "political capital", "pc", "docket",
            r"\w+['’]s capital", r"(?:costs?|spend(?:ing)?|drains?|saps?) (?:\w+ )?capital",
            "winners win", "midterms?", r"thump\w*",
        ),
    ),
    "executive": (
        "counterplan",
        _words(
            "xos?", "executive (?:cp|counterplan|orders?)", r"(?:president|executive(?: branch)?)\b.{0,40}\bshould",
            r"self-restraint", "olc",
        ),
    ),
    "states": ("counterplan", _words("states cp", r"(?:fifty|50) states", r"states\b.{0,40}\bterritories\b")),
    "courts": ("counterplan", _words("courts? cp", r"(?:judiciary|(?:supreme|federal) courts?)\b.{0,40}\bshould")),
}  # fmt: skip
"""Positions that every topic knows: what they are called, their kind, and the words by which files without a heading
for them are told."""

_CALLED_SO = 0.25
"""Share of a position's texts that must have such words."""


def find_called(*texts: str) -> dict[str, str]:
    """What the position is called that enough of these texts are about, with its kind; several where they are even."""
    found = {name: sum(bool(words.search(text)) for text in texts) for name, (_, words) in CALLED.items()}
    most = max(found.values(), default=0)
    enough = most and most >= _CALLED_SO * len(texts)
    return {name: CALLED[name][0] for name, count in found.items() if enough and count == most}


def find_answer(*texts: str) -> str:
    """The kind of answer that a tag, else a heading, names; empty where none does."""
    return next((kind for text in texts if text for kind, words in ANSWERS.items() if words.search(text)), "")


def list_names(position: str) -> tuple[tuple[str, ...], ...]:
    """The words that a position is known by, each with its short forms; those for its kind where it has no others."""
    known = {short: (full, *shorts) for full, shorts in _SHORT_FORMS.items() for short in (full, *shorts)}
    phrases = "|".join(sorted((re.escape(name) for name in known if " " in name), key=len, reverse=True))
    words = [word.lower() for word in re.findall(rf"(?i)\b(?:{phrases})\b|\w+", position)]
    named = [word for word in words if word in known or not find_kind(word)]
    return tuple(known.get(word, (word,)) for word in named or words)


def is_named(position: str, heading: str) -> bool:
    """Whether a heading names a position: by each of its words or a short form of it, or by its initials."""
    if all(_find_name(forms).search(heading) for forms in list_names(position)):
        return True
    words = [word for word in re.findall(r"\w+", position) if not find_kind(word)]
    initials = "".join(word[0].upper() for word in words)
    if len(initials) >= _LEAST_INITIALS:
        return re.search(rf"\b{re.escape(initials)}s?\b", heading) is not None
    letters = words[0] if len(words) == 1 and words[0].isupper() and words[0].isalpha() else ""
    spelt = r"\W+".join(rf"{letter}\w*" for letter in letters)
    return len(letters) >= _LEAST_INITIALS and re.search(rf"(?i)\b{spelt}\b", heading) is not None


@cache
def _find_name(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these as a word of its own; `T/` is a turn, not topicality."""
    named = "|".join(re.escape(form) for form in forms)
    return re.compile(rf"(?i)(?<![a-z/])(?:{named})s?(?![a-z]|/(?!\w))")
