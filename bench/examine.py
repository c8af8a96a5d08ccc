"""The examination on written case files (`files`), and on public text with faults planted by rule (`planted`).

A file of public text is three articles of one motion, cut short, and a memorandum. The memorandum quotes and reports
sentences of the articles and states some of them anew; half of each is altered by rule: another number, a `not` more or
less, a `must` for a `may`, a tail that begins with `unless` or `if` cut off, another article's name. Whatever else is
found, in the faithful half or between the articles, counts as false, though two articles may contradict each other in
truth.
"""

from __future__ import annotations

import os
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.examination.filing import FRESH, VERSIONS, CaseFile, load_files

import foam
from bench.filed import Score, describe, score_version
from bench.harness import Row, benchmark, shared_data
from bench.retrieval import articles, rows
from foam.evidence.document import Citation, Document, Origin, make_document
from foam.examination.checks import CHECKS
from foam.examination.file import make_case_file
from foam.stats.intervals import wilson
from foam.text.normalise import read_as_one_line

FILES = 12
"""Files that are made, of as many motions: more take longer than three minutes. The first motions served to write the
checks, so that the figures are taken on the next ones."""
_SENTENCES = 14
_QUOTED = 3
"""Faithful and altered sentences of each way of putting them, in one file."""
_VERB = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would|should|may|does|did)\b(?! not|n't)")
_NOT = re.compile(r"\b(?:not|never) ")
_NUMBER = re.compile(r"(?<![\d.,-])\d{1,3}(?![\d,-]|\.\d)")
_FORCE = {"must": "may", "may": "must", "should": "must", "can": "must", "could": "must"}
_LIMIT = re.compile(r",? \b(?:unless|provided that|except|only if|if)\b [^,;]{15,}[.]$")


class Planted(NamedTuple):
    """A sentence of the memorandum, how it was altered (empty for not at all), and how it is put."""

    text: str
    fault: str
    way: str


def renumber(text: str, rng: random.Random) -> str:
    return _NUMBER.sub(lambda found: str(int(found[0]) + rng.randint(2, 9)), text, count=1)


def turn(text: str, _: random.Random) -> str:
    return _NOT.sub("", text, count=1) if _NOT.search(text) else _VERB.sub(r"\1 not", text, count=1)


def force(text: str, _: random.Random) -> str:
    words = "|".join(_FORCE)
    return re.sub(rf"\b({words})\b(?! not)", lambda found: _FORCE[found[0]], text, count=1)


def unlimit(text: str, _: random.Random) -> str:
    return _LIMIT.sub(".", text)


ALTER: dict[str, Callable[[str, random.Random], str]] = {
    "number": renumber, "negation": turn, "force": force, "condition": unlimit,
}  # fmt: skip
WAYS: dict[str, str] = {
    "quotation": 'The article on {title} says: "{text}"',
    "report": "The article on {title} says that {lower}",
    "statement": "{text}",
}


@benchmark
def planted() -> Iterable[Row]:
    """What is found of planted faults, and how much is found beside them."""
    found: Counter[tuple[str, str]] = Counter()
    made: Counter[tuple[str, str]] = Counter()
    false: Counter[str] = Counter()
    took = 0.0
    for sources, memo in make_files():
        document = _write("memorandum", "\n".join(one.text for one in memo))
        file = make_case_file([*sources, document])
        by_text = {read_as_one_line(one.text): one for one in memo}
        made.update((one.way, one.fault) for one in memo)
        start = time.perf_counter()
        findings = [finding for check in CHECKS for finding in check.find(file) if check.name != "what is missing"]
        took += time.perf_counter() - start
        hit = set()
        for finding in findings:
            said = [by_text[p.text] for p in finding.passages if p.document == "memorandum" and p.text in by_text]
            faults = {one for one in said if one.fault}
            hit |= faults
            false.update([f"{finding.kind}, {finding.established}"] if not faults else [])
        found.update((one.way, one.fault) for one in hit)
    yield from _tell(found, made, false)
    yield Row("seconds a file", took / FILES, "s", f"{FILES} files of {_SENTENCES * 3} sentences and a memorandum")


@benchmark
def files() -> Iterable[Row]:
    """What is found of the faults that were planted by hand in written case files, both versions of each.

    `FOAM_BENCH_FILES` names those that are wanted; misses and findings are written to `out/examined.txt`.
    """
    wanted = os.environ.get("FOAM_BENCH_FILES", "").split()
    return _score([file for file in load_files() if not wanted or file.name in wanted], Path("out/examined.txt"))


@benchmark
def fresh() -> Iterable[Row]:
    """The same for cases that were written after the checks."""
    return _score(load_files(FRESH), Path("out/examined_fresh.txt"))


def _score(cases: Sequence[CaseFile], out: Path) -> Iterator[Row]:
    scores = []
    with tempfile.TemporaryDirectory() as folder, foam.open(Path(folder) / "home", environ={}) as home:
        start = time.perf_counter()
        for file in cases:
            scores += [score_version(home, file, one, Path(folder) / file.name / one) for one in VERSIONS]
        took = time.perf_counter() - start
    out.parent.mkdir(exist_ok=True)
    out.write_text("\n".join(line for score in scores for line in describe(score)) + "\n", "utf-8")
    yield from _sum_up(scores)
    yield Row("seconds a version", took / len(scores), "s", f"{len(scores)} versions")


def _sum_up(scores: list[Score]) -> Iterator[Row]:
    """Shares found by kind of fault, false findings a file, and how often one fault is told."""
    made: Counter[str] = Counter(fault.kind for score in scores for fault, _ in score.faults)
    found: Counter[str] = Counter(fault.kind for score in scores for fault, told in score.faults if told)
    for kind, count in sorted(made.items()):
        low, high = wilson(found[kind], count)
        note = f"{found[kind]} of {count} [{100 * low:.0f}, {100 * high:.0f}]"
        yield Row(f"found: {kind}", 100 * found[kind] / count, "%", note)
    false = Counter(finding.kind for score in scores for finding in score.false)
    most = max(len(score.false) for score in scores)
    yield Row("false findings", false.total() / len(scores), "a file", f"{false.total()} in all, at most {most} in one")
    for kind, count in false.most_common():
        yield Row(f"false: {kind}", count / len(scores), "a file", f"{count} in {len(scores)}")
    told = sum(len(one) for score in scores for _, one in score.faults)
    yield Row("findings for a fault that is found", told / found.total(), "", f"{told} for {found.total()}")
    yield Row("right findings that nobody planted", sum(len(score.true) for score in scores) / len(scores), "a file")


def _tell(found: Counter[tuple[str, str]], made: Counter[tuple[str, str]], false: Counter[str]) -> Iterator[Row]:
    for (way, fault), count in sorted(made.items()):
        if fault:
            low, high = wilson(found[way, fault], count)
            note = f"{found[way, fault]} of {count} [{100 * low:.0f}, {100 * high:.0f}]"
            yield Row(f"found: {way}, {fault}", 100 * found[way, fault] / count, "%", note)
    hits, wrong = sum(found.values()), sum(false.values())
    low, high = wilson(hits, hits + wrong)
    yield Row(
        "precision", 100 * hits / (hits + wrong), "%", f"{hits} of {hits + wrong} [{100 * low:.0f}, {100 * high:.0f}]"
    )
    for what, count in false.most_common():
        yield Row(f"false: {what}", count / FILES, "a file", f"{count} in {FILES} files")


def make_files() -> Iterator[tuple[list[Document], list[Planted]]]:
    """Articles of one motion cut short, and the memorandum about them."""
    folder = shared_data("ibm_ce")
    texts = dict(articles(folder))
    of_motion: dict[str, list[tuple[str, str]]] = {}
    for motion, title, number in rows(folder, "articles.txt")[1:]:
        if number.strip() in texts:
            of_motion.setdefault(motion.strip(), []).append((title.strip(), number.strip()))
    rng = random.Random(7)
    for motion in sorted(of_motion)[FILES : 2 * FILES]:
        chosen = rng.sample(of_motion[motion], min(3, len(of_motion[motion])))
        sources = {title: _shorten(title, texts[number]) for title, number in chosen}
        yield list(sources.values()), list(_write_memo(sources, rng))


def _shorten(title: str, article: Document) -> Document:
    """The first sentences of an article that are whole."""
    whole = [text for n in range(len(article.ends)) if _is_whole(text := read_as_one_line(article.sentence(n)))]
    return _write(title, "\n".join(whole[:_SENTENCES]))


def _is_whole(text: str) -> bool:
    return 40 <= len(text) <= 260 and text[0].isupper() and text.endswith(".") and '"' not in text


def _write_memo(sources: dict[str, Document], rng: random.Random) -> Iterator[Planted]:
    """Faithful and altered sentences, put in each way."""
    pool = [(title, one.sentence(n)) for title, one in sources.items() for n in range(len(one.ends))]
    rng.shuffle(pool)
    for way, frame in WAYS.items():
        wanted: Counter[str] = Counter()
        for title, text in list(pool):
            fault = next((name for name, alter in ALTER.items() if not wanted[name] and alter(text, rng) != text), "")
            if not fault and wanted[""] >= _QUOTED:
                continue
            wanted[fault] += 1
            pool.remove((title, text))
            said = ALTER[fault](text, rng) if fault else text
            lower = said[0].lower() + said[1:]
            yield Planted(frame.format(title=title, text=said, lower=lower), fault, way)


def _write(title: str, text: str) -> Document:
    return make_document(
        text, origin=Origin(file=f"{title}.txt", format="text", importer="bench"), citation=Citation(title=title)
    )
