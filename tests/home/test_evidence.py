"""Calls about library, search, quotations, cases' citations, models, packs, perspectives and settings, from Python."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.case.writing import agreeable
from tests.evidence.samples import made

import foam
import foam_quotes
from foam.evidence.search.fake import HashingEmbedder
from foam.job.events import Event
from foam.model.judge.values import Relation, Verdict
from foam.pack.files import SHIPPED

TEXT = "Bees dance. The dance of bees tells where flowers stand. Bees do not dance in the rain."
BEES = made(TEXT)


@pytest.fixture
def heard() -> list[Event]:
    return []


@pytest.fixture
def home(tmp_path: Path, heard: list[Event]) -> Iterator[foam.Home]:
    """A home with one document in its library."""
    given = tmp_path / "given"
    given.mkdir()
    (given / "bees.txt").write_text(TEXT, "utf-8")
    opened = foam.open(
        tmp_path / "home",
        models=foam.ScriptedModel(),
        embedder=HashingEmbedder(),
        listener=heard.append,
        environ={},
        pack="benefits-appeal",
    )
    with opened as home:
        home.library.add(given)
        yield home


def test_the_library_is_filled_read_and_changed(home: foam.Home, heard: list[Event], tmp_path: Path) -> None:
    assert ("reading files", 1, 1) in [(e.step, e.done, e.total) for e in heard if e.type == "progress"]
    assert [one.id for one in home.library.list().documents] == [BEES.id]
    page = home.library.show(BEES.id[:8])
    assert (page.document.text, page.present) == (TEXT, True)
    assert home.library.stats().sentences == 3
    stream = io.StringIO()
    assert home.library.export(stream) == home.library.export(tmp_path / "out.jsonl") == 1
    assert stream.getvalue() == (tmp_path / "out.jsonl").read_text("utf-8")
    assert home.library.verify().ok
    assert home.library.remove(BEES.id, hide=True).version == 2
    assert home.library.list().total == 0
    assert home.library.list(version=1).total == 1
    assert [change.action for change in home.library.versions()] == ["add", "remove"]


def test_sentences_are_found_cited_and_contradicted(home: foam.Home) -> None:
    found = home.search("where do flowers stand", limit=1)
    assert [one.pointer for one in found.found] == [BEES.pointer(1)]
    assert home.cite(found.found[0].pointer).text == BEES.sentence(1)
    assert home.cite(str(BEES.pointer(1)), around=0).data()["before"] == []
    against = home.search.against("Bees dance in the rain")
    assert against.against[0].found.pointer == BEES.pointer(2)
    with pytest.raises(foam.NotFound):
        home.cite("d:12ab#s0")


def test_quotations_and_citations_are_held_against_their_sources(home: foam.Home, tmp_path: Path) -> None:
    text = tmp_path / "case.md"
    text.write_text('"The dance of bees tells where flowers stand" (bees). "The moon is made of green cheese" (bees).')
    report = home.quote.check(text)
    assert [one.verdict.type for one in report.citations] == ["exact", "fabricated"]
    assert home.quote.check(text, against=[tmp_path / "given"]).rates.cfvr == 0
    found = home.audit(text, sources=[tmp_path / "given"])
    assert [one.outcome for one in found.cases[0].citations] == ["exact", "fabricated"]
    assert found.data()["rates"]["citations"] == 2


class Believer(foam.SilentJudge):
    """Takes what names the claim's last word for support."""

    def relation(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Relation]:
        supported = [claim.split()[-1] in evidence for evidence, claim in pairs]
        verdicts: list[Verdict] = ["supports" if one else "neither" for one in supported]
        return [Relation(verdict=one, supports=1.0, contradicts=0.0, neither=0.0) for one in verdicts]


