"""Every job can be replayed: one small run of each, on scripted models, replayed from its record alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.case.cuttings import GOOD_TAG, LYING_TAG, make_cutting, write_tags
from tests.case.scribe import WritingDesk
from tests.case.writing import Desk
from tests.contest.hall import case as written_case
from tests.contest.stall import PLACE, Square
from tests.debate.stage import MOTION, Stage
from tests.deliberation.table import NOON, Table
from tests.examination.observatory import DECIDES, Writer, make_observatory
from tests.judging.cases import blind, case, honest, jury, rubric
from tests.model.embedded.fakes import PointTold

from foam.acts.rules import RuleDraftSpec, draft_rules
from foam.case.cutting.wording import CutSpec, word_tag
from foam.case.deep import DeepSpec, check_deep
from foam.contest.challenge import Challenge
from foam.contest.job import hear_challenge, load_file
from foam.contest.kinds.miscounted import Miscounted
from foam.contest.kinds.not_so import NotSo
from foam.contest.spec import ContestSpec
from foam.debatable.awareness import Awareness
from foam.debatable.curation.build import BuildSpec, build_set
from foam.debatable.diversity import Measure
from foam.debatable.harness.answering import parse_system
from foam.debatable.item import DebatableQuestion, GivenAnswer, PartialAnswer
from foam.debatable.jobs import AnswerSheet, answer_questions, compare_systems, measure_agreement, score_file
from foam.debatable.reader import WordCountReader
from foam.debatable.scoring import AsReleased, AwarenessJudge, ByAsking, ByMeasuring, Yardstick
from foam.debate.memory.build import MemorySpec, build_memory
from foam.debate.transcript import Transcript, Utterance
from foam.deliberation.answer.ask import ask
from foam.deliberation.seats import SeatsSpec, generate_seats
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Document, Origin, make_document
from foam.evidence.search.fake import HashingEmbedder
from foam.examination.file import make_case_file
from foam.examination.job import ExamineSpec, examine
from foam.job.job import Job, find_job, list_jobs, replay, replay_digests, run
from foam.job.session import Tools
from foam.job.spec import Spec
from foam.job.waiting import complete
from foam.judging.audit import audit_cases, sources_judge
from foam.judging.debates.job import DebateEvaluationSpec, evaluate_debate
from foam.judging.jury.scoring import judge_cases
from foam.judging.tournament.session import TournamentPlan, run_tournament
from foam.model.cast import ROLES
from foam.model.port import Model
from foam.model.question import Choose, Chosen, Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel, reply_by_seed
from foam.oversight.experiment.gold import GoldCase, denial
from foam.oversight.experiment.plan import assign, make_plan
from foam.oversight.experiment.run import OversightCaseSpec, oversee_case, run_plan
from foam.record.memory import MemoryStore
from foam.record.runs import compare_replay, list_runs
from foam.record.store import Store

Small = Callable[[Path], tuple[Store, str]]
"""Makes a small run of a job in a record of its own; gives the record and the run."""


def _done(job: Job[Any, Any], spec: Spec, tools: Tools, store: Store) -> tuple[Store, str]:
    return store, asyncio.run(run(job, spec, tools, store=store, clock=lambda: NOON)).run


RULES = "Section 1: A berth is given to a boat that is moored by its owner."
DRAFT: dict[str, Any] = {
    "if_true": "The berth is given.",
    "if_false": "The berth is not given.",
    "provisions": ({"id": "r1", "sentence": ("s0",)},),
    "conditions": (
        {"id": "own", "says": "He moors it.", "fact": "A berth.", "provision": "r1", "words": "moored by its owner"},
    ),
    "nodes": ({"id": "answer", "op": "all", "parts": "r1 own", "unless": ""},),
}


def small_leaf(_: Path) -> tuple[Store, str]:
    square = Square()
    return square.table.store, square.hear("clear", NotSo(at=(PLACE,))).run


def small_ask(_: Path) -> tuple[Store, str]:
    table = Table()
    return _done(ask, table.ask_spec(), table.tools, table.store)


def small_rules(_: Path) -> tuple[Store, str]:
    table = Table(ScriptedModel(lambda _: Written(fields=DRAFT), writes=True))
    document = make_document(RULES, origin=Origin(file="code.txt", format="txt", importer="plain-1"))
    spec = RuleDraftSpec(**table.tools.describe(0), question="Should the berth be given?", document=document)
    return _done(draft_rules, spec, table.tools, table.store)


def small_deliberation(_: Path) -> tuple[Store, str]:
    table = Table()
    return table.store, table.deliberate().run


def small_case(_: Path) -> tuple[Store, str]:
    desk = Desk(pack="benefits-appeal", speech="appeal")
    return desk.store, desk.write(desk.case_spec(strategy=())).run


def small_written_case(_: Path) -> tuple[Store, str]:
    desk = WritingDesk(pack="benefits-appeal", speech="appeal")
    return desk.store, desk.write(desk.case_spec(strategy=())).run


def small_cut(tag: str) -> Small:
    def make(_: Path) -> tuple[Store, str]:
        card, desk = make_cutting(), WritingDesk(write_tags(tag))
        tools = Tools(models=desk.models, pack=desk.pack, given={card.digest: card.json_value()})
        return _done(word_tag, CutSpec(**tools.describe(), card=card.digest), tools, MemoryStore())

    return make


def small_case_check(_: Path) -> tuple[Store, str]:
    desk = Desk(pack="benefits-appeal", speech="appeal")
    written = desk.write(desk.case_spec(strategy=())).view
    tools = replace(desk.tools, given={written.digest: written.json_value()})
    return _done(check_deep, DeepSpec(**tools.describe(), case=written.digest), tools, desk.store)


def small_seats(_: Path) -> tuple[Store, str]:
    table = Table(pack="policy-debate")
    spec = SeatsSpec(**table.tools.describe(), question=table.pack.sample_question)
    return _done(generate_seats, spec, table.tools, table.store)


def small_contest(_: Path) -> tuple[Store, str]:
    hall = written_case()
    heard = hall.challenge("income-calculation", Miscounted(), "It does not add up.")
    return hall.table.store, heard.run


def small_debate(_: Path) -> tuple[Store, str]:
    stage = Stage()
    return stage.store, stage.debate().run


SAID = Transcript(
    motion=MOTION,
    utterances=(
        Utterance(speaker="P1", side="pro", text="Free buses help the poor because fares hurt them."),
        Utterance(speaker="C1", side="con", text="Free buses cost the town too much, so taxes must rise."),
    ),
)


def small_memory(_: Path) -> tuple[Store, str]:
    stage = Stage()
    tools = replace(stage.tools, given={SAID.digest: SAID.json_value()})
    return _done(build_memory, MemorySpec(**tools.describe(), transcripts=(SAID.digest,)), tools, stage.store)


def small_evaluation(_: Path) -> tuple[Store, str]:
    stage = Stage()
    return _done(
        evaluate_debate, DebateEvaluationSpec(**stage.tools.describe(), transcript=SAID), stage.tools, stage.store
    )


def _jury() -> Tools:
    return Tools(models={"judge": ScriptedModel(honest, name="judge")}, pack=Stage().pack)


def small_judgement(_: Path) -> tuple[Store, str]:
    store, cases = MemoryStore(), {"good": case(90), "bad": case(20)}
    judging = judge_cases(
        cases,
        audit_cases(cases, sources_judge(())),
        _jury(),
        rubric=rubric(),
        jury=jury(),
        store=store,
        clock=lambda: NOON,
    )
    return store, asyncio.run(judging).run


def small_tournament(_: Path) -> tuple[Store, str]:
    store, cases = MemoryStore(), blind([case(90), case(20), case(50)])
    audits = audit_cases({one.id: one.entrant for one in cases}, sources_judge(()))
    plan = TournamentPlan(rubric=rubric(), jury=jury())
    return store, asyncio.run(run_tournament(plan, cases, audits, _jury(), store=store, clock=lambda: NOON)).run


VIEWS = (
    PartialAnswer(point_of_view="Uniforms reduce bullying.", explanation="Nobody is mocked for cheap clothes."),
    PartialAnswer(point_of_view="Uniforms limit expression.", explanation="Clothes show who a pupil is."),
)
ANSWER = GivenAnswer(id=1, question="Uniforms?", answer="Uniforms reduce bullying.", partial_answers=VIEWS)


def _measuring(decide: AwarenessJudge) -> Yardstick:
    return Yardstick(metrics=("pd", "da"), measure=Measure(), reader=WordCountReader(), decide=decide)


def _models(script: Script = reply_by_seed) -> dict[str, Model]:
    return dict.fromkeys(ROLES, ScriptedModel(script))


def _aware(question: str, answer: str) -> Awareness:
    return Awareness(da=1, method="stance")


def small_score(decide: AwarenessJudge) -> Small:
    def small(_: Path) -> tuple[Store, str]:
        store = MemoryStore()
        scoring = score_file([ANSWER], _measuring(decide), Tools(models=_models()), store=store, clock=lambda: NOON)
        return store, asyncio.run(scoring).run

    return small


def small_agreement(_: Path) -> tuple[Store, str]:
    store = MemoryStore()
    measured = measure_agreement(ByAsking("scripted"), Tools(models=_models()), store=store, clock=lambda: NOON)
    return store, asyncio.run(measured).run


def small_comparison(_: Path) -> tuple[Store, str]:
    store = MemoryStore()
    tools = Tools(models=_models(), embedder=HashingEmbedder())
    answers = {"full": [ANSWER], "none": [ANSWER.model_copy(update={"answer": "The herring is a fish."})]}
    measuring, judge = _measuring(ByAsking("scripted")), PointTold({}, {ANSWER.answer: 0.9})
    compared = compare_systems(answers, measuring, judge, tools, store=store, clock=lambda: NOON)
    return store, asyncio.run(compared).run


def small_answer(retrieval: str) -> Small:
    def small(_: Path) -> tuple[Store, str]:
        table = Table()
        question = DebatableQuestion(id=1, question=table.pack.sample_question, partial_answers=VIEWS)
        system = parse_system(f"scripted/plain/{retrieval}")
        answered = answer_questions([question], system, table.tools, store=table.store, clock=lambda: NOON)
        return table.store, asyncio.run(answered).run

    return small


TEXTS = (
    "School uniforms should be compulsory for equality. Pupils in uniforms are not mocked for their clothes.",
    "Compulsory school uniforms limit what pupils express. Nobody should be told what to wear at school.",
    "School uniforms cost poor families money. Should uniforms be compulsory, the school must pay for them.",
)


def _documents() -> Iterator[Document]:
    for n, text in enumerate(TEXTS):
        yield make_document(text, origin=Origin(file=f"{n}.txt", format="text", importer="test"))


def _first_two(call: Call) -> Said | None:
    match call.question:
        case Choose(template="leanings" | "expansion") as question:
            return Chosen(ids=tuple(option.id for option in question.options[:2]))
        case Write(template="viewpoint") as question:
            return Written(fields={"point_of_view": " ".join(question.material[0].text.split()[:8])})
        case _:
            return None


def small_build(_: Path) -> tuple[Store, str]:
    store = MemoryStore()
    tools = Tools(
        models=_models(_first_two), corpus=ListedCorpus.of(tuple(_documents())), embedder=HashingEmbedder(512)
    )
    spec = BuildSpec(**tools.describe(), questions=("Should school uniforms be compulsory?",))
    ran = asyncio.run(run(build_set, spec, tools, store=store, clock=lambda: NOON))
    assert ran.asked > 1
    return store, ran.run


GOLD = tuple(
    GoldCase(
        id=str(n),
        stratum="plain",
        affirmed=f"Town {n} has closed its harbour",
        denied=denial(f"Town {n} has closed its harbour"),
        truth="affirmed",
        sentences=(f"Town {n} has closed its harbour to large ships.", "The weather is mild."),
    )
    for n in range(4)
)


def small_experiment(folder: Path) -> tuple[Store, str]:
    store, tools = MemoryStore(), Tools(models=_models(), embedder=HashingEmbedder())
    return store, asyncio.run(run_plan(make_plan(GOLD), GOLD, folder, tools, store=store, clock=lambda: NOON)).run


def small_played_case(_: Path) -> tuple[Store, str]:
    plan, tools = make_plan(GOLD), Tools(models=_models(), embedder=HashingEmbedder())
    spec = OversightCaseSpec(**tools.describe(), plan=plan, case=GOLD[0], arm=assign(plan, GOLD)[0])
    return _done(oversee_case, spec, tools, MemoryStore())


def small_examination(_: Path) -> tuple[Store, str]:
    file = make_case_file(tuple(_documents()))
    tools = Tools(given={file.digest: file.json_value()})
    return _done(examine, ExamineSpec(file=file.digest), tools, MemoryStore())


def small_modelled_examination(_: Path) -> tuple[Store, str]:
    file = make_observatory()
    models: dict[str, Model] = dict.fromkeys(
        ROLES, Writer(DECIDES, shows={"f1": "condition"}, decides="f1", speaks="against").model
    )
    tools = Tools(models=models, pack=Table().pack, given={file.digest: file.json_value()})
    spec = ExamineSpec(**tools.describe(), file=file.digest, asks=True)
    return _done(examine, spec, tools, MemoryStore())


def small_file_contest(folder: Path) -> tuple[Store, str]:
    store, of = small_examination(folder)
    file = complete(load_file(store, of))
    node = next(iter(file.parts))
    challenge = Challenge(node=node, ground=Miscounted(), because="That day cannot be.")
    spec = ContestSpec(of=of, challenge=challenge)
    return store, complete(hear_challenge(spec, file, Tools(), store=store)).run


ROWS: tuple[tuple[str, Small], ...] = (
    ("ask", small_ask),
    ("contest", small_leaf),
    ("rules", small_rules),
    ("cut", small_cut(GOOD_TAG)),
    ("cut", small_cut(LYING_TAG)),
    ("case-check", small_case_check),
    ("perspectives", small_seats),
    ("deliberate", small_deliberation),
    ("case", small_case),
    ("case", small_written_case),
    ("contest", small_contest),
    ("contest", small_file_contest),
    ("debate", small_debate),
    ("memory", small_memory),
    ("debate evaluation", small_evaluation),
    ("judge", small_judgement),
    ("tournament", small_tournament),
    ("debatable-score", small_score(ByAsking("scripted"))),
    ("debatable-score", small_score(ByMeasuring("stance, test", _aware))),
    ("debatable-score", small_score(AsReleased())),
    ("debatable-agreement", small_agreement),
    ("debatable-evaluate", small_comparison),
    ("debatable-answer", small_answer("none")),
    ("debatable-answer", small_answer("deliberation")),
    ("debatable-build", small_build),
    ("examine", small_examination),
    ("examine", small_modelled_examination),
    ("oversee", small_experiment),
    ("oversee case", small_played_case),
)


def test_every_job_has_a_row() -> None:
    own = {name for name in list_jobs() if find_job(name).work.__module__.startswith("foam.")}
    assert own == {name for name, _ in ROWS}


@pytest.mark.parametrize(("name", "small"), ROWS, ids=lambda one: one if isinstance(one, str) else one.__name__)
def test_every_job_is_replayed_from_its_record_alone(name: str, small: Small, tmp_path: Path) -> None:
    store, key = small(tmp_path)
    before = store.count()
    (summary,) = (one for one in list_runs(store) if one.run == key)
    assert summary.job == name
    report = compare_replay(store, key, complete(replay_digests(store, key)))
    assert report.ok, report.diverged
    assert report.recorded
    assert store.count() == before


def test_a_replayed_answer_by_deliberation_replays_the_deliberation_inside_it(tmp_path: Path) -> None:
    store, key = small_answer("deliberation")(tmp_path)
    assert {one.job for one in list_runs(store)} == {"debatable-answer", "deliberate"}
    sheet: AnswerSheet = complete(replay(store, key))
    inner = next(one.run for one in list_runs(store) if one.job == "deliberate")
    assert complete(replay(store, inner)).summary[0] in sheet.answers[0].answer
