"""A comparison of options follows its deliberations: one that is revised after a challenge is compared again."""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Iterator
from copy import copy
from functools import cache
from pathlib import Path

from tests.contest.hall import Hall, everything, judging, nothing
from tests.contest.test_evidence_challenges import brought
from tests.deliberation.table import Table
from tests.deliberation.test_options import QUESTION, compare, table
from tests.deliberation.writing import writing

from foam.contest.brought import find_brought
from foam.contest.challenge import Relevance, SelectionBias, StaleSource
from foam.contest.compared import list_options, list_papers_of_others, list_resting, mark_superseded
from foam.contest.job import Heard, digest_heard
from foam.contest.views.document import compose_heard
from foam.deliberation.choice import OptionsDossier, recommend_option
from foam.deliberation.dossier import EvidenceNode
from foam.job.job import RunResult, replay
from foam.model.question import Write
from foam.paper import Heading, compose, render
from foam.record.memory import MemoryStore
from foam.values import short


def _challenge(hall: Hall, place: int = 0) -> Heard:
    claim = hall.plain_claims()[place]
    return hall.challenge(claim.id, Relevance(), "It is about something else.", script=judging(nothing), writes=False)


@cache
def _compare_once() -> tuple[Table, RunResult[OptionsDossier]]:
    at = table()
    return at, compare(at)


def _compare_in_copy() -> tuple[Table, RunResult[OptionsDossier]]:
    """The comparison, in a record of its own."""
    clean, ran = _compare_once()
    at, store = copy(clean), clean.store
    assert isinstance(store, MemoryStore)
    at.store = store.copy()
    return at, ran


def _compare() -> tuple[OptionsDossier, Hall, Hall]:
    at, ran = _compare_in_copy()
    return ran.view, Hall(at, ran.view.runs[0]), Hall(at, ran.view.runs[1])


def test_the_comparison_is_made_again_when_one_of_its_deliberations_is_revised() -> None:
    first, hall, other = _compare()
    heard = _challenge(hall)
    assert heard.outcome.revised
    again = heard.compared
    assert again is not None
    changed, same = again.options[0], again.options[1:]
    assert changed.run == heard.after.run == heard.run
    assert same == first.options[1:]
    assert heard.outcome.challenge.node not in {one.claim for one in (*changed.reasons_for, *changed.reasons_against)}
    assert again.recommendation == recommend_option(again.options)
    assert again.runs == (heard.run, *first.runs[1:])
    shown = compose_heard(heard).blocks
    assert any(isinstance(block, Heading) and block.text == "The options compared again" for block in shown)

    # A challenge to another of the options is compared with what the first has become.
    next_heard = _challenge(other)
    assert next_heard.compared is not None
    assert next_heard.compared.runs[:2] == (heard.run, next_heard.run)

    # The first comparison stays, and says where the options stand now.
    store = hall.table.store
    marked = mark_superseded(store, first)
    assert short(next_heard.run) in marked.summary[0]
    assert marked.summary[1:] == first.summary
    assert mark_superseded(store, next_heard.compared) == next_heard.compared

    # Both stay as they were when they were heard.
    for one in (heard, next_heard):
        replayed = asyncio.run(replay(hall.table.store, one.run))
        assert replayed.compared == one.compared
        assert replayed.after.view == one.after.view


def test_a_model_that_writes_is_asked_to_compare_again() -> None:
    first, hall, _ = _compare()
    assert first.compared
    claim, judge, write = hall.plain_claims()[0], judging(nothing), writing(QUESTION)
    heard = hall.challenge(
        claim.id, Relevance(), "Another thing.", script=lambda call: judge(call) or write(call), writes=True
    )
    assert heard.outcome.revised
    assert heard.compared is not None
    assert [one.reader for one in heard.compared.compared] == [one.reader for one in first.compared]
    asked = [one.question for one in hall.model.calls if one.question.template == "acts/comparison"]
    assert len(asked) == 1
    replayed = asyncio.run(replay(hall.table.store, heard.run))
    assert replayed.compared == heard.compared
    assert digest_heard(replayed) == digest_heard(heard)


def _find_shared(first: OptionsDossier, hall: Hall) -> Iterator[EvidenceNode]:
    """The sentences on which reasons of the first two options rest."""
    one, other = (
        {quote for reason in (*option.reasons_for, *option.reasons_against) for quote in reason.quotes}
        for option in first.options[:2]
    )
    nodes = (node for node in hall.dossier.dossier.nodes if isinstance(node, EvidenceNode))
    return (node for node in nodes if node.text in one & other)


