"""What a writer may cite: found by what its seat asks for, by what the seat is and cares for, and by the question.

    statement, denial ── the nearest to each ┐
    searches ── one search for each phrase ──┤
    description, values ── one for each ─────┼── by turns, each sentence once ── without fragments, few mere echoes
    statement, denial, terms ── one for each ┘

A file that is small enough is not searched: every act that offers evidence offers all of it, in the order of its
documents, so that nobody misses what the file has, and each sentence has the same id wherever it is offered. A seat
that writes names its searches once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from foam.argument.motion import Motion
from foam.case.position.forms import searches_act
from foam.case.seat import describe_person
from foam.deliberation.bearing import find_bearing
from foam.evidence.corpus import LEAST_WORDS, Passage, make_passages
from foam.job.acts import ask_act
from foam.job.answers import read_records
from foam.job.retrieval import Candidates, depend_on, retrieve
from foam.job.session import Session, depend_on_seat
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Input, PointerInput, ValueInput
from foam.text.evidence import is_apparatus, is_fragment
from foam.text.segment import leads_in
from foam.text.stem import list_stems
from foam.text.words import count_words, measure_length, split_letters

_BY_PHRASE = 12
_BY_SEAT = 6
_BY_TERM = 3
_BY_OBJECTION = 6
_MOST = 72
"""Sentences of a pool, without those that stand around them."""
_MOST_ASKED = 48
"""Of these, what the seat's own phrases may find; the rest is found by the question and what the seat cares for."""
_NEAREST = 10
"""Of these, what comes first: what is nearest to the statement and to its denial, whatever a seat looks for."""
_LEAST_FOUND = 3
"""Up to this rank, what an objection's words find is offered whether or not it speaks of the motion's own."""
_WHOLE_TOKENS = 32_000
"""A file of no more is offered whole. An act in words may have several times as many tokens as its evidence."""
_LETTERS_PER_TOKEN = 4
_MOST_WHOLE = 1000
"""Sentences of a file that is offered whole, at most."""
_SHORT_DOCUMENT, _SHARE_FOUND = 40, 0.25
"""Sentences of a document that is offered whole once so much of it was found, and never fewer than three of them."""
_LEAST_LETTERS = 4
_ECHO = 0.7
"""A sentence of whose words so many are the motion's own says little beside it."""
_MOST_ECHOES = 3
_LEAST_WORDS = 6
"""Words below which a sentence says little by itself, and one that points back."""
_ENOUGH = 8
"""Where fewer sentences are left without fragments, fragments are offered, too."""


async def find_pool(session: Session, seat: Perspective, motion: Motion, *inputs: Input) -> Candidates:
    """What a writer may cite: what its seat's searches find, by turns."""
    phrases = await name_searches(session, seat, motion.question)
    return search_pool(session, seat, motion, phrases, *inputs)


async def name_searches(session: Session, seat: Perspective, question: str) -> tuple[str, ...]:
    """What the seat wants the file searched for; nothing where its model does not write, or what it wrote fails.

    A file of so few sentences that all can be offered is not searched.
    """
    own = session.of(seat)
    if not own.speaks("proposer") or find_whole(session, seat, question):
        return ()
    act = searches_act(session.prompts, person=describe_person(session, seat), question=question)
    entry = await ask_act(own, "searches", act, depend_on_seat(seat), check=lambda _: ())
    return () if entry is None else tuple(str(one["phrase"]) for one in read_records(entry, "searches"))


def find_whole(session: Session, seat: Perspective, question: str) -> Candidates | None:
    """All that the seat may cite, in the order of the documents; None where that is too much to be read at once."""

    def find() -> list[object]:
        found = session.corpus.find(question, limit=_MOST_WHOLE + 1, policy=seat.policy)
        if not can_be_read_at_once([one.text for one in found]):
            return []
        return [one.json_value() for one in _order_file(found, _list_unfound(session, found))]

    entry = session.clerk.compute(
        "whole file",
        find,
        ValueInput(role="question", value=question),
        ValueInput(role="policy", value=seat.policy.json_value()),
        ValueInput(role="corpus", value=session.corpus.version),
        rule="all that can be read at once, short sentences and items of lists too",
    )
    passages = tuple(Passage.model_validate(row) for row in entry.answer)
    return Candidates(entry=entry.key, passages=passages, whole=len(passages)) if passages else None


def can_be_read_at_once(sentences: Sequence[str]) -> bool:
    """Whether a file of these sentences is offered whole."""
    return len(sentences) <= _MOST_WHOLE and sum(map(len, sentences)) <= _LETTERS_PER_TOKEN * _WHOLE_TOKENS


