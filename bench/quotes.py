"""Quotation verdicts on IBM's claims and evidence: how often they are right, how fast, and how that grows.

    python -m bench quotes                    the figures below
    python -m bench.quotes 1000000            the growth up to a library of a million sentences (about 1 GB of disk)

Each piece of evidence is a quotation of its own article. It is checked as it is, with one word, one `not` or one number
changed, cited to another article, and with its words shuffled.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rapidfuzz import fuzz

from bench.harness import Row, benchmark, shared_data
from bench.library import CARD_SENTENCES, made_card
from bench.retrieval import articles, rows
from foam.evidence.document import Document
from foam.evidence.quotes.index import ShingleIndex
from foam.evidence.quotes.naming import make_shelf
from foam_quotes.text.normalise import read_as_one_line
from foam_quotes.verdicts.judge import Judge, strip_quote_marks
from foam_quotes.verdicts.passages import MemoryPassages, Passages
from foam_quotes.verdicts.verdict import ALTERED, Verdict

_VERB = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would|should|may|might|does|did|do)\b(?! not|n't)")
_NOT = re.compile(r"\b(?:not|never) ")
_NUMBER = re.compile(r"\d+")
_LENGTHS = (200, 800, 3200, 12_800)


class Quoted(NamedTuple):
    """A quotation and the document it is cited to."""

    quote: str
    cited: str


def quoted_evidence(folder: Path, documents: Mapping[str, Document]) -> list[Quoted]:
    """Every evidence string, cited to the first article of its motion that holds it."""
    of_motion: dict[str, list[Document]] = {}
    for motion, _, number in rows(folder, "articles.txt")[1:]:
        if number.strip() in documents:
            of_motion.setdefault(motion.strip(), []).append(documents[number.strip()])
    quotes = [(strip_quote_marks(row[2]), of_motion.get(row[0].strip(), [])) for row in rows(folder, "evidence.txt")]
    return [
        Quoted(quote, next(one.id for one in own if quote in read_as_one_line(one.text)))
        for quote, own in quotes
        if own
    ]


# What is done to a quotation


def one_word(quote: Quoted, rng: random.Random) -> Quoted | None:
    words = quote.quote.split(" ")
    words[rng.randrange(len(words))] = "zebra"
    return quote._replace(quote=" ".join(words))


def turned(quote: Quoted, rng: random.Random) -> Quoted | None:
    """A `not` taken out, or one put in after a verb that can bear it."""
    if _NOT.search(quote.quote):
        return quote._replace(quote=_NOT.sub("", quote.quote, count=1))
    changed = _VERB.sub(r"\1 not", quote.quote, count=1)
    return quote._replace(quote=changed) if changed != quote.quote else None


def renumbered(quote: Quoted, rng: random.Random) -> Quoted | None:
    found = list(_NUMBER.finditer(quote.quote))
    if not found:
        return None
    number = rng.choice(found)
    changed = str(int(number[0]) + rng.randint(1, 9))
    return quote._replace(quote=quote.quote[: number.start()] + changed + quote.quote[number.end() :])


def moved(quote: Quoted, rng: random.Random, documents: Sequence[Document]) -> Quoted:
    """Cited to an article that does not hold it."""
    other = rng.choice(documents)
    while quote.quote in read_as_one_line(other.text):
        other = rng.choice(documents)
    return quote._replace(cited=other.id)


def shuffled(quote: Quoted, rng: random.Random) -> Quoted | None:
    words = quote.quote.split(" ")
    rng.shuffle(words)
    return quote._replace(quote=" ".join(words)) if len(words) > 5 else None


class Set(NamedTuple):
    """Quotations of one kind, and what is right for them."""

    name: str
    quotes: list[Quoted]
    right: Callable[[Verdict, Quoted], bool]


def sets(quotes: Sequence[Quoted], documents: Sequence[Document], *, seed: int = 1) -> list[Set]:
    """The same quotations in every kind of disguise."""
    rng = random.Random(seed)

    def disguised(change: Callable[[Quoted, random.Random], Quoted | None]) -> list[Quoted]:
        return [made for quote in quotes if (made := change(quote, rng)) is not None]

    return [
        Set("as they are: exact or altered", list(quotes), lambda v, q: v.type in ("exact", "altered")),
        Set("one word changed: altered, and named", disguised(one_word), _named),
        Set("`not` put in or taken out: altered, flagged", disguised(turned), lambda v, q: "negation" in v.flags),
        Set("a number changed: altered, flagged", disguised(renumbered), lambda v, q: "number" in v.flags),
        Set("cited to another article: misattributed, named", [moved(q, rng, documents) for q in quotes], _found),
        Set("words shuffled: fabricated or paraphrase", disguised(shuffled), _made_up),
    ]


def _named(verdict: Verdict, quote: Quoted) -> bool:
    changes = verdict.diff if verdict.type == "altered" else ()
    return any("zebra" in change.quote for change in changes if change.type != "same")


def _found(verdict: Verdict, quote: Quoted) -> bool:
    """Named a document in which it stands word for word."""
    if verdict.type != "misattributed" or verdict.found.type != "exact":
        return False
    return read_as_one_line(verdict.places[0].text) == quote.quote


def _made_up(verdict: Verdict, quote: Quoted) -> bool:
    return verdict.type in ("fabricated", "paraphrase")


# The figures


class Corpus(NamedTuple):
    documents: list[Document]
    judge: Judge
    quotes: list[Quoted]


@cache
def corpus() -> Corpus:
    folder = shared_data("ibm_ce")
    documents = articles(folder)
    held = list(documents.values())
    return Corpus(held, judge_of(held, MemoryPassages(held)), quoted_evidence(folder, documents))


def judge_of(documents: Sequence[Document], passages: Passages) -> Judge:
    return Judge(make_shelf(documents), passages)


@benchmark
def verdicts() -> Iterable[Row]:
    """How often the verdict is the right one, over every evidence string."""
    held = corpus()
    for kind in sets(held.quotes, held.documents):
        given = [(held.judge.check(quote.quote, source=quote.cited), quote) for quote in kind.quotes]
        right = sum(kind.right(verdict, quote) for verdict, quote in given)
        counts = Counter(verdict.type for verdict, _ in given)
        yield Row(kind.name, right / len(given), "", f"of {len(given)}: {dict(counts)}")


def by_sliding(quote: str, text: str) -> str:
    """The verdict of the plain way: look for the quotation, then slide it along the whole cited document."""
    if quote in text:
        return "exact"
    return "altered" if fuzz.partial_ratio(quote, text) >= 100 * ALTERED else "other"


@benchmark
def against_sliding() -> Iterable[Row]:
    """Speed and verdicts beside `rapidfuzz.partial_ratio` over the cited document, one quotation at a time."""
    held = corpus()
    texts = {one.id: read_as_one_line(one.text) for one in held.documents}
    ours_in_all = theirs_in_all = agreed = count = 0.0
    for kind in sets(held.quotes[::12], held.documents):
        ours, theirs = least_means(
            lambda quote: held.judge.check(quote.quote, source=quote.cited),
            lambda quote: fuzz.partial_ratio(quote.quote, texts[quote.cited]),
            quotes=kind.quotes,
        )
        yield Row(
            kind.name.split(":")[0], theirs / ours, "times faster", f"{1e6 * ours:.0f} µs against {1e6 * theirs:.0f}"
        )
        ours_in_all += ours * len(kind.quotes)
        theirs_in_all += theirs * len(kind.quotes)
        count += len(kind.quotes)
        agreed += sum(_agrees(held.judge, quote, texts[quote.cited]) for quote in kind.quotes)
    yield Row("all of them", theirs_in_all / ours_in_all, "times faster", "asked for: 20")
    yield Row("same verdict as sliding", agreed / count, "", f"of {count:.0f}")


def _agrees(judge: Judge, quote: Quoted, text: str) -> bool:
    verdict = judge.check(quote.quote, source=quote.cited).type
    return by_sliding(quote.quote, text) == (verdict if verdict in ("exact", "altered") else "other")


def least_means(*works: Callable[[Quoted], object], quotes: Sequence[Quoted], passes: int = 9) -> list[float]:
    """For each kind of work, the mean over the quotations of the least wall time of each in a few passes over them.

    The least is what other work on the machine disturbs least; the works take turns, so that a slow minute is slow for
    all; and between two passes over one quotation come all the others, so that nothing kept from the first helps the
    second.
    """
    least = [[float("inf")] * len(quotes) for _ in works]
    for _ in range(passes):
        for work, times in zip(works, least, strict=True):
            for n, quote in enumerate(quotes):
                start = time.perf_counter()
                work(quote)
                times[n] = min(times[n], time.perf_counter() - start)
    return [sum(times) / len(times) for times in least]


@benchmark
def by_length() -> Iterable[Row]:
    """Time a quotation takes by its length: as it is, with one word changed, and with its end from elsewhere."""
    held, rng = corpus(), random.Random(11)
    texts = {one.id: read_as_one_line(one.text) for one in held.documents}
    long = [id for id, text in texts.items() if len(text) > 2 * _LENGTHS[-1]]
    for length in _LENGTHS:
        cut = [(id, texts[id][at : at + length].strip()) for id in long for at in [rng.randrange(length)]]
        ends = [text[length // 2 :] for _, text in cut]
        kinds = {
            "as it is": [Quoted(text, id) for id, text in cut],
            "one word changed": [Quoted(_with_a_zebra(text), id) for id, text in cut],
            "its end from elsewhere": [
                Quoted(text[: length // 2] + end, id) for (id, text), end in zip(cut, ends[1:] + ends[:1], strict=True)
            ],
        }
        for name, quotes in kinds.items():
            (mean,) = least_means(
                lambda quote: held.judge.check(quote.quote, source=quote.cited), quotes=quotes, passes=3
            )
            yield Row(f"{length:,} characters, {name}", 1e6 * mean, "µs a quotation", f"{len(quotes)} quotations")


def _with_a_zebra(text: str) -> str:
    words = text.split(" ")
    return " ".join([*words[: len(words) // 2], "zebra", *words[len(words) // 2 + 1 :]])


@benchmark
def growth() -> Iterable[Row]:
    """Time a quotation takes in libraries of growing size."""
    yield from grown([10_000, 40_000, 160_000])


def grown(sizes: Sequence[int]) -> Iterator[Row]:
    """The evidence's own articles among more and more made-up cards, in an index on disk."""
    held = corpus()
    quotes = held.quotes[::20]
    rng = random.Random(7)
    documents = list(held.documents)
    with TemporaryDirectory() as folder:
        index = ShingleIndex(Path(folder))
        index.add(documents)
        cards = 0
        for size in sizes:
            fresh = [made_card(rng, "made", n) for n in range(cards, size // CARD_SENTENCES)]
            cards += len(fresh)
            start = time.perf_counter()
            index.add(fresh)
            adding = time.perf_counter() - start
            documents += fresh
            yield from _timed(index, documents, quotes, size, adding)


def _timed(
    index: ShingleIndex, documents: Sequence[Document], quotes: Sequence[Quoted], size: int, adding: float
) -> Iterator[Row]:
    judge = judge_of(documents, index)
    kinds = sets(quotes, documents[:400])
    for kind in (kinds[n] for n in (0, 1, 4, 5)):
        (mean,) = least_means(lambda quote: judge.check(quote.quote, source=quote.cited), quotes=kind.quotes)
        yield Row(f"{kind.name.split(':')[0]}, {size:,} more sentences", 1e6 * mean, "µs a quotation")
    (mean,) = least_means(lambda quote: judge.check(quote.quote), quotes=quotes)
    yield Row(f"no source, {size:,} more sentences", 1e6 * mean, "µs a quotation")
    disk = sum(file.stat().st_size for file in Path(index.folder).rglob("*") if file.is_file()) / 1e6
    yield Row(f"index, {size:,} more sentences", disk, "MB", f"{adding:.1f} s to add the last ones")


if __name__ == "__main__":
    largest = int(sys.argv[1])
    for row in grown([largest // 16, largest // 4, largest]):
        print(f"{row.name:<60} {row.value:12,.1f} {row.unit} {row.note}", flush=True)
