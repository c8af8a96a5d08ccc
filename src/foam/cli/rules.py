"""`foam rules`: what stated rules come to over a file, and why; drafts of them."""

from __future__ import annotations

from pathlib import Path

import click

import foam
from foam.cli.frame import BUDGET, Face, faced, tell_cost
from foam.paper import compose, render


@click.group()
def rules() -> None:
    """Work out what stated rules come to over a file; draft and approve them."""


@rules.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE...]")
@click.option("--pack", help="The pack whose rules are worked out: a name or a folder.")
@click.option(
    "--input", "inputs", multiple=True, metavar="NAME=VALUE@SENTENCE",
    help="A figure that you read, with its sentence (limit=1,215@07#s1); may be given several times.",
)  # fmt: skip
@faced
def check(face: Face, files: tuple[Path, ...], pack: str | None, inputs: tuple[str, ...]) -> None:
    """Work out the pack's rules over FILE... (documents or folders), or over its sample library.

    Shows the answer, what decides, the nearest figures that would turn it, what is missing, what is owed in any case,
    and each leaf with its sentences. No model is asked.
    """
    with face.home() as home:
        told = home.rules.check(*files, pack=pack, inputs=inputs)
    face.show(render(compose(told).blocks, "text"), told.json_value())


@rules.command()
@click.argument("text", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--question", required=True, help="The question that the rules answer.")
@click.option("--out", default="rules.toml", show_default=True, type=click.Path(path_type=Path), help="The draft.")
@click.option("--model", help="The model that drafts; it must be one that writes.")
@BUDGET
@faced
def draft(face: Face, text: Path, question: str, out: Path, model: str | None) -> None:
    """Let a model draft rules.toml from TEXT, the rules as written. Nobody uses a draft before a person approves it.

    Each provision is a sentence of the text, and the words of a condition stand in its provision; else it is refused.
    """
    with face.home() as home:
        ran = home.rules.draft(text, question=question, out=out, model=model)
        cost, spent = tell_cost(home, ran)
    lines = [f"draft: {out}", f"read it, then: foam rules approve {out} --by NAME", *cost]
    data = {"run": ran.run, "out": str(out), "digest": ran.view.content, **spent}
    face.show("\n".join([*lines, f"run {foam.short_id(ran.run)}"]), data)


@rules.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--by", required=True, metavar="NAME", help="Who read the rules and approves them.")
@faced
def approve(face: Face, file: Path, by: str) -> None:
    """Approve the drafted rules in FILE as they stand. A draft is not used before that, nor after a later change."""
    with face.home() as home:
        approved = home.rules.approve(file, by=by)
    face.show(
        f"{file}: approved by {by}\n{approved.content}", {"file": str(file), "by": by, "digest": approved.content}
    )
