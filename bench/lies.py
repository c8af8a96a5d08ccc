"""Planted lies of form: what is marked on a page, or refused when it is told, and what is honest and marked.

    python -m bench lies.forms              the figures
    python -m bench.lies rte|rte_other|ibm_ce    every honest text that is marked, with its citation

Honest texts are those of pairs that people marked as borne out (RTE's entailed pairs), and claims that people worded
from a sentence of an article (IBM CE). Each lie is one change to such a pair by rule.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from bench.harness import Row, benchmark, shared_data
from foam.acts.shown import ShownDocument, ShownFile, ShownSentence
from foam.acts.tell import make_tell
from foam.argument import rows
from foam.argument.tree import Frame, Leaf, Option, Root
from foam.deliberation.answer.answer import Answer, find_tree
from foam.deliberation.answer.marks import find_marks
from foam.model.form import Form, Record, find_form_complaint
from foam.pack.loader import load_pack
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.segment import split_sentences

PAIRS = 100
Pair = tuple[str, str]
"""What is cited, and the claim."""
_NUMBER = re.compile(r"(?<![\w.,-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|[.,]\d|-)")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}(?: [A-Z][a-z]{3,})*")
_NAMES = ("Ottoline Quartermaine", "Bartholomew Finch", "Lisbeth Aranda", "Corvin Hale")
_QUOTED = ("nobody had foreseen any of it", "a grave and lasting error", "the last of its kind anywhere")


@benchmark
def forms() -> Iterable[Row]:
    """Lies of form in what is written at a table: marked on the page, or refused when it is told."""
    for name, pairs in {"rte": read_rte(), "rte_other": read_rte_other(), "ibm_ce": read_ibm_ce()}.items():
        honest = sum(map(is_marked, pairs[:PAIRS]))
        yield Row(f"{name}: honest texts marked", honest, "texts", f"of {PAIRS}")
        caught = planted = 0
        for kind, plant in _FORMS.items():
            lies = [lie for pair in pairs if (lie := plant(pair, random.Random(11), pairs))][:PAIRS]
            hits = sum(map(is_marked, lies))
            caught, planted = caught + hits, planted + len(lies)
            yield Row(f"{name}: {kind}: marked", hits, "lies", f"of {len(lies)}")
        told = sum(is_refused(pair, outcome=True) for pair in pairs[:PAIRS])
        pointed = sum(is_refused(pair, pointer=True) for pair in pairs[:PAIRS])
        yield Row(f"{name}: another outcome told: refused", told, "lies", f"of {PAIRS}")
        yield Row(f"{name}: a part that is not there told: refused", pointed, "lies", f"of {PAIRS}")
        total = planted + 2 * PAIRS
        share = (caught + told + pointed) / total
        yield Row(f"{name}: all lies of form", caught + told + pointed, "lies", f"of {total}: {share:.1%}")
    references = [one for one in _REFERENCES if is_marked(one)]
    yield Row("articles, ordinals and sections marked", len(references), "texts", f"of {len(_REFERENCES)}")


def read_rte() -> list[Pair]:
    return random.Random(7).sample(_read_entailed(), 6 * PAIRS)


def read_rte_other() -> list[Pair]:
    """Pairs of RTE that are not among the first."""
    first = {*read_rte()}
    return random.Random(61).sample([one for one in _read_entailed() if one not in first], 6 * PAIRS)


@cache
def _read_entailed() -> tuple[Pair, ...]:
    with gzip.open(shared_data("nli") / "rte.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return tuple((row["premise"], row["hypothesis"]) for row in rows if row["label"] == "supports")


def read_ibm_ce() -> list[Pair]:
    """Claims in people's words, each with the sentence of an article from which it was taken in other words."""
    folder = shared_data("ibm_ce")
    articles: dict[str, list[str]] = {}
    for line in (folder / "articles.txt").read_text("utf-8").splitlines()[1:]:
        topic, _, article = line.split("\t")[:3]
        articles.setdefault(topic, []).append(article.strip())
    pairs = []
    for line in (folder / "claims.txt").read_text("utf-8").splitlines()[1:]:
        topic, claim, taken, *_ = (part.strip() for part in f"{line}\t\t".split("\t"))
        sentences = (one for article in articles.get(topic, ()) for one in _read_article(article))
        if taken and taken.lower() != claim.lower() and (found := next((s for s in sentences if taken in s), "")):
            pairs.append((re.sub(r"\[REF\]?", "", found).strip(), claim))
    random.Random(61).shuffle(pairs)
    return pairs


@cache
def _read_article(article: str) -> tuple[str, ...]:
    path = shared_data("ibm_ce") / "articles" / f"clean_{article}.txt"
    text = path.read_text("utf-8", errors="replace") if path.exists() else ""
    return tuple(span.of(text) for span in split_sentences(text))


