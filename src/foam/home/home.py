"""`foam.open()` gives a `Home`: everything FOAM can do, over one folder of state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from foam.errors import UnknownName
from foam.home.calls import Room, call, quick
from foam.home.desk import Desk
from foam.home.direct import DirectCalls
from foam.job.events import Listener, ignore
from foam.record.clock import Clock, utc_now
from foam.record.media import describe_medium
from foam.record.runs import ReplayReport
from foam.settings import Config
from foam.trust import distrust, read_trusted, trust

if TYPE_CHECKING:
    from foam.evidence.search.against import Stance
    from foam.home.appeals import AppealCalls
    from foam.home.backups import BackupReport
    from foam.home.blocks import BlockCalls
    from foam.home.bundles import BundleCalls
    from foam.home.cases import CaseCalls
    from foam.home.contestability import ContestabilityCalls
    from foam.home.contests import ContestCalls
    from foam.home.cutting import CutCalls
    from foam.home.debatables import DebatableCalls
    from foam.home.dossiers import DossierCalls
    from foam.home.erasure import Erasure
    from foam.home.estimates import EstimateCalls
    from foam.home.evidence import SearchCalls
    from foam.home.judgements import TournamentCalls
    from foam.home.library import LibraryCalls
    from foam.home.memories import MemoryCalls
    from foam.home.models import ModelCalls
    from foam.home.oversights import OversightCalls
    from foam.home.packs import PackCalls
    from foam.home.people import PeopleCalls
    from foam.home.persons import PersonCalls
    from foam.home.perspectives import PerspectiveCalls
    from foam.home.prompts import PromptCalls
    from foam.home.quotations import QuoteCalls
    from foam.home.readiness import Readiness
    from foam.home.records import RecordCalls
    from foam.home.rules import RulesCalls
    from foam.home.studies import StudyCalls
    from foam.home.worker import Worker
    from foam.home.works import WorkCalls
    from foam.model.port import Embedder, Model, PairJudge


class Home(DirectCalls):
    """One folder of state, opened. Every command of the command line is a call here, under the same name."""

    appeal: Room[AppealCalls] = Room("foam.home.appeals", "AppealCalls")
    blocks: Room[BlockCalls] = Room("foam.home.blocks", "BlockCalls")
    bundle: Room[BundleCalls] = Room("foam.home.bundles", "BundleCalls")
    case: Room[CaseCalls] = Room("foam.home.cases", "CaseCalls")
    contest: Room[ContestCalls] = Room("foam.home.contests", "ContestCalls")
    contestability: Room[ContestabilityCalls] = Room("foam.home.contestability", "ContestabilityCalls")
    cut: Room[CutCalls] = Room("foam.home.cutting", "CutCalls")
    debatable: Room[DebatableCalls] = Room("foam.home.debatables", "DebatableCalls")
    debate: Room[StudyCalls] = Room("foam.home.studies", "StudyCalls")
    dossier: Room[DossierCalls] = Room("foam.home.dossiers", "DossierCalls")
    estimate: Room[EstimateCalls] = Room("foam.home.estimates", "EstimateCalls")
    library: Room[LibraryCalls] = Room("foam.home.library", "LibraryCalls")
    memory: Room[MemoryCalls] = Room("foam.home.memories", "MemoryCalls")
    model: Room[ModelCalls] = Room("foam.home.models", "ModelCalls")
    oversee: Room[OversightCalls] = Room("foam.home.oversights", "OversightCalls")
    pack: Room[PackCalls] = Room("foam.home.packs", "PackCalls")
    people: Room[PeopleCalls] = Room("foam.home.people", "PeopleCalls")
    person: Room[PersonCalls] = Room("foam.home.persons", "PersonCalls")
    perspectives: Room[PerspectiveCalls] = Room("foam.home.perspectives", "PerspectiveCalls")
    prompts: Room[PromptCalls] = Room("foam.home.prompts", "PromptCalls")
    quote: Room[QuoteCalls] = Room("foam.home.quotations", "QuoteCalls")
    record: Room[RecordCalls] = Room("foam.home.records", "RecordCalls")
    rules: Room[RulesCalls] = Room("foam.home.rules", "RulesCalls")
    search: Room[SearchCalls] = Room("foam.home.evidence", "SearchCalls")
    tournament: Room[TournamentCalls] = Room("foam.home.judgements", "TournamentCalls")
    work: Room[WorkCalls] = Room("foam.home.works", "WorkCalls")

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def folder(self) -> Path:
        """The folder that holds all state."""
        return self._desk.folder

    def find_run(self, run: Any) -> str:
        """The key of a run, from its first digits or from a result."""
        return self._desk.find_run(run)

    @call
    async def replay(self, run: Any) -> ReplayReport:
        """Compute a run again from the record alone, without a model, and compare."""
        return await self.record.replay.aio(run)

    @quick
    def erase(
        self,
        *,
        person: str = "",
        aliases: Sequence[str] = (),
        document: Sequence[str] | str = (),
        challenge: Any = None,
        because: str,
        by: str | None = None,
        plan: bool = False,
    ) -> Erasure:
        """Remove the words of a person, of documents or of a challenge from everything in this home, for good.

        A person goes by the whole name, by surname and first name in either order or with initials, and by `aliases`;
        where a part of the name or initials alone remain, is named. The record keeps that it was done, by whom and
        why; `plan` only says what would go.
        """
        from foam.home.erasure import CLERK, Eraser

        ids = (document,) if isinstance(document, str) and document else tuple(document)
        run = self._desk.find_run(challenge) if challenge else ""
        return Eraser(self._desk).erase(
            person=person,
            aliases=aliases,
            document=ids,
            challenge=run,
            because=because,
            by=by or CLERK,
            plan=plan,
        )

    @quick
    def worker(
        self,
        *,
        lease: float = 30.0,
        until_empty: bool = False,
        tell: Callable[[Worker], None] = lambda started: None,
        say: Callable[[str], None] = lambda line: None,
    ) -> int:
        """Do what is in the queue, one work after another; how many ended here.

        Returns when `tell`, which is given the worker first, stops it; or, with `until_empty`, when nothing waits.
        After `lease` seconds without a sign of life others may take its work; `say` is told when the database is away.
        """
        from foam.home.worker import open_worker

        self._desk.refuse_in_person("works of the queue")
        started = open_worker(self._desk, Home, lease=lease, waits=not until_empty, say=say)
        tell(started)
        return started.work(until_empty=until_empty)

    @quick
    def backup(self, path: Path | str, *, keys: bool = False) -> BackupReport:
        """Copy the home to one file, as it is at one moment, also while a run goes on.

        Models and indexes are not in it, nor the keys of personal files: with `keys` they alone are copied, to be kept
        elsewhere.
        """
        from foam.home.backups import back_up, back_up_keys

        return back_up_keys(self._desk, Path(path)) if keys else back_up(self._desk, Path(path))

    @quick
    def restore(self, path: Path | str, *, keys: Path | str | None = None) -> BackupReport:
        """Put a copy back into this home, which must hold nothing yet but keys and models.

        `keys` is the copy of the keys. What was erased since the copy was made is erased again.
        """
        from foam.home.backups import restore

        return restore(self._desk, Path(path), Path(keys) if keys is not None else None)

    @quick
    def find_readiness(self) -> Readiness:
        """Whether the record can be read, the disk be written, and a model is there; nothing of what the home holds."""
        from foam.home.readiness import find_readiness

        return find_readiness(self._desk)

    @quick
    def config(self) -> Config:
        """Every setting as it holds, and where its value comes from."""
        return self._desk.configure()

    @quick
    def change(self, settings: Mapping[str, Any]) -> Config:
        """Write settings to the home's file, by their dotted names; whatever else is in it stays as it is.

        A variable or a flag still comes before the file. Keys are not written: they belong into a variable.
        """
        from foam.home.configuration import change_settings

        change_settings(self._desk.folder, settings)
        if self._desk.is_local:
            trust(self._desk.folder, self._desk.own_home)  # who changes it allows it as it is then
        return self._desk.configure()

    @quick
    def trust(self, folder: Path | str = ".foam", *, revoke: bool = False) -> Path:
        """Allow a folder of state that is not your own, as it is now; or take that back."""
        path = Path(folder).resolve()
        (distrust if revoke else trust)(path, self._desk.own_home)
        return path

    @quick
    def trusted(self) -> dict[str, str]:
        """Every folder of state that was allowed, with the digest of its configuration."""
        return read_trusted(self._desk.own_home)

    @property
    def remark(self) -> str:
        """What a person should know of the home in use, in lines; empty when it is the usual one and in order."""
        local = Path.cwd() / ".foam"
        unused = local.is_dir() and local.resolve() not in (self.folder.resolve(), self._desk.own_home.resolve())
        lines = (
            f"home: {self.folder}" if self._desk.is_local else "",
            f"{local} is not used: you have not allowed it as it is (foam trust)" if unused else "",
            f"others could read files in {self.folder}; now only you can" if self._desk.has_mended else "",
            describe_medium(self._desk.library_file),
        )
        return "\n".join(line for line in lines if line)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            raise UnknownName(self, name)

    def close(self) -> None:
        """Let go of the record."""
        self._desk.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Home({str(self.folder)!r})"


def open_home(
    folder: Path | str | None = None,
    *,
    models: Model | Mapping[str, Model] | None = None,
    embedder: Embedder | None = None,
    stance: Stance | None = None,
    judge: PairJudge | str | None = None,
    clock: Clock = utc_now,
    listener: Listener = ignore,
    environ: Mapping[str, str] | None = None,
    **settings: Any,
) -> Home:
    """Open the folder of state: the one given, else `FOAM_HOME`, `./.foam` or `~/.foam`.

    Settings may be given by name (`pack="benefits-appeal"`, `model="scripted"`); `models` answer instead of those
    that the settings name, one for every role or by role; `judge`, or the endpoint of this name, reads sentences beside
    each other instead of the shipped one; `stance` rates counter-evidence instead of the judge.
    """
    desk = Desk(
        Path(folder) if folder is not None else None,
        models=models,
        embedder=embedder,
        stance=stance,
        judge=judge,
        clock=clock,
        listener=listener,
        environ=environ,
        **settings,
    )
    return Home(desk)
