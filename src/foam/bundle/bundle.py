"""The bundle: everything about a matter in one signed file that can be checked anywhere.

What goes in are data (the view, the record entries it was computed from, the cited sentences in their context, the
words of the file or stubs of those removed), pages rendered from the data, and a signed statement over all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from pydantic import Field

from foam.appeal.chain import Matter
from foam.appeal.kept import KeptView, View, cut_excerpts
from foam.appeal.vault import Vault
from foam.bundle.container import pack
from foam.bundle.crate import METADATA
from foam.bundle.data import BundleData, name_view
from foam.bundle.keys import SigningKey
from foam.bundle.layout import ATTESTATION, HEADS, KEYS, RECORD, SOURCES, VERSIONS, WORDS
from foam.bundle.moments import Moment, write_moments
from foam.bundle.pages import render_crate, render_pages, render_prov, write_json
from foam.bundle.records import gather_entries, write_entries
from foam.bundle.statement import Bundled, Statement, list_subjects, sign_statement
from foam.canonical import write_canonical
from foam.case.values import Case, show_bodies
from foam.errors import RecordDamaged
from foam.evidence.excerpt import Excerpt
from foam.record.clock import stamp
from foam.record.log import Head
from foam.record.proof import prove_moment
from foam.record.store import Store
from foam.values import TAG, Value, short
from foam.version import __version__


class Contents(Value):
    """What a bundle is made from, beside the store."""

    run: str = ""
    kept: KeptView | None = None
    """The run's dossier, case, examination or answer and what it cites."""
    versions: dict[str, KeptView] = Field(default_factory=dict)
    """The same after challenges, by the runs of those."""
    matter: Matter | None = None
    operator: str = "operator"
    whole_sources: bool = False
    """Whether cited documents go in whole."""
    keys: tuple[bytes, ...] = ()
    """Signed statements about the key: whom it succeeds, which keys are revoked."""


def write_bundle(store: Store, contents: Contents, vault: Vault, key: SigningKey, *, at: datetime) -> bytes:
    """The bundle, signed now."""
    head = store.head()
    about = Bundled(
        matter=contents.matter.key if contents.matter else "",
        run=contents.run,
        operator=contents.operator,
        signed_at=stamp(lambda: at),
        foam=__version__,
        head=str(head),
        key=key.public,
    )
    files = dict(_data_files(store, contents, vault, head))
    data = BundleData(dict(files), about)
    files |= dict(render_pages(data))
    files |= dict(render_prov(data))
    files[METADATA] = render_crate(data, files)
    statement = Statement(subject=list_subjects(files), predicate=about)
    return pack({**files, ATTESTATION: sign_statement(statement, key)})


def name_version(run: str) -> str:
    """The file of the version that a challenge made."""
    return f"{VERSIONS}{short(run).removeprefix(TAG)}.json"


def _data_files(store: Store, contents: Contents, vault: Vault, head: Head) -> Iterator[tuple[str, bytes]]:
    matter = contents.matter
    entries = gather_entries(store, contents.run, matter.key if matter else "")
    yield RECORD, write_entries(store, entries, lambda key: store.prove_inclusion(key, head.size))
    if contents.kept is not None:
        excerpts = cut_excerpts((contents.kept, *contents.versions.values()), whole=contents.whole_sources)
        yield name_view(contents.kept.view), write_view(contents.kept.view, excerpts)
        for run, version in contents.versions.items():
            yield name_version(run), write_view(version.view, excerpts)
        yield SOURCES, write_sources(excerpts)
    if matter is not None:
        yield WORDS, b"".join(write_canonical(line) + b"\n" for line in _words(matter, vault))
        moments = (Moment(act=one.key, proof=prove_moment(store, one.key, head)) for one in matter.acts)
        yield HEADS, write_moments(moments)
    if contents.keys:
        yield KEYS, b"".join(contents.keys)


def write_sources(excerpts: Mapping[str, Excerpt]) -> bytes:
    """The excerpts as their file, each document once, by its id."""
    return b"".join(write_canonical(excerpts[name].json_value()) + b"\n" for name in sorted(excerpts))


def write_view(view: View, excerpts: Mapping[str, Excerpt]) -> bytes:
    """A view as its file; a case shows as much around its quotations as the excerpts do."""
    if isinstance(view, Case):
        view = show_bodies(view, lambda document: excerpts[document].text if document in excerpts else "")
    return write_json(view.json_value())


def _words(matter: Matter, vault: Vault) -> Iterator[dict[str, Any]]:
    for commitment in matter.standing.words:
        if commitment in matter.standing.redacted:
            yield {"commitment": commitment, "removed": True}
            continue
        secret = vault.get(commitment)
        if secret is None:
            raise RecordDamaged(f"words {commitment} are gone, and no act removed them", hint="restore the vault")
        yield {"commitment": commitment, **secret.json_value()}
