"""A document opened: which of its sentences share words with a text."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from tests.evidence.quotes.samples import made

from foam_quotes.verdicts.page import Page

SENTENCES = st.lists(
    st.lists(st.sampled_from(["port", "price", "harvest", "June", "row", "the", "of"]), min_size=1, max_size=6),
    min_size=1,
    max_size=30,
)
QUOTES = st.lists(st.sampled_from(["port", "price", "harvest", "june", "THE", "zebra"]), max_size=8)


@given(SENTENCES, QUOTES, st.integers(1, 6))
def test_sentences_with_rare_words_in_common_come_first(
    sentences: list[list[str]], quote: list[str], count: int
) -> None:
    document = made("\n".join(f"So {' '.join(words)} went." for words in sentences))
    page = Page(document)
    held = [Counter(document.sentence(n).lower().rstrip(".").split()) for n in range(len(document.ends))]
    uses = sum(held, Counter())
    telling = [word.lower() for word in quote if uses[word.lower()] <= max(8, len(held) // 4)]
    scores = [sum(n[word] / uses[word] for word in telling if word in n) for n in held]
    found = page.sentences_like(" ".join(quote), count)
    assert len(found) == min(count, sum(score > 0 for score in scores))
    best = sorted(scores, reverse=True)[: len(found)]
    assert all(abs(scores[n] - score) < 1e-9 for n, score in zip(found, best, strict=True))
