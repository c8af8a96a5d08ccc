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
    Where nothing in the library bears on the question there is no answer, and what was looked for is said.
    """
    with face.home() as home:
        ran = home.ask(question, **options)
    data = {"run": ran.run, "digest": ran.digest, "asked": ran.asked, "reused": ran.reused}
    own = bool(options.get("library"))
    text = _text(ran) if ran.view.declined is None else _tell_declined(ran, own=own)
    face.show(text, {**data, **ran.view.json_value()})


def _tell_declined(ran: RunResult[Answer], *, own: bool) -> str:
    answer, declined = ran.view, ran.view.declined
    assert declined is not None
    searched = "your library" if own else "the sample library of the pack"
    advice = (
        "Import what speaks of it: foam library add PATH; then ask again."
        if own
        else "Import documents of your own that speak of it: foam library add PATH; then ask again with --library. Or "
        "name a pack that is about it: --pack NAME."
    )
    blocks = [
        answer.question,
        wrap(f"NO ANSWER: nothing in {searched} bears on this question."),
        wrap(declined.describe()),
        "\n".join(["Nearest were:", *_quote(declined.nearest)]),
        wrap(advice),
        _foot(ran),
    ]
    return "\n\n".join(blocks)


def _text(ran: RunResult[Answer]) -> str:
    answer = ran.view
    said = {"affirmed": answer.affirmed.statement, "denied": answer.denied.statement, "undecided": "undecided"}
    blocks = [
        answer.question,
        _side("FOR", answer.affirmed),
        _side("AGAINST", answer.denied),
        "\n".join([f"VERDICT: {said[answer.verdict]}", *_trust(answer.decided)]),
        *(wrap(f"Caution: {caution}") for caution in answer.cautions),
        *([wrap(answer.notice)] if answer.notice else []),
        _foot(ran),
    ]
    return "\n\n".join(blocks)


def _foot(ran: RunResult[Answer]) -> str:
    return (
        f"run {short_id(ran.run)}  digest {short_id(ran.digest)}  asked {ran.asked}, reused {ran.reused}\n"
        f"replay it: foam record replay {short_id(ran.run)}"
    )


def _quote(passages: tuple[Any, ...]) -> list[str]:
    return [wrap(f"“{p.text}”  {p.cite}  {p.pointer.brief()}", indent="    ") for p in passages]


def _side(name: str, side: Any) -> str:
    quotes = _quote(side.evidence)
    return "\n".join([f"{name}: {side.statement}", *(quotes or ["    no evidence was found"]), *_trust(side.decided)])


def _trust(decided: Any) -> list[str]:
    if decided is None:
        return []
    sure = "no confidence stated" if decided.confidence is None else f"confidence {decided.confidence:.2f}"
    return [f"    decided by {decided.by}: {decided.method}; {sure}"]
