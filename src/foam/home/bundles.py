"""Calls about bundles: write one signed file that can be checked anywhere, check one, and look after the keys."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Literal

from foam.appeal.chain import MATTER, Matter, read_matter
from foam.appeal.kept import KeptView
from foam.bundle.bundle import Contents, write_bundle
from foam.bundle.keys import PublicKey, SigningKey, SystemKeyring, make_key, read_public
from foam.bundle.own import (
    OwnKey,
    find_or_make_own,
    find_own,
    keep_own,
    put_aside,
    require_days,
    unlock,
    write_public,
)
from foam.bundle.pins import (
    OWN,
    LocalRevocation,
    Pin,
    TrustedKeys,
    find_trusted,
    follow_keys,
    judge_signer,
    keep_statement,
    pin_key,
    read_own_keys,
    read_statement_lines,
    read_trusted,
    revoke_here,
)
from foam.bundle.succession import Revocation, Succession, read_key_statement, sign_key_statement
from foam.bundle.verify import Report, verify_file
from foam.contest.docket import list_challenges
from foam.errors import InputError, NotFound, NotRecorded, VerificationError
from foam.evidence.document import Document
from foam.evidence.library import Library
from foam.examination.job import examine
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.home.vault import find_vault, recall_or_keep
from foam.paper import save
from foam.record.graph import require_entry
from foam.values import short

Passphrase = str | Callable[[], str] | None
"""A passphrase, or what asks for it when it is needed."""


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


@dataclass(frozen=True, slots=True)
class KnownKey:
    """A key that is trusted here, and why."""

    name: str
    key: PublicKey
    why: str
    revoked: str
    """When and why it was revoked; empty when it was not."""


@dataclass(frozen=True, slots=True)
class RevokedKey:
    """A key that was revoked; the statement is signed when it was one's own, and can be handed out."""

    keyid: str
    on: date
    because: str
    signed: bool
    file: Path | None


