"""A comparison of options follows its deliberations: one that is revised after a challenge is compared again."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path

from tests.contest.hall import Hall, everything, judging, nothing
from tests.contest.test_evidence_challenges import brought
from tests.deliberation.test_options import QUESTION, compare, table
from tests.deliberation.writing import writing

from foam.contest.brought import find_brought
from foam.contest.challenge import OutOfContext, Relevance, SelectionBias
from foam.contest.compared import mark_superseded
from foam.contest.job import Heard, digest_heard
from foam.contest.views.document import compose_heard
from foam.deliberation.choice import OptionsDossier, recommend_option
from foam.deliberation.dossier import EvidenceNode
from foam.job.job import replay
from foam.paper import Heading
from foam.values import short


def _challenge(hall: Hall, place: int = 0) -> Heard:
    claim = hall.plain_claims()[place]
    return hall.challenge(claim.id, Relevance(), "It is about something else.", script=judging(nothing), writes=False)


def _compare() -> tuple[OptionsDossier, Hall, Hall]:
    at = table()
    first = compare(at).view
    return first, Hall(at, first.runs[0]), Hall(at, first.runs[1])


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


def test_another_option_that_rests_on_the_challenged_sentence_is_named() -> None:
    first, hall, other = _compare()
    shared = next(
        node
        for node in hall.dossier.dossier.nodes
        if isinstance(node, EvidenceNode)
        and any(node.text in one.quotes for one in (*first.options[0].reasons_for, *first.options[0].reasons_against))
        and any(node.text in one.quotes for one in (*first.options[1].reasons_for, *first.options[1].reasons_against))
    )
    said, paper = "The rest doesn't say so.", brought("The rest of it was read to the board, which said otherwise.")
    heard = hall.challenge(
        shared.id, SelectionBias(), said, script=judging(everything), documents=[paper], challenger="Rosa Delmar"
    )
    assert heard.outcome.revised
    assert heard.compared is not None
    told = [one for one in heard.compared.summary if shared.text in one]
    assert told == list(heard.compared.summary[: len(told)]), "it stands before what follows from the comparison"
    assert any(one.startswith("o2 still rests on") and shared.id in one for one in told)
    assert {*told} <= {*heard.compared.cautions}
    _, _, command = next(one for one in told if one.startswith("o2")).rpartition("challenge it there, too: ")
    words = shlex.split(command)
    assert words[:5] == ["foam", "contest", "open", short(first.runs[1]), shared.id]
    given = dict(zip(words[5::2], words[6::2], strict=True))
    assert given == {"--kind": "selection_bias", "--because": said, "--with": paper.origin.file, "--as": "Rosa Delmar"}
    found = find_brought(hall.table.store, Path("elsewhere") / paper.origin.file)
    assert found is not None
    assert found.digest == paper.digest
    hall.challenge(shared.id, OutOfContext(), "Read on: it is said otherwise.", script=judging(everything))
    again = other.challenge(shared.id, OutOfContext(), "The rest says otherwise.", script=judging(everything))
    assert again.compared is not None
    assert not any(one.startswith("o1 still rests on") for one in again.compared.summary)


def test_a_challenge_that_revises_nothing_compares_nothing() -> None:
    _, hall, _ = _compare()
    claim = hall.plain_claims()[0]
    heard = hall.challenge(claim.id, Relevance(), "It is about something else.", script=judging(lambda *_: True))
    assert not heard.outcome.revised
    assert heard.compared is None
