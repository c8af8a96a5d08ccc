"""What the library has to hold for a kind of position against a plan: how it is looked for, and by what it is known.

A search alone finds what is nearest to the plan, which is mostly what the other side has read. So a sentence is shown
for a kind only if it has the words by which such evidence speaks: a measure and what came of it, what a word means, or
that a way of thinking is questioned.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam.text.stem import list_stems

_HEADING = re.compile(r"(?:Advantage \d+: )?(?P<title>[^:;]+)")
"""What an advantage of theirs is called, before what they read for it."""
_MEANS = re.compile(
    r"\b(?:instead|alternativ\w+|rather than|other (?:means|ways?|measures?|methods?)|laws?|legislation|ban(?:s|ned)?|"
    r"regulat\w+|reserves?|parks?|protected|certif\w+|subsid\w+|tax(?:es|ed|ation)?|incentives?|\w*management|reforms?|"
    r"programme?s?|schemes?|initiatives?|projects?|polic(?:y|ies)|techni\w+|technolog\w+|practices?|rights|tenure|"
    r"enforce\w+|standards?|markets?|education|training|investments?|measures?|contracts?|quotas?|licen[cs]\w+|"
    r"pric(?:es?|ing)|fees?|fund(?:s|ing|ed)|grants?|insurance|screening|inspect\w+|test(?:s|ing)|treat(?:y|ies|ments?)|"
    r"agreements?|services?|infrastructure|research|campaigns?|partnerships?|sanctions?|negotiat\w+|courts?)\b",
    re.IGNORECASE,
)
_EFFECT = re.compile(
    r"\b(?:reduc\w+|fell|fall(?:en|s)?|decreas\w+|declin\w+|slow(?:s|ed|ing)?|prevent\w*|stop(?:s|ped)?|improv\w+|"
    r"solv\w+|succe\w+|effective\w*|work(?:s|ed)|led to|allow(?:s|ed)|help(?:s|ed)?|halv\w+|restor\w+|cut(?:s|ting)?|"
    r"curb(?:s|ed)?|sav(?:es?|ed|ing)|rais(?:es?|ed)|gr(?:ew|own)|better|cheaper|enabl\w+|ensur\w+)\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"\b(?:(?:is|are|was|were|be) (?:\w+ )?(?:defined|understood|taken to mean|meant|termed)|"
    r"means? (?!of\b|to\b|that\b)|meaning of|refers? to|definitions?|the terms?\b|denotes?|in the sense of)",
    re.IGNORECASE,
)
_QUESTIONS = re.compile(
    r"\b(?:critics?|criticis\w+|criticiz\w+|critiques?|hypocri\w+|assum(?:es?|ed|ing|ptions?)|coloni\w+|imperial\w+|"
    r"ideolog\w+|commodif\w+|capitalis\w+|neoliberal\w*|paternalis\w+|exploitat\w+|injustice|unjust|unfair|morally|"
    r"immoral|ethic(?:s|al|ally)|discourse|paradigms?|worldviews?|taken for granted|oppress\w+|anthropocentri\w+|"
    r"patriarch\w+|racis\w+|sovereignty|self-determination|privileges?|dehumani\w+)\b",
    re.IGNORECASE,
)


def describe_sought(kind: str, motion: str, gained: Sequence[str]) -> tuple[str, ...]:
    """What is looked for before a kind of position is chosen, query by query; none for a kind of which nothing is
    known. `gained` is what the other side says is gained by its plan."""
    match kind:
        case "counterplan":
            titles = [found["title"].strip() for one in gained if (found := _HEADING.match(one))]
            return tuple(
                f"Another measure, law, programme or practice reduced this, prevented it or made it better: {title}"
                for title in titles or [motion]
            )
        case "topicality":
            return (f"The term is defined as, or refers to: {motion}",)
        case "kritik":
            return (f"Critics question the assumption, the interest or the way of thinking behind this: {motion}",)
        case _:
            return ()


def speaks_for(kind: str, text: str, motion: str) -> bool:
    """Whether a sentence has the words by which evidence for a kind of position speaks."""
    match kind:
        case "counterplan":
            return bool(_MEANS.search(text) and _EFFECT.search(text))
        case "topicality":
            return bool(_DEFINES.search(text)) and not list_stems(text).isdisjoint(list_stems(motion))
        case "kritik":
            return _QUESTIONS.search(text) is not None
        case _:
            return True