class BundleCalls:
    """`home.bundle`: signed files that anyone can check."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._box = SystemKeyring()

    @call
    async def export(
        self, of: Any, path: Path | str, *, whole_sources: bool = False, passphrase: Passphrase = None
    ) -> WrittenBundle:
        """Write a matter, or a deliberation, case, examination or answer alone, as one signed bundle.

        It holds the cited sentences with a few around each; with `whole_sources`, all of every cited document.
        """
        desk = self._desk
        now = desk.clock()
        key = self._signing_key(passphrase)
        run, matter = self._find(of)
        left_out: list[str] = []
        contents = Contents(
            run=run,
            kept=await recall_or_keep(desk, run) if run else None,
            versions={key: kept async for key, kept in self._versions(run, left_out)},
            matter=matter,
            operator=desk.configure().settings.operator,
            whole_sources=whole_sources,
            keys=self._own_statements(),
        )
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
        self,
        path: Path | str,
        *,
        key: Path | str | PublicKey | None = None,
        on: date | None = None,
        mark: str = "",
        library: bool = False,
    ) -> Report:
        """Check a bundle with nothing but the file and the keys that are trusted here; see `foam bundle trust`.

        With `library`, excerpts are held against the documents in the library here, hidden sentences included.
        """
        on, trusted = on or self._today, self._trusted()
        if not library:
            return verify_file(path, key=key, on=on, mark=mark, trusted=trusted)
        with self._desk.open_library() as own:
            find = partial(_find_document, own)
            return verify_file(path, key=key, on=on, mark=mark, trusted=trusted, documents=find)

    @quick
    def key(self, out: Path | str | None = None, *, new: bool = False) -> PublicKey:
        """The public half of the key that signs bundles here, made if there is none; `out` writes it to hand out.

        With `new`, the present key is put aside and another made, which others have to trust anew.
        """
        if new:
            put_aside(self._folder)
            keep_own(self._folder, make_key(self._holder, today=self._today))
        public = find_or_make_own(self._folder, holder=self._holder, today=self._today).public
        if out is not None:
            save(Path(out), write_public(public))
        return public

    @quick
    def rotate(self, out: Path | str | None = None, *, passphrase: Passphrase = None) -> Succession:
        """Make a new key that the present one signs for: who trusts the old one can follow it to the new one.

        Bundles carry that statement along; `out` writes it to hand out.
        """
        asked = _remember(passphrase)
        own = self._usable_key()
        old = unlock(own, passphrase=asked, box=self._box)
        new = make_key(self._holder, today=self._today)
        step = Succession(old=old.public, new=new.public, on=self._today)
        line = sign_key_statement(step, old)
        keep_statement(self._folder, line)
        secret = asked() if own.kept == "sealed" and asked else ""
        if out is not None:  # first, since without it nobody can follow
            save(Path(out), line)
        keep_own(self._folder, new, kept=own.kept, passphrase=secret, box=self._used(own))
        if own.kept == "keyring":
            self._box.remove(old.public.keyid)
        return step

    @quick
    def protect(
        self,
        how: Literal["passphrase", "keyring", "none"],
        *,
        passphrase: Passphrase = None,
        new_passphrase: Passphrase = None,
    ) -> PublicKey:
        """Keep the private half under a passphrase, in the system's keyring, or in a plain file of yours alone.

        `passphrase` opens the key as it is now; `new_passphrase` is the one it gets.
        """
        own = find_or_make_own(self._folder, holder=self._holder, today=self._today)
        key = unlock(own, passphrase=_remember(passphrase), box=self._box)
        match how:
            case "passphrase":
                asked = _remember(new_passphrase)
                keep_own(self._folder, key, kept="sealed", passphrase=asked() if asked else "", box=self._used(own))
            case "keyring":
                keep_own(self._folder, key, kept="keyring", box=self._box)
            case "none":
                keep_own(self._folder, key, box=self._used(own))
        return key.public

    @quick
    def trust(self, path: Path | str, *, name: str = "") -> KnownKey:
        """Trust the key in a file from now on; or take in what a trusted key says: who follows it, what is revoked."""
        path = Path(path)
        try:
            line = path.read_bytes()
            statement = read_key_statement(line)
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror}", hint="name a file that is there") from error
        except VerificationError:
            key = read_public(path)
            pin_key(self._pins, Pin(name=name or key.holder, key=key, on=self._today))
            return self._known(key.keyid)
        reached = follow_keys(self._trusted())
        about = statement.old.keyid if isinstance(statement, Succession) else statement.keyid
        if about not in reached:
            raise InputError(f"{path} is about key {about[:12]}, which is not trusted here", hint=_TRUST_FIRST)
        if statement.signer.keyid not in reached:
            signer = statement.signer.keyid[:12]
            hint = "ask for the statement of its rotation first: foam bundle rotate --out writes it"
            raise InputError(f"{path} is signed by key {signer}, and nothing here says whom it succeeds", hint=hint)
        keep_statement(self._pins, line)
        return self._known(statement.new.keyid if isinstance(statement, Succession) else about)

    @quick
    def keys(self) -> tuple[KnownKey, ...]:
        """Every key that is trusted here: one's own, pinned ones, and those that follow them."""
        return tuple(self._list_known())

    @quick
    def revoke(
        self,
        key: str,
        *,
        because: str,
        on: date | None = None,
        out: Path | str | None = None,
        passphrase: Passphrase = None,
    ) -> RevokedKey:
        """Revoke a key from a day on [today]: one's own, signed so that others can be told, or another's, here only.

        The key is named by the start of its id, or by the name it is trusted under.
        """
        found = self._find_key(key)
        day = on or self._today
        own = find_own(self._folder)
        if own is None or found.keyid not in {one.keyid for one in (own.public, *read_own_keys(self._folder))}:
            revoke_here(self._pins, LocalRevocation(keyid=found.keyid, on=day, because=because))
            return RevokedKey(found.keyid, day, because, signed=False, file=None)
        signer = unlock(own, passphrase=_remember(passphrase), box=self._box)
        revocation = Revocation(keyid=found.keyid, on=day, because=because, by=signer.public)
        line = sign_key_statement(revocation, signer)
        keep_statement(self._folder, line)
        file = save(Path(out), line) if out is not None else None
        return RevokedKey(found.keyid, day, because, signed=True, file=file)

    @property
    def _folder(self) -> Path:
        return self._desk.folder / "keys"

    @property
    def _pins(self) -> Path:
        """Where trusted keys are: never in a home that came with the working directory."""
        return (self._desk.own_home if self._desk.is_local else self._desk.folder) / "keys"

    @property
    def _today(self) -> date:
        return self._desk.clock().date()

    @property
    def _holder(self) -> str:
        return self._desk.configure().settings.operator

    def _used(self, own: OwnKey) -> SystemKeyring | None:
        """The keyring, where the key has lain in it so far."""
        return self._box if own.kept == "keyring" else None

    def _signing_key(self, passphrase: Passphrase) -> SigningKey:
        return unlock(self._usable_key(), passphrase=_remember(passphrase), box=self._box)

    def _usable_key(self) -> OwnKey:
        """The key of this home, made if there is none; InputError when its days are over or it is revoked."""
        own = find_or_make_own(self._folder, holder=self._holder, today=self._today)
        require_days(own, self._today)
        if flaws := judge_signer(own.public, self._today, read_trusted(self._folder)).flaws:
            raise InputError(f"this home cannot sign: {flaws[0]}", hint="make a new key: foam bundle key --new")
        return own

    def _trusted(self) -> TrustedKeys:
        return find_trusted(self._pins, self._folder)

    def _own_statements(self) -> tuple[bytes, ...]:
        """What has been said about one's own keys; other people's are not for us to pass on."""
        ids = {key.keyid for key in read_own_keys(self._folder)}
        lines = read_statement_lines(self._folder)
        return tuple(line for line in lines if _subject(read_key_statement(line)) in ids)

    def _list_known(self) -> Iterator[KnownKey]:
        trusted = self._trusted()
        pinned = {pin.key.keyid: pin for pin in trusted.pins}
        for keyid, found in follow_keys(trusted).items():
            why = "pinned" if keyid in pinned else f"follows {found.after[:12]} since {found.since}"
            why = "signs or signed here" if found.name == OWN else why
            revoked = "; ".join(judge_signer(found.key, date.max, trusted).flaws)
            yield KnownKey(found.name, found.key, why, revoked.removesuffix(f", and it was signed on {date.max}"))

    def _known(self, keyid: str) -> KnownKey:
        return next(one for one in self._list_known() if one.key.keyid == keyid)

    def _find_key(self, name: str) -> PublicKey:
        found = {one.key.keyid: one.key for one in self._list_known() if name == one.name}
        found = found or {one.key.keyid: one.key for one in self._list_known() if one.key.keyid.startswith(name)}
        if len(found) != 1 or not name:
            what = f"{len(found)} keys are" if found else "no key is"
            raise NotFound(f"{what} named {name!r}", hint="foam bundle keys lists them; give the start of an id")
        return next(iter(found.values()))

    def _find(self, of: Any) -> tuple[str, Matter | None]:
        """The run and the matter that are meant: a matter may have both, a deliberation is only a run."""
        key = self._desk.find_run(getattr(of, "matter", of))
        job = require_entry(self._desk.reading, key).draft.question["job"]
        if job not in (*_BUNDLED, MATTER):
            held = "an answer, a deliberation, a case, an examination or a matter"
            what = f"run {short(key)} ({job}) has no bundle: one holds {held}"
            raise InputError(what, hint=_UNBUNDLED.get(job, _CHECKED).format(run=short(key)))
        if job != MATTER:
            return key, None
        matter = read_matter(self._desk.reading, key)
        return matter.standing.opening.run, matter

    async def _versions(self, run: str, left_out: list[str]) -> AsyncIterator[tuple[str, KeptView]]:
        """What the run became after each challenge that was heard; an examined file stays one version."""
        if run and require_entry(self._desk.reading, run).draft.question["job"] == examine.name:
            return
        for row in list_challenges(self._desk.reading, run) if run else ():
            if row.outcome is None:
                continue
            try:
                yield row.run, await recall_or_keep(self._desk, row.run)
            except (NotRecorded, NotFound) as error:
                left_out.append(f"the version after {short(row.run)} is left out: {error.what}")


_BUNDLED = ("ask", "deliberate", "case", "contest", "examine")
"""Jobs whose runs a bundle can hold."""
_CHECKED = "foam record replay {run} computes it again, foam record export {run} writes where it comes from"
_UNBUNDLED = {
    "debate": "foam verify {run} checks it, or a file of it, here; foam record export {run} writes its provenance",
}
_TRUST_FIRST = "trust the key that its holder handed out first: foam bundle trust KEYFILE"


def _find_document(library: Library, name: str) -> Document | None:
    with suppress(NotFound):
        return library.document(name)
    return None


def _subject(statement: Succession | Revocation) -> str:
    return statement.new.keyid if isinstance(statement, Succession) else statement.keyid


def _remember(passphrase: Passphrase) -> Callable[[], str] | None:
    """Asks at most once, however often it is needed."""
    if passphrase is None:
        return None
    asked: list[str] = []

    def answer() -> str:
        if not asked:
            asked.append(passphrase() if callable(passphrase) else passphrase)
        return asked[0]

    return answer