@pytest.mark.parametrize(("judge", "expected"), [(foam.SilentJudge(), [None, None]), (Believer(), [True, False])])
def test_the_judge_says_whether_a_claim_is_supported(
    judge: foam.SilentJudge, expected: list[bool | None], tmp_path: Path
) -> None:
    with foam.open(tmp_path, models=foam.ScriptedModel(), judge=judge, environ={}) as home:
        claims = ["It is told in a dance", "It is told in songs"]
        assert [home.quote.support(claim, "Bees dance where it is told.") for claim in claims] == expected
        report = foam_quotes.check("Bees dance in many songs.", TEXT, support=home.quote.support)
        assert report.statements[0].supported is expected[1]


def test_a_letter_in_the_folder_of_its_sources_is_not_its_own_witness(home: foam.Home, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "law.md").write_text("A claim must be filed within 30 days. The office may extend the period once.")
    letter = papers / "letter.md"
    letter.write_text("You are late: “A claim must be filed within 14 days.”")
    (checked,) = home.quote.check(letter, against=[papers]).citations
    (audited,) = home.audit(letter, sources=[papers]).cases[0].citations
    for verdict in (checked.verdict, audited.checked.verdict):
        assert (verdict.type, verdict.flags) == ("altered", ("number",))
        assert verdict.places[0].text == "A claim must be filed within 30 days."
    assert audited.around == ("The office may extend the period once.",)


def test_packs_and_perspectives_are_listed_shown_and_checked(home: foam.Home, tmp_path: Path) -> None:
    assert [pack.name for pack in home.pack.list()] == [
        "benefits-appeal",
        "mountain-hut",
        "policy-debate",
        "street-lamps",
    ]
    assert home.pack.load().name == "benefits-appeal"
    assert home.pack.show("policy-debate").data()["pack"] == "policy-debate"
    assert home.pack.check(SHIPPED / "policy-debate").ok
    seats = [one.id for one in home.perspectives.list().perspectives]
    assert home.perspectives.show(seats[0]).perspective.id == seats[0]
    assert {one.id for one in home.perspectives.suggest(seats[0])} == set(seats[1:])
    file = tmp_path / "seat.toml"
    file.write_text('id = "x"\nrole = "x"\ndescription = "x"\n[weighting]\nnonsense = 1\n')
    failed = home.perspectives.check(file)
    assert (failed.ok, failed.failures[0].file) == (False, str(file))


def test_generated_nodes_are_kept_for_a_case_and_forgotten(tmp_path: Path) -> None:
    models = foam.ScriptedModel(agreeable)
    with foam.open(tmp_path, models=models, embedder=HashingEmbedder(), environ={}, pack="policy-debate") as home:
        ran = home.case(strategy=["traditional"])
        kept = home.pack.accept(ran.run, nodes=("own-1",))
        (node,) = [made.node.id for made in kept.accepted]
        assert home.pack.accept(ran.view.save(tmp_path / "case.json"), nodes=(node,)) == kept
        assert home.pack.accept(ran.view, nodes=(node,)) == kept
        assert home.pack.show("policy-debate").data()["accepted"] == {kept.speech: [node]}
        assert home.pack.forget("policy-debate", kept.speech, node).accepted == ()
        with pytest.raises(foam.NotFound):
            home.pack.forget("policy-debate", kept.speech, node)


def test_a_model_is_checked_and_settings_say_whence_they_come(home: foam.Home) -> None:
    assert len(home.model.check().report.results) == 9
    held = {one.name: (one.value, one.source) for one in home.config().held()}
    assert held["pack"] == ("benefits-appeal", "flag")


def test_each_call_can_be_awaited(home: foam.Home) -> None:
    async def work() -> tuple[int, int, str, int]:
        found, cited, checked = await asyncio.gather(
            home.search.find.aio("flowers"), home.cite.aio(str(BEES.pointer(0))), home.model.check.aio()
        )
        listed = await home.library.list.aio()
        return listed.total, len(found.found), cited.text, len(checked.report.results)

    assert asyncio.run(work()) == (1, 3, BEES.sentence(0), 9)
