"""`foam worker`: do the work that others put into the queue."""

from __future__ import annotations

import signal
from typing import Any

import click

from foam.cli.frame import Face, faced


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
