"""The laws of judging: a rate certifies no lie, a juror reads no maker, and no jury ranks what it cannot tell.

Each is tried with a scripted juror and, where one is asked, with the embedded model.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from tests.case.scribe import REASONS, WritingDesk
from tests.case.writing import Desk, agreeable, sample
from tests.debate.stage import Stage
from tests.judging.cases import blind, case, honest, is_control, jury, ranking, rubric, source
from tests.judging.planted import PLANTED

from foam.case.values import Case
from foam.case.views.document import compose_case
from foam.case.views.files import render_case_json
from foam.cli.main import foam
from foam.debate.transcript import Transcript, Utterance
from foam.errors import VerificationError
from foam.evidence.search.fake import HashingEmbedder
from foam.job.job import run as run_job
from foam.job.session import Tools
from foam.judging.audit import audit_case, rates, sources_judge
from foam.judging.debates.job import DebateEvaluation, DebateEvaluationSpec, evaluate_debate
from foam.judging.debates.views import blocks
from foam.judging.entrants.blind import EnteredCase, blind_cases
from foam.judging.entrants.entrant import Entrant, claim, number_parts
from foam.judging.entrants.intake import Submitted, case_of_text, read_case
from foam.judging.entrants.leaks import check_leaks, find_leaks
from foam.judging.jury.controls import make_controls
from foam.judging.jury.panel import Juror, Jury
from foam.judging.jury.scoring import JuryVerdict, judge_cases
from foam.judging.tournament.report import TournamentReport, make_report
from foam.judging.tournament.session import TournamentOutcome, TournamentPlan, run_tournament
from foam.judging.tournament.views.document import compose_report
from foam.model.embedded.labelling import CANNOT_READ
from foam.model.embedded.model import EmbeddedModel
from foam.model.port import Model
from foam.model.question import Choose, Chosen, Declined, Label, Labelled, Rank, Score, Scored
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.pack.loader import load_pack
from foam.paper import render, to_terminal
from foam.record.memory import MemoryStore

# A rate certifies no lie

SOURCE = source(
    "The office must count 305.00 of the tenant's income before it decides, and most tenants keep their flats. "
    "Mr Hale found that rents fell by 12 percent in 2021 after the council had lifted the ban on Sunday markets. "
    "The plan will not work if the council funds it for one more year.",
    author="Mary Hale",
    year="2021",
)
LIES = {
    "number": "The office must count 490.00 of the tenant's income before it decides",
    "number word": "The office must count 305.00 of the two tenants' income before it decides",
    "negation": "The office must not count 305.00 of the tenant's income before it decides",
    "modality": "The office may count 305.00 of the tenant's income before it decides",
    "quantifier": "before it decides, and all tenants keep their flats",
    "name": "Mr Smith found that rents fell by 12 percent in 2021 after the council had lifted the ban",
    "opposite": "Mr Hale found that rents rose by 12 percent in 2021 after the council had lifted the ban",
    "before and after": "rents fell by 12 percent in 2021 before the council had lifted the ban on Sunday markets",
    "negation left out": "The plan will work if the council funds it for one more year",
    "negation behind a mark": "The plan will [...] work if the council funds it for one more year",
    "silent omission": "Mr Hale found that rents fell by 12 percent in 2021 after lifted the ban on Sunday markets",
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_quotation_that_changes_what_the_source_says_is_no_match(lie: str) -> None:
    found = rates([audit_case("case", case_of_text(f"> {lie}\n> — Hale 2021\n"), sources_judge([SOURCE]))])
    assert (found.cemr, found.cfvr) == (0.0, 0.0)
    assert (found.cemr_by_overlap, found.cfvr_by_overlap) == (1.0, 1.0), "as published, and under its own name"


@pytest.mark.parametrize(
    "same",
    [
        "the office must count 305.00 of the tenant's income, before it decides",
        "rents fell by 12 per cent in 2021 after the council had lifted the ban on Sunday markets",
        "The plan will not work [...] for one more year",
    ],
)
def test_a_change_of_form_is_a_match(same: str) -> None:
    found = rates([audit_case("case", case_of_text(f"> {same}\n> — Hale 2021\n"), sources_judge([SOURCE]))])
    assert (found.cemr, found.cfvr) == (1.0, 1.0)


def test_every_view_of_the_rates_shows_both_under_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    (tmp_path / "hale.txt").write_text(SOURCE.text, "utf-8")
    (tmp_path / "case.md").write_text(f"> {LIES['number']}\n> — hale.txt\n", "utf-8")
    case_file = tmp_path / "ours.json"
    case_file.write_text(json.dumps(sample()[1].json_value()), "utf-8")
    for command in (
        ("quote", "check", tmp_path / "case.md", "--against", tmp_path / "hale.txt"),
        ("audit", tmp_path / "case.md", "--sources", tmp_path / "hale.txt"),
        ("case", "verify", case_file),
    ):
        shown = run(*command).stdout
        assert all(re.search(rf"{name} \d", shown) for name in ("CEMR", "CFVR", "CEMR by overlap", "CFVR by overlap"))
        told = json.loads(run(*command, "--json").stdout)
        told = told.get("rates", told)
        assert {"cemr", "cfvr", "cemr_by_overlap", "cfvr_by_overlap"} <= told.keys()
    assert run("audit", tmp_path / "case.md", "--sources", tmp_path / "hale.txt").exit_code == 1
    assert run("quote", "check", tmp_path / "case.md", "--against", tmp_path / "hale.txt").exit_code == 1


# A juror reads no maker

VIEWS = (compose_case, render_case_json)
"""Importing them registers how a case is saved."""
FORMATS = (".json", ".md", ".docx", ".html", ".txt", ".pdf")


def written(pack: str, speech: str, desk: Desk | None = None) -> tuple[Case, str]:
    desk = desk or Desk(pack=pack, speech=speech)
    spec = desk.case_spec(strategy=("traditional",) if pack == "policy-debate" else ())
    ran = desk.write(spec)
    return ran.view, ran.run


@cache
def write_once(pack: str, speech: str, *, writes: bool) -> tuple[Case, str]:
    """One case for all formats it is saved in."""
    return written(pack, speech, WritingDesk(pack=pack, speech=speech) if writes else None)


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("writes", [False, True], ids=["bounded", "written"])
@pytest.mark.parametrize(("pack", "speech"), [("policy-debate", "1AC"), ("benefits-appeal", "appeal")])
def test_a_case_of_ours_enters_without_a_trace_in_any_format(
    tmp_path: Path, ending: str, writes: bool, pack: str, speech: str
) -> None:
    ours, run_key = write_once(pack, speech, writes=writes)
    path = tmp_path / f"team-blue-draft{ending}"
    ours.save(path)
    submitted = read_case(path)
    cases, key = blind_cases([EnteredCase(file=str(path), submitted=submitted)], seed=0)
    check_leaks(find_leaks(cases, key))
    read = cases[0].entrant.text.lower()
    seat = ours.seat.lower()
    traces = ["verified", "not issued", f"{ours.words} words", "minute;"]
    traces += [seat, seat.replace("_", ""), seat.replace("_", " ")] if "_" in seat else [f"{seat};"]
    traces += [ours.pack, ours.notice.lower()[:40], "team-blue", run_key[3:15], ours.digest[3:15], ours.corpus[3:15]]
    traces += ["how it was written", "bounded", REASONS.lower()]
    traces += ["b2:", "scripted", "foam", "python-docx", f"{speech.lower()}:", f"{speech.lower()},", "/.../"]
    assert [trace for trace in traces if trace in read] == []
    assert not re.search(r"\bd:[0-9a-f]{4}", read)
    assert len(submitted.entrant.citations) == len(ours.cards), "what is quoted is still read"
    assert cases[0].entrant.words > 0.9 * ours.words, "and nothing of the case itself is lost"


@pytest.mark.parametrize(
    "telling",
    [
        "communityadvocate; 1482 words; verified",
        "community_advocate holds that buses help.",
        "1AC, verified",
        "Word count: 1482",
        "1,482 words",
        "Read at 250 words a minute.",
        "Seat: advocate",
        "Run: 3f9a",
        "See 3f9a2c47d1e0 for the record.",
        "This is b2:3f9a2c47d1e0.",
        "The draft stands in blue-team.docx and was sent.",
        "NOT ISSUED: 3 failures",
        "Written with DeepSeek in an afternoon.",
    ],
)
def test_what_is_not_stripped_is_refused(telling: str) -> None:
    entered = case_of_text(f"Buses help.\n\n{telling}\n\nThey run at night.")
    cases, key = blind_cases([EnteredCase(file="x.md", submitted=submitted(entered))], seed=0)
    if any(telling.split(";")[0] in part.text for part in cases[0].entrant.parts):
        with pytest.raises(VerificationError, match="gives itself away"):
            check_leaks(find_leaks(cases, key))


def submitted(entrant: Entrant) -> Submitted:
    return Submitted(entrant=entrant)


def test_plain_prose_is_no_leak() -> None:
    text = (
        "We verified the figures twice, and the court issued a ruling of 300 pages. A picture says more than a "
        "thousand words. The run on the bank in 1931 began at 9.30. Call 0049301234567, or read it at "
        "www.example.org/report.html."
    )
    cases, key = blind_cases([EnteredCase(file="x.md", submitted=submitted(case_of_text(text)))], seed=0)
    assert find_leaks(cases, key) == ()


# No jury ranks what it cannot tell

CASES = {"Case_001": case(30), "Case_002": case(90)}


def judged(script: Script | Model, cases: Mapping[str, Entrant]) -> JuryVerdict:
    model = script if not callable(script) else ScriptedModel(script, name="judge")
    tools = Tools(models={"judge": model}, pack=load_pack("policy-debate"))
    audits = [audit_case(name, one, sources_judge([SOURCE])) for name, one in cases.items()]
    held = Jury(jurors=(Juror(name="judge", model="judge"),))
    return asyncio.run(judge_cases(cases, audits, tools, rubric=rubric(), jury=held, store=MemoryStore())).view


def played(script: Script, **plan: object) -> tuple[TournamentOutcome, TournamentReport]:
    cases = blind([case(quality) for quality in (20, 40, 60, 80)])
    audits = [audit_case(one.id, one.entrant, sources_judge([SOURCE])) for one in cases]
    tools = Tools(models={"judge": ScriptedModel(script, name="judge")}, pack=load_pack("policy-debate"))
    wanted = TournamentPlan.model_validate({"rubric": rubric(), "jury": jury(), **plan})
    outcome = asyncio.run(run_tournament(wanted, cases, audits, tools, store=MemoryStore())).view
    entered = [EnteredCase(file=f"{n}", submitted=submitted(one.entrant), source="us") for n, one in enumerate(cases)]
    _, key = blind_cases(entered, seed=0)
    return outcome, make_report("T", outcome, key)


def favouring(wanted: str) -> Script:
    """Scores and ranks by quality, except that one control is the best there is."""

    def say(call: Call) -> Said | None:
        if isinstance(call.question, Score) and shows(wanted, call.question.prompt):
            return Scored(score=call.question.high)
        if isinstance(call.question, Rank):
            return ranking(call, lambda letter, text: -1 if shows(wanted, text) else 0)
        return honest(call)

    return say


def shows(control: str, text: str) -> bool:
    parrot = rubric().components[0].text
    if control == "parrot":
        return text.count(parrot) > ("how far this is true of the case: " + parrot in text)
    salad = re.search(r"(?:\A|>\n)quality", text) is None
    return salad and "quality" in text


def test_a_jury_that_can_tell_ranks_and_shows_its_controls() -> None:
    verdict = judged(honest, CASES)
    assert verdict.controls.withheld == ""
    assert [one.place for one in verdict.controls.controls] == [3, 3]
    outcome, report = played(honest)
    assert report.withheld == ""
    assert report.standings[0].id == outcome.played.places[0]
    page = render(compose_report(report), "md")
    assert "gibberish" in page
    assert "parrot" in page


@pytest.mark.parametrize("control", ["gibberish", "parrot"])
def test_a_jury_that_favours_a_control_ranks_nothing(control: str) -> None:
    verdict = judged(favouring(control), CASES)
    assert control in verdict.controls.withheld
    assert verdict.controls.controls[("gibberish", "parrot").index(control)].fooled == ("judge",)
    for plan in ({}, {"by": "majority"}):
        _, report = played(favouring(control), **plan)
        assert control in report.withheld
        assert (report.standings, report.results, report.stability) == ((), (), ())
        assert {row.overall.value for row in report.sources} == {None}
        assert {row.wins.value for row in report.sources} == {None}
        page = render(compose_report(report), "html")
        assert "No ranking" in page
        assert "Standings" not in page
        assert [one.id for one in blind([case(1)] * 4) if one.id in render(compose_report(report), "md")] == []


@pytest.mark.parametrize("score", [0.0, 5.0, 10.0])
def test_a_jury_that_scores_all_alike_ranks_nothing_even_where_code_measures(score: float) -> None:
    """The audit tells real quotations from none. That must not hide that the jury tells nothing."""
    quoting = case_of_text(f"Count it all.\n\n> {LIES['number'].replace('490', '305')}\n> — Hale 2021\n")
    verdict = judged(lambda call: Scored(score=score) if call.question.type == "score" else None, {"one": quoting})
    assert verdict.pooled["one"].overall > (verdict.controls.controls[0].score or 0.0)
    assert verdict.controls.withheld


def test_a_jury_that_takes_the_first_ranks_nothing_by_ballots() -> None:
    def first(call: Call) -> Said | None:
        return ranking(call, lambda letter, _: ord(letter)) if isinstance(call.question, Rank) else honest(call)

    _, report = played(first, by="majority")
    assert report.withheld


def test_a_commands_exit_says_that_the_jury_cannot_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    files = [tmp_path / f"{name}.md" for name in PLANTED]
    for path, (text, _) in zip(files, PLANTED.values(), strict=True):
        path.write_text(text, "utf-8")
    done = run("judge", *files)
    assert done.exit_code == 1
    assert "cannot tell" in done.stdout
    told = json.loads(run("judge", *files, "--json").stdout)
    assert (told["cases"], told["scores"]) == ([], [])
    run("tournament", "new", tmp_path / "T")
    run("tournament", "add", tmp_path / "T", *files)
    played_once = run("tournament", "run", tmp_path / "T", "--json")
    told = json.loads(played_once.stdout)
    assert played_once.exit_code == 1
    assert (told["places"], told["by_score"], told["report"]["standings"]) == ([], [], [])
    assert run("tournament", "report", tmp_path / "T").exit_code == 1
    assert not (tmp_path / "T" / "report" / "bracket.svg").exists()
    again = run("tournament", "rejudge", tmp_path / "T", "--name", "again")
    assert again.exit_code == 1


def run(*arguments: object) -> Any:
    """The command with a juror that scores all alike."""

    def alike(call: Call) -> Said | None:
        return Scored(score=5.0) if isinstance(call.question, Score) else agreeable(call)

    given = {"models": ScriptedModel(alike), "embedder": HashingEmbedder()}
    return CliRunner().invoke(foam, [str(argument) for argument in arguments], obj=given)


def test_controls_are_seeded_and_as_long_as_the_entrant() -> None:
    entrant = case_of_text(PLANTED["fares"][0])
    made = make_controls(entrant, rubric(), seed=1)
    assert made == make_controls(entrant, rubric(), seed=1)
    assert made["gibberish"] != make_controls(entrant, rubric(), seed=2)["gibberish"]
    words = sorted(word for part in entrant.parts for word in part.text.split())
    assert sorted(word for part in made["gibberish"].parts for word in part.text.split()) == words
    assert [part.kind for part in made["gibberish"].parts] == [part.kind for part in entrant.parts]
    assert made["parrot"].words == pytest.approx(entrant.words, abs=entrant.words * 0.1)
    assert all(is_control(one.text) for one in made.values())


# Nor does a judge of debates

DEBATE = Transcript(
    motion="Buses should be free.",
    utterances=(
        Utterance(speaker="P", side="pro", text="Free buses help the poor. Fares hurt them most. Riders gain time."),
        Utterance(speaker="C", side="con", text="Free buses cost the town much. Taxes must rise. Nobody asked for it."),
    ),
)


def evaluated(script: Script, *, controls: bool = True) -> DebateEvaluation:
    stage = Stage(ScriptedModel(script))
    fields = {**stage.tools.describe(), "transcript": DEBATE, "controls": controls}
    spec = DebateEvaluationSpec.model_validate(fields)
    return asyncio.run(run_job(evaluate_debate, spec, stage.tools, store=stage.store)).view


def hearing(call: Call, *, fond_of: str = "") -> Said | None:
    """Gives pro the debate and every speech good marks, but nothing for a control, unless it is fond of it."""
    asked = call.question
    if isinstance(asked, Score):
        return Scored(score=asked.high if fond_of in heard_controls(asked.text) else _fair(asked))
    if asked.template == "debate/winner" and isinstance(asked, Choose):
        fond = [one.id for one in asked.options if fond_of in heard_controls(one.text)]
        fair = [one.id for one in asked.options if not heard_controls(one.text)]
        return Chosen(ids=tuple(fond[:1] or sorted(fair, reverse=True)[:1]))
    if asked.template == "debate/fact" and heard_controls(asked.statement):
        return Labelled(label="neither")  # whatever is nearest to a control does not bear it out
    if asked.template == "debate/stance" and isinstance(asked, Label):
        own = [said.side for said in DEBATE.utterances if DEBATE.position(said.side) == asked.statement]
        others = [said.text for said in DEBATE.utterances if said.side not in own]
        return Labelled(label="contradicts" if any(asked.text in text for text in others) else "supports")
    return agreeable(call)


def _fair(asked: Score) -> float:
    return asked.low if heard_controls(asked.text) else (asked.low + asked.high) / 2


ASSERTED = files("foam.judging.debates").joinpath("assertions.txt").read_text("utf-8").splitlines()


def heard_controls(text: str) -> tuple[str, ...]:
    parrot = ("parrot",) if "Look for claims" in text or "at first hearing" in text else ()
    own = {word for one in DEBATE.utterances for word in one.text.split()}
    salad = set(text.split()) <= own and not any(
        one in said.text for said in DEBATE.utterances for one in text.split("\n")
    )
    return (
        *parrot,
        *(("gibberish",) if salad else ()),
        *(("assertions",) if any(one in text for one in ASSERTED) else ()),
    )


def test_a_judge_of_debates_that_can_tell_names_a_winner() -> None:
    found = evaluated(hearing)
    assert [one.level for one in found.controls] == [()] * 10
    assert found.debatrix
    assert found.debatrix.winner == "pro"
    assert "winner: pro" in to_terminal(blocks(found))


@pytest.mark.parametrize("control", ["gibberish", "parrot"])
def test_a_judge_of_debates_that_favours_a_control_names_none(control: str) -> None:
    found = evaluated(partial(hearing, fond_of=control))
    assert control in found.withheld
    shown = to_terminal(blocks(found))
    assert "winner:" not in shown
    assert "Debatrix\n" not in shown
    assert "the judge does not tell a speech from" in shown


def test_a_judge_of_debates_that_was_not_tried_on_controls_is_told_as_such() -> None:
    found = evaluated(partial(hearing, fond_of="parrot"), controls=False)
    shown = to_terminal(blocks(found))
    assert "no control was judged beside it" in shown
    assert "winner:" in shown


@pytest.mark.embedded
def test_the_embedded_judge_of_debates_declines_what_it_cannot_read(embedded: EmbeddedModel) -> None:
    stage = Stage(embedded)
    fields = {**stage.tools.describe(), "transcript": DEBATE, "controls": True}
    spec = DebateEvaluationSpec.model_validate(fields)
    found = asyncio.run(run_job(evaluate_debate, spec, stage.tools, store=stage.store)).view
    assert found.controls
    for mark in found.inspire:
        assert set(mark.declined) == {"emotional appeal", "clarity", "arrangement", "reasoning"}
        assert (set(mark.subjective), mark.reasoning) == ({"topic relevance"}, None)
    assert bool(found.withheld) == any(one.level for one in found.controls)


# A juror declines what it cannot judge


def test_what_a_juror_declines_is_left_out_of_every_total() -> None:
    declined = {"novelty", "differentiation", "warrants"}
    texts = {one.text: one.id for one in rubric().components}

    def picky(call: Call) -> Said | None:
        if isinstance(call.question, Score) and texts[call.question.statement] in declined:
            return Declined(why="beyond me")
        return honest(call)

    verdict = judged(picky, CASES)
    best = verdict.pooled["Case_002"]
    assert set(best.declined) == declined
    assert "innovation" not in best.dimensions
    assert best.dimensions["argumentation"] == pytest.approx(90.0), "by the components that were judged"
    weight = {one.id: one.weight for one in rubric().dimensions if one.id != "innovation"}
    whole = sum(share * best.dimensions[name] for name, share in weight.items()) / sum(weight.values())
    assert best.overall == pytest.approx(whole)


def test_a_component_declined_in_one_case_counts_in_none() -> None:
    def unsure(call: Call) -> Said | None:
        asked = call.question
        first = isinstance(asked, Score) and asked.statement == rubric().components[0].text
        return Declined(why="beyond me") if first and "quality030" in asked.prompt else honest(call)

    verdict = judged(unsure, CASES)
    assert {one.declined for one in verdict.pooled.values()} == {("consistency",)}


def test_a_jury_that_declines_everything_is_told_so() -> None:
    held = rubric().model_copy(update={"dimensions": (rubric().dimensions[0].model_copy(update={"weight": 1.0}),)})
    held = held.model_copy(update={"evidence": ""})
    tools = Tools(models={"judge": ScriptedModel(decline)}, pack=load_pack("policy-debate"))
    audits = [audit_case(name, one, sources_judge([SOURCE])) for name, one in CASES.items()]
    with pytest.raises(VerificationError, match="declined every part"):
        asyncio.run(judge_cases(CASES, audits, tools, rubric=held, jury=jury(), store=MemoryStore()))


def decline(call: Call) -> Said | None:
    return Declined(why="beyond me") if isinstance(call.question, Score) else None


# The embedded juror


@pytest.mark.embedded
def test_the_embedded_juror_declines_every_dimension_that_takes_a_reader(embedded: EmbeddedModel) -> None:
    cases = {name: case_of_text(PLANTED[name][0]) for name in ("fares", "bell")}
    verdict = judged(embedded, cases)
    read = {one.id for one in rubric().components if one.by == "judge"}
    for one in verdict.scored:
        assert set(one.declined) == read
        assert set(one.declined.values()) == {CANNOT_READ}
        assert set(one.dimensions) == {"evidence"}
    assert {one.judged for one in verdict.pooled.values()} == {None}
    assert {one.score for one in verdict.controls.controls} == {0.0}


@pytest.mark.embedded
@pytest.mark.parametrize(
    "entrant",
    [
        pytest.param("real", marks=pytest.mark.long),
        pytest.param("one sentence thirty times", marks=pytest.mark.long),
        "sentences shuffled",
    ],
)
def test_the_embedded_juror_ranks_by_no_ballot_that_gibberish_wins(embedded: EmbeddedModel, entrant: str) -> None:
    """Whatever the ballots say of a control, no ranking is shown in which one wins or ties."""
    texts = [PLANTED[name][0] for name in PLANTED]
    if entrant == "one sentence thirty times":
        texts.append("Night buses help people who work late. " * 30)
    if entrant == "sentences shuffled":
        sentences = " ".join(texts[0].split()).split(". ")
        texts.append(". ".join(Random(1).sample(sentences, len(sentences))))
    cases = blind([Entrant(parts=number_parts([claim(text)])) for text in texts])
    audits = [audit_case(one.id, one.entrant, sources_judge([SOURCE])) for one in cases]
    tools = Tools(models={"judge": embedded}, pack=load_pack("policy-debate"))
    plan = TournamentPlan(rubric=rubric(), jury=Jury(jurors=(Juror(name="judge", model="judge"),)), by="majority")
    outcome = asyncio.run(run_tournament(plan, cases, audits, tools, store=MemoryStore())).view
    lost = [one for one in outcome.controls.controls if one.votes is None or one.votes < 50]
    scored = max(one.overall for one in outcome.pooled.values()) > 2.0
    assert bool(outcome.controls.withheld) == (len(lost) < 2 or not scored)
    assert outcome.controls.withheld, "nothing here is quoted so that it holds, and scores are all that is left"