def _list_unfound(session: Session, found: Sequence[Passage]) -> list[Passage]:
    """What a search passes over in the documents that it found something in: sentences of a few words, mostly."""
    known = {one.pointer for one in found}
    documents = {one.document for one in known} & {*session.corpus.list_documents()}
    passages = (one for name in sorted(documents) for one in make_passages(session.corpus.document(name)))
    return [one for one in passages if one.pointer not in known]


def _order_file(found: Sequence[Passage], unfound: Sequence[Passage]) -> list[Passage]:
    """Document by document, the nearest first, each sentence once and from the document that has most to say.

    Neither the names of files nor the order in which they came changes anything, nor do copies in shorter documents.
    """
    share = Counter(one.pointer.document for one in found)
    kept = _keep_prose(sorted((*found, *unfound), key=lambda one: -share[one.pointer.document]), items=True)
    texts = {one.text for one in kept}
    near = dict.fromkeys(one.text for one in found if one.text in texts)
    rank = {text: n for n, text in enumerate(near)}
    first: dict[str, int] = {}
    for one in kept:
        document, place = one.pointer.document, rank.get(one.text, len(rank))
        first[document] = min(place, first.get(document, place))
    return sorted(kept, key=lambda one: (first[one.pointer.document], one.pointer.sentence))


def _keep_prose(passages: Iterable[Passage], *, items: bool = False) -> list[Passage]:
    """Each sentence once, without headings and other fragments, unless hardly anything else is left.

    A sentence that leads in a list is no fragment: it is offered with what it leads in. With `items`, neither is an
    item of a list that says something, whether or not it is a sentence.
    """
    once: dict[str, Passage] = {}
    for one in passages:
        once.setdefault(one.text, one)
    prose = [
        one
        for one in once.values()
        if leads_in(one.text) or not is_fragment(one.text) or (items and _is_telling_item(one))
    ]
    return prose if len(prose) >= _ENOUGH else list(once.values())


def _is_telling_item(passage: Passage) -> bool:
    """Whether it stands in a list and is more than a name."""
    return bool(passage.under) and measure_length(passage.text) >= LEAST_WORDS and not is_apparatus(passage.text)


def search_pool(
    session: Session,
    seat: Perspective,
    motion: Motion,
    phrases: Iterable[str],
    *inputs: Input,
) -> Candidates:
    """What is found by each phrase, by what the seat is and cares for, and by the question's statement and terms."""
    if whole := find_whole(session, seat, motion.question):
        return join_candidates(session, [whole], limit=_MOST)
    asked = _search(session, seat, [(phrase, _BY_PHRASE) for phrase in phrases], *inputs)
    statements = (motion.affirmed, motion.denied)
    nearest = _search(session, seat, [(statement, _MOST) for statement in statements], *inputs)
    found = _search(session, seat, _list_queries(session, seat, motion.question), *inputs)
    return join_candidates(
        session,
        [*nearest, *found],
        nearest=nearest,
        asked=asked,
        motion=motion,
        limit=_MOST,
        completes=True,
    )


def search_objections(
    session: Session, seat: Perspective, motion: Motion, texts: Iterable[str], *inputs: Input
) -> list[Candidates]:
    """What is found by the words of objections, for whoever has to meet them: what is nearest to them, and of the rest
    what bears on the motion.

    Nothing where the seat reads the whole file anyway.
    """
    if find_whole(session, seat, motion.question):
        return []
    found = _search(session, seat, [(text, _BY_OBJECTION) for text in texts], *inputs)
    nearest = [one.model_copy(update={"passages": one.passages[:_LEAST_FOUND]}) for one in found]
    return [*nearest, *keep_bearing(session, motion, found)]


def keep_bearing(session: Session, motion: Motion, found: Sequence[Candidates]) -> list[Candidates]:
    """What was found by somebody's own words, without what does not speak of the motion: words have several senses."""
    bearing = find_bearing(session, motion.affirmed, found)
    kept = {*bearing.bears}
    return [
        Candidates(entry=bearing.entry, passages=tuple(one for one in some.passages if one.pointer in kept))
        for some in found
    ]


def list_terms(question: str) -> tuple[str, ...]:
    """The words of a question that say what it is about, each once, in their order."""
    words = (word.lower() for word in split_letters(question))
    return tuple(dict.fromkeys(word for word in words if len(word) >= _LEAST_LETTERS))


