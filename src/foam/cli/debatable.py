"""`foam debatable`: does an answer cover the dispute? Parses, calls `foam.debatable`, shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import click

from foam.cli.frame import Face, faced

C = TypeVar("C", bound=Callable[..., Any])

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def debatable() -> None:
    """Does an answer cover the dispute? Data sets, Perspective Diversity, Dispute Awareness."""


_MEASURE = (
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
)
_DOCUMENTS = (
    click.option("--docs", type=click.Path(exists=True, path_type=Path), help="Read this file or folder of documents."),
    click.option("--library", "own_library", is_flag=True, help="Read your own library instead of the pack's sample."),
    click.option("--pack", help="The domain pack whose sample is read [the setting `pack`]."),
    click.option("--seed", type=int, help="Same seed, same record [the setting `seed`]."),
    click.option("--limit", type=click.IntRange(1), help="Take only the first questions."),
)


def _measuring(command: C) -> C:
    """The options that say how answers are measured."""
    return reduce(lambda taken, option: option(taken), reversed(_MEASURE), command)


def _reading(command: C) -> C:
    """The options that say what is read."""
    return reduce(lambda taken, option: option(taken), reversed(_DOCUMENTS), command)


@debatable.command()
@click.argument("file", type=_FILE)
@click.option("--metric", "metrics", multiple=True, type=click.Choice(["pd", "da"]), help="Which; both by default.")
@click.option("--data", type=_FILE, help="Take questions and partial answers from this data set, by id.")
@_measuring
@click.option("--against", type=_FILE, help="Other answers to the same ids: how the views fare here, beside there.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that read.")
@click.option("--agreement", is_flag=True, help="Say how far D.A. agrees with 60 labelled answers.")
@faced
def score(face: Face, file: Path, data: Path | None, against: Path | None, **choices: Any) -> None:
    """Score the answers in FILE (JSON lines: id, question, answer, partial_answers).

    Perspective Diversity: lower is better. Dispute Awareness: 1 when the answer says that its question is disputed.
    """
    from foam.cli.debatable_score import changes, scored
    from foam.debatable.show import change_lines, score_lines

    found = scored(face, file, data, choices)
    found["changes"] = changes(scored(face, against, data, choices), found) if against else []
    face.show("\n".join([*score_lines(found), *change_lines(found["changes"])]), found)


@debatable.command()
@click.argument("questions", type=_FILE)
@click.option("--out", required=True, type=_FILE, help="Write the set here, as JSON lines with pointers.")
@click.option("--debateqa", type=_FILE, help="Write it here in DebateQA's own format, too.")
@_reading
@click.option("--model", help="Who answers: embedded, scripted, or an endpoint's name [the setting `model`].")
@click.option("--policy", default="open", show_default=True, help="Which sources count: trusted-domains, official, …")
@click.option("--alike", default=0.78, show_default=True, help="Cosine from which two questions are one.")
@click.option("--views-alike", default=0.75, show_default=True, help="Cosine from which two views are one.")
@faced
def build(face: Face, questions: Path, out: Path, debateqa: Path | None, **choices: Any) -> None:
    """Make a data set from QUESTIONS (a line each, or JSON): documents, points of view, explanations with pointers."""
    from foam.cli.debatable_build import built
    from foam.debatable.files import debateqa_lines, own_lines
    from foam.debatable.show import build_lines

    check_place(out, debateqa)
    ran = built(face, questions, choices)
    write_text(out, own_lines(ran.view.questions))
    if debateqa:
        write_text(debateqa, debateqa_lines(ran.view.questions))
    files = {"file": str(out), "debateqa": str(debateqa) if debateqa else None}
    run = {"run": ran.run, "digest": ran.digest, "asked": ran.asked, "reused": ran.reused}
    face.show("\n".join([*build_lines(ran.view), f"set: {out}"]), {**run, **files, **ran.view.json_value()})


@debatable.command()
@click.argument("dataset", type=_FILE)
@click.argument("sheets", nargs=-1, type=_FILE)
@click.option("--out", required=True, type=_FILE, help="The empty sheet (CSV), or with SHEETS the decided set.")
@faced
def annotate(face: Face, dataset: Path, sheets: tuple[Path, ...], out: Path) -> None:
    """Write a sheet for annotators of DATASET; with filled SHEETS, decide what stays.

    Two yes-or-no tasks per partial answer: is it grounded in its documents, and does it address the question?
    """
    from foam.debatable.curation.annotation import decide, read_sheet, sheet
    from foam.debatable.files import own_lines, read_questions, read_text
    from foam.debatable.show import verdict_lines

    questions = read_questions(dataset)
    if not sheets:
        write_text(out, sheet(questions))
        rows = sum(len(question.partial_answers) for question in questions)
        face.show(f"sheet with {rows} partial answers: {out}", {"file": str(out), "rows": rows})
        return
    verdict = decide(questions, {path.stem: read_sheet(read_text(path), path.name) for path in sheets})
    write_text(out, own_lines(verdict.questions))
    face.show("\n".join([*verdict_lines(verdict), f"set: {out}"]), {"file": str(out), **verdict.json_value()})


@debatable.command()
@click.argument("dataset", type=_FILE)
@click.option("--answers", multiple=True, metavar="NAME=FILE", help="Answers in a file (JSON lines); repeat it.")
@click.option(
    "--system", "systems", multiple=True, metavar="MODEL/PROMPT/RETRIEVAL",
    help="Have a model answer: plain, comprehensive or detailed; none, vanilla, react or dossier. Repeat it.",
)  # fmt: skip
@click.option("--out", required=True, type=_FILE, help="Write the figures here, as JSON for `report`.")
@click.option("--matched/--no-matched", default=True, show_default=True, help="Score answers cut to one length, too.")
@_measuring
@_reading
@faced
def evaluate(face: Face, dataset: Path, out: Path, **choices: Any) -> None:
    """Compare systems on DATASET: both metrics, baselines, ranks, length, and the views that each answer misses."""
    from foam.cli.debatable_evaluate import evaluated
    from foam.debatable.show import evaluation_lines

    check_place(out)
    ran = evaluated(face, dataset, choices)
    found = ran.view
    write_text(out, found.model_dump_json(indent=2) + "\n")
    text = [*evaluation_lines(found), f"figures: {out}", f"report: foam debatable report {out}"]
    face.show("\n".join(text), {"run": ran.run, "file": str(out), **found.json_value()})


@debatable.command()
@click.argument("figures", type=_FILE)
@click.option("--preferences", type=_FILE, help="People's preferences (CSV: annotator, a, b, preferred).")
@click.option("--out", type=_FILE, help="Write the report here: .html with plots, or .md. Default: Markdown, printed.")
@faced
def report(face: Face, figures: Path, preferences: Path | None, out: Path | None) -> None:
    """Tables and plots from FIGURES, which `evaluate` wrote; with preferences, how far metrics agree with people."""
    from foam.debatable.files import read_text
    from foam.debatable.harness.evaluation import read_evaluation
    from foam.debatable.harness.preferences import human_agreement, read_preferences
    from foam.debatable.harness.report import markdown, page

    found = read_evaluation(read_text(figures), figures.name)
    ballots = read_preferences(read_text(preferences), preferences.name) if preferences else None
    people = human_agreement(found.standings, ballots) if ballots else None
    if out is not None:
        write_text(out, page(found, people) if out.suffix == ".html" else markdown(found, people))
    agreed = people.json_value() if people else None
    text = f"report: {out}" if out else markdown(found, people)
    face.show(text, {"file": str(out) if out else None, "people": agreed, **found.json_value()})


@debatable.command()
@click.argument("run")
@click.argument("dataset", type=_FILE)
@click.option("--id", "item", help="The question of the set; by default the one whose words the dossier has.")
@click.option("--model", default="embedded", show_default=True, help="Who reads: embedded, hf:FOLDER, or an endpoint.")
@click.option("--plain", is_flag=True, help="Without a chat template.")
@faced
def missing(face: Face, run: str, dataset: Path, **choices: Any) -> None:
    """Which views of DATASET the dossier of RUN misses, the evidence for them, and the challenges they make."""
    from foam.cli.debatable_missing import missed
    from foam.debatable.show import missing_lines

    found, challenges = missed(run, dataset, choices)
    data = {"views": found.json_value()["views"], "challenges": [one.json_value() for one in challenges]}
    face.show("\n".join(missing_lines(found, challenges)), data)


def check_place(*paths: Path | None) -> None:
    """Find out before the work, not after it, that there is no such folder."""
    from foam.errors import InputError

    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise InputError(f"cannot write {path}: there is no folder {path.parent}")


def write_text(path: Path, text: str) -> None:
    """Write a file, or say why not."""
    from foam.errors import InputError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
