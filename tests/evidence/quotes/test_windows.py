"""The search over postings step by step: which runs are followed, in which documents, and what makes a window."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evidence.quotes.samples import made

from foam_quotes.verdicts.passages import (
    DOCUMENTS,
    FEW,
    PLACES,
    QUICK,
    MemoryPassages,
    Start,
    Taken,
    Window,
    _clustered,
    _most_shared,
    _window,
    take_rarest,
)
from foam_quotes.verdicts.postings import gather_postings


@pytest.mark.parametrize(
    ("sizes", "count", "limit", "taken"),
    [
        ([2, 3, 5], 3, 10, [2, 3, 5]),
        ([2, 3, 5], 3, 9, [2, 3]),
        ([5, 3, 2], 2, 9, [3, 2]),
        ([2, 3, 3], 3, 5, [2, 3]),
        ([2, 3, 4], 3, 4, [2]),
        ([7, 9], 2, 4, [4]),
        ([7], 1, 7, [7]),
        ([3, 4], 1, 100, [3]),
        ([3, 4], 0, 100, []),
        ([], 3, 10, []),
    ],
)
def test_the_rarest_runs_are_taken_within_the_limit(sizes: list[int], count: int, limit: int, taken: list[int]) -> None:
    """The first is cut to the limit; no other is taken in part."""
    looked_up = [[(size, 100 * n, n) for n, size in enumerate(sizes)]]
    found = take_rarest(looked_up, count, limit)
    assert [one.end - one.start for one in found] == taken
    assert all((one.part, one.start) == (0, 100 * one.offset) for one in found)


def test_what_is_rare_is_told_over_all_parts_and_taken_from_each() -> None:
    looked_up = [[(1, 10, 0), (2, 20, 5)], [(4, 30, 0), (2, 40, 5)]]
    assert take_rarest(looked_up, 1, 100) == [Taken(0, 20, 22, 5), Taken(1, 40, 42, 5)]
    assert take_rarest(looked_up, 2, 9) == [
        Taken(0, 10, 11, 0),
        Taken(0, 20, 22, 5),
        Taken(1, 30, 34, 0),
        Taken(1, 40, 42, 5),
    ]
    assert take_rarest(looked_up, 2, 8) == take_rarest(looked_up, 1, 100)
    assert take_rarest(looked_up, 1, 3) == take_rarest(looked_up, 1, 100), "each part is cut for itself"
    assert take_rarest(looked_up, 1, 1) == [Taken(0, 20, 21, 5), Taken(1, 40, 41, 5)]


def test_only_documents_with_at_least_half_of_the_most_runs_in_common_are_looked_at() -> None:
    text = "one two three four five six"
    documents = [
        ("a", text),
        ("b", "zero one two three"),
        ("c", "four five six"),
        ("d", "six six six"),
        ("e", "one two three four x"),
    ]
    part = gather_postings(documents)
    chosen = [
        Taken(0, *part.range(int(key)), offset)
        for key, doc, offset in zip(part.keys, part.docs.tolist(), part.offsets.tolist(), strict=True)
        if doc == 0
    ]
    found = dict(_most_shared([part], chosen))
    assert list(found) == [(0, 0), (0, 2)], "half of six runs; the others have one or two"
    assert sorted(found[0, 0]) == [(0, at) for at in (0, 4, 8, 14, 19, 24)]
    pair = _most_shared([part], [one for one in chosen if one.offset in (0, 14)])
    assert pair[1:] == [((0, 1), [(5, 0)]), ((0, 4), [(0, 0)]), ((0, 2), [(-14, 14)])], "one of two is half"


def test_no_more_documents_are_looked_at_than_the_limit() -> None:
    part = gather_postings((str(n), "one two three") for n in range(DOCUMENTS + 3))
    start, end = part.range(int(part.keys[part.offsets.tolist().index(0)]))
    assert len(_most_shared([part], [Taken(0, start, end, 0)])) == DOCUMENTS


@pytest.mark.parametrize(
    ("length", "gap", "count"),
    [(40, 34, 1), (40, 35, 2), (0, 24, 1), (0, 25, 2), (1504, 400, 1), (1504, 401, 2), (9000, 400, 1), (9000, 401, 2)],
)
def test_starts_a_quarter_of_the_length_apart_are_one_place(length: int, gap: int, count: int) -> None:
    windows = list(_clustered("a", [(gap + 7, 1), (7, 0)], length))
    assert len(windows) == count
    assert windows[0].start == 7
    assert [one.votes for one in windows] == ([2] if count == 1 else [1, 1])


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 9)), min_size=1, max_size=12))
def test_every_start_is_in_one_cluster(starts: list[Start]) -> None:
    ordered = sorted(starts)
    groups = [[ordered[0]]]
    for one, other in pairwise(ordered):
        if other[0] - one[0] > 34:
            groups.append([])
        groups[-1].append(other)
    assert list(_clustered("a", list(starts), 40)) == [_window("a", group, 40) for group in groups]


@pytest.mark.parametrize(
    ("starts", "expected"),
    [
        ([(7, 3)], (7, 27, 1)),
        ([(-5, 3)], (0, 15, 1)),
        ([(-30, 3)], (0, -10, 1)),
        ([(5, 0), (7, 9)], (5, 27, 2)),
        ([(-5, 0), (-3, 9)], (0, 17, 2)),
        ([(5, 9), (7, 0)], (7, 25, 2)),
        ([(5, 0), (6, 0), (9, 0)], (6, 26, 1)),
        ([(1, 0), (8, 3), (9, 0), (9, 6)], (9, 29, 3)),
        ([(0, 4), (6, 2), (10, 4)], (6, 30, 2)),
        ([(0, 4), (5, 2), (10, 4)], (5, 20, 2)),
        ([(0, 0), (40, 1)], (0, 60, 2)),
        ([(0, 1), (40, 0)], (40, 41, 2)),
    ],
)
def test_a_window_goes_from_the_first_run_to_the_last(starts: list[Start], expected: tuple[int, int, int]) -> None:
    """A run in several places speaks for the one nearest to the middle, the earlier of two."""
    start, end, votes = expected
    found = _window("a", starts, 20)
    assert (found.document, found.start, found.votes) == ("a", start, votes)
    assert found.end == max(start + 1, end) or len(starts) == 1
    if len(starts) == 1:
        assert found.end == max(starts[0][0] + 1, starts[0][0] + 20)
    assert found.span == (found.start, found.end)


def test_a_run_in_as_many_places_as_are_looked_at_is_told_and_in_one_more_not() -> None:
    crowd = [made(f"{n} The port was full in every single year.") for n in range(FEW + 1)]
    quote = "e port was full in every sing"
    found = MemoryPassages(crowd[:FEW]).anywhere(quote)
    assert found is not None
    assert sorted(found) == sorted((one.id, one.text.index(quote)) for one in crowd[:FEW])
    assert MemoryPassages(crowd).anywhere(quote) is None


def test_no_place_before_the_beginning_of_a_text_is_told() -> None:
    document = made("two three four five six seven eight")
    passages = MemoryPassages([document])
    assert passages.starts("a very long beginning two three four fi", document=document.id) in ([], [-22], None)
    assert passages.anywhere("zero one two three fou") in ([], None)
    assert passages.starts("x two three four fi", document=document.id) == []
    assert passages.starts("o three four five six seven ei", document=document.id) == [2]
    assert passages.anywhere("x two three four fi") == []


@pytest.mark.parametrize("words", [1, 2, 3])
def test_windows_tell_the_document_the_place_and_the_votes(words: int) -> None:
    text = "Nothing stands here. Prices fell in every port last spring. Nothing stands there."
    document, other = made(text), made("Prices were high in June.")
    quote = "Prices fell in every port last spring."
    passages = MemoryPassages([document, other])
    expected = Window(document.id, 21, 21 + len(quote), min(7 - words + 1, {1: 6, 2: 12, 3: 12}[words]))
    assert passages.windows(quote, words=words)[0][:2] == expected[:2]
    assert passages.windows(quote, words=words)[0].votes == expected.votes
    (here,) = passages.windows(quote, words=words, document=document.id, least=2)
    assert (here.document, here.votes) == (document.id, expected.votes)
    quick = passages.windows(quote, words=words, quick=True)[0]
    assert 1 <= quick.votes <= QUICK + 1
    assert quick.votes <= expected.votes


def test_of_windows_the_one_with_most_votes_comes_first() -> None:
    once, all_of_it = made("a port fell then"), made("so every port fell in spring and rose in June again")
    quote = "every port fell in spring and rose in June"
    windows = MemoryPassages([once, all_of_it]).windows(quote, words=1)
    assert windows[0].document == all_of_it.id
    assert [one.votes for one in windows] == sorted((one.votes for one in windows), reverse=True)


@pytest.mark.parametrize(("words", "followed"), [(1, 6), (2, 12), (3, 12)])
@pytest.mark.parametrize("document", [True, False])
def test_so_many_runs_of_each_length_are_followed(words: int, followed: int, *, document: bool) -> None:
    text = " ".join(f"word{n}" for n in range(40))
    held = made(text)
    windows = MemoryPassages([held]).windows(text, words=words, document=held.id if document else None)
    assert windows == [Window(held.id, 0, len(text), followed)]
    few = " ".join(text.split()[:4])
    assert [one.votes for one in MemoryPassages([held]).windows(few, words=words)] == [5 - words]


def test_many_places_of_a_run_are_read_up_to_a_limit() -> None:
    crowd = [made(f"{n} the port was full") for n in range(PLACES + 9)]
    passages = MemoryPassages(crowd)
    assert sum(1 for _ in passages.windows("port", words=1)) == DOCUMENTS
    (found,) = passages.windows("port was full", words=3, document=crowd[-1].id)
    assert found.votes == 1


def test_a_quotation_at_the_very_beginning_is_found_there() -> None:
    document = made("One two three four five six seven.")
    passages = MemoryPassages([document])
    for quote in (document.text, "One two three four fi", "ne two three four fi"):
        at = document.text.index(quote)
        assert passages.starts(quote, document=document.id) == [at]
        assert passages.anywhere(quote) == [(document.id, at)]
    (only,) = passages.windows("four", words=1)
    assert only.votes == 1, "one run in common is enough where no more are asked for"


def test_places_anywhere_go_by_the_rarest_run() -> None:
    crowd = [made(f"{n} The port was full. Number {n} wrote that down again.") for n in range(FEW + 4)]
    one = made("They say: the port was full. Seven gulls sat on every roof in town.")
    quote = "e port was full. Seven gulls sat on every roof in to"
    assert MemoryPassages([*crowd, one]).anywhere(quote) == [(one.id, one.text.index(quote))]


def test_of_one_document_too_the_window_with_most_votes_comes_first() -> None:
    quote = "every port fell in spring and rose in June"
    document = made(f"In spring and summer it rains. {'So it is. ' * 30}They say {quote} again.")
    first, *more = MemoryPassages([document]).windows(quote, words=2, document=document.id)
    assert document.text[first.start : first.end] == quote
    assert [one.votes for one in more] == [2]
    assert more[0].start < first.start


@pytest.mark.parametrize(("length", "end"), [(0, 8), (1, 8), (2, 9)])
def test_a_window_holds_a_character_at_least(length: int, end: int) -> None:
    assert _window("a", [(7, 3)], length) == Window("a", 7, end, 1)
    assert _window("a", [(7, 3), (7, 4)], length) == Window("a", 7, end, 2)
