"""A deliberation with a model that writes takes what the model finds in the file, and what decides, as facts."""

from __future__ import annotations

import asyncio
from functools import cache

from tests.deliberation.table import NOON, Table
from tests.deliberation.writing import writing
from tests.examination.observatory import Writer, make_observatory, say_decides, say_finding

from foam.contest.job import load_file
from foam.contest.subject import DossierFile
from foam.deliberation.dossier import Dossier
from foam.deliberation.examined import ExaminedFile
from foam.deliberation.findings import find_facts
from foam.deliberation.jobs import DeliberateSpec, deliberate
from foam.evidence.computed import FOUND_BY_MODEL
from foam.evidence.corpus import ListedCorpus
from foam.job.job import RunResult, open_replay, replay, run
from foam.job.session import Tools
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.scripted import ScriptedModel
from foam.model.silent import SilentJudge
from foam.record.graph import entries_of
from foam.record.memory import MemoryStore

QUESTION = "Should the refusal be reversed?"
FILE = make_observatory()
DECIDES = say_decides()
REPORT = say_finding(
    "report",
    "Our steward wrote",
    "under its cover",
    text="The decision says that the steward wrote of rain. The note of Ole Finn says that the mount was dry.",
)


@cache
def deliberated() -> tuple[MemoryStore, RunResult[Dossier]]:
    """A deliberation over the file, with a writer that finds a report that is wrong and what decides."""
    reader, acts, pack = Writer([REPORT], decides=DECIDES), writing(QUESTION), Table().pack
    model = ScriptedModel(lambda call: reader.say(call) or acts(call), name="test-writer", writes=True)
    tools = Tools(
        models=dict.fromkeys(ROLES, model),
        pack=pack,
        corpus=ListedCorpus.of([one.document for one in FILE.documents]),
        judge=SilentJudge(),
        given={FILE.digest: FILE.json_value()},
    )
    spec = DeliberateSpec(
        **tools.describe(),
        question=QUESTION,
        seats=pack.perspectives[:2],
        examined=ExaminedFile(file=FILE.digest, asks=True),
    )
    store = MemoryStore()
    return store, asyncio.run(run(deliberate, spec, tools, store=store, clock=lambda: NOON))


def test_what_decides_by_a_model_is_a_fact_with_a_pointer_and_settles() -> None:
    _, ran = deliberated()
    found = {one.finding.text: one for one in ran.view.findings}
    fact = found[DECIDES["text"]]
    assert fact.finding.established_by == "model test-writer, confirmed by test-writer"
    assert str(fact.pointer).startswith("finding:")
    assert fact.follows == "The refusal should be reversed."
    assert fact.claim
    assert found[REPORT["text"]].finding.bearing is None
    assert "established by model test-writer, confirmed by test-writer" in str(ran.view)


def test_what_a_model_found_is_told_as_such_and_with_its_sentences() -> None:
    store, ran = deliberated()
    asked = [str(one.draft.question.get("prompt", "")) for one in entries_of(store, ran.run)]
    appraised = [prompt for prompt in asked if "Appraise each" in prompt and REPORT["text"] in prompt]
    assert appraised
    for prompt in appraised:
        assert FOUND_BY_MODEL in prompt
        assert "worked out from the file by the code" not in prompt
        (fact,) = (one for one in ran.view.findings if one.finding.text == REPORT["text"])
        assert all(passage.text in prompt for passage in fact.finding.passages)


def test_what_bears_stands_first_and_a_slip_last() -> None:
    _, ran = deliberated()
    (slip,) = (one for one in ran.view.findings if one.finding.text == REPORT["text"])
    nodes = tuple(
        node.model_copy(update={"direction": None, "settles": False}) if node.id == slip.claim else node
        for node in ran.view.nodes
    )
    whole = " ".join(str(ran.view.model_copy(update={"nodes": nodes})).split())
    first, last = whole.index("What the file itself shows"), whole.index("What else is wrong in the file")
    assert first < whole.index(DECIDES["text"], first) < whole.index("Facts nobody disputes")
    assert whole.index("Every claim") < last < whole.index(REPORT["text"], last)
    assert REPORT["text"] not in whole[first : whole.index("Facts nobody disputes")]


def test_the_deliberation_is_replayed_to_the_byte() -> None:
    store, ran = deliberated()
    assert complete(replay(store, ran.run)).json_value() == ran.view.json_value()


def test_a_finding_whose_sentence_is_struck_is_found_no_more_and_nobody_is_asked() -> None:
    store, ran = deliberated()
    file = complete(load_file(store, ran.run))
    assert isinstance(file, DossierFile)
    (fact,) = (one for one in ran.view.findings if one.finding.text == DECIDES["text"])
    session = open_replay(store, ran.run, file.spec).with_corpus(ListedCorpus.of([d.document for d in FILE.documents]))
    standing = find_facts(session, about=file.examining)
    assert fact.id in {one.id for one in standing.findings}
    struck = find_facts(session, about=file.examining, without=fact.finding.pointers[-1:])
    assert fact.id not in {one.id for one in struck.findings}
