"""A replay gives the same hearing again, whatever is challenged at a table that answers in words."""

from __future__ import annotations

import pytest
from tests.contest.test_missed_objection import WORDS
from tests.contest.test_step import NARROW, verdict, warrant_of
from tests.contest.test_struck import correct
from tests.contest.test_written_challenges import (
    Forms,
    Names,
    appraisal,
    copy_record,
    doubled,
    file,
    hear,
    narrowed_for_evidence,
    reply,
    rests_on_several,
)
from tests.deliberation.test_handwritten import sit

from foam.contest.challenge import (
    GateVerdict,
    Ground,
    Mislabelled,
    MissedObjection,
    OutOfContext,
    Relevance,
    SelectionBias,
    StaleSource,
    WarrantInvalid,
)
from foam.contest.job import digest_heard
from foam.deliberation.compile import make_evidence_id
from foam.evidence.document import Document
from foam.job.job import replay
from foam.job.waiting import complete

KINDS = (
    "context",
    "context of an objection",
    "label",
    "objection",
    "relevance",
    "selection_bias",
    "stale_source",
    "support",
    "warrant",
)


def challenge(kind: str) -> tuple[str, Ground, Names, Forms, list[Document]]:
    """What a challenge of this kind is put to, what is found of it, and the paper that is brought."""
    claim, twin = rests_on_several(), doubled()
    struck, *left = claim.grounds
    node = make_evidence_id(struck.pointer)
    value = next(one.id for one in file().pack.values if one.id != twin.value)
    paper = correct(struck)
    later = correct(struck, sit().table.corpus.document(struck.pointer.document).citation.title)
    plain = next(one for one in file().mediation.reasons if not one.computed)
    narrower = {**reply("qualify", left[0].text), **appraisal(claim, 3.0)}
    said = {**reply("rebut")["acts/reply"], "commits": "no"}  # type: ignore[dict-item]
    material = {"acts/reply": said, "acts/exchange": {"relevance": 9.0, "consequence": 9.0}}
    put: dict[str, tuple[str, Ground, Names, Forms, list[Document]]] = {
        "context": (node, OutOfContext(), lambda _: True, narrower, []),
        "context of an objection": (narrowed_for_evidence().objection.id, OutOfContext(), lambda _: True, {}, []),
        "label": (twin.id, Mislabelled(value=value), lambda text: text == value, {}, []),
        "objection": (plain.id, MissedObjection(), lambda _: False, material, []),
        "relevance": (node, Relevance(), lambda _: False, narrower, []),
        "selection_bias": (node, SelectionBias(), lambda text: text == paper.sentence(0), narrower, [paper]),
        "stale_source": (node, StaleSource(), lambda _: False, narrower, [later]),
        "support": (claim.id, GateVerdict(), lambda _: False, {}, []),
        "warrant": (
            warrant_of(claim),
            WarrantInvalid(),
            lambda _: False,
            {**verdict("holds in some cases", NARROW), **appraisal(claim, 3.0)},
            [],
        ),
    }
    return put[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_a_hearing_of_each_kind_is_replayed_to_the_byte(kind: str) -> None:
    node, ground, names, forms, documents = challenge(kind)
    store = copy_record()
    heard, _ = hear(node, ground, names, forms, WORDS, documents=documents, store=store)
    assert heard.outcome.revised
    assert digest_heard(complete(replay(store, heard.run))) == digest_heard(heard)