def test_another_option_that_rests_on_the_challenged_sentence_is_named() -> None:
    first, hall, other = _compare()
    shared = next(_find_shared(first, hall))
    said, paper = "The rest doesn't say so.", brought("The rest of it was read to the board, which said otherwise.")
    heard = hall.challenge(
        shared.id, SelectionBias(), said, script=judging(everything), documents=[paper], challenger="Rosa Delmar"
    )
    assert heard.outcome.revised
    assert heard.compared is not None
    told = [one for one in heard.compared.cautions if shared.text in one]
    assert told == list(heard.compared.cautions[: len(told)])
    assert any(one.startswith("o2 still rests on") and shared.id in one for one in told)
    # A paper does not open with a command: what follows comes first, and what is wrong is said without one.
    assert not any("foam contest" in one for one in (*heard.compared.summary, *heard.compared.revisions))
    assert any(one.startswith("o2 still rests on") for one in heard.compared.revisions)
    _, _, command = next(one for one in told if one.startswith("o2")).rpartition("Challenge it there, too: ")
    words = shlex.split(command)
    assert words[:5] == ["foam", "contest", "open", short(first.runs[1]), shared.id]
    given = dict(zip(words[5::2], words[6::2], strict=True))
    assert given == {"--kind": "selection_bias", "--because": said, "--with": paper.origin.file, "--as": "Rosa Delmar"}
    found = find_brought(hall.table.store, Path("elsewhere") / paper.origin.file)
    assert found is not None
    assert found.digest == paper.digest
    again = other.challenge(
        shared.id, SelectionBias(), "The rest says otherwise.", script=judging(everything), documents=[paper]
    )
    assert again.compared is not None
    assert not any(one.startswith("o1 still rests on") for one in again.compared.revisions)


def test_a_comparison_that_was_revised_says_so_and_what_was_corrected() -> None:
    at, ran = _compare_in_copy()
    first, hall = ran.view, Hall(at, ran.view.runs[0])
    struck = next(node for node in _find_shared(first, hall) if re.search(r"\d", node.text))
    cited = at.corpus.document(struck.pointer.document).citation
    text = re.sub(r"\d", "7", struck.text)
    paper = brought(text, author=cited.author, title=cited.title, published="2030-01-01")
    write = writing(QUESTION)
    heard = hall.challenge(
        struck.id, StaleSource(), "There is a new count.", script=write, documents=[paper], challenger="Rosa Delmar",
        writes=True,
    )  # fmt: skip
    assert heard.outcome.disposition == "sustained"
    again = heard.compared
    assert again is not None
    assert again.revisions[0] == f"This comparison is a revised one. It replaces that of {short(ran.run)}."
    assert not first.revisions
    named = f"o1: a challenge by Rosa Delmar to “{struck.text}” (stale source) was sustained ({short(heard.run)})."
    assert again.revisions[1] == named
    figures = "46 became 77"
    assert any(one.startswith("o1: ") and one.endswith(f"{figures}.") and text in one for one in again.revisions)
    was, now = first.options[0].say_outcome(), again.options[0].say_outcome()
    told = "Each option comes out as it did." if was == now else f"o1 came out {was} and is {now} now."
    assert told in again.revisions
    # Of an option that still rests on the sentence, the figure of now is said as well.
    assert any(one.startswith("o2 still rests on") and figures in one for one in again.cautions)
    for page in (compose_heard(heard).blocks, compose(again).blocks):
        shown = " ".join(render(page, "text").replace("|", " ").split())
        assert named in shown
        assert figures in shown
    # So is it to whoever tells the comparison.
    (asked,) = [one.question for one in hall.model.calls if one.question.template == "acts/comparison"]
    assert isinstance(asked, Write)
    assert figures in next(one.text for one in asked.material if one.id == "revised")

    # A dry run says so before.
    (resting,) = asyncio.run(list_resting(at.store, Hall(at, first.runs[2]).file, struck.id, "stale_source"))
    assert resting.startswith("o2, ")
    assert not asyncio.run(list_resting(at.store, hall.file, struck.id, "relevance"))

    # Put to another option in the same way, it finds the paper that was brought; put in another way, it does not.
    other = Hall(at, first.runs[1])
    assert list_papers_of_others(at.store, other.file, struck.id, "stale_source") == (paper,)
    assert not list_papers_of_others(at.store, other.file, struck.id, "context")
    assert not list_papers_of_others(at.store, hall.file, struck.id, "stale_source")
    next_heard = other.challenge(struck.id, StaleSource(), "There it is, too.", documents=[paper], script=write)
    assert next_heard.compared is not None
    assert f"as the challenge {short(heard.run)} left it" in next_heard.compared.revisions[0]
    assert named in next_heard.compared.revisions
    assert list_options(at.store, ran.run) == {one.run: one.text for one in first.options}
    assert not list_options(at.store, first.runs[0])


def test_a_challenge_that_revises_nothing_compares_nothing() -> None:
    _, hall, _ = _compare()
    claim = hall.plain_claims()[0]
    heard = hall.challenge(claim.id, Relevance(), "It is about something else.", script=judging(lambda *_: True))
    assert not heard.outcome.revised
    assert heard.compared is None