def make_answer(pair: Pair) -> Answer:
    """An answer whose one leaf is what is claimed, over the sentence that is cited."""
    sentence = ShownSentence(pointer=Pointer(document="0" * 64, sentence=0), text=pair[0])
    file = ShownFile(documents=(ShownDocument(number="01", name="a paper", length=1, sentences=(sentence,)),))
    leaf = Leaf(id="leaf", kind="fact", says=pair[1], at=("01#s0",))
    options = tuple(Option(id=name, text=f"{text} follows from the paper.") for name, text in _OPTIONS.items())
    frame = Frame(roots=(Root(id="leaf", asks="What follows?", options=options),), leaves=(leaf,))
    tree = find_tree(frame, file.file({}), rows.Record())
    return Answer(question="What follows?", lead=options[0].text, tree=tree, file=file)


def is_marked(pair: Pair) -> bool:
    return any(find_marks(make_answer(pair)))


def is_refused(pair: Pair, *, outcome: bool = False, pointer: bool = False) -> bool:
    """Whether a telling of the claim is refused that claims another outcome, or names a part that is not there."""
    answer = make_answer(pair)
    assert answer.tree is not None
    act = make_tell(
        load_pack("street-lamps").prompts, answer.question, answer.lead, answer.file, answer.tree.frame,
        answer.tree.standing_by_leaf,
    )  # fmt: skip
    text = f"{_OPTIONS['against']} follows from the paper." if outcome else "It is so."
    told: Record = {"nodes": ("another" if pointer else "leaf",), "text": text}
    form: Form = {"sentences": (told,)}
    return bool(find_form_complaint(act.question.fields, form)) or bool(act.read(form).faults)


Plant = Callable[[Pair, random.Random, list[Pair]], Pair | None]


def _change(pattern: re.Pattern[str], put: Callable[[str, random.Random], str]) -> Plant:
    def plant(pair: Pair, rng: random.Random, _: list[Pair]) -> Pair | None:
        match = pattern.search(pair[1])
        if match is None:
            return None
        return pair[0], pair[1][: match.start()] + put(match[0], rng) + pair[1][match.end() :]

    return plant


def _other_figure(figure: str, rng: random.Random) -> str:
    return f"{int(float(figure.replace(',', '')) * rng.choice((1.7, 2.6, 4.3))) + 13:,}"


def _quote_falsely(pair: Pair, rng: random.Random, _: list[Pair]) -> Pair | None:
    return pair[0], f"{pair[1].rstrip('.')}, which it calls “{rng.choice(_QUOTED)}”."


_OPTIONS = {"for": "That it is so", "against": "That it is not so"}
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(rf"\b(?:(?:{_MONTHS}) \d{{1,2}}\b(?!,? \d{{4}})|(?:1[89]|20)\d\d\b(?![.,]\d|-))")


def _other_date(said: str, rng: random.Random) -> str:
    if said.isdigit():
        return str(int(said) + rng.choice((-37, -13, 17, 29)))
    month = said.split()[0]
    return f"{rng.choice([one for one in _MONTHS.split('|') if one != month])} {said.split()[1]}"


_FORMS: dict[str, Plant] = {
    "figure": _change(_NUMBER, _other_figure),
    "date": _change(_DATE, _other_date),
    "name": _change(_NAME, lambda _, rng: rng.choice(_NAMES)),
    "quotation": _quote_falsely,
}


def _refer() -> Iterator[Pair]:
    """Honest texts that name places in rules otherwise than the sentences that are cited."""
    for n in range(1, 11):
        a, b = n + 3, n + 4
        cited = f"Article {a} lets a tenant keep a dog. Article {b} asks for consent. Rule {a}.{b}: no fires."
        yield cited, f"Articles {a} and {b} govern this."
        yield cited, f"Art. {a} lets her keep the dog."
        yield f"Section {a}(c) leaves out a lump sum; {b}(a) counts pay.", f"Sections {a} and {b} are read together."
        yield f"{a}. The tenant pays the water.", f"Clause {a} of the lease says who pays the water."
        yield f"Paragraph {a} asks for consent.", f"The {a}th paragraph asks for consent."


_REFERENCES = tuple(_refer())


def _show(name: str) -> None:
    pairs: list[Pair] = {"rte": read_rte, "rte_other": read_rte_other, "ibm_ce": read_ibm_ce}[name]()
    for cited, claim in filter(is_marked, pairs[:PAIRS]):
        print(f"{claim}\n    - {cited[:400]}", flush=True)


if __name__ == "__main__":
    _show(sys.argv[1])
