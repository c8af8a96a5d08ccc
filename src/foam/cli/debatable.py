"""`foam debatable`: does an answer cover the dispute?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from foam import InputError, short_id
from foam.cli.frame import BUDGET, SEED, WORKERS, Face, faced, join_options
from foam.paper import ENDINGS, form_of, save

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def debatable() -> None:
    """Does an answer cover the dispute? Data sets, Perspective Diversity, Dispute Awareness."""


_measuring = join_options(
    click.option(
        "--model", default="embedded", show_default=True, help="Who reads: embedded, hf:FOLDER, or an endpoint."
    ),
    click.option(
        "--mode",
        type=click.Choice(["corrected", "as_released"]),
        default="corrected",
        show_default=True,
        help="The paper's definition, or what its released script computes.",
    ),
    click.option(
        "--prompt", type=click.IntRange(1, 5), default=1, show_default=True, help="Which of the paper's five prompts."
    ),
    click.option("--plain", is_flag=True, help="Without a chat template."),
    click.option(
        "--overlong",
        type=click.Choice(["refuse", "window"]),
        default="refuse",
        show_default=True,
        help="What becomes of an answer that is too long for the model.",
    ),
    click.option(
        "--da-by",
        type=click.Choice(["auto", "likelihood", "stance", "asked"]),
        default="auto",
        show_default=True,
        help="How D.A. is decided; auto: stance for embedded, else likelihood of the digit.",
    ),
    click.option(
        "--prompts",
        type=click.Choice(["ours", "paper"]),
        default="ours",
        show_default=True,
        help="The prompts for D.A. and for answers of models: ours, or those the paper prints.",
    ),
)
"""The options that say how answers are measured."""
_reading = join_options(
    click.option("--docs", type=click.Path(exists=True, path_type=Path), help="Read this file or folder of documents."),
    click.option("--library", is_flag=True, help="Read your own library instead of the pack's sample."),
    click.option("--pack", help="The domain pack whose sample is read [the setting `pack`]."),
    SEED,
    click.option("--limit", type=click.IntRange(1), help="Take only the first questions."),
)
"""The options that say what is read."""


@debatable.command()
@click.argument("file", type=_FILE)
@click.option("--metric", "metrics", multiple=True, type=click.Choice(["pd", "da"]), help="Which; both by default.")
@click.option("--data", type=_FILE, help="Take questions and partial answers from this data set, by id.")
@_measuring
@click.option("--against", type=_FILE, help="Other answers to the same ids: how the views fare here, beside there.")
@WORKERS
@click.option("--agreement", is_flag=True, help="Say how far D.A. agrees with 60 labelled answers.")
@faced
def score(face: Face, file: Path, against: Path | None, **options: Any) -> None:
    """Score the answers in FILE (JSON lines: id, question, answer, partial_answers).

    Perspective Diversity: lower is better. Dispute Awareness: 1 when the answer says that its question is disputed.
    """
    with face.home() as home:
        found = home.debatable.score(file, **options)
        moved = home.debatable.changes(home.debatable.score(against, **options), found) if against else []
        data = {**found.data(), "changes": [{"id": key, **change.json_value()} for key, change in moved]}
        text = home.debatable.describe(data)
    face.show(text, data)


@debatable.command()
@click.argument("questions", type=_FILE)
@click.option("--out", required=True, type=_FILE, help="Write the set here, as JSON lines with pointers.")
@click.option("--debateqa", type=_FILE, help="Write it here in DebateQA's own format, too.")
@_reading
@BUDGET
@click.option("--model", help="Who answers: embedded, scripted, or an endpoint's name [the setting `model`].")
@click.option("--policy", default="open", show_default=True, help="Which sources count: trusted-domains, official, …")
@click.option("--alike", default=0.78, show_default=True, help="Cosine from which two questions are one.")
@click.option("--views-alike", default=0.75, show_default=True, help="Cosine from which two views are one.")
@faced
def build(face: Face, questions: Path, out: Path, debateqa: Path | None, **options: Any) -> None:
    """Make a data set from QUESTIONS (a line each, or JSON): documents, points of view, explanations with pointers."""
    _check_place(out, debateqa)
    with face.home() as home:
        ran = home.debatable.build(questions, **options)
        home.debatable.save_set(ran.view.questions, out, debateqa=debateqa)
        text = home.debatable.describe(ran.view)
    data = {"run": ran.run, "digest": ran.digest, "asked": ran.asked, "reused": ran.reused}
    files = {"file": str(out), "debateqa": str(debateqa) if debateqa else None}
    face.show(f"{text}\nset: {out}", {**data, **files, **ran.view.json_value()})


@debatable.command()
@click.argument("dataset", type=_FILE)
@click.argument("sheets", nargs=-1, type=_FILE)
@click.option("--out", required=True, type=_FILE, help="The empty sheet (CSV), or with SHEETS the decided set.")
@faced
def annotate(face: Face, dataset: Path, sheets: tuple[Path, ...], out: Path) -> None:
    """Write a sheet for annotators of DATASET; with filled SHEETS, decide what stays.

    Two yes-or-no tasks per partial answer: is it grounded in its documents, and does it address the question?
    """
    with face.home() as home:
        if not sheets:
            rows = home.debatable.make_sheet(dataset, out)
            face.show(f"sheet with {rows} partial answers: {out}", {"file": str(out), "rows": rows})
            return
        verdict = home.debatable.annotate(dataset, sheets)
        home.debatable.save_set(verdict.questions, out)
        text = home.debatable.describe(verdict)
    face.show(f"{text}\nset: {out}", {"file": str(out), **verdict.json_value()})


@debatable.command()
@click.argument("dataset", type=_FILE)
@click.option("--answers", multiple=True, metavar="NAME=FILE", help="Answers in a file (JSON lines); repeat it.")
@click.option(
    "--system", "systems", multiple=True, metavar="MODEL/PROMPT/RETRIEVAL",
    help="Have a model answer: plain, comprehensive or detailed; none, vanilla, react or deliberation. Repeat it.",
)  # fmt: skip
@click.option("--out", required=True, type=_FILE, help="Write the figures here, as JSON for `report`.")
@click.option("--matched/--no-matched", default=True, show_default=True, help="Score answers cut to one length, too.")
@_measuring
@_reading
@WORKERS
@faced
def evaluate(face: Face, dataset: Path, out: Path, **options: Any) -> None:
    """Compare systems on DATASET: both metrics, baselines, ranks, length, and the views that each answer misses."""
    _check_place(out)
    with face.home() as home:
        ran = home.debatable.evaluate(dataset, **options)
        text = home.debatable.describe(ran.view)
    save(out, ran.view.model_dump_json(indent=2) + "\n")
    lines = [text, f"figures: {out}", f"report: foam debatable report {out}"]
    face.show("\n".join(lines), {"run": ran.run, "file": str(out), **ran.view.json_value()})


@debatable.command()
@click.argument("figures", type=_FILE)
@click.option("--preferences", type=_FILE, help="People's preferences (CSV: annotator, a, b, preferred).")
@click.option(
    "--out",
    type=_FILE,
    help=f"Write the report here; its ending says how: {', '.join(ENDINGS)}. Default: Markdown, printed.",
)
@faced
def report(face: Face, figures: Path, preferences: Path | None, out: Path | None) -> None:
    """Tables and plots from FIGURES, which `evaluate` wrote; with preferences, how far metrics agree with people."""
    if out:
        form_of(out)
    with face.home() as home:
        found, people = home.debatable.read_evaluation(figures, preferences)
    if out:
        found.save(out, people=people)
    text = f"report: {out}" if out else found.render("md", people=people)
    agreed = people.json_value() if people else None
    face.show(text, {"file": str(out) if out else None, "people": agreed, **found.json_value()})


@debatable.command()
@click.argument("run")
@click.argument("dataset", type=_FILE)
@click.option("--id", "item", help="The question of the set; by default the one whose words the answer has.")
@faced
def missing(face: Face, run: str, dataset: Path, **options: Any) -> None:
    """Which views of DATASET the answer of RUN misses, the evidence for them, and the challenges they make."""
    with face.home() as home:
        found = home.debatable.missing(run, dataset, **options)
        text = home.debatable.describe(found)
    views = found.coverage.json_value()["views"]
    face.show(text, {"views": views, "challenges": [one.json_value() for one in found.challenges]})


def _check_place(*paths: Path | None) -> None:
    """Find out before the work, not after it, that there is no such folder."""
    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise InputError(f"cannot write {path}: there is no folder {path.parent}")


@debatable.command("list")
@faced
def list_all(face: Face) -> None:
    """List the comparisons of systems on record."""
    with face.home() as home:
        found = home.debatable.list()
    lines = [f"{short_id(one.run)}  {one.opened[:10]}  P.D. by {one.reader}" for one in found]
    face.show("\n".join(lines) or "none yet", {"comparisons": [one.json_value() for one in found]})


@debatable.command()
@click.argument("run")
@faced
def show(face: Face, run: str) -> None:
    """Show a recorded comparison: the leaderboard, and the views of every question that a system missed."""
    with face.home() as home:
        found = home.debatable.show(run)
        text = home.debatable.describe(found.evaluation)
    missed = [
        f"{one.id}: {view.partial.point_of_view} (missed by {', '.join(view.missed_by)})"
        for one in found.questions
        for view in one.views
        if view.missed_by
    ]
    questions = [one.json_value() for one in found.questions]
    data = {"run": found.run, "evaluation": found.evaluation.json_value(), "questions": questions}
    face.show("\n".join([text, "", *missed]), data)
