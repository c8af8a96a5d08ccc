"""Calls about bundles: write one signed file that can be checked anywhere, check one, show the key that signs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from foam.appeal.chain import MATTER, Matter, read_matter
from foam.appeal.kept import KeptView
from foam.appeal.notices.compose import NOTICES
from foam.appeal.submit import write_letter
from foam.bundle.bundle import Contents, write_bundle
from foam.bundle.keys import PublicKey, SigningKey, find_or_make_key
from foam.bundle.verify import Report, verify_file
from foam.contest.docket import list_challenges
from foam.errors import NotFound, NotRecorded
from foam.home.appeals import find_vault, recall_or_keep
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.paper import save
from foam.record.graph import require_entry
from foam.values import short


@dataclass(frozen=True, slots=True)
class WrittenBundle:
    """A bundle that was written: where, of what, and by which key it is signed."""

    file: Path
    size: int
    run: str
    matter: str
    key: str
    left_out: tuple[str, ...]
    """Later versions that can no longer be computed, and why."""


class BundleCalls:
    """`home.bundle`: signed files that anyone can check."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def export(self, of: Any, path: Path | str) -> WrittenBundle:
        """Write a matter, or a deliberation or case alone, as one signed bundle."""
        desk = self._desk
        now = desk.clock()
        run, matter = self._find(of)
        left_out: list[str] = []
        contents = Contents(
            run=run,
            kept=await recall_or_keep(desk, run) if run else None,
            versions={key: kept async for key, kept in self._versions(run, left_out)},
            matter=matter,
            notices=dict(self._notices(matter)) if matter else {},
            operator=desk.configure().settings.operator,
        )
        key = self._own_key()
        data = write_bundle(desk.store, contents, find_vault(desk), key, at=now)
        return WrittenBundle(
            file=save(Path(path), data),
            size=len(data),
            run=run,
            matter=matter.key if matter else "",
            key=key.public.keyid,
            left_out=tuple(left_out),
        )

    @quick
    def verify(
        self, path: Path | str, *, key: Path | str | PublicKey | None = None, on: date | None = None, mark: str = ""
    ) -> Report:
        """Check a bundle with nothing but the file: container, signature, digests, record, words, quotations."""
        return verify_file(path, key=key, on=on or self._desk.clock().date(), mark=mark)

    @quick
    def key(self, out: Path | str | None = None) -> PublicKey:
        """The public half of the key that signs bundles here, made if there is none; `out` writes it to hand out."""
        public = self._own_key().public
        if out is not None:
            save(Path(out), public.model_dump_json(indent=2) + "\n")
        return public

    def _own_key(self) -> SigningKey:
        holder = self._desk.configure().settings.operator
        return find_or_make_key(self._desk.folder / "keys", holder=holder, today=self._desk.clock().date())

    def _find(self, of: Any) -> tuple[str, Matter | None]:
        """The run and the matter that are meant: a matter may have both, a deliberation is only a run."""
        key = self._desk.find_run(getattr(of, "matter", of))
        if require_entry(self._desk.reading, key).draft.question["job"] != MATTER:
            return key, None
        matter = read_matter(self._desk.reading, key)
        return matter.standing.opening.run, matter

    async def _versions(self, run: str, left_out: list[str]) -> AsyncIterator[tuple[str, KeptView]]:
        """What the run became after each challenge that was heard."""
        for row in list_challenges(self._desk.reading, run) if run else ():
            if row.outcome is None:
                continue
            try:
                yield row.run, await recall_or_keep(self._desk, row.run)
            except (NotRecorded, NotFound) as error:
                left_out.append(f"the version after {short(row.run)} is left out: {error.what}")

    def _notices(self, matter: Matter) -> Iterator[tuple[str, str]]:
        for kind in NOTICES:
            try:
                yield f"{kind}.html", write_letter(matter, find_vault(self._desk), kind).render("html")
            except NotFound:
                continue  # the matter has not come so far
