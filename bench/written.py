"""Written texts held against what they cite: how many honest ones are refused, how many planted lies are found.

    python -m bench written                 the figures below
    python -m bench.written refused         every refused honest text of the tuning half, with what was found
    python -m bench.written missed          every planted lie of the tuning half that was not found

Honest texts are claims that people wrote from evidence and that others found supported: WiCE (Wikipedia claims with the
sentences of their sources), FM2 (claims of a game, with the page's title as known text) and RTE, IBM's key points with
the arguments they sum up, and the pairs in `bench/written_by_hand.py`. Lies are made from those that pass, by rules: a
figure, a date or a name is exchanged, quotation marks are put round words that are no
quotation, and an uncited sentence is spliced in. Rows are halved by their digest: the rules of
`foam_quotes.text.faithful` were written with one half in sight, the other was scored.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from bench.harness import Row, benchmark, shared_data
from bench.written_by_hand import HAND_WRITTEN
from foam_quotes.text.faithful import Unfaithful, find_unfaithful

_SEED = 7
_MOST = 400
"""Rows of one set in each half: enough for a figure, quick enough to run often."""
_WORDS = re.compile(r"[A-Za-z]+")


class Written(NamedTuple):
    """A text, what it cites and what it may speak from."""

    data: str
    text: str
    cited: tuple[str, ...]
    known: tuple[str, ...] = ()
    uncited: tuple[str, ...] = ()

    @property
    def is_unseen(self) -> bool:
        """Whether it belongs to the half that the rules were not written on; those by hand were all in sight."""
        return self.data != "by hand" and hashlib.blake2b(self.text.encode(), digest_size=2).digest()[0] % 2 == 1

    def check(self) -> tuple[Unfaithful, ...]:
        return find_unfaithful(self.text, cited=self.cited, known=self.known, uncited=self.uncited)


# Honest texts


def read_wice() -> Iterator[Written]:
    """Supported claims; every sentence of any gold set is cited, the article they were written for is known."""
    for line in (shared_data("wice") / "claim_dev.jsonl").open(encoding="utf-8"):
        row = json.loads(line)
        if row["label"] == "supported":
            gold = sorted({n for one in row["supporting_sentences"] for n in one})
            meta = row["meta"]
            known = (meta["claim_title"], meta["claim_section"], meta["claim_context"])
            others = tuple(text for n, text in enumerate(row["evidence"]) if n not in gold)
            yield Written("wice", row["claim"], tuple(row["evidence"][n] for n in gold), known, others)


def read_pairs(name: str, *, titled: bool = False) -> Iterator[Written]:
    """Pairs labelled as supporting; the title of the page is known where the set gives it."""
    with gzip.open(shared_data("nli") / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["label"] == "supports":
                yield Written(name, row["hypothesis"], (row["premise"],), (row["group"],) if titled else ())


def read_key_points() -> Iterator[Written]:
    """Key points with the arguments that people found to make them, and the topic as known text."""
    folder = shared_data("ibm_kpa2021")
    for part in ("dev", "train"):
        with (folder / f"arguments_{part}.csv").open(encoding="utf-8") as file:
            arguments = {row["arg_id"]: row["argument"] for row in csv.DictReader(file)}
        with (folder / f"labels_{part}.csv").open(encoding="utf-8") as file:
            matched: dict[str, list[str]] = {}
            for row in csv.DictReader(file):
                if row["label"] == "1":
                    matched.setdefault(row["key_point_id"], []).append(arguments[row["arg_id"]])
        with (folder / f"key_points_{part}.csv").open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["key_point_id"] in matched:
                    yield Written("ibm_kpa", row["key_point"], tuple(matched[row["key_point_id"]][:4]), (row["topic"],))


def read_by_hand() -> Iterator[Written]:
    for text, cited, known in HAND_WRITTEN:
        yield Written("by hand", text, cited, known)


@cache
def read_honest() -> tuple[Written, ...]:
    """All honest texts, in a fixed order, at most so many of a set and half."""
    sets = (
        list(read_wice()),
        list(read_pairs("fm2", titled=True)),
        list(read_pairs("rte")),
        list(read_key_points()),
        list(read_by_hand()),
    )
    kept: list[Written] = []
    for rows in sets:
        random.Random(_SEED).shuffle(rows)
        for unseen in (False, True):
            kept += [one for one in rows if one.is_unseen is unseen][:_MOST]
    return tuple(kept)


# Lies

_YEAR = re.compile(r"(?<![\w.,$£€-])(?:1[5-9]|20)\d\d(?![\w%]|[.,]\d)")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DATE = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\b(?= \d| of|,)")
_NUMBER = re.compile(r"(?<![\w.,-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|[.,]\d|-)")
_NUMBER_WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty", "thirty",
    "forty",
    "fifty", "hundred",
)  # fmt: skip
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_NUMBER_WORDS)})\b")
_NAME = re.compile(
    r"(?<=[a-z,] )[A-Z][a-z]{3,}(?:'s)?\b|^[A-Z][a-z]{3,}(?= [A-Z][a-z]{3,})|"
    r"^[A-Z][a-z]{3,}(?= (?:is|was|has|had|won|said)\b)"
)
_NAMES = """Okafor Lindqvist Toronto Hannover Marchetti Ferreira Bangkok Novak Petrosyan Whitlock Dubois Nakamura
Ostrava Kinshasa Halvorsen Abernathy Montevideo Castellano Rasmussen Thornbury Valletta Yamamoto Zagreb Eriksson
Galloway
Huddersfield Jakobsen Kowalski Lisbon Mbeki Nairobi Osborne Pretoria Quebec Rotterdam Szabo Tbilisi Ulster Vasquez
Winnipeg Xerox Yorkshire Zimmerman Toyota Siemens Nestle Vodafone Unilever Greenpeace Interpol Mozambique Paraguay
Estonia Danish Bolivian Korean Moroccan Baker Marsh Rose Stone Field Young Grant Hope Bishop"""
"""Names of people, places, firms and peoples; the last nine are ordinary words as well."""


def change_number(one: Written, rng: random.Random) -> Written | None:
    """A figure in digits becomes another of the same length, or a number word another word, where it is no bound."""
    exact = [match for match in (*_NUMBER.finditer(one.text), *_NUMBER_WORD.finditer(one.text)) if _is_exact(match)]
    found = [match for match in exact if match[0][0].isdigit() and not _YEAR.fullmatch(match[0])]
    if found:
        match = rng.choice(found)
        changed = re.sub(r"\d", lambda _: str(rng.randint(1, 9)), match[0])
        return _put(one, match, changed) if _is_new(changed, one) else None
    words = [match for match in exact if match[0].isalpha()]
    if not words:
        return None
    match = rng.choice(words)
    changed = rng.choice([word for word in _NUMBER_WORDS if word != match[0]])
    return _put(one, match, changed) if _is_new(changed, one) else None


def change_date(one: Written, rng: random.Random) -> Written | None:
    """A year moves by up to thirty years, or a month becomes another."""
    found = [*_YEAR.finditer(one.text), *_DATE.finditer(one.text)]
    if not found:
        return None
    match = rng.choice(found)
    if match[0].isdigit():
        changed = str(int(match[0]) + rng.choice([-1, 1]) * rng.randint(1, 30))
    else:
        changed = rng.choice([month for month in _MONTHS if month != match[0]])
    return _put(one, match, changed) if _is_new(changed, one) else None


def change_name(one: Written, rng: random.Random) -> Written | None:
    """A word of a name becomes another name."""
    found = list(_NAME.finditer(one.text))
    new = rng.choice(_NAMES.split())
    if not found or not _is_new(new, one):
        return None
    match = rng.choice(found)
    return _put(one, match, new + ("'s" if match[0].endswith("'s") else ""))


def quote_falsely(one: Written, rng: random.Random) -> Written | None:
    """Quotation marks round four to nine words of the text that stand in none of its sources."""
    words = list(re.finditer(r"\S+", one.text))
    if '"' in one.text or len(words) < 6:
        return None
    length = rng.randint(4, min(9, len(words)))
    start = rng.randrange(len(words) - length + 1)
    begin, end = words[start].start(), words[start + length - 1].end()
    quoted = one.text[begin:end]
    plain = " ".join(_WORDS.findall(quoted)).lower()
    if any(plain in " ".join(_WORDS.findall(source)).lower() for source in (*one.cited, *one.known)):
        return None
    return one._replace(text=f"{one.text[:begin]}“{quoted}”{one.text[end:]}")


def borrow(one: Written, rng: random.Random) -> Written | None:
    """Ten words of a sentence that was not cited are put at the end."""
    long = [text.split() for text in one.uncited if len(text.split()) >= 12]
    if not long:
        return None
    words = rng.choice(long)
    start = rng.randrange(len(words) - 10)
    return one._replace(text=f"{one.text.rstrip(' .')}, and {' '.join(words[start : start + 10])}.")


def _put(one: Written, match: re.Match[str], changed: str) -> Written:
    return one._replace(text=one.text[: match.start()] + changed + one.text[match.end() :])


def _is_exact(match: re.Match[str]) -> bool:
    """Whether no word before a figure makes it a bound: `over 400` may stay true with another figure."""
    return (
        re.search(r"\b(?:over|than|least|most|under|to|about|nearly|almost) $", match.string[: match.start()]) is None
    )


def _is_new(word: str, one: Written) -> bool:
    """Whether the word stands nowhere in what the text is written from: else it may be no lie."""
    return re.search(rf"\b{re.escape(word)}\b", " ".join((*one.cited, *one.known, one.text)), re.IGNORECASE) is None


LIES: dict[str, Callable[[Written, random.Random], Written | None]] = {
    "number": change_number,
    "date": change_date,
    "name": change_name,
    "quotation": quote_falsely,
    "borrowed": borrow,
}


def plant(kind: str, rows: Sequence[Written]) -> list[Written]:
    """Lies of one kind in the texts that were found honest, at most one in each."""
    rng = random.Random(f"{_SEED}{kind}")
    return [lie for one in rows if not one.check() and (lie := LIES[kind](one, rng)) is not None]


def is_caught(kind: str, lie: Written) -> bool:
    """Whether anything was found: the text passed before, so that it is the lie."""
    return bool(lie.check())


# The figures


@benchmark
def honest() -> Iterable[Row]:
    """The share of honest texts that are refused."""
    for unseen in (False, True):
        half = [one for one in read_honest() if one.is_unseen is unseen]
        which = "unseen" if unseen else "seen"
        for name in dict.fromkeys(one.data for one in half):
            rows = [one for one in half if one.data == name]
            refused = sum(bool(one.check()) for one in rows)
            yield Row(f"{which}, {name}: refused", refused / len(rows), "", f"{refused} of {len(rows)}")


@benchmark
def planted() -> Iterable[Row]:
    """The share of planted lies that are found."""
    for unseen in (False, True):
        half = [one for one in read_honest() if one.is_unseen is unseen]
        caught = planted_in_all = 0
        for kind in LIES:
            lies = plant(kind, half)
            found = sum(is_caught(kind, lie) for lie in lies)
            caught, planted_in_all = caught + found, planted_in_all + len(lies)
            which = "unseen" if unseen else "seen"
            yield Row(f"{which}, {kind}: found", found / len(lies), "", f"{found} of {len(lies)}")
        yield Row(f"{which}, all: found", caught / planted_in_all, "", f"{caught} of {planted_in_all}")


def _show(which: str) -> None:
    half = [one for one in read_honest() if not one.is_unseen]
    shown = (
        [one for one in half if one.check()]
        if which == "refused"
        else [lie for kind in LIES for lie in plant(kind, half) if not is_caught(kind, lie)]
    )
    for one in shown:
        print(f"{one.data}: {one.text}")
        for finding in one.check():
            print(f"    {finding.kind}: {finding.found!r}: {finding.why}")
        for cited in one.cited:
            print(f"    - {cited[:400]}")


if __name__ == "__main__":
    _show(sys.argv[1])
