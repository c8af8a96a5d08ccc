"""Sentences and terms of English, Chinese and mixed text.

English goes to the package's own segmenter and stemmer. Chinese has no spaces: sentences end at its own full stops, and
terms are pairs of neighbouring characters (which find a word wherever it stands, and some accidents with it). No word
list and no tagger is used, so names and idioms are not known as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from foam_quotes.text.normalise import normalise, normalise_traced
from foam_quotes.text.segment import split_sentences as english_sentences
from foam_quotes.text.terms import stem_words as english_terms
from foam_quotes.text.words import HAN, measure_length

Language = Literal["en", "zh", "mixed", "other"]

_CITATION = re.compile(r"\([^()]*\)(?:\s+|$)")
"""What stands in brackets after a full stop belongs to the sentence before it."""
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile(r"[A-Za-z]")
_HAN_END = re.compile(r"(?<=[。！？；…])[」』”’\"')）]*|\n+")
_MIXED = 0.15
"""A script with at least this share of the letters is part of the text's language."""
SAYING_LITTLE = frozenset(
    english_terms(
        "should must can could may might ought also very more most many much some any all every than not only "
        "say says said argue argues claim claims opponent opponents point points people just like one two first "
        "second what who which when where why how because about does did been being make made us my other others once"
    )
)
"""Words that stand in every debate."""

LEAST_WORDS = 4
"""Words that a point has; a Chinese one has a few more characters."""


def makes_a_point(sentence: str) -> bool:
    """Whether a sentence is long enough to claim something."""
    return measure_length(sentence) >= LEAST_WORDS + bool(HAN.search(sentence))


def detect_language(text: str) -> Language:
    """By the scripts of its letters alone."""
    letters = len(_LETTER.findall(text))
    han = sum(map(len, HAN.findall(text)))
    latin = len(_LATIN.findall(text))
    shares = (han / letters >= _MIXED, latin / letters >= _MIXED) if letters else (False, False)
    return {(True, True): "mixed", (True, False): "zh", (False, True): "en", (False, False): "other"}[shares]  # type: ignore[return-value]


def split_utterance(text: str) -> tuple[str, ...]:
    """The sentences in order, trimmed, none empty."""
    clean = normalise(text)
    if not HAN.search(clean):
        return _split_english(clean)
    pieces = [piece.strip() for piece in _HAN_END.split(clean) if piece.strip()]
    return tuple(one for piece in pieces for one in ((piece,) if HAN.search(piece) else _split_english(piece)))


def split_as_written(text: str) -> tuple[str, ...]:
    """The same sentences with the quotation marks, dashes and spaces that their writer set."""
    clean, origins = normalise_traced(text)
    found: list[str] = []
    done = 0
    for sentence in split_utterance(text):
        start = clean.find(sentence, done)
        done = start + len(sentence) if start >= 0 else done
        found.append(text[origins[start] : origins[done]].strip() if start >= 0 else sentence)
    return tuple(found)


def list_terms(text: str) -> list[str]:
    """What lexical search compares: English stems without stop words, and pairs of Chinese characters."""
    return [*english_terms(HAN.sub(" ", text)), *_list_pairs(text)]


def list_telling(*texts: str) -> set[str]:
    """The terms of texts that tell what they are about."""
    return {term for text in texts for term in list_terms(text)} - SAYING_LITTLE


def _split_english(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for span in english_sentences(text):
        sentence = span.of(text).strip()
        if found and (cited := _CITATION.match(sentence)):
            found[-1] = f"{found[-1]} {cited[0].strip()}"
            sentence = sentence[cited.end() :]
        found += [sentence] if sentence else []
    return tuple(found)


def _list_pairs(text: str) -> Iterator[str]:
    for run in HAN.findall(text):
        pairs = (run[i : i + 2] for i in range(len(run) - 1)) if len(run) > 1 else iter((run,))
        yield from pairs