def join_candidates(
    session: Session,
    found: Sequence[Candidates],
    *,
    nearest: Sequence[Candidates] = (),
    asked: Sequence[Candidates] = (),
    facts: Sequence[Passage] = (),
    motion: Motion | None = None,
    limit: int,
    completes: bool = False,
) -> Candidates:
    """What several searches found, by turns, each sentence once; facts first, and few that only echo the motion.

    The first of what is `nearest` to the question lead. What was `asked` for comes before what else was found and takes
    two thirds of the room; what says little by itself comes last.
    Where one of them is the whole file, it comes first and in its order, with the facts that do not stand in it.
    `completes` adds what is left of short documents of which much was found.
    """
    whole = next((some for some in found if some.whole), None)

    def join() -> list[object]:
        texts = {one.text for one in facts}
        if whole:
            held = {one.pointer for one in whole.passages}
            return [one.json_value() for one in (*whole.passages, *(one for one in facts if one.pointer not in held))]
        first = [one for one in _take_turns(asked) if one.text not in texts]
        leading = list(dict.fromkeys(one.text for one in _take_turns(nearest) if not is_fragment(one.text)))[:_NEAREST]
        kept = _keep_prose([*first, *(one for one in _take_turns(found) if one.text not in texts)])
        wanted = {one.text for one in first}
        left = [*_limit_echoes(kept, motion)]
        clear = [one for one in left if not says_little(one.text)]
        own = [one for one in clear if one.text in wanted]
        room = limit * _MOST_ASKED // _MOST
        near = [one for text in leading for one in clear if one.text == text]
        ordered = (*near, *own[:room], *(one for one in clear if one.text not in wanted), *own[room:], *left)
        offered = [*facts, *dict.fromkeys(ordered)][:limit]
        return [one.json_value() for one in (*offered, *(_list_rest(session, offered) if completes else ()))]

    entry = session.clerk.compute(
        "offered",
        join,
        *(depend_on("candidates", some.entry) for some in (*asked, *found)),
        *(PointerInput(role="fact", pointer=fact.pointer) for fact in facts),
        rule="facts, what is nearest, what was asked for, then each search in turn, without fragments and echoes"
        + (", and the rest of short documents" if completes else ""),
    )
    passages = tuple(Passage.model_validate(row) for row in entry.answer)
    return Candidates(entry=entry.key, passages=passages, whole=whole.whole if whole else 0)


def _list_rest(session: Session, offered: Sequence[Passage]) -> list[Passage]:
    """What is left of short documents of which a good part was found: a report of a page is read as a whole."""
    known = {one.text for one in offered}
    counts = Counter(one.pointer.document for one in offered if not one.pointer.computed)
    held = {*session.corpus.list_documents()}
    short = [session.corpus.document(name) for name, count in counts.items() if name in held and count >= _LEAST_FOUND]
    kept = [one for one in short if len(one.ends) <= _SHORT_DOCUMENT and counts[one.id] >= _SHARE_FOUND * len(one.ends)]
    rest = (one for document in kept for one in make_passages(document))
    return [one for one in _keep_prose(rest) if one.text not in known]


def _take_turns(found: Sequence[Candidates]) -> Iterator[Passage]:
    """The first of each search, then the second of each, and so on."""
    return (one for row in zip_longest(*(some.passages for some in found)) for one in row if one is not None)


def says_little(text: str) -> bool:
    """Whether a sentence is too short to have a finding of its own."""
    return count_words(text) < _LEAST_WORDS


def _search(session: Session, seat: Perspective, wanted: Iterable[tuple[str, int]], *inputs: Input) -> list[Candidates]:
    manner = read_manner(seat)
    return [
        retrieve(session.clerk, session.corpus, query, *inputs, limit=limit, policy=seat.policy, manner=manner)
        for query, limit in dict(wanted).items()
        if query.strip()
    ]


def _list_queries(session: Session, seat: Perspective, question: str) -> Iterator[tuple[str, int]]:
    """What is searched for beside the statement and what the seat asks for, and how many sentences each may give."""
    yield from ((query, _BY_SEAT) for query in (seat.description, *_list_cares(session, seat)))
    yield from ((term, _BY_TERM) for term in list_terms(question))


def _list_cares(session: Session, seat: Perspective) -> Iterator[str]:
    """What the seat's highest values mean, each by itself."""
    top = {value for tier in seat.ranking[:2] for value in tier}
    yield from (value.text for value in session.pack.values if value.id in top)


def _limit_echoes(passages: Sequence[Passage], motion: Motion | None) -> Iterator[Passage]:
    """The passages without those that only repeat the motion's own words, but for the first few."""
    said = list_stems(motion.affirmed) if motion else set()
    echoes = 0
    for one in passages:
        stems = list_stems(one.text)
        if stems and len(stems & said) >= _ECHO * len(stems):
            echoes += 1
            if echoes > _MOST_ECHOES:
                continue
        yield one
