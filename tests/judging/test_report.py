"""The report: the published tables, intervals, effects, stability, threats; three views that say the same, escaped."""

from __future__ import annotations

import json
import re
from functools import cache
from xml.dom.minidom import parseString

import pytest
from tests.judging.cases import blind, case, jury
from tests.judging.test_session import audits, plan, played

from foam.judging.entrants.blind import Blind, BlindKey, CaseOrigin
from foam.judging.tournament.report import TournamentReport, make_report, measure_stability
from foam.judging.tournament.session import TournamentOutcome
from foam.judging.tournament.views.charts import charts
from foam.judging.tournament.views.document import compose_report as compose
from foam.judging.tournament.views.tables import tables
from foam.paper import draw, render
from foam.stats.pairwise import can_rate

SOURCES = ("foam", "foam", "foam", "human", "human", "zero-shot", "zero-shot <b>")
CASES: tuple[Blind, ...] = blind([case(n) for n in (90, 80, 70, 60, 50, 40, 30)])


def key() -> BlindKey:
    origins = [
        CaseOrigin(
            id=one.id, file=f"{one.id}.md", source=source, family="judge family" if source == "foam" else "", content=""
        )
        for one, source in zip(CASES, SOURCES, strict=True)
    ]
    return BlindKey(nonce="n", origins=tuple(origins))


@cache
def outcome() -> TournamentOutcome:
    return played(plan(), CASES)


@cache
def report() -> TournamentReport:
    return make_report("A <title>", outcome(), key(), remarks=("A remark.",), others={"again": outcome()})


def test_it_says_what_was_compared_with_what_and_how_many() -> None:
    said = report().compared
    assert "7 cases (3 foam, 2 human, 1 zero-shot, 1 zero-shot <b>)" in said
    assert "rubric policy-debate" in said
    assert "Seed 0" in said


def test_means_by_source_are_those_of_the_cases() -> None:
    foam = next(row for row in report().sources if row.source == "foam")
    own = [outcome().pooled[f"Case_{n:03d}"].overall for n in (1, 2, 3)]
    assert foam.overall.value == pytest.approx(sum(own) / 3)
    assert foam.overall.low is not None
    assert foam.overall.low <= sum(own) / 3
    assert (foam.n, foam.rates.citations, foam.cfvr.value) == (3, 0, 0.0)


def test_every_published_table_is_there() -> None:
    titles = [table.title for table in tables(report())]
    wanted = ("Results by source", "Full validation by source", "Rubric dimensions", "Evidence quality and validation")
    assert set(wanted) <= set(titles)
    (rubric,) = (table for table in tables(report()) if table.title == "Rubric dimensions")
    assert rubric.rows[0][0] == "Argumentation strength (25%)"
    for table in tables(report()):
        assert all(len(row) == len(table.head) for row in table.rows), table.title


def test_standings_are_by_wins_by_score_and_by_strength() -> None:
    first = report().standings[0]
    assert (first.id, first.by_score) == ("Case_001", 1)
    strongest = max(
        report().standings, key=lambda one: one.strength.value if one.strength and one.strength.value else -9
    )
    assert strongest.id == "Case_001"


def test_effects_compare_every_two_sources() -> None:
    found = {(one.one, one.other, one.metric): one for one in report().comparisons}
    assert len(found) == 6 * 3
    assert found["foam", "human", "overall"].delta.value == 1.0


def test_another_jury_is_held_against_this_one() -> None:
    (same,) = report().stability
    assert (same.tau_places, same.tau_scores, same.same_winner) == (1.0, 1.0, True)
    upside_down = played(plan(), blind([case(n) for n in (30, 40, 50, 60, 70, 80, 90)]))
    assert measure_stability("down", outcome(), upside_down).tau_scores == -1.0


def test_threats_name_what_is_wrong_here() -> None:
    said = "\n".join(report().threats)
    assert "One juror" in said
    assert "own model family: judge family" in said
    assert "Fewer than 10 cases of foam, human" in said
    assert "7 cases quote nothing" in said
    two = played_by_two()
    said = "\n".join(make_report("two", two, key()).threats)
    assert "Jurors one and two agree in every score" in said


def played_by_two() -> TournamentOutcome:
    held = jury("one", "two")
    same = held.model_copy(update={"jurors": tuple(one.model_copy(update={"model": "judge"}) for one in held.jurors)})
    return played(plan(jury=same), CASES)


def test_views_say_the_same_and_escape_what_cases_bring() -> None:
    text, shown = render(compose(report()), "md"), render(compose(report()), "html")
    for table in tables(report()):
        assert f"## {table.title}" in text
        assert f"<h2>{table.title}</h2>" in shown
    assert "<title>A &lt;title&gt;</title>" in shown
    assert "zero-shot <b>" not in shown
    assert "<script" not in shown
    assert "default-src 'none'" in shown
    assert re.search(r"zero-shot \\<b\\>", text)
    assert json.loads(json.dumps(report().json_value()))["n"] == 7


@pytest.mark.parametrize("name", ["scores", "validation", "bracket", "bias"])
def test_pictures_are_well_formed_and_named(name: str) -> None:
    picture = draw(charts(report())[name])
    assert parseString(picture).documentElement is not None
    assert "<title>" in picture


def test_without_the_library_strengths_are_left_out_and_the_report_says_how_to_get_them() -> None:
    bare = make_report("bare", outcome(), key(), rated=False)
    assert all(one.strength is None for one in bare.standings)
    assert "foam[measure]" in tables(bare)[0].note
    assert can_rate()
    assert all(one.strength is not None for one in make_report("whole", outcome(), key()).standings)


def test_nothing_was_cited_and_the_audit_says_so() -> None:
    assert all(not one.citations for one in audits(CASES))
