"""Calls that look into packs and work on them: show, check and draft them, and keep generated nodes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from foam.case import accept as keeping
from foam.case.check import PackReport, check_folder, check_pack
from foam.case.values import Case, GeneratedNode
from foam.examination.drafting import Survey
from foam.home.calls import call, quick
from foam.home.case_files import read_case
from foam.home.cases import CaseCalls
from foam.home.desk import Desk
from foam.home.drafts import NewPack, survey_folder, write_new_pack
from foam.pack.calculations import write_converted
from foam.pack.loader import find_pack, load_pack
from foam.pack.outlines import load_outline
from foam.pack.pack import Pack
from foam.values import Value


class PackPage(Value):
    """What a pack holds, and the generated nodes that were accepted for its speeches."""

    pack: Pack
    report: PackReport
    accepted: dict[str, tuple[GeneratedNode, ...]]
    """By speech."""

    def data(self) -> dict[str, Any]:
        """The page as plain JSON."""
        pack = self.pack
        return {
            "title": pack.title,
            "summary": pack.summary,
            "notice": pack.notice,
            "sample": pack.sample_question,
            "values": [value.id for value in pack.values],
            "accepted": {speech: [made.node.id for made in nodes] for speech, nodes in self.accepted.items()},
            **self.report.json_value(),
        }


class Accepted(Value):
    """The generated nodes that are kept for a speech of a pack."""

    pack: str
    speech: str
    accepted: tuple[GeneratedNode, ...]


class PackUpkeepCalls:
    """The calls of `home.pack` that read a pack with everything a case takes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def show(self, name: str | Path) -> PackPage:
        """What a pack holds."""
        pack = load_pack(name)
        report = check_pack(pack)
        kept = {speech: keeping.read_accepted_nodes(self._desk.folder, pack.name, speech) for speech in report.speeches}
        return PackPage(pack=pack, report=report, accepted={speech: made for speech, made in kept.items() if made})

    @quick
    def check(self, name: str | Path, *, write: bool = False) -> PackReport:
        """Everything that is wrong with a pack, if anything, all at once.

        `write` first converts files of an older form: a `calculations.toml` becomes `rules.toml`.
        """
        if write:
            write_converted(find_pack(name))
        return check_folder(name)

    @quick
    def survey(
        self, folder: str | Path, *, decision: str | Path | None = None, rules: Sequence[str | Path] = ()
    ) -> Survey:
        """What the documents of a folder say of who is affected, who decides, and by which rules."""
        return survey_folder(
            Path(folder), decision=Path(decision) if decision else None, rules=[Path(one) for one in rules]
        )

    @quick
    def new(
        self,
        folder: str | Path,
        *,
        out: str | Path | None = None,
        question: str = "",
        affected: Sequence[str] = (),
        decides: str = "",
        decision: str | Path | None = None,
        rules: Sequence[str | Path] = (),
        stakes: Sequence[str] = (),
        refer: bool = False,
    ) -> NewPack:
        """Draft a pack from a folder of documents, for a person to correct; what is not said is read from them.

        The documents are copied into the pack, or only referred to. `out` is the pack's folder: beside the working
        directory's other files under the name of the documents' folder, with `-pack`, unless it is named.
        """
        place = Path(folder)
        return write_new_pack(
            place,
            Path(out) if out else Path(f"{place.resolve().name}-pack"),
            question=question,
            affected=affected,
            decides=decides,
            decision=Path(decision) if decision else None,
            rules=[Path(one) for one in rules],
            stakes=stakes,
            refer=refer,
        )

    @call
    async def accept(self, case: Case | Path | str, *, nodes: tuple[str, ...] = ()) -> Accepted:
        """Keep the nodes that were generated for a case, so that later cases are offered them; all, or those named.

        The case is given itself, as a .json file or as a run. Nodes are kept in the home; no pack is ever changed.
        """
        found = case if isinstance(case, Case) else await self._find_case(case)
        pack = load_pack(found.pack)
        template = load_outline(pack, found.speech)
        whole = keeping.accept_nodes(self._desk.folder, pack.name, template, found.generated, nodes)
        return Accepted(pack=pack.name, speech=found.speech, accepted=whole)

    @quick
    def forget(self, name: str | Path, speech: str, node: str) -> Accepted:
        """Take an accepted node of a pack's speech out again."""
        pack = load_pack(name).name
        return Accepted(pack=pack, speech=speech, accepted=keeping.forget_node(self._desk.folder, pack, speech, node))

    async def _find_case(self, given: Any) -> Case:
        path = Path(given) if isinstance(given, str | Path) else None
        if path and (path.suffix == ".json" or path.is_file()):
            return read_case(path)
        return await CaseCalls(self._desk).show.aio(given)
