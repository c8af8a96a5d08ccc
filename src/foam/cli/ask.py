"""`foam ask`: the smallest open debate, printed for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from foam import short_id
from foam.cli.frame import Face, faced, run_options
from foam.paper import wrap

if TYPE_CHECKING:
    from foam import Answer, RunResult


@click.command()
@click.argument("question")
@run_options
@faced
def ask(face: Face, question: str, **options: Any) -> None:
    """Answer a question by a small open debate over a pack's library.

    A statement and its denial each bring their best evidence, and a judge gives a verdict. Every step is recorded.
    """
    with face.home() as home:
        ran = home.ask(question, **options)
        notice = "" if options.get("library") else home.pack.load(options["pack"]).notice
    data = {"run": ran.run, "digest": ran.digest, "asked": ran.asked, "reused": ran.reused, "notice": notice}
    face.show(_text(ran, notice), {**data, **ran.view.json_value()})


def _text(ran: RunResult[Answer], notice: str) -> str:
    answer = ran.view
    said = {"affirmed": answer.affirmed.statement, "denied": answer.denied.statement, "undecided": "undecided"}
    blocks = [
        answer.question,
        _side("FOR", answer.affirmed),
        _side("AGAINST", answer.denied),
        "\n".join([f"VERDICT: {said[answer.verdict]}", *_trust(answer.decided)]),
        *(wrap(f"Caution: {caution}") for caution in answer.cautions),
        *([wrap(notice)] if notice else []),
        f"run {short_id(ran.run)}  digest {short_id(ran.digest)}  asked {ran.asked}, reused {ran.reused}\n"
        f"replay it: foam record replay {short_id(ran.run)}",
    ]
    return "\n\n".join(blocks)


def _side(name: str, side: Any) -> str:
    quotes = [wrap(f"“{p.text}”  {p.cite}  {p.pointer.brief()}", indent="    ") for p in side.evidence]
    return "\n".join([f"{name}: {side.statement}", *(quotes or ["    no evidence was found"]), *_trust(side.decided)])


def _trust(decided: Any) -> list[str]:
    if decided is None:
        return []
    sure = "no confidence stated" if decided.confidence is None else f"confidence {decided.confidence:.2f}"
    return [f"    decided by {decided.by}: {decided.method}; {sure}"]
