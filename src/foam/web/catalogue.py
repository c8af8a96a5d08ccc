"""Every text of the pages, in one file by language, and which language is spoken now.

A request is answered in one language (`speak`). What works in the background speaks the language in which it was begun.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

from foam import ActRefused, FoamError, terms

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
"""Languages with a catalogue, each by its own name."""
_FILES = {ENGLISH: "catalogue.toml", "de": "catalogue.de.toml"}
_RANGE = re.compile(r"\s*([A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9-]{1,32})?\s*(?:;\s*q\s*=\s*([0-9.]{1,6}))?\s*")
_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


@cache
def load_catalogue(language: str = ENGLISH) -> dict[str, str]:
    """The texts by name, such as `home.title`."""
    held = tomllib.loads(files(__package__).joinpath(_FILES[language]).read_text(encoding="utf-8"))
    place = [*LANGUAGES].index(language)
    kinds = {f"kinds.{name}": says[place] for name, says in terms.challenge_says.items()}
    acts = {f"acts.{name}": row.does[place] for name, row in terms.procedure.items()}
    return kinds | acts | {f"{part}.{name}": text for part, texts in held.items() for name, text in texts.items()}


def find_language() -> str:
    """The language that is spoken now."""
    return _spoken.get()


@contextmanager
def speak(language: str) -> Iterator[None]:
    """Speak a language until this is left."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def choose_language(chosen: str, accepted: str) -> str:
    """The language that somebody chose, else the one of ours that their browser likes best, else English.

    `accepted` is an Accept-Language header. Of two that are liked alike the first counts.
    """
    if chosen in LANGUAGES:
        return chosen
    liked = [(quality, language) for language, quality in _read_ranges(accepted) if quality > 0]
    best = max(liked, key=lambda one: one[0], default=(0.0, ENGLISH))
    return best[1]


def say(name: str, **filled: Any) -> str:
    """A text of the catalogue with its gaps filled."""
    return load_catalogue(find_language())[name].format(**filled)


def say_or(name: str, otherwise: str) -> str:
    """A text that the catalogue may not have, such as the name of a step."""
    return load_catalogue(find_language()).get(name, otherwise)


def say_refusal(rule: str, why: str) -> str:
    """What stands against a step of an appeal: in English as its rule words it."""
    return why if find_language() == ENGLISH else terms.refusals.get(rule, why)


def explain_error(error: FoamError) -> tuple[str, str]:
    """What went wrong and what to do next, in the language that is spoken where it has words for it."""
    if not isinstance(error, ActRefused):
        return error.what, error.hint
    act, open_now = say(f"acts.{error.act}"), ", ".join(say(f"acts.{one}") for one in error.instead)
    why = "; ".join(say_refusal(rule, text) for rule, text in error.against.items())
    return say("act.refused", act=act, why=why), say("act.instead", acts=open_now) if open_now else ""


def _read_ranges(accepted: str) -> Iterator[tuple[str, float]]:
    """Languages of ours that a header names, with how much each is liked; what cannot be read is passed over."""
    for part in accepted.split(","):
        found = _RANGE.fullmatch(part)
        if found is None:
            continue
        try:
            quality = float(found[2]) if found[2] else 1.0
        except ValueError:
            continue
        language = ENGLISH if found[1] == "*" else found[1].lower()
        if language in LANGUAGES:
            yield language, quality
