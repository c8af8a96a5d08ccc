"""What the commands of judging share: jurors from their words, their models, and sources. Decides nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Container, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from foam.cli.desk import configured
from foam.cli.frame import Face, home
from foam.errors import SettingError
from foam.evidence.document import Document
from foam.evidence.library import Library
from foam.judging.audit import read_sources
from foam.judging.entrants.entrant import Entrant
from foam.judging.jury.panel import Juror, Jury
from foam.judging.jury.rubric import SHIPPED
from foam.model.cast import cast, dismiss
from foam.model.port import Model
from foam.record.sqlite import FILE_NAME
from foam.settings import Config

Command = TypeVar("Command", bound=Callable[..., Any])
Result = TypeVar("Result")

_ID = re.compile(r"[0-9a-f]{64}")
_JUROR = re.compile(r"(?P<model>[^@:]+)(?:@(?P<seed>\d+))?(?::(?P<lens>.+))?")

JURY_OPTIONS = (
    click.option(
        "--juror", "jurors", multiple=True, metavar="MODEL[@SEED][:LENS]",
        help="A judge: its model, seed, and whose eyes it judges with; several make a jury [the role `judge`].",
    ),
    click.option("--pool", type=click.Choice(["mean", "median", "trimmed"]), default="mean", show_default=True,
                 help="How the jurors' scores become one."),
    click.option("--quorum", type=click.FloatRange(0, 1), default=0.5, show_default=True,
                 help="More than this share of the jurors must have scored a case."),
    click.option("--rubric", type=click.Path(dir_okay=False, path_type=Path), default=SHIPPED,
                 help="What is scored, with which weights (.toml) [policy-debate]."),
)  # fmt: skip

LABELS = click.option(
    "--labels",
    type=click.Choice(["blind", "all"]),
    default="blind",
    show_default=True,
    help="`all`: heats are also judged as holder and challenger, and with these roles swapped.",
)


def jury_options(command: Command) -> Command:
    """The options of every command that seats a jury."""
    for option in reversed(JURY_OPTIONS):
        command = option(command)
    return command


def made_jury(
    jurors: Sequence[str], *, pool: str, quorum: float, labels: str = "blind", seed: int | None = None
) -> tuple[Jury, dict[str, Model]]:
    """The jury that the options describe, and its models by name."""
    config = configured(seed=seed)
    settings = config.settings
    asked = [_juror(words, settings.seed) for words in jurors or [settings.roles.judge or settings.model]]
    models = models_of(one.model for one in asked)
    seated = [
        one.model_copy(update={"name": f"{one.model}-{n}", "family": models[one.model].decider.family})
        for n, one in enumerate(asked, start=1)
    ]
    ways = ("blind",) if labels == "blind" else ("blind", "labelled", "swapped")
    return Jury(jurors=tuple(seated), pooling=pool, quorum=quorum, labels=ways), models


def models_of(names: Iterable[str]) -> dict[str, Model]:
    """A model by each of these names."""
    return {name: cast(_judged_by(name))["judge"] for name in dict.fromkeys(names)}


def run_with(models: Iterable[Model], job: Coroutine[Any, Any, Result]) -> Result:
    """Run the job and let the models go, whatever happens."""

    async def whole() -> Result:
        try:
            return await job
        finally:
            for model in models:
                await dismiss({"judge": model})

    return asyncio.run(whole())


def documents_for(
    face: Face, sources: Iterable[Path], own: Iterable[Document], cases: Iterable[Entrant] = ()
) -> tuple[Document, ...]:
    """What citations are held against: sources, a pack's documents, and what cases cite by id of the user's library.

    A source that cannot be read is noted, and its citations are unreachable.
    """
    documents, rejected = read_sources(sources)
    for one in rejected:
        face.note(f"not read: {one}")
    known = {document.id: document for document in (*own, *documents)}
    return (*known.values(), *_of_library(cases, known))


def _of_library(cases: Iterable[Entrant], known: Container[str]) -> list[Document]:
    """Documents of the user's library that cases point to by id, as those that FOAM wrote do."""
    cited = {one.source for case in cases for one in case.citations if one.source and _ID.fullmatch(one.source)}
    wanted = sorted(id for id in cited if id not in known)
    path = home() / FILE_NAME
    if not wanted or not path.exists():
        return []
    with Library.open(path) as library:
        return [library.document(id) for id in wanted if library.contains(id)]


def _judged_by(name: str) -> Config:
    return configured(**{"roles.judge": name, "model": name})


def _juror(words: str, seed: int) -> Juror:
    found = _JUROR.fullmatch(words.strip())
    if found is None:
        raise SettingError(f"no juror {words!r}", hint="MODEL, MODEL@SEED or MODEL@SEED:whose eyes it judges with")
    given = int(found["seed"]) if found["seed"] else seed
    return Juror(name=words, model=found["model"].strip(), lens=(found["lens"] or "").strip(), seed=given)
