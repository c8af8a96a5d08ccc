"""Which passage of an article establishes a claim, or comes nearest: words find sentences, the judge weighs them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam.case.cut import has_words
from foam.case.cutting.citing import is_head
from foam.errors import VerificationError
from foam.evidence.document import Document
from foam.model.embedded.lexical import bm25, measure_coverage
from foam.model.judge import Judge, Weighed
from foam.text.english import unreadable
from foam.values import Value
from foam_quotes.text.words import count_words, split_letters

_BODY_WORDS = 300
"""Words of a card's body at most, unless one sentence has more."""
SUPPORTS, _JOINTLY, DENIES = 0.4, 0.5, 0.5
"""Shares from which on a sentence establishes a claim, sentences do together, and one denies it: at these no body of
forty tuning cards was taken for another card's tag (docs/highlighter.md)."""
_BEARS, _SPEAKS = 0.5, 0.35
"""Shares from which on a sentence counts for or against a claim, and from which on it speaks of it at all."""
_READ, _TOGETHER = 6, 3
"""Sentences that are weighed one by one, and as one text."""
_SHOWN = 300
"""Characters of a sentence that a message shows."""
_FEWEST = 4
"""Words of a sentence below which it is a heading or a scrap."""
_SHORT = 60
"""Words below which a passage also takes sentences from the paragraphs beside it."""
_DENYING = re.compile(
    r"\b(?:wrong|false|untrue|misleading|mistaken|absurd) (?:to|that)\b"
    r"|\b(?:myth|fallacy|illusion|no evidence|no proof) (?:that|of|for)\b"
    r"|\bnot (?:true|correct|the case) that\b"
    r"|\b(?:denie[sd]|deny|refute[sd]?|rejects?|rejected) (?:that|the)\b",
    re.IGNORECASE,
)
"""A sentence that calls something wrong: the judge may take it for what it denies, so that it carries no claim."""
_TERSE = 5
_SAY_MORE = "a claim this short leaves out who does what: say it as the article might; "
"""What is told where a claim of few words, as tags have them, is not found: the judge weighs whole claims."""
_APART = 4
"""Sentences between two that may stand in one card."""
_OTHERS = 2
"""Sentences beside the chosen ones that are offered in their place."""
_ENDS = (*".!?:;…", *"\"”’')]»")
"""How a sentence ends; a line of its own that ends otherwise is a heading."""


class NotEstablished(VerificationError):
    """No sentence of the article speaks of the claim, or there is none that can be read."""


class Passage(Value):
    """Neighbouring sentences of an article, those among them that carry the claim, and how well they do."""

    start: int
    """The first sentence."""
    stop: int
    """The sentence after the last."""
    carrying: tuple[int, ...]
    """The sentences that establish the claim, the strongest first."""
    supports: float
    others: tuple[int, ...] = ()
    """The sentences that come nearest to the claim elsewhere, the nearest first."""
    is_found: bool = True
    """Whether it establishes the claim by the judge; else it is what comes nearest, or what somebody chose."""
    is_against: bool = False
    """Whether the judge reads it as speaking against the claim."""


def find_passage(judge: Judge, article: Document, claim: str, *, chosen: range | None = None) -> Passage:
    """The passage that establishes the claim, or the nearest to it: whether it does is told, and the debater decides.

    Sentences that somebody chose are the passage, whatever the judge says of them. Raises `NotEstablished` where no
    sentence speaks of the claim at all.
    """
    if why := unreadable(claim):
        raise NotEstablished(f"the claim cannot be read: {why}", hint="write the claim as an English sentence")
    numbers = _list_body(article, range(len(article.ends)) if chosen is None else chosen)
    if not numbers:
        raise NotEstablished("the article has no sentence that could be read as English", hint="look at the file")
    sentences = [article.sentence(n) for n in numbers]
    claim = _choose_reading(judge, claim, sentences)
    found = bm25(claim, sentences)
    scores = measure_coverage(claim, sentences) + found / max(float(found.max()), 1e-9)
    saying = [at for at, sentence in enumerate(sentences) if _fold(claim) in _fold(sentence)]
    ranked = sorted(range(len(numbers)), key=lambda at: (at not in saying, -scores[at], at))[:_READ]
    pairs = [*(sentences[at] for at in ranked), " ".join(sentences[at] for at in sorted(ranked[:_TOGETHER]))]
    *alone, together = judge.weigh([(text, claim) for text in pairs])
    weighed = dict(zip(ranked, alone, strict=True))
    turned = {at for at in ranked if bool(_DENYING.search(sentences[at])) != bool(_DENYING.search(claim))}
    fit = {at: one for at, one in weighed.items() if at not in turned}
    carrying = [at for at in saying if at in fit] or _choose_carrying(fit, together, weighed)
    named = carrying or _choose_nearest(weighed) or (ranked[:1] if chosen else [])
    if not named:
        shown = (f"{numbers[at]}: {sentences[at].strip()[:_SHOWN]}" for at in ranked[: 1 + _OTHERS])
        longer = _SAY_MORE if count_words(claim) <= _TERSE else ""
        hint = f"{longer}to cut what you choose, name it (--sentences N): {'; '.join(shown)}"
        raise NotEstablished(f"nothing in it speaks of “{claim}”", hint=hint)
    nearest = weighed[named[0]]
    around = _gather(article, numbers, named) if chosen is None else chosen
    return Passage(
        start=around.start,
        stop=around.stop,
        carrying=tuple(numbers[at] for at in named if numbers[at] in around),
        supports=max(together.supports, *(weighed[at].supports for at in named)),
        others=tuple(numbers[at] for at in ranked if numbers[at] not in around)[:_OTHERS],
        is_found=bool(carrying),
        is_against=not carrying and nearest.contradicts >= max(DENIES, nearest.supports),
    )


