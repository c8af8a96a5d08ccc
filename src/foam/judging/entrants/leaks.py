"""The leak check: what in a blinded case still says whose it is. A leak fails the run; nothing is mended in silence.

`name`         a name that the key or the file knows, or the name of a model
`phrase`       words that a chat model says about itself or its task
`house_style`  marks that one system leaves: ids, digests, verdicts of its own
`metadata`     fields of a file that came along as text
`instruction`  words addressed to the judge: shown, and no leak, since they are fenced as data and never obeyed
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

from foam.errors import VerificationError
from foam.judging.entrants.blind import Blind, BlindKey
from foam.judging.entrants.entrant import CasePart, Entrant
from foam.stats.averages import share
from foam.values import Value

Kind: TypeAlias = Literal["name", "phrase", "house_style", "metadata", "instruction"]

_SHORTEST = 6
"""A file's name with fewer characters gives nothing away."""


def _any(*patterns: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile("|".join(patterns), flags)


_OWN_WORDS: dict[Kind, re.Pattern[str]] = {
    "name": _any(
        r"\b(?:ChatGPT|GPT-?\d\S*|OpenAI|Anthropic|Claude|Gemini|(?:Super)?Grok|SmolLM\d?|Mistral|FOAM)\b",
        r"\b(?:DeepSeek|Qwen\S*|L[Ll]a[Mm][Aa]-?\d\S*|Mixtral|Copilot|Phi-\d\S*|o[134]-(?:mini|preview|pro))\b",
        flags=0,
    ),
    "phrase": _any(
        r"\bas an? (?:AI|artificial intelligence|(?:large )?language model)\b",
        r"\bmy (?:training data|knowledge cut-?off)\b",
        r"\bI (?:cannot|can't|am unable to) (?:browse|access the (?:internet|web))\b",
        r"\bI hope this helps\b",
        r"\bhere(?:'s| is) (?:an?|the|your) (?:\w+ ){0,3}(?:1AC|case|speech|draft)\b",
        r"\b(?:deep )?research mode\b",
    ),
    "metadata": _any(
        r"\b(?:generated|created|written|exported) (?:by|with|using) (?:an? )?(?:AI|GPT|LLM|model|foam|chatbot)\b",
        r"^(?:author|model|generator|template|last modified|file|word count)\s*:\s*\S+",
        r"^(?:seat|perspective|pack|run|digest|seed)\s*:\s*\S+",
        r"(?:^|[;,:] )(?:(?:quotations )?verified|not verified|issued)(?: \d+ / \d+)?\W*$",
        r"\bwords a minute\b|^\W*[\d,]+ words\W*$|[;,] [\d,]+ words\b",
        r"(?<![\w/.])[\w-]+\.(?:docx?|md|json|pdf|txt|html?|xlsx)\b(?!/)",
    ),
    "instruction": _any(
        r"\b(?:ignore|disregard|forget) (?:all |any |the |your )*(?:previous|prior|above|other) "
        r"(?:instructions?|rules|cases?)\b",
        r"\b(?:give|award|assign|score|rate|rank) (?:this|my|our|it|me)\b.{0,40}"
        r"\b(?:10|ten|first|full|highest|maximum)\b",
        r"\b(?:dear|attention|note to|to the) judges?\b.{0,60}\b(?:score|rank|vote|award|winner)\b",
    ),
}
_ANYWHERE: dict[Kind, re.Pattern[str]] = {
    "house_style": _any(
        r"\bd:[0-9a-f]{8}",
        r"\bb2:[0-9a-f]{8}",
        r"(?<![\w/.-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}(?![\w/.-])",
        r"/\.\.\./",
        r"\bNOT ISSUED\b",
        r"\bWhy it is not issued\b",
        r"(?<![\w/.@#-])[a-z]{2,}_[a-z]{2,}(?:_[a-z]+)*(?![\w/.(-])",
        flags=0,
    ),
}


_FEWEST = 3
"""Cases of a source below which nothing is said about its form."""
_APART = 0.8
"""Difference of shares from which on a mark tells a source."""
_FORMS: dict[str, Callable[[Entrant], bool]] = {
    "marks omissions in quotations": lambda one: any("[...]" in part.text for part in one.parts),
    "says where evidence is wanting": lambda one: one.holes > 0,
    "quotes nothing": lambda one: not any(part.kind == "evidence" or '"' in part.text for part in one.parts),
    "quotes in blocks": lambda one: any(part.kind == "evidence" for part in one.parts),
    "has more than twelve pieces of evidence": lambda one: sum(part.kind == "evidence" for part in one.parts) > 12,
    "has fewer than 200 words": lambda one: one.words < 200,
}


class Leak(Value):
    """Something that gives a case away, and where."""

    case: str
    part: str
    kind: Kind
    what: str


def find_leaks(cases: Iterable[Blind], key: BlindKey) -> tuple[Leak, ...]:
    """Everything found, instructions to the judge included."""
    return tuple(leak for case in cases for leak in _in_case(case, key.of(case.id).names))


def find_tells(cases: Iterable[Blind], key: BlindKey) -> tuple[str, ...]:
    """Marks of form that almost all cases of one source have and almost none of the others: a judge could tell by them.

    Form may be part of what a case says, so a tell is reported as a threat and does not fail the run.
    """
    held = tuple(cases)
    sources = {case.id: key.of(case.id).source for case in held}
    found = []
    for name, has in _FORMS.items():
        having = {case.id for case in held if has(case.entrant)}
        for source in sorted(set(sources.values())):
            own, rest = _shares(having, sources, source)
            if own is not None and rest is not None and abs(own - rest) >= _APART:
                found.append(f"{name}: {own:.0%} of {source}, {rest:.0%} of the others")
    return tuple(found)


def _shares(having: set[str], sources: dict[str, str], source: str) -> tuple[float | None, float | None]:
    """The share that has a mark among a source's cases and among the others; nothing where there are too few."""
    own = [case_id in having for case_id in sources if sources[case_id] == source]
    rest = [case_id in having for case_id in sources if sources[case_id] != source]
    few = min(len(own), len(rest)) < _FEWEST
    return (None, None) if few else (share(own), share(rest))


def check_leaks(leaks: Iterable[Leak]) -> None:
    """Raise unless nothing but instructions was found."""
    fatal = [leak for leak in leaks if leak.kind != "instruction"]
    if fatal:
        first = fatal[0]
        raise VerificationError(
            f"{len(fatal)} leak{'s' if len(fatal) > 1 else ''}: {first.case} {first.part} gives itself away "
            f"({first.kind.replace('_', ' ')}: {first.what!r})",
            hint="take it out of the case and enter it again; the tournament does not run while a case can be told",
        )


def _in_case(case: Blind, names: Iterable[str]) -> Iterator[Leak]:
    telling = [name for name in names if _tells(name)]
    for part in case.entrant.parts:
        for kind, found in _in_part(part, telling):
            yield Leak(case=case.id, part=part.id, kind=kind, what=found)


def _in_part(part: CasePart, names: list[str]) -> Iterator[tuple[Kind, str]]:
    """Names of models may stand in what is quoted; names of the key's and marks of a system may stand nowhere."""
    patterns = {**_ANYWHERE, **(_OWN_WORDS if part.kind == "claim" else {})}
    for kind, pattern in patterns.items():
        if found := pattern.search(part.shown):
            yield kind, found[0]
    for name in names:
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", part.shown, re.IGNORECASE):
            yield "name", name


def _tells(name: str) -> bool:
    """Whether a name is one: long enough, and not a plain word that any case may use."""
    return len(name) >= _SHORTEST and not name.isalpha()
