"""What a side looked up for its earlier speeches: at hand again where it is near to what it needs now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from math import fsum, log
from typing import NamedTuple

from foam.debate.floor import Floor
from foam.debate.language import SAYING_LITTLE, list_terms
from foam.debate.speech.context import can_be_cited
from foam.evidence.corpus import Passage
from foam.job.retrieval import retrieve
from foam.text.pointer import Pointer

_LEAST_SHARED = 2
"""Telling words that a sentence shares with what is needed, at least."""


_ASKING = frozenset(
    list_terms("show shows shown sentence sentences cite cites cited evidence point points source prove claim ref")
)
"""Words with which somebody asks for evidence, whatever it is about."""
RANKED = 160
"""Sentences of the library, nearest to a question, among which those are looked for that a side has met before."""


class EarlierFinds(NamedTuple):
    """Sentences that were found before, and the searches that found them."""

    passages: tuple[Passage, ...] = ()
    entries: tuple[str, ...] = ()


def find_earlier(
    floor: Floor, needed: Sequence[str], *, found_a_search: int, most: int, taken: Collection[Pointer] = ()
) -> EarlierFinds:
    """What the side's earlier searches found and is not `taken`: the nearest to any of the texts that are `needed`."""
    session = floor.session
    own = [turn.prepared for turn in floor.turns if turn.side == floor.side and turn.prepared]
    searches = dict.fromkeys(words for prepared in own for words in prepared.searches)
    found = [retrieve(session.clerk, session.corpus, words, limit=found_a_search) for words in searches]
    passages = {p.pointer: p for one in found for p in floor.keep_own_side(one.passages) if can_be_cited(p)}
    near = rank_nearest([one for one in passages.values() if one.pointer not in taken], needed)
    return EarlierFinds(near[:most], tuple(one.entry for one in found))


def find_at_hand(floor: Floor, asked: str, *, found_a_search: int, most: int) -> EarlierFinds:
    """Of all that the side looked up and was offered for its speeches, what the library's own ranking puts nearest to
    what is asked: words that are another's for the same thing are found so, too."""
    session = floor.session
    own = [turn.prepared for turn in floor.turns if turn.side == floor.side and turn.prepared]
    searches = dict.fromkeys(words for prepared in own for words in prepared.searches)
    found = [retrieve(session.clerk, session.corpus, words, limit=found_a_search) for words in searches]
    held = {one.pointer for some in found for one in some.passages}
    held |= {pointer for prepared in own for pointer in prepared.offered}
    if not held:
        return EarlierFinds()
    ranked = retrieve(session.clerk, session.corpus, asked, limit=RANKED)
    near = (p for p in floor.keep_own_side(ranked.passages) if p.pointer in held and can_be_cited(p))
    return EarlierFinds(tuple(islice(near, most)), (*(one.entry for one in found), ranked.entry))


def bears_on(text: str, asked: str) -> bool:
    """Whether a sentence shares enough telling words with what is asked to bear on it; words of asking tell nothing."""
    return len(({*list_terms(text)} & {*list_terms(asked)}) - SAYING_LITTLE - _ASKING) >= _LEAST_SHARED


def rank_nearest(passages: Sequence[Passage], needed: Iterable[str]) -> tuple[Passage, ...]:
    """Those that share telling words with one of the texts, the nearest first: a word that few have counts more."""
    terms = {one.pointer: {*list_terms(one.text)} - SAYING_LITTLE for one in passages}
    spread = Counter(term for some in terms.values() for term in some)
    weights = {term: log(1 + len(passages) / count) for term, count in spread.items()}
    texts = [{*list_terms(text)} - SAYING_LITTLE for text in needed]

    def weigh(passage: Passage) -> float:
        shared = (terms[passage.pointer] & text for text in texts)
        return max((fsum(weights[term] for term in some) for some in shared if len(some) >= _LEAST_SHARED), default=0)

    near = {one.pointer: weigh(one) for one in passages}
    return tuple(sorted((one for one in passages if near[one.pointer]), key=lambda one: -near[one.pointer]))
