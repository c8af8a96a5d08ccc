"""`foam work` and `foam worker`: put work into the queue, see how far it is, stop it; and do it."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import click

import foam
from foam.cli.frame import Face, faced
from foam.cli.library import VECTORS
from foam.cli.options import take_order


@click.group()
def work() -> None:
    """Put work into the queue for workers, list it and stop it."""


@work.command()
@take_order(foam.orders.DeliberationOrder)
@click.option(
    "--way", type=click.Choice(["deliberate", "ask"]), default="deliberate", show_default=True,
    help="A deliberation, or a short answer.",
)  # fmt: skip
@faced
def add(face: Face, order: foam.orders.DeliberationOrder, way: str) -> None:
    """Put QUESTION into the queue and return at once; without one, the pack's sample question.

    The same question with the same settings is the same work: it is found where it is. Once it has ended it is done
    again, which asks no model what is on record.
    """
    asked = foam.orders.AskOrder(question=order.question or "", **order.place)
    _add(face, asked if way == "ask" else order)


@work.command()
@take_order(foam.orders.ChallengeOrder)
@faced
def challenge(face: Face, order: foam.orders.ChallengeOrder) -> None:
    """Put a challenge to NODE of RUN into the queue and return at once; `foam contest parts RUN` lists the parts.

    What came of it: `foam contest show` with the run that `foam work list` names. Documents are read here and go with
    it. A challenge to a personal file is made by `foam contest open`.
    """
    _add(face, order)


@work.command()
@take_order(foam.orders.ExaminationOrder)
@faced
def examine(face: Face, order: foam.orders.ExaminationOrder) -> None:
    """Put the examination of FILE... into the queue and return at once. The files are read here and go with it."""
    _add(face, order)


@work.command()
@take_order(foam.orders.CaseOrder, except_for=("answering",))
@faced
def case(face: Face, order: foam.orders.CaseOrder) -> None:
    """Put a case for RESOLUTION into the queue and return at once; without one, for the pack's sample."""
    _add(face, order)


@work.command()
@take_order(foam.orders.DebateOrder)
@faced
def debate(face: Face, order: foam.orders.DebateOrder) -> None:
    """Put a debate on MOTION into the queue and return at once; without one, on the pack's sample question."""
    _add(face, order)


@work.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--no-index", is_flag=True, help="Do not index now; the next search will.")
@VECTORS
@faced
def documents(face: Face, paths: tuple[Path, ...], no_index: bool, **options: Any) -> None:
    """Put files and folders into the queue, for a worker to take into the library, and return at once.

    They are read here as they are and stand in the database until a worker has taken them in: at most 256 MB with one
    order. The library has to be in a database, too (library.url); `foam library add` takes files in at once.
    """
    with face.home() as home:
        found = home.work.documents(*paths, index=not no_index, **options)
    passed_over = found.order.json_value()["passed_over"]
    refused = [f"not read: {one['file']}: {one['reason']}" for one in passed_over]
    face.show("\n".join([*refused, f"{found.id}  {found.state}"]), found.json_value())


@work.command("list")
@faced
def _list_works(face: Face) -> None:
    """List what is in the queue and what has ended, the newest first."""
    with face.home() as home:
        found = home.work.list()
    lines = [_describe(one) for one in found]
    face.show("\n".join(lines) or "the queue is empty", {"works": [one.json_value() for one in found]})


@work.command()
@click.argument("work_id", metavar="WORK")
@faced
def cancel(face: Face, work_id: str) -> None:
    """Stop WORK; what was answered stays on record."""
    with face.home() as home:
        found = home.work.cancel(work_id)
    face.show(_describe(found), found.json_value())


@click.command()
@click.option(
    "--lease", type=click.FloatRange(min=3), default=30.0, show_default=True, metavar="SECONDS",
    help="How long others wait for a sign of life before they take its work over.",
)  # fmt: skip
@click.option("--until-empty", is_flag=True, help="End when nothing waits, instead of waiting for more.")
@faced
def worker(face: Face, lease: float, until_empty: bool) -> None:
    """Do what is in the queue, one work after another, until it is stopped (Ctrl-C, SIGTERM).

    The queue stands beside a record in PostgreSQL. Start as many workers as you like, on any machine with the same
    settings, packs and library. A worker that ends gives its work back; one that dies loses it when its lease runs out,
    and another goes on where it stopped.
    """

    def tell(started: Any) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: started.stop())
        face.note(f"worker {started.name} waits for work")

    with face.home() as home:
        count = home.worker(lease=lease, until_empty=until_empty, tell=tell, say=face.note)
    face.show(f"{count} works ended here", {"works": count})


def _add(face: Face, order: Any) -> None:
    with face.home() as home:
        found = home.work.add(order)
    face.show(f"{found.id}  {found.state}", found.json_value())


def _describe(one: Any) -> str:
    said = one.progress
    far = f"{said.asked + said.reused} answers" + (f" of about {said.expected}" if said.expected else "")
    files = f"{one.order.title}: {said.done} of {said.total} done" if said.total else one.order.title
    more = one.error or (f"run {said.run[3:11]}, {far}" if said.run else files)
    return f"{one.id}  {one.state:9}  {more}"
