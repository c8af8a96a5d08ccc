"""`foam tournament`: begin one, enter cases, run it, judge it again, report it. Decides nothing."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from foam.cli.desk import configured
from foam.cli.frame import Face, faced
from foam.cli.juries import LABELS, documents_for, jury_options, made_jury, models_of, run_with
from foam.errors import InputError
from foam.judging.audit import audit, sources_judge
from foam.judging.entrants.blind import UNKNOWN, Entered, identical
from foam.judging.entrants.intake import read_case
from foam.judging.entrants.leaks import find_tells
from foam.judging.jury.panel import Jury
from foam.judging.jury.rubric import read_rubric
from foam.judging.tournament import folder
from foam.judging.tournament.bracket import Entrants, Rules, likely_heats
from foam.judging.tournament.deciding import TIE
from foam.judging.tournament.folder import Registered
from foam.judging.tournament.report import Report, by_score, make_report, stability
from foam.judging.tournament.session import Outcome, Plan, run_tournament
from foam.judging.tournament.views.markdown import markdown
from foam.judging.tournament.views.page import page
from foam.judging.tournament.views.plots import plots
from foam.model.port import Model
from foam.pack.loader import load_pack
from foam.record.sqlite import open_record
from foam.text.wrap import wrapped

_DIR = click.argument("directory", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
SHOWN = 12


@click.group()
def tournament() -> None:
    """Run a blind tournament of cases, and report it with its intervals, biases and threats."""


@tournament.command()
@_DIR
@click.option("--name", help="What the report is called [the folder's name].")
@click.option("--seed", type=int, help="Draws ids, pairings and lots [the setting `seed`].")
@click.option("--rounds", type=click.IntRange(min=1), help="Swiss rounds [the logarithm of the field].")
@click.option("--heat", type=click.Choice(["2", "3"]), default="2", show_default=True, help="Cases in a heat.")
@click.option("--eliminate/--swiss-only", default=True, help="Whether double elimination follows. [eliminate]")
@click.option(
    "--by",
    type=click.Choice(["scores", "majority"]),
    default="scores",
    show_default=True,
    help="Heats are decided by the rubric's scores, or by the majority of ballots.",
)
@click.option("--tie", type=click.FloatRange(min=0), default=TIE, show_default=True, help="Points that make a tie.")
@click.option("--sources", multiple=True, type=click.Path(path_type=Path), help="What citations are held against.")
@click.option("--pack", help="Whose prompts and library are used [the setting `pack`].")
@jury_options
@LABELS
@faced
def new(
    face: Face,
    directory: Path,
    name: str | None,
    seed: int | None,
    pack: str | None,
    sources: tuple[Path, ...],
    rubric: Path,
    by: str,
    tie: float,
    **options: Any,
) -> None:
    """Begin a tournament in DIR."""
    settings = configured(seed=seed, pack=pack).settings
    rules = Rules(
        seed=settings.seed,
        rounds=options["rounds"],
        heat=int(options["heat"]),
        eliminate=options["eliminate"],
    )
    jury, _ = _jury(options, settings.seed)
    plan = Plan(rules=rules, rubric=read_rubric(rubric), jury=jury, by=by, tie=tie)
    kept = tuple(str(path.resolve()) for path in sources)
    load_pack(settings.pack)
    folder.create(directory, Registered(name=name or directory.name, plan=plan, pack=settings.pack, sources=kept))
    face.show(
        f"tournament in {directory}; enter cases: foam tournament add {directory} CASE... --source NAME",
        {"folder": str(directory), "jurors": [juror.name for juror in jury.jurors]},
    )  # fmt: skip


@tournament.command()
@_DIR
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CASE...")
@click.option("--source", default=UNKNOWN, help="Who made them: foam, human, zero-shot, …")
@click.option("--approach", default=UNKNOWN, help="Their strategic approach: traditional, kritik, soft-left, …")
@click.option("--family", default="", help="The family of the model that wrote them; empty for people.")
@click.option("--hide", multiple=True, help="A name that would give them away: of a person, a school, a team.")
@faced
def add(
    face: Face, directory: Path, files: tuple[Path, ...], source: str, approach: str, family: str, hide: tuple[str, ...]
) -> None:
    """Enter cases (.json of FOAM's, .docx, .md, .html, .pdf, .txt) into the tournament in DIR."""
    more = tuple(
        Entered(file=str(file), submitted=read_case(file), source=source, approach=approach, family=family, names=hide)
        for file in files
    )
    count = folder.enter(directory, more)
    face.show(f"{len(more)} entered, {count} in all", {"entered": len(more), "in_all": count})


@tournament.command()
@_DIR
@click.argument("case")
@click.option("--after", type=click.IntRange(min=0), default=0, show_default=True, help="The last round it plays.")
@faced
def withdraw(face: Face, directory: Path, case: str, after: int) -> None:
    """Withdraw CASE (its blind id, as Case_001) from the tournament in DIR; run it again to see what becomes of it."""
    registered = folder.load(directory)
    cases, _, _ = folder.sealed(directory)
    if case not in {one.id for one in cases}:
        raise InputError(f"no case {case!r}", hint=f"there are {', '.join(one.id for one in cases[:5])}, …")
    registered = folder.load(directory)
    plan = registered.plan.model_copy(update={"withdrawn": {**registered.plan.withdrawn, case: after}})
    folder.change(directory, registered.model_copy(update={"plan": plan}))
    face.show(f"{case} plays no round after {after}", {"case": case, "after": after})


@tournament.command()
@_DIR
@faced
def run(face: Face, directory: Path) -> None:
    """Blind, audit, judge and play the tournament in DIR; started again after a crash it goes on where it stopped."""
    registered = folder.load(directory)
    outcome = _played(face, directory, registered, models_of(j.model for j in registered.plan.jury.jurors))
    folder.keep_outcome(directory, outcome)
    report = _report(directory, outcome)
    told = f"asked {outcome.asked}, reused {outcome.reused}; the whole report: foam tournament report {directory}"
    face.show("\n".join([*_standing_lines(report), "", told]), {**_summary(outcome), "report": report.json_value()})


@tournament.command()
@_DIR
@click.option("--name", required=True, help="What this judgement is called.")
@click.option("--seed", type=int, help="The jurors' seed, where they name none [the setting `seed`].")
@jury_options
@LABELS
@faced
def rejudge(face: Face, directory: Path, name: str, seed: int | None, rubric: Path, **options: Any) -> None:
    """Judge the tournament in DIR again with another jury, and say how far the ranks hold."""
    before = folder.outcome_of(directory)
    registered = folder.load(directory)
    jury, models = _jury(options, seed)
    held = read_rubric(rubric) if _given("rubric") else registered.plan.rubric
    plan = registered.plan.model_copy(update={"jury": jury, "rubric": held})
    outcome = _played(face, directory, registered.model_copy(update={"plan": plan}), models)
    path = folder.keep_outcome(directory, outcome, name=f"rejudged-{_file_name(name)}.json")
    found = stability(name, before, outcome)
    winner = "the same winner" if found.same_winner else "another winner"
    text = f"{name}: {winner}; Kendall's tau {found.tau_places:.2f} by places, {found.tau_scores:.2f} by scores\n{path}"
    face.show(text, {**found.json_value(), "file": str(path)})


@tournament.command()
@_DIR
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where it is written [DIR/report].")
@faced
def report(face: Face, directory: Path, out: Path | None) -> None:
    """Write the report of the tournament in DIR: HTML, Markdown, JSON and pictures."""
    made = _report(directory, folder.outcome_of(directory))
    target = out or directory / "report"
    files = _written(made, target)
    text = "\n".join([*_standing_lines(made), "", *(wrapped(f"- {threat}") for threat in made.threats), "", *files])
    face.show(text, {"files": files, "report": made.json_value()})


def _jury(options: dict[str, Any], seed: int | None) -> tuple[Jury, dict[str, Model]]:
    named = {name: options[name] for name in ("pool", "quorum", "labels")}
    return made_jury(options["jurors"], **named, seed=seed)


def _played(face: Face, directory: Path, registered: Registered, models: dict[str, Model]) -> Outcome:
    config = configured(pack=registered.pack)
    cases, _, leaks = folder.sealed(directory)
    for leak in leaks:
        face.note(f"{leak.case} {leak.part} addresses its judge: {leak.what!r}; it is quoted as data")
    pack = load_pack(registered.pack)
    entrants = {case.id: case.entrant for case in cases}
    sources = [Path(path) for path in registered.sources]
    audits = audit(entrants, sources_judge(documents_for(face, sources, pack.documents(), entrants.values())))
    heats = likely_heats(Entrants(ids=tuple(entrants)), registered.plan.rules)
    with closing(open_record(config.home)) as store, face.progress("heats judged", heats) as advance:
        job = run_tournament(
            registered.plan,
            cases,
            audits,
            models=models,
            pack=pack,
            store=store,
            concurrency=config.settings.concurrency,
            advance=advance,
        )
        return run_with(models.values(), job)


def _report(directory: Path, outcome: Outcome) -> Report:
    cases, key, leaks = folder.sealed(directory)
    remarks = [f"{' and '.join(ids)} say the same." for ids in identical(cases)]
    remarks += [f"{leak.case} {leak.part} addresses its judge: {leak.what!r}; it was quoted as data." for leak in leaks]
    others = {
        name.removeprefix("rejudged-").removesuffix(".json"): folder.outcome_of(directory, name=name)
        for name in folder.rejudged(directory)
    }
    title = folder.load(directory).name
    opened = folder.opened_key(directory)
    return make_report(title, outcome, opened, remarks=remarks, tells=find_tells(cases, key), others=others)


def _written(made: Report, target: Path) -> list[str]:
    files = {"report.html": page(made), "report.md": markdown(made)}
    files["report.json"] = json.dumps(made.json_value(), ensure_ascii=False, indent=2) + "\n"
    files |= {f"{name}.svg": picture for name, picture in plots(made).items()}
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (target / name).write_text(text, "utf-8")
    except OSError as error:
        raise InputError(f"cannot write to {target}: {error.strerror}", hint="name another folder (--out)") from error
    return [str(target / name) for name in files]


def _standing_lines(made: Report) -> list[str]:
    lines = [wrapped(made.compared), "", f"{'':>3}  {'case':<10} {'source':<14} won-lost  score  citations that hold"]
    for one in made.standings[:SHOWN]:
        won = f"{one.wins:>3}-{one.losses:<4}"
        lines.append(f"{one.place:>3}  {one.id:<10} {one.source:<14} {won} {one.score:>6.1f}  {one.validation:.0%}")
    if len(made.standings) > SHOWN:
        lines.append(f"     … and {len(made.standings) - SHOWN} more")
    named = [bias.text for bias in made.biases if bias.named]
    return [*lines, *(wrapped(f"bias: {text}") for text in named)]


def _summary(outcome: Outcome) -> dict[str, Any]:
    return {
        "run": outcome.run,
        "places": list(outcome.played.places),
        "by_score": list(by_score(outcome)),
        "asked": outcome.asked,
        "reused": outcome.reused,
    }


def _file_name(name: str) -> str:
    kept = "".join(ch if ch.isalnum() or ch in "-_" else "-" for ch in name)
    if not kept.strip("-"):
        raise InputError(f"{name!r} is no name for a judgement", hint="use letters and digits")
    return kept


def _given(option: str) -> bool:
    """Whether the user named this option, rather than leave it to its default."""
    source = click.get_current_context().get_parameter_source(option)
    return source is not None and source.name != "DEFAULT"
