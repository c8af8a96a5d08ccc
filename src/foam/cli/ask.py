"""`foam ask`: the smallest open debate, printed for a person. Decides nothing."""

from __future__ import annotations

import click

from foam.cli.desk import Desk, configured, open_desk, run_options
from foam.cli.frame import Face, faced
from foam.deliberation.ask import Debated, Side
from foam.deliberation.jobs import AskSpec, Ran, run_ask
from foam.job.answers import Decided
from foam.text.wrap import wrapped
from foam.values import short


@click.command()
@click.argument("question")
@run_options
@faced
def ask(face: Face, question: str, model: str | None, seed: int | None, pack: str | None, own_library: bool) -> None:
    """Answer a question by a small open debate over a pack's library.

    A statement and its denial each bring their best evidence, and a judge gives a verdict. Every step is recorded.
    """
    with open_desk(configured(model=model, seed=seed, pack=pack), own_library=own_library) as desk:
        face.note(f"{desk.models['proposer'].decider.id} answers; pack {desk.pack.name}")
        ran = desk.run(_job(desk, question))
        face.show(_text(ran, desk.pack.notice), _data(ran, desk.pack.notice))


async def _job(desk: Desk, question: str) -> Ran[Debated]:
    spec = AskSpec(**desk.setting(), question=question)
    return await run_ask(spec, store=desk.store, models=desk.models, corpus=desk.corpus, pack=desk.pack)


def _text(ran: Ran[Debated], notice: str) -> str:
    view = ran.view
    blocks = [
        view.question,
        _side("FOR", view.affirmed),
        _side("AGAINST", view.denied),
        _verdict(view),
        *(wrapped(f"Caution: {caution}") for caution in view.cautions),
        *([wrapped(notice)] if notice else []),
        f"run {short(ran.run)}  digest {short(ran.digest)}  asked {ran.asked}, reused {ran.reused}\n"
        f"replay it: foam record replay {short(ran.run)}",
    ]
    return "\n\n".join(blocks)


def _side(name: str, side: Side) -> str:
    quotes = [wrapped(f"“{p.text}”  {p.cite}  {p.pointer.brief()}", indent="    ") for p in side.evidence]
    lines = [f"{name}: {side.statement}", *(quotes or ["    no evidence was found"])]
    return "\n".join([*lines, *([f"    {_trust(side.decided)}"] if side.decided else [])])


def _verdict(view: Debated) -> str:
    said = {"affirmed": view.affirmed.statement, "denied": view.denied.statement, "undecided": "undecided"}
    lines = [f"VERDICT: {said[view.verdict]}"]
    return "\n".join([*lines, *([f"    {_trust(view.decided)}"] if view.decided else [])])


def _trust(decided: Decided) -> str:
    sure = "no confidence stated" if decided.confidence is None else f"confidence {decided.confidence:.2f}"
    return f"decided by {decided.by}: {decided.method}; {sure}"


def _data(ran: Ran[Debated], notice: str) -> dict[str, object]:
    return {
        "run": ran.run,
        "digest": ran.digest,
        "asked": ran.asked,
        "reused": ran.reused,
        "notice": notice,
        **ran.view.json_value(),
    }
