"""Whose words are these? Finds strings that repeat erased texts or name an erased person, however they are wrapped.

A string is cut whole when it
- holds a name that was given, as whole words, in any case;
- holds six words in a row of an erased text, or a shorter title or name as a whole;
- is a sentence of two or three words of an erased text;
- holds a mark that only the erased texts have: a word with a digit or a capital letter that nothing else uses.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Iterator

RUN = 6
"""Words in a row that two texts hardly share by chance."""
_SHORTEST_RUN = 4
"""Words of a sentence that is looked for inside others; a shorter one ("That is so.") must be all of a string."""
_SHORTEST_MARK = 4
_BEFORE_A_SENTENCE = ("", ".", "!", "?", ":")
_WORD = re.compile(r"\w+")
_STUB = re.compile(r"\[erased [0-9a-f]{6}-\d+\]|\berased-[0-9a-f]{6}-\d+\b")
_FIELD = re.compile(r"[a-z_]+")
_NAME = re.compile(r"[a-z0-9][a-z0-9._@-]{0,63}")


def list_words(text: str) -> list[str]:
    """The words of a text, without regard to case; the stubs of earlier erasures are no words."""
    return _WORD.findall(_STUB.sub(" ", text.casefold()) if "erased" in text else text.casefold())


def list_marks(text: str) -> Iterator[str]:
    """Words that may tell who or what is meant: those with a digit, and those with a capital inside a sentence."""
    alone = len(_WORD.findall(text)) == 1
    text = _STUB.sub(" ", text)
    for found in _WORD.finditer(text):
        word = found[0]
        if len(word) < _SHORTEST_MARK:
            continue
        begins = text[: found.start()].rstrip()[-1:] in _BEFORE_A_SENTENCE and not alone
        if any(letter.isdigit() or letter.isupper() for letter in (word[1:] if begins else word)) or word[0].isdigit():
            yield word.casefold()


class Cutter:
    """Gives a string back as it is, or a stub in its place when it holds erased words.

    Each erased string has its own stub, so that two parties whose ids are erased are still two; stubs of two erasures
    differ.
    """

    def __init__(self, texts: Iterable[str], *, names: Iterable[str] = ()) -> None:
        self._names = {tuple(words) for name in names if (words := list_words(name))}
        self._runs: set[tuple[str, ...]] = set()
        self._whole: set[tuple[str, ...]] = set()
        self._marks: set[str] = set()
        for text in texts:
            words = list_words(text)
            if 1 < len(words) < RUN:
                common = len(words) < _SHORTEST_RUN and text.rstrip().endswith((".", "!", "?"))
                (self._whole if common else self._runs).add(tuple(words))
            self._runs.update(tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1))
            self._marks.update(list_marks(text))
        self._stubs: dict[str, str] = {}
        self._tag = secrets.token_hex(3)

    def spare(self, text: str) -> None:
        """Others say this, too: its words and runs of words tell nothing any more. Names that were given still do."""
        words = list_words(text)
        self._marks.difference_update(words)
        self._whole.discard(tuple(words))
        if self._runs:
            self._runs.difference_update(
                tuple(words[start : start + length])
                for length in range(2, RUN + 1)
                for start in range(len(words) - length + 1)
            )

    def __call__(self, text: str) -> str:
        if not self.finds(text):
            return text
        name = f"{self._tag}-{len(self._stubs) + 1}"
        return self._stubs.setdefault(text, f"erased-{name}" if _NAME.fullmatch(text) else f"[erased {name}]")

    def finds(self, text: str) -> bool:
        """Whether the string holds words to be erased."""
        words = list_words(text)
        if not self._marks.isdisjoint(words) or tuple(words) in self._whole:
            return True
        return any(
            run in self._runs or run in self._names
            for length in self._lengths
            for start in range(len(words) - length + 1)
            if (run := tuple(words[start : start + length]))
        )

    @property
    def _lengths(self) -> set[int]:
        return {*range(2, RUN + 1), *map(len, self._names)}


def cut_strings(value: object, cut: Callable[[str], str]) -> object:
    """A JSON value with each of its strings as `cut` leaves it; so are names in mappings that are not plain words."""
    match value:
        case str():
            return cut(value)
        case list():
            return [cut_strings(one, cut) for one in value]
        case dict():
            return {name if _FIELD.fullmatch(name) else cut(name): cut_strings(one, cut) for name, one in value.items()}
        case _:
            return value


def list_strings(value: object) -> Iterator[str]:
    """Every string of a JSON value, names in mappings included."""
    match value:
        case str():
            yield value
        case list() | tuple():
            for one in value:
                yield from list_strings(one)
        case dict():
            for name, one in value.items():
                yield name
                yield from list_strings(one)
        case _:
            pass