def _choose_reading(judge: Judge, claim: str, sentences: Sequence[str]) -> str:
    """The claim, or the one of its parts between dashes of which the sentences nearest to it speak most surely: a
    debater's tag may say first what it is for, or last why."""
    dashed = claim.replace("--", "–").replace("—", "–").replace(" - ", "–")
    parts = [part.strip("- ") for part in dashed.split("–")]
    readings = [claim, *(part for part in parts if part != claim and count_words(part) >= _FEWEST)]
    nearest = [sentences[int(bm25(one, sentences).argmax())] for one in readings]
    rates = judge.weigh(list(zip(nearest, readings, strict=True))) if len(readings) > 1 else ()
    rated = zip(readings, rates, strict=False)
    return max(rated, key=lambda pair: pair[1].supports * pair[1].bears, default=(claim, None))[0]


def _fold(text: str) -> str:
    """Its words alone: a sentence in which a claim stands word for word says it, whatever the judge finds."""
    return f" {' '.join(split_letters(text.lower()))} "


def _list_body(article: Document, wanted: range) -> list[int]:
    """The sentences that can be evidence: no byline, and no heading where the article has more than headings."""
    readable = [n for n in wanted if _is_readable(article.sentence(n))]
    return [n for n in readable if not _is_heading(article, n)] or readable


def _is_heading(article: Document, number: int) -> bool:
    """Whether a sentence is a line of its own that ends as no sentence does: a headline, a byline, a caption."""
    span, text = article.sentences[number], article.text
    said = span.of(text)
    start = span.start + len(said) - len(said.lstrip())
    opens = not text[:start].strip() or "\n" in text[len(text[:start].rstrip()) : start]
    closes = not text[span.end :].strip() or "\n" in text[span.start + len(said.rstrip()) :][:2]
    return is_head(said.strip()) or (opens and closes and not said.rstrip().endswith(_ENDS))


def _is_readable(sentence: str) -> bool:
    line = sentence.strip()
    return has_words(line) and count_words(line) >= _FEWEST and not is_head(line) and not unreadable(line)


def _choose_carrying(fit: dict[int, Weighed], together: Weighed, weighed: dict[int, Weighed]) -> list[int]:
    """The sentences that establish the claim, the strongest first: by themselves, or the nearest only together.

    `fit` are those of the weighed ones that do not call something wrong."""
    against = _measure_against(weighed)
    found = [at for at, one in fit.items() if one.bears >= _BEARS and one.supports >= max(SUPPORTS, against)]
    if found:
        return sorted(found, key=lambda at: -fit[at].supports)
    nearest = list(weighed)[:_TOGETHER]
    holds = together.bears >= _BEARS and together.supports >= max(_JOINTLY, against, together.contradicts)
    return nearest if holds and all(at in fit for at in nearest) else []


def _measure_against(weighed: dict[int, Weighed]) -> float:
    return max((one.contradicts for one in weighed.values() if one.bears >= _BEARS), default=0.0)


def _choose_nearest(judged: dict[int, Weighed]) -> list[int]:
    """The sentence that speaks most surely of a claim which none establishes, for it or against it."""
    speaking = {at: one for at, one in judged.items() if one.bears >= _SPEAKS}
    return sorted(speaking, key=lambda at: -speaking[at].bears)[:1]


def _gather(article: Document, numbers: Sequence[int], carrying: Sequence[int]) -> range:
    """The sentences around the strongest one: others that carry the claim if they stand near, then their paragraphs;
    beyond these only as much as a short passage needs."""
    start, stop = numbers[carrying[0]], numbers[carrying[0]] + 1
    for at in carrying[1:]:
        wider = (min(start, numbers[at]), max(stop, numbers[at] + 1))
        near = start - _APART <= numbers[at] < stop + _APART
        if near and _count(article, *wider) <= _BODY_WORDS:
            start, stop = wider
    inner = {_paragraph(article, number) for number in (start, stop - 1)}
    for least in (0, _SHORT):
        while (around := _widen(article, start, stop, inner, least)) is not None:
            start, stop = around
    return range(start, stop)


def _widen(article: Document, start: int, stop: int, inner: set[int], least: int) -> tuple[int, int] | None:
    """One more sentence, what follows before what precedes: of these paragraphs, or of any while it is too short."""
    for added, low, high in ((stop, start, stop + 1), (start - 1, start - 1, stop)):
        if not 0 <= added < len(article.ends) or _is_heading(article, added):
            continue
        needed = _paragraph(article, added) in inner or _count(article, start, stop) < least
        if needed and _count(article, low, high) <= _BODY_WORDS:
            return low, high
    return None


def _paragraph(article: Document, number: int) -> int:
    """The place of the paragraph that a sentence stands in."""
    span = article.sentences[number]
    return article.text.count("\n", 0, span.start + len(span.of(article.text)) - len(span.of(article.text).lstrip()))


def _count(article: Document, start: int, stop: int) -> int:
    return count_words(article.text[article.sentences[start].start : article.sentences[stop - 1].end])
