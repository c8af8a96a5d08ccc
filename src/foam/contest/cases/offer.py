"""What is offered to whoever judges a challenge.

    brought    every sentence of the challenger's papers that says something
    named      sentences of the challenged source, and of the rest, that the challenger's words speak of
    opposed    what the corpus holds against the statement

The judge of pairs reads what was not brought: what it finds on the statement's own side is no evidence the other way
and is left out. The challenger's words say where to look, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import log, sqrt

from foam.contest.brought import is_statement, keep_documents, list_statements, read_head, replaces_another
from foam.contest.cases.sitting import Sitting
from foam.evidence.corpus import Passage, make_passages
from foam.evidence.document import Document
from foam.job.retrieval import fetch_document, retrieve
from foam.job.session import Session
from foam.model.embedded.threads import one_thread
from foam.model.port import PairJudge
from foam.record.entry import PointerInput, ValueInput
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.stem import list_stems

_COUNTERS = 12
"""Sentences that a search gives."""
MOST_BROUGHT = 16
"""Sentences of what was brought: all of a letter, and of a longer paper those nearest to what is contested."""
_POINTED_AT = 4
"""Sentences that are looked up by the challenger's words: in the corpus by each of their sentences, and twice as many
in the challenged source."""
_MOST_SAID = 3
"""Sentences of the challenger's reason that are looked up each by itself."""
_LEAST_SHARED = 2
"""Words of the challenger's that a sentence must have to be named by them."""
_AGAIN = 0.5
"""What a word counts the next time, once a sentence that has it was chosen: each thing that is named has its turn."""
_SIDE = 0.5
"""A chance from which a sentence counts as being on the statement's own side, if it is also the greater one."""


def list_counters(sitting: Sitting) -> tuple[Passage, ...]:
    """What may speak against a use and was not considered with it: what was brought, what the challenger's words name,
    and what the search for the contrary gives, each once."""
    use, because, session = sitting.use, sitting.challenge.because, sitting.session
    brought = keep_documents(session, sitting.challenge.brought)
    papers = {one.id for one in brought}
    own = list_brought(brought, f"{use.statement} {because}")
    taken = {one.pointer for one in use.passages}
    cited = {one.pointer.document: one.pointer for one in use.passages}
    sources = [fetch_document(session.clerk, session.corpus, one) for one in cited.values()]
    inside = (one for document in sources for one in make_passages(document))
    named = list_named([one for one in inside if one.pointer not in taken], because)[: 2 * _POINTED_AT]
    pointed = (one for said in _split(because) for one in _find(session, said, limit=_POINTED_AT))
    rest: dict[str, Passage] = {}
    for one in (*named, *pointed, *_find(session, use.statement, limit=_COUNTERS, against=True)):
        if one.pointer not in taken and one.pointer.document not in papers and is_statement(one):
            rest.setdefault(one.text, one)
    for one in own:
        rest.pop(one.text, None)
    found = tuple(rest.values())
    kept = [one for one, is_own in zip(found, _find_sided(sitting, found), strict=True) if not is_own]
    return (*own, *kept[:_COUNTERS])


def _find(session: Session, query: str, *, limit: int, against: bool = False) -> Sequence[Passage]:
    return retrieve(session.clerk, session.corpus, query, limit=limit, against=against).passages


def _find_sided(sitting: Sitting, passages: Sequence[Passage]) -> Sequence[bool]:
    """Of each sentence, whether it speaks for the statement."""
    judge, statement = sitting.session.judge, sitting.use.statement
    entry = sitting.session.clerk.compute(
        "own side",
        lambda: read_sides(judge, statement, passages),
        sitting.admitted(),
        *(PointerInput(role=f"s{n}", pointer=one.pointer) for n, one in enumerate(passages, start=1)),
        ValueInput(role="statement", value=statement),
        ValueInput(role="judge", value=judge.name),
        rule="supports the statement",
    )
    return [bool(one) for one in entry.answer]


def read_sides(judge: PairJudge, statement: str, passages: Sequence[Passage]) -> list[bool]:
    """Of each sentence, whether the judge finds that it supports the statement."""
    if not passages:
        return []
    with one_thread():
        relations = judge.relation([(one.text, statement) for one in passages])
    return [one.supports >= _SIDE and one.supports > one.contradicts for one in relations]


def list_brought(documents: Iterable[Document], wanted: str) -> tuple[Passage, ...]:
    """What the papers say, in their order; of more than can be offered, what is nearest to what is wanted."""
    said = [one for document in documents for one in list_statements(document)]
    words = list_stems(wanted)
    near = sorted(range(len(said)), key=lambda n: (-len(words & list_stems(said[n].text)), n))
    return tuple(said[n] for n in sorted(near[:MOST_BROUGHT]))


def list_named(passages: Sequence[Passage], because: str) -> list[Passage]:
    """The sentences that the challenger's words speak of, the most telling first.

    A rare word counts for more than one that stands everywhere, a short sentence for more than a long one, and a word
    that a chosen sentence has counts for less from then on: of four countries that are named, each has its turn.
    """
    stems = [list_stems(one.text) for one in passages]
    held = Counter(word for words in stems for word in words)
    weights = {word: log((1 + len(passages)) / held[word]) for word in list_stems(because) if held[word]}
    left = {n for n, words in enumerate(stems) if len(words & weights.keys()) >= _LEAST_SHARED}
    chosen: list[Passage] = []
    while left:
        best = max(left, key=lambda n: (_weigh(stems[n], weights), -n))
        left.remove(best)
        chosen.append(passages[best])
        weights |= {word: weights[word] * _AGAIN for word in stems[best] & weights.keys()}
    return chosen


def _weigh(words: set[str], weights: Mapping[str, float]) -> float:
    return sum(weights[word] for word in words & weights.keys()) / sqrt(len(words))


def _split(because: str) -> Iterator[str]:
    """The first sentences of the reason; one that is a single sentence is looked up whole."""
    said = (because[span.start : span.end].strip() for span in split_sentences(because))
    yield from islice(filter(None, said), _MOST_SAID)


def name_sources(sitting: Sitting, offered: Sequence[Passage]) -> tuple[str, ...]:
    """Of each sentence, where it stands, and whether a challenger brought it."""
    now = set(sitting.challenge.brought)
    brought = (*sitting.file.brought, *keep_documents(sitting.session, sitting.challenge.brought))
    papers = {one.id: one for one in brought}
    return tuple(_name_source(one, papers.get(one.pointer.document), now) for one in offered)


def _name_source(passage: Passage, paper: Document | None, now: set[str]) -> str:
    if paper is None:
        return passage.cite
    by = "brought by the challenger" if paper.digest in now else "brought in an earlier challenge"
    head = read_head(paper)
    replaces = f"its head reads “{' / '.join(head)}”" if replaces_another(head) else ""
    return ", ".join(filter(None, (paper.citation.in_full or passage.cite, by, replaces)))
