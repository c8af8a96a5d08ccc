"""The words of every view, one place a view; `make snapshots` writes them anew after they were changed on purpose.

Each test shows a small sample. What a view computes is asserted elsewhere, as values.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import click
import openpyxl
import pytest
from syrupy.assertion import SnapshotAssertion
from tests.acts.files import LETTER, Reader, fill_evaluate, fill_frame, fill_read, leaf, node, step, support
from tests.appeal.matters import make_due, make_heard, matter, right_act, walked, words
from tests.appeal.office import STEPS, TODAY, Office
from tests.appeal.test_guards import GUARDED, VIOLATIONS, make_ready
from tests.behaviour.cli import read_foam, run_foam
from tests.case.cuttings import make_cutting
from tests.case.writing import agreeable, sample
from tests.contest.hall import case as written_case
from tests.contest.hall import judging
from tests.debate.stage import Stage
from tests.debate.stage import agreeable as agreeable_debater
from tests.debate.test_flow import make_debate, point, turn
from tests.deliberation.files import MILL, mill_seats
from tests.deliberation.files import sit as sit_over_mill
from tests.deliberation.test_ask import WIDE, answer, sit, tell
from tests.examination.papers import PARTS, SAMPLES
from tests.judging.cases import sound
from tests.judging.planted import PLANTED
from tests.judging.test_debate_marks import evaluated
from tests.judging.test_report import report as make_tournament_report

from foam import errors
from foam.appeal.acts import Filing, Ground
from foam.appeal.grounds import NOTICES, Notice
from foam.appeal.notices.compose import compose_notice
from foam.appeal.perform import perform
from foam.appeal.ruling import ALL_GUARDS
from foam.appeal.standing import Standing
from foam.appeal.status import describe_matter
from foam.bundle.container import pack, unpack
from foam.bundle.layout import WORDS
from foam.case.views.workbook import render_workbook
from foam.cli.frame import Face
from foam.cli.main import foam
from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.debate.document import compose_debate
from foam.debate.values import Debate
from foam.debate.views import format_decision, format_flow, format_turn
from foam.deliberation.answer.difference import compare_answers, suppose_leaves
from foam.job.costs import Cost, RunCost, list_cost_blocks
from foam.model.question import Usage
from foam.model.scripted import ScriptedModel
from foam.paper import Paper, compose, render, to_terminal
from foam.record.diff import diff
from foam.record.entry import Decider, Draft, Entry, ValueInput
from foam.record.graph import require_entry
from foam.record.memory import MemoryStore
from foam.record.runs import close_run, compare_replay, list_runs, open_run
from foam.record.show import diff_blocks, entry_blocks, replay_blocks, run_blocks, runs_blocks, verify_blocks
from foam.record.store import Damage
from foam.record.verify import verify

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SCREEN = 40
"""Lines of a view of which only the beginning is kept: its parts are built anew soon."""
_DIGEST = re.compile(r"(?<=[-:#])[0-9a-f]{8,}|(?<=key )[0-9a-f]{12}")


def show(text: str) -> str:
    """A text as snapshots hold it: digests are no words, nor are blanks at the ends of lines."""
    plain = _DIGEST.sub(lambda found: "0" * len(found[0]), text)
    return "\n".join(line.rstrip() for line in plain.splitlines())


def print_view(paper: Paper) -> str:
    return show(render(paper, "text"))


def first_screen(text: str) -> str:
    return "\n".join(text.splitlines()[:SCREEN])


Run = Callable[..., str]
ARTICLES = {
    "ridership.md": "# Ridership in Ossel\n\nRidership rose by 12 percent. Cars were left at home.\n",
    "hospital.md": "# The night line\n\nThe night line stops at the hospital.\n",
}
"""A fictional library."""
SAID = (
    "“Ridership rose by 21 percent” (Ossel 2021). “The night line stops at the hospital.” "
    "“The moon is cheese all over.”"
)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("views")


@pytest.fixture(scope="session")
def run(folder: Path) -> Run:
    """`foam` in a home with a small library, at noon of one day, with a scripted model; gives what it prints."""
    given = {"models": ScriptedModel(sound(agreeable)), "clock": lambda: NOON}

    def call(*arguments: object, code: int | None = 0) -> str:
        result = run_foam(folder / "home", *arguments, "--quiet", code=code, given=given)
        return show(result.output.replace(str(folder), "…"))

    for name, text in ARTICLES.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "said.md").write_text(SAID, "utf-8")
    for name, (text, _) in PLANTED.items():
        (folder / f"case-{name}.md").write_text(text, "utf-8")
    call("library", "add", *(folder / name for name in ARTICLES))
    (folder / "form.toml").write_text(call("appeal", "begin", "--example"), "utf-8")
    call("appeal", "begin", folder / "form.toml", "--at", "2026-01-05T15:00:00Z")
    return call


def write_letter(notice: Notice, standing: Standing, **told: str) -> str:
    """A letter in which words of the file read as they were told, all others as SAID."""
    commitments = {words(text).commitment: said for text, said in told.items()}
    paper = compose_notice(
        notice, standing, lambda one: commitments.get(one.commitment, "SAID"), number="b2:1", mark="mark b2:2"
    )
    return print_view(paper)


@pytest.mark.parametrize("notice", NOTICES)
def test_a_letter(notice: Notice, snapshot: SnapshotAssertion) -> None:
    assert write_letter(notice, make_due(notice)) == snapshot


@pytest.mark.parametrize("profile", ["us_snap", "us_ecoa_explain"])
def test_a_decision_under_other_law(profile: str, snapshot: SnapshotAssertion) -> None:
    assert write_letter("decision", walked(matter(profile), "issue_notice")) == snapshot


def test_a_receipt_of_a_late_contest(snapshot: SnapshotAssertion) -> None:
    assert write_letter("receipt", walked(matter(), "issue_notice", "expire", "file")) == snapshot


def test_a_receipt_of_what_was_asked_for(snapshot: SnapshotAssertion) -> None:
    sent = walked(matter("generic"), "issue_notice")
    ground = Ground(id="g1", kind="model_error", target="", statement=words("wrong"))
    filing = Filing(grounds=(ground,), remedies=("recalculate", "back_pay"))
    assert (
        write_letter("receipt", perform(sent, right_act("file", sent).model_copy(update={"brought": filing})))
        == snapshot
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"outcome": "upheld", "remedies": ("none",)},
        {"outcome": "modified", "action": words("pay"), "effective": date(2026, 5, 4)},
    ],
    ids=["upheld", "modified"],
)
def test_an_outcome(changed: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    heard = make_heard()
    assert heard.ruling is not None
    decided = heard.model_copy(update={"ruling": heard.ruling.model_copy(update=changed)})
    assert write_letter("outcome", decided, **{"less money": "Pay 500.", "pay": "You pay 300, not 500."}) == snapshot


def test_what_stands_against_an_act(snapshot: SnapshotAssertion) -> None:
    said: dict[str, str] = {}
    for name, guard in GUARDED:
        standing, act = VIOLATIONS[guard](*make_ready(name))
        said.setdefault(guard, show(ALL_GUARDS[guard](standing, act)))
    assert said == snapshot


@pytest.mark.parametrize("steps", [0, 1, 2, len(STEPS)])
def test_where_an_appeal_stands(steps: int, snapshot: SnapshotAssertion) -> None:
    office = Office()
    for act, role, who, given in STEPS[:steps]:
        office.do(act, role, who, **given)
    status = describe_matter(office.matter, datetime(2026, 8, 1, 12, tzinfo=UTC))
    assert show(f"{status.line}\n\n{status}") == snapshot


def test_what_happened_in_an_appeal(folder: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    (listed,) = read_foam(folder / "home", "appeal", "matters")["matters"]
    assert run("appeal", "timeline", listed["matter"]) == snapshot


@pytest.mark.parametrize("told", [[], ["us_snap"]], ids=["list", "one"])
def test_profiles_of_law(told: list[str], run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("appeal", "profiles", *told) == snapshot


@pytest.mark.parametrize("state", ["whole", "damaged", "trusted"])
def test_a_bundle_report(state: str, folder: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    office = Office().decided()
    bundle, key = folder / f"{state}.zip", folder / f"{state}.json"
    made = office.bundle()
    if state == "damaged":
        files = unpack(made).files
        made = pack({**files, WORDS: files[WORDS].replace(b"Ada", b"Eda")})
    bundle.write_bytes(made)
    key.write_text(office.key.public.model_dump_json(), "utf-8")
    trusted = ["--key", key] if state == "trusted" else []
    assert run("bundle", "verify", bundle, "--on", TODAY, *trusted, code=None) == snapshot


@cache
def keep_records() -> tuple[MemoryStore, str, str]:
    """A record with a finished run and an unfinished one."""
    store = MemoryStore()
    decider = Decider(type="model", id="tiny", version="1", family="tiny", parameters={"temperature": 0.0}, seed=7)

    def answer(number: int) -> Entry:
        draft = Draft(
            kind="stance",
            inputs=(ValueInput(role="claim", value=f"Claim {number}"),),
            template="b2:" + "0" * 64,
            question={"n": number},
            decider=decider,
        )
        return Entry(draft=draft, answer={"says": "for"}, at="2026-03-02T12:00:00.000+00:00")

    one = open_run(store, "ask", {"question": "Should buses be free?"}, clock=lambda: NOON)
    store.append(answer(1), run=one)
    store.append(answer(2), run=one)
    close_run(store, one, {"answer": "b2:" + "1" * 64}, clock=lambda: NOON)
    other = open_run(store, "ask", {"question": "Why?"}, clock=lambda: NOON + timedelta(days=1))
    store.append(answer(2), run=other)
    store.append(answer(3), run=other)
    return store, one, other


def test_runs_of_a_record(snapshot: SnapshotAssertion) -> None:
    store, _, _ = keep_records()
    assert show(to_terminal(runs_blocks(list_runs(store)[-1:], total=2))) == snapshot
    assert show(to_terminal(runs_blocks((), total=0))) == snapshot


@pytest.mark.parametrize("number", [1, 2])
def test_a_run(number: int, snapshot: SnapshotAssertion) -> None:
    store, *runs = keep_records()
    blocks, _ = run_blocks(store, require_entry(store, runs[number - 1]))
    assert show(to_terminal(blocks)) == snapshot


def test_an_entry(snapshot: SnapshotAssertion) -> None:
    store, one, _ = keep_records()
    blocks, _ = entry_blocks(require_entry(store, store.members(one)[0]))
    assert show(to_terminal(blocks)) == snapshot


@pytest.mark.parametrize("sound", [True, False])
def test_a_record_verified(sound: bool, snapshot: SnapshotAssertion) -> None:
    report = verify(keep_records()[0])
    if not sound:
        damage = Damage(key="b2:" + "2" * 64, reason="the bytes do not match the digest")
        report = report.model_copy(update={"damage": (damage,), "notes": ("1 file that nothing refers to",)})
    assert show(to_terminal(verify_blocks(report))) == snapshot


def test_what_differs_between_two_runs(snapshot: SnapshotAssertion) -> None:
    store, one, other = keep_records()
    assert show(to_terminal(diff_blocks(store, diff(store, one, other)))) == snapshot


@pytest.mark.parametrize("computed", ["1", "2"])
def test_a_replay(computed: str, snapshot: SnapshotAssertion) -> None:
    store, one, _ = keep_records()
    report = compare_replay(store, one, {"answer": "b2:" + computed * 64})
    assert show(to_terminal(replay_blocks(report))) == snapshot


def test_what_a_run_cost(snapshot: SnapshotAssertion) -> None:
    paid = Cost(questions=3, usage=Usage(prompt=3000, cached=1800, completion=600, reasoning=150), money=0.06)
    costs = {
        "proposer": paid,
        "critic": Cost(questions=2, unknown=1, unpriced=1, usage=Usage(prompt=10, completion=5)),
        "judge": Cost(questions=4, local=4, reused=2),
    }
    total = sum(costs.values(), Cost())
    found = RunCost(run="b2:1", job="ask", total=total, by_role=costs, by_step=costs, by_model={"tiny": total})
    assert show(to_terminal(list_cost_blocks(found))) == snapshot


def test_a_quotation_report(folder: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("quote", "check", folder / "said.md", code=None) == snapshot


@pytest.mark.parametrize("of", sorted(PLANTED))
def test_an_audit(of: str, folder: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("audit", folder / f"case-{of}.md", "--pack", "policy-debate", code=None) == snapshot


def test_a_case(snapshot: SnapshotAssertion) -> None:
    assert first_screen(print_view(compose(sample()[1]))) == snapshot


def test_the_flow_of_a_case(snapshot: SnapshotAssertion) -> None:
    book = openpyxl.load_workbook(io.BytesIO(render_workbook(sample()[1])))
    rows = (" | ".join(str(one) for one in row if one) for sheet in book for row in sheet.iter_rows(values_only=True))
    assert first_screen("\n".join(row for row in rows if row)) == snapshot


def test_a_case_that_does_not_hold(folder: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    _, case = sample()
    card = case.slots[3].card
    assert card is not None
    slot = case.slots[3].model_copy(update={"card": card.model_copy(update={"text": "The moon is cheese all over."})})
    changed = case.model_copy(update={"slots": (*case.slots[:3], slot, *case.slots[4:])})
    path = folder / "case.json"
    path.write_text(json.dumps(changed.json_value()), "utf-8")
    assert "\n".join(run("case", "verify", path, code=1).splitlines()[:10]) == snapshot


def test_a_cutting(snapshot: SnapshotAssertion) -> None:
    assert print_view(compose(make_cutting())) == snapshot


def make_round() -> Debate:
    """A debate of six turns in which points are answered, narrowed, given up and dropped."""
    return make_debate(
        (
            turn(1, "pro", point("1.1"), point("1.2")),
            turn(2, "con", point("2.1", "rebut", answers=("1.1",), strikes="weight"), point("2.2")),
            turn(3, "pro", kind="question", about="2.1"),
            turn(4, "con", point("4.1", "concede", extends="2.1"), kind="answer", about="2.1", conceded=True),
            turn(5, "pro", point("5.1", "extend", extends="1.1"), point("5.2", "rebut", answers=("2.2",))),
            turn(6, "con", point("6.1", "rebut", answers=("1.2",))),
        )
    )


def test_a_debate(snapshot: SnapshotAssertion) -> None:
    assert print_view(compose_debate(make_round())) == snapshot


def test_a_debate_on_a_terminal(snapshot: SnapshotAssertion) -> None:
    debate = make_round()
    assert "\n".join(map(format_turn, debate.turns)) == snapshot
    assert format_flow(debate.flow) == snapshot
    assert format_decision(debate) == snapshot


def test_formats_of_debate(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("debate", "formats") == snapshot


def test_a_case_judged_by_the_rubric(folder: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("judge", folder / "case-bell.md", "--juror", "scripted", code=None) == snapshot


def test_a_tournament(snapshot: SnapshotAssertion) -> None:
    assert print_view(compose(make_tournament_report())) == snapshot


def test_a_debate_judged(snapshot: SnapshotAssertion) -> None:
    assert print_view(compose(evaluated(Stage(ScriptedModel(agreeable_debater))).view)) == snapshot


OVERSIGHT = {
    "theory": ["theory", "--p", "0.8", "--rho", "0.3"],
    "simulate": ["simulate", "--cases", "1000", "--seed", "3"],
    "sweep": ["simulate", "--sweep", "rho", "0", "1", "3", "--cases", "100"],
    "equilibrium": ["equilibrium", "--cost", "0.9"],
    "jury": ["jury", "--b", "0.4", "--n", "3"],
    "welfare": ["welfare", "--p", "0.8", "--beta", "4"],
    "explore": ["explore", "portfolio", "p=0.7", "pass_false=0.2", "budget=3", "unit_cost=0.02"],
}


@pytest.mark.parametrize("command", OVERSIGHT.values(), ids=list(OVERSIGHT))
def test_oversight(command: list[str], run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("oversee", *command) == snapshot


@pytest.mark.parametrize("command", ["estimate", "report"])
def test_an_oversight_log(command: str, folder: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    log = folder / f"{command}.csv"
    run("oversee", "simulate", "--log", log, "--cases", "200", "--judges", "12", "--kappa", "1.5", "--rho", "0.4")
    assert run("oversee", command, log, "--replicates", "100") == snapshot


@pytest.mark.parametrize("command", ["evaluate", "report"])
def test_debatable_answers(command: str, folder: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    views = ("Uniforms reduce bullying.", "Nobody is mocked."), ("Uniforms limit expression.", "Clothes show a pupil.")
    partial = [{"point_of_view": view, "explanation": because} for view, because in views]
    rows = [{"id": n, "question": f"Should uniforms be worn in year {n}?", "partial_answers": partial} for n in (1, 2)]
    answers = {"full": " ".join(" ".join(one) for one in views), "half": "Uniforms reduce bullying."}
    dataset, out = folder / f"{command}-set.jsonl", folder / f"{command}.json"
    dataset.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    systems: list[object] = []
    for name, text in answers.items():
        path = folder / f"{command}-{name}.jsonl"
        path.write_text("\n".join(json.dumps({"id": row["id"], "answer": text}) for row in rows), "utf-8")
        systems += ["--answers", f"{name}={path}"]
    told = run("debatable", "evaluate", dataset, *systems, "--model", "scripted", "--out", out)
    assert (told if command == "evaluate" else run("debatable", "report", out)) == snapshot


LISTS = {
    "library": ["library", "list"],
    "library-versions": ["library", "versions"],
    "library-doctor": ["library", "doctor"],
    "library-verify": ["library", "verify"],
    "packs": ["pack", "list"],
    "pack-check": ["pack", "check", "benefits-appeal"],
    "perspectives": ["perspectives", "list", "--pack", "benefits-appeal"],
    "matters": ["appeal", "matters"],
}


@pytest.mark.parametrize("command", LISTS.values(), ids=list(LISTS))
def test_a_list(command: list[str], run: Run, snapshot: SnapshotAssertion) -> None:
    assert run(*command) == snapshot


def test_settings(run: Run, snapshot: SnapshotAssertion) -> None:
    assert [line.split() for line in run("config").splitlines()] == snapshot  # the columns are as wide as the path


def test_a_pack_with_faults(folder: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    (folder / "bad").mkdir()
    (folder / "bad" / "pack.toml").write_text('title = "Bad"\n', "utf-8")
    assert run("pack", "check", folder / "bad", code=None) == snapshot


def test_an_examination(run: Run, snapshot: SnapshotAssertion) -> None:
    decision, rules = PARTS["ferry"]
    papers = SAMPLES / "ferry"
    told = run("examine", papers, "--decision", papers / decision, "--rules", papers / rules, code=None)
    assert first_screen(told) == snapshot


def test_a_short_answer(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("ask", "Should cities make public transport free?", "--pack", "policy-debate") == snapshot


def test_an_answer_by_rules(snapshot: SnapshotAssertion) -> None:
    assert show(tell(answer(sit(Reader(told="The stall is narrow enough: {narrow}."))).view)) == snapshot


@pytest.mark.parametrize(("score", "met"), [(8.0, "no"), (8.0, "partly"), (8.0, "yes"), (2.0, "no")])
def test_what_was_objected(score: float, met: str, snapshot: SnapshotAssertion) -> None:
    reader = Reader(objects={"clear": "false", "narrow": "false"}, score=score, met=met)
    text = tell(answer(sit(reader, writes=True)).view)
    assert show(text[text.index("What was objected") :].partition("How it follows")[0]) == snapshot


def test_an_answer_by_rules_to_which_a_critic_objects_nothing(snapshot: SnapshotAssertion) -> None:
    text = tell(answer(sit(writes=True)).view)
    assert show(text[text.index("What was objected") :].partition("How it follows")[0]) == snapshot


def test_an_answer_that_parts_change_only_together(snapshot: SnapshotAssertion) -> None:
    either = node("either", "any", "narrow", "clear")
    frame = fill_frame(nodes=(either, node("keeps", "all", "limit", "doors", "either")))
    assert first_screen(tell(answer(sit(Reader(forms={"acts/frame": frame}))).view)) == snapshot


def test_an_answer_with_what_is_open_not_shown_missing_and_unused(snapshot: SnapshotAssertion) -> None:
    leaves = fill_frame()["leaves"]
    clear = {**leaves[4], "against": ("03#s2",)}
    loved = leaf("loved", "fact", "The guests love it.", if_open="false", burden=("01#s2",))
    blocks = leaf("blocks", "application", "It blocks a door.", of=("clear",), rule=("doors",), words="block a door")
    counted = node("counted", "more", "narrow", "clear", over=("loved",), unless=("blocks",))
    keeps = node("keeps", "all", "limit", "doors", "counted")
    frame = fill_frame(
        leaves=(*leaves[:4], clear, loved, blocks),
        nodes=(counted, keeps),
        steps=(
            *fill_frame()["steps"][:2],
            {**step("narrow", "rim", "convention", value="0.1"), "unit": "a stall has a rim"},
            step("narrow", "wide", "sum", "own", "rim"),
            step("narrow", "fits", "<=", "wide", "most"),
        ),
        beside=({"bearing": "owed_in_any_case", "says": "The warden answers the letter.", "at": ("02#s0",)},),
    )
    read = fill_read(
        findings=({"name": ("day",), "kind": "fact", "at": ("03#s1",), "says": "The day of measuring is known."},),
        conflicts=({"at": ("02#s2", "03#s2"), "says": "Whether it blocks a door."},),
        missing=({"what": "a plan of the square", "who_has_it": "the warden", "touches": "day"},),
    )
    says = {"width": "holds", "narrow": "holds", "clear": "holds in part", "blocks": "holds"}
    judged = fill_evaluate(verdicts=(), supports=tuple(support(name, how) for name, how in says.items()))
    forms = {"acts/read": read, "acts/frame": frame, "acts/evaluate": judged}
    assert show(tell(answer(sit(Reader(forms=forms))).view)) == snapshot


def test_an_answer_with_a_leaf_turned(snapshot: SnapshotAssertion) -> None:
    assert print_view(compose(suppose_leaves(answer(sit()).view, {"width": False}))) == snapshot


def test_two_answers_compared(snapshot: SnapshotAssertion) -> None:
    assert print_view(compose(compare_answers(*(answer(sit(letter=one)).view for one in (LETTER, WIDE))))) == snapshot


def test_a_dossier(snapshot: SnapshotAssertion) -> None:
    table = sit_over_mill()
    ran = table.deliberate(table.spec(mill_seats(table), question=MILL.question))
    assert print_view(compose(ran.view)) == snapshot


def test_a_challenge_heard(snapshot: SnapshotAssertion) -> None:
    hall = written_case()
    slot = next(one.id for one in hall.case.case.slots if one.card)
    heard = hall.challenge(slot, DoesNotFollow(), script=judging("sustained"))
    assert first_screen(print_view(compose(heard))) == snapshot


def list_errors() -> Iterator[errors.FoamError]:
    """One of every class, in the order of the module."""
    given: dict[type[errors.FoamError], dict[str, Any]] = {
        errors.MissingExtra: {"extra": "pdf", "needed_for": "letters in PDF"},
        errors.OutOfBounds: {"said": "perhaps"},
        errors.FieldError: {"field": "words", "what": "what went wrong"},
        errors.ActRefused: {
            "act": "decide",
            "what": "what went wrong",
            "against": {"order": "it is late"},
            "hint": "what to do",
        },
        errors.UnknownName: {"owner": "a text", "name": "lowr"},
    }
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, errors.FoamError):
            told = given.get(kind, {})
            yield kind(**told) if {"what", "owner"} & {*told} else kind("what went wrong", **told)


def test_errors(capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion) -> None:
    face = Face(as_json=False, quiet=True, debug=False)
    rows = []
    for error in list_errors():
        with pytest.raises(SystemExit) as left:
            face.fail(error)
        again = ", may be tried again" if error.retryable else ""
        told = " / ".join(capsys.readouterr().err.splitlines())
        rows.append(f"{type(error).__name__}, exit {left.value.code}{again}: {told}")
    assert "\n".join(rows) == snapshot


def test_the_commands_by_task(snapshot: SnapshotAssertion) -> None:
    assert foam.get_help(click.Context(foam, info_name="foam", terminal_width=80)) == snapshot
