"""Search as its users meet it: fused, filtered, without repeats, from the library's own words."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evidence.samples import AT, made
from tests.laws.change import write_document

from foam.errors import NotFound
from foam.evidence.document import Document
from foam.evidence.library import Library
from foam.evidence.search import opening
from foam.evidence.search.against import find_against, rate_by_words
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.fusion import fuse_rankings, share_scores, spread_out
from foam.evidence.search.hybrid import Found, Search
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.opposites import find_signals, rate_contradiction, reverse_words
from foam.evidence.search.where import parse_where

EMBEDDER = HashingEmbedder(256)
TAX = made(
    "A carbon tax cuts emissions in every country that tried it. Revenue can be paid back to people.", side="aff"
)
DOUBT = made("A carbon tax does not cut emissions in every country. Firms move away instead.", side="neg")
BEES = made("Bees dance to tell each other where flowers stand. The dance is a language.")


@pytest.fixture
def library() -> Iterator[Library]:
    with Library.in_memory() as library:
        library.add([TAX, DOUBT, BEES], what="test", at=AT)
        yield library


@pytest.fixture
def search(library: Library) -> Search:
    return Search(library, MemoryIndex(EMBEDDER), EMBEDDER)


def test_the_best_answer_comes_first_with_its_ranks(search: Search) -> None:
    best = search.find("how do bees tell where flowers are?")[0]
    assert best.pointer == BEES.pointer(0)
    assert best.text == BEES.sentence(0)
    assert (best.lexical_rank, best.vector_rank) == (1, 1)


def test_scores_fall_and_nothing_is_shown_twice(search: Search) -> None:
    found = search.find("carbon tax emissions country", limit=5)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert len({one.pointer for one in found}) == len(found) == 5


def test_many_are_found_when_many_are_asked_for(search: Search, library: Library) -> None:
    library.add([made(f"Tax number {number} is a tax.") for number in range(150)], what="many", at=AT)
    assert len(search.find("tax", limit=140)) == 140


def test_filters_reach_both_halves(search: Search) -> None:
    found = search.find("carbon tax", where=parse_where(["side=neg"]))
    assert {one.pointer.document for one in found} == {DOUBT.id}


def test_the_very_same_words_are_shown_once_and_the_copies_named(search: Search, library: Library) -> None:
    copy = made("A note on policy.\nA carbon tax cuts emissions in every country that tried it.")
    library.add([copy], what="copy", at=AT)
    first = search.find("carbon tax cuts emissions in every country that tried it")[0]
    assert {first.pointer, *first.also} == {TAX.pointer(0), copy.pointer(1)}


def test_copies_in_shorter_documents_change_neither_ranks_nor_sources(search: Search, library: Library) -> None:
    query = "carbon tax emissions"
    before = [(one.pointer, one.text) for one in search.find(query)]
    library.add([made(f"{TAX.sentence(0)} Copy {number}.") for number in range(12)], what="copies", at=AT)
    found = search.find(query, limit=len(before) + 12)
    assert [(one.pointer, one.text) for one in found if not one.text.startswith("Copy")] == before
    assert len(next(one for one in found if one.text == TAX.sentence(0)).also) == 12


def test_many_copies_push_nothing_out(search: Search, library: Library) -> None:
    query = "A carbon tax cuts emissions in every country that tried it"
    before = [one.text for one in search.find(query, limit=5)]
    library.add([made(f"{TAX.sentence(0)} Copy {number}.") for number in range(150)], what="copies", at=AT)
    assert [one.text for one in search.find(query, limit=5)][:2] == before[:2] == [TAX.sentence(0), DOUBT.sentence(0)]


def test_a_stale_index_catches_up_before_it_answers(search: Search, library: Library) -> None:
    search.find("bees")
    new = made("Wasps are not bees.")
    library.add([new], what="more", at=AT)
    assert search.find("wasps")[0].pointer == new.pointer(0)


def test_a_pinned_search_sees_its_version(search: Search, library: Library) -> None:
    library.remove([BEES.id], at=AT)
    assert all(one.pointer.document != BEES.id for one in search.find("bees dance"))
    assert search.find("bees dance", version=1)[0].pointer == BEES.pointer(0)
    with pytest.raises(NotFound):
        search.find("bees", version=7)


def test_an_empty_library_and_an_empty_query_find_nothing_by_words(search: Search) -> None:
    with Library.in_memory() as empty:
        assert Search(empty, MemoryIndex(EMBEDDER), EMBEDDER).find("anything") == ()
    assert all(one.lexical_rank is None for one in search.find(""))


def test_diversity_puts_unlike_sentences_forward(search: Search, library: Library) -> None:
    near = [made(f"A carbon tax cuts emissions in country number {word}.") for word in ("one", "two", "three")]
    library.add(near, what="near", at=AT)
    plain = search.find("carbon tax cuts emissions", limit=4)
    varied = search.find("carbon tax cuts emissions", limit=4, diversity=0.7)
    assert _likeness(varied) < _likeness(plain)


def _likeness(found: Sequence[object]) -> float:
    vectors = EMBEDDER.embed([str(getattr(one, "text", "")) for one in found])
    return float((vectors @ vectors.T).mean())


def test_counter_evidence_comes_before_support_and_says_why(search: Search) -> None:
    counters = find_against(search, "A carbon tax cuts emissions in every country").counters
    assert counters[0].found.pointer == DOUBT.pointer(0)
    assert counters[0].signals == ("negation",)
    assert TAX.pointer(0) not in {counter.found.pointer for counter in counters}


def test_a_judge_of_stance_is_plugged_in(search: Search) -> None:
    def judge(claim: str, texts: Sequence[str]) -> list[float]:
        return [1.0 if "Revenue" in text else 0.0 for text in texts]

    counters = find_against(search, "A carbon tax hurts people", stance=judge).counters
    assert [counter.found.pointer for counter in counters] == [TAX.pointer(1)]


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        ("Taxes increase poverty", "Taxes decrease poverty.", ("opposite: increase/decrease",)),
        ("Taxes increase poverty", "Taxes do not increase poverty.", ("negation",)),
        ("Taxes increase poverty", "Taxes increase poverty.", ()),
        ("Taxes do not help", "Taxes don't help.", ()),
        ("A carbon tax cuts emissions", "No other single measure cuts emissions as a carbon tax does.", ()),
        ("A carbon tax cuts emissions", "A carbon tax not only cuts emissions, it pays.", ()),
        ("It is safe", "However, it is said to be dangerous.", ("opposite: safe/dangerous", "turn: however")),
    ],
)
def test_what_suggests_a_contradiction_is_named(claim: str, text: str, expected: tuple[str, ...]) -> None:
    assert find_signals(claim, text) == expected


def test_a_negated_opposite_is_agreement() -> None:
    assert rate_contradiction("Taxes increase poverty", "Taxes do not decrease poverty.") == 0
    assert rate_by_words("Taxes increase poverty", ["Taxes decrease poverty."]) == [0.8]


def test_a_claim_is_turned_round() -> None:
    assert reverse_words("Taxes do not increase poverty") == "taxes do decrease poverty"


@given(st.lists(st.lists(st.integers(0, 20), unique=True), min_size=1, max_size=4), st.floats(1, 100))
def test_fusing_keeps_an_order_that_all_agree_on(rankings: list[list[int]], flatness: float) -> None:
    earned = fuse_rankings(rankings, [1 / len(rankings)] * len(rankings), flatness=flatness)
    assert set(earned) == {key for ranking in rankings for key in ranking}
    agreed = [ranking for ranking in rankings if ranking == rankings[0]]
    if len(agreed) == len(rankings):
        assert sorted(earned, key=lambda key: -earned[key]) == rankings[0]


def test_a_sentence_shares_in_what_the_best_of_its_document_earned() -> None:
    scores = share_scores({(1, 0): 0.5, (1, 1): 0.4, (2, 0): 0.5}, 0.3)
    assert scores[1, 0] == pytest.approx(0.59)
    assert scores[2, 0] == pytest.approx(0.55)


@given(st.integers(4, 400))
def test_a_long_document_has_no_more_to_share_than_a_short_one(count: int) -> None:
    faint = {(1, sentence): 0.1 for sentence in range(count)}
    scores = share_scores({**faint, (2, 0): 1.0}, 1.0)
    assert max(scores, key=lambda key: scores[key]) == (2, 0)
    assert scores[1, 0] == pytest.approx(0.2)


@given(st.lists(st.floats(0.01, 1), max_size=8), st.floats(0, 1), st.integers(1, 9))
def test_diversity_shows_each_once_and_zero_is_by_score(scores: list[float], diversity: float, limit: int) -> None:
    vectors = np.eye(max(1, len(scores)), dtype=np.float32)
    order = spread_out(scores, vectors, diversity=diversity, limit=limit)
    assert len(order) == len(set(order)) == min(limit, len(scores))
    by_score = spread_out(scores, vectors, diversity=0, limit=limit)
    assert [scores[i] for i in by_score] == pytest.approx(sorted(scores, reverse=True)[: len(by_score)])


def test_a_library_is_searched_in_memory_and_a_larger_one_by_the_engine(library: Library, tmp_path: Path) -> None:
    sentences = library.stats().sentences
    assert isinstance(opening.open_index(library, tmp_path, EMBEDDER), MemoryIndex)
    assert isinstance(opening.open_index(library, tmp_path, EMBEDDER, in_memory=sentences), MemoryIndex)
    index = opening.open_index(library, tmp_path, EMBEDDER, in_memory=sentences - 1)
    assert isinstance(index, LanceIndex)
    found = Search(library, index, EMBEDDER).find("bees dance")
    assert found[0].pointer == BEES.pointer(0)
    index.close()
    opening.drop_indexes(tmp_path)
    again = opening.open_search(library, tmp_path, EMBEDDER)
    assert again.find("bees dance")[0].pointer == BEES.pointer(0)


WITHOUT_THE_EXTRA = """
import sys
from pathlib import Path
sys.modules["lancedb"] = sys.modules["pyarrow"] = None  # as if they were not installed
from foam.errors import MissingExtra
from foam.evidence.imports import read
from foam.evidence.document import Document
from foam.evidence.library import Library
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.opening import open_index, open_search
from tests.evidence.samples import AT, made
from tests.laws.change import write_document
home = Path(sys.argv[1])
with Library.in_memory() as library:
    library.add([made("Bees dance. Wasps do not.")], what="test", at=AT)
    print(open_search(library, home, HashingEmbedder()).find("bees")[0].text)
    try:
        open_index(library, home, HashingEmbedder(), in_memory=1)
    except MissingExtra as error:
        print(error.what, "|", error.hint)
(home / "rows.parquet").write_bytes(b"PAR1 and more")
print(*read(home / "rows.parquet", name="rows.parquet"))
"""


def test_without_the_extra_a_library_is_searched_and_a_larger_one_says_what_to_install(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_EXTRA, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "Bees dance.",
        "pyarrow is not installed; it is needed for a library of more than 1 sentences | pip install 'foam[large]'",
        "rows.parquet: Parquet is read by pyarrow, which is not installed: pip install 'foam[large]'",
    ]


def test_copies_of_a_sentence_change_nothing_but_where_it_stands_too() -> None:
    texts = ["Ferries cross the sound at night.", "The sound is deep.", "Night trains are slow.", "A ferry has a crew."]
    copies = [write_document(f"{texts[0]} Zebra {n}.", name=f"copy-{n}") for n in range(10)]
    plain = [write_document(text, name=f"page-{n}") for n, text in enumerate(texts)]
    before, after = (_find_in(documents) for documents in (plain, [*plain, *copies]))
    assert [one.text for one in after if "Zebra" not in one.text] == [one.text for one in before]


def _find_in(documents: Iterable[Document]) -> tuple[Found, ...]:
    embedder = HashingEmbedder(64)
    with Library.in_memory() as library:
        library.add(documents, what="pages", at="now")
        return Search(library, MemoryIndex(embedder), embedder).find("Do ferries cross the sound at night?")
