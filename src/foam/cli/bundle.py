"""`foam bundle`: write a signed bundle, check one with nothing but the file, and look after the keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

import foam
from foam.cli.frame import Face, faced, join_options
from foam.paper import clean

if TYPE_CHECKING:
    from foam import BundleReport

_PATH = click.Path(dir_okay=False, path_type=Path)
_DAY = click.DateTime(["%Y-%m-%d"])
_EXIT_CODES = {"whole": 0, "damaged": 1, "whole, signer unknown": 4}

_passphrase_options = join_options(
    click.option("--passphrase-env", metavar="VARIABLE", help="An environment variable with the key's passphrase."),
    click.option("--passphrase-file", type=_PATH, help="A file whose first line is the key's passphrase."),
)
"""Where the passphrase of the key comes from, if not from the terminal. Never the command line: others see that."""


@click.group()
def bundle() -> None:
    """Write signed bundles, and check them with nothing but the file."""


@bundle.command()
@click.argument("of", metavar="MATTER|RUN")
@click.argument("out", metavar="FILE", type=_PATH)
@click.option("--whole-sources", is_flag=True, help="Put cited documents in whole, not only what is cited of them.")
@_passphrase_options
@faced
def export(
    face: Face, of: str, out: Path, whole_sources: bool, passphrase_env: str | None, passphrase_file: Path | None
) -> None:
    """Write a matter, a deliberation or an answer as one signed bundle that `foam bundle verify` checks anywhere."""
    asked = _ask(passphrase_env, passphrase_file)
    with face.home() as home:
        written = home.bundle.export(of, out, whole_sources=whole_sources, passphrase=asked)
    for line in written.left_out:
        face.note(line)
    data = {
        "file": str(out),
        "bytes": written.size,
        "run": written.run,
        "matter": written.matter,
        "key": written.key,
    }
    face.show(f"wrote {out} ({written.size:,} bytes), signed by key {written.key[:12]}", data)


@bundle.command()
@click.option("--out", type=_PATH, help="Write the public half to this file, to hand out.")
@click.option("--new", is_flag=True, help="Put the present key aside and make another, which others must trust anew.")
@faced
def key(face: Face, out: Path | None, new: bool) -> None:
    """Show the key that signs bundles here; one is made when there is none."""
    with face.home() as home:
        public = home.bundle.key(out, new=new)
    text = f"{public.keyid}\nholder {public.holder}; holds {public.not_before} to {public.not_after}"
    face.show(f"{text}\nwrote {out}" if out else text, {**public.json_value(), "file": str(out) if out else None})


@bundle.command()
@click.option("--passphrase", "how", flag_value="passphrase", help="Under a passphrase that is asked for.")
@click.option("--keyring", "how", flag_value="keyring", help="In the system's keyring.")
@click.option("--none", "how", flag_value="none", help="In a plain file that only you can read.")
@click.option("--new-passphrase-env", metavar="VARIABLE", help="An environment variable with the new passphrase.")
@click.option("--new-passphrase-file", type=_PATH, help="A file whose first line is the new passphrase.")
@_passphrase_options
@faced
def protect(
    face: Face,
    how: Literal["passphrase", "keyring", "none"] | None,
    passphrase_env: str | None,
    passphrase_file: Path | None,
    new_passphrase_env: str | None,
    new_passphrase_file: Path | None,
) -> None:
    """Keep the private half of the key under a passphrase, in the system's keyring, or in a plain file."""
    if how is None:
        raise click.UsageError("say how: --passphrase, --keyring or --none")
    asked = _ask(passphrase_env, passphrase_file)
    new = _ask(new_passphrase_env, new_passphrase_file, "New passphrase", confirm=True)
    with face.home() as home:
        public = home.bundle.protect(how, passphrase=asked, new_passphrase=new)
    where = {"passphrase": "under its passphrase", "keyring": "in the system's keyring", "none": "in a plain file"}[how]
    face.show(f"key {public.keyid[:12]} lies {where}", {"keyid": public.keyid, "protected": how})


@bundle.command()
@click.option("--out", type=_PATH, help="Write the old key's statement to this file, to hand out.")
@_passphrase_options
@faced
def rotate(face: Face, out: Path | None, passphrase_env: str | None, passphrase_file: Path | None) -> None:
    """Make a new key that the present one signs for: who trusts the old key can follow it to the new one."""
    with face.home() as home:
        step = home.bundle.rotate(out, passphrase=_ask(passphrase_env, passphrase_file))
    text = f"key {step.new.keyid[:12]} follows {step.old.keyid[:12]} from {step.on} on; bundles say so from now on"
    face.show(f"{text}\nwrote {out}" if out else text, {**step.json_value(), "file": str(out) if out else None})


@bundle.command()
@click.argument("key", metavar="KEY")
@click.option("--because", required=True, metavar="TEXT", help="Why; it is told to whoever meets the key.")
@click.option("--on", type=_DAY, metavar="DATE", help="What it signed from this day on does not count [today].")
@click.option("--out", type=_PATH, help="For a key of your own: write the signed revocation to this file, to hand out.")
@_passphrase_options
@faced
def revoke(
    face: Face,
    key: str,
    because: str,
    on: datetime | None,
    out: Path | None,
    passphrase_env: str | None,
    passphrase_file: Path | None,
) -> None:
    """Revoke KEY (the start of its id, or the name you trust it by): your own for all, another's for you."""
    asked = _ask(passphrase_env, passphrase_file)
    with face.home() as home:
        done = home.bundle.revoke(key, because=because, on=on.date() if on else None, out=out, passphrase=asked)
    told = "signed; later bundles carry it" if done.signed else "here only: its holder did not sign that"
    data = {"keyid": done.keyid, "on": done.on.isoformat(), "because": done.because, "signed": done.signed}
    data["file"] = str(done.file) if done.file else None
    text = f"key {done.keyid[:12]} is revoked from {done.on} on ({told})"
    face.show(f"{text}\nwrote {done.file}" if done.file else text, data)


@bundle.command()
@click.argument("file", metavar="KEYFILE", type=_PATH)
@click.option("--as", "name", default="", metavar="NAME", help="The name you know it by [its holder's].")
@faced
def trust(face: Face, file: Path, name: str) -> None:
    """Trust the key in KEYFILE; or take in what a key you trust says: which follows it, which is revoked."""
    with face.home() as home:
        known = home.bundle.trust(file, name=name)
    text = f"{known.key.keyid}\n{clean(known.name)}: {known.why}; compare this id with what its holder says"
    face.show(text, _row(known))


@bundle.command()
@faced
def keys(face: Face) -> None:
    """List the keys that are trusted here: your own, pinned ones, and those that follow them."""
    with face.home() as home:
        known = home.bundle.keys()
    lines = [
        f"{one.key.keyid[:12]}  {one.name}: {one.why}; holds {one.key.days}{'; ' if one.revoked else ''}{one.revoked}"
        for one in known
    ]
    text = "\n".join(map(clean, lines)) or "none yet; foam bundle trust KEYFILE"
    face.show(text, {"keys": [_row(one) for one in known]})


@bundle.command()
@click.argument("file", type=_PATH)
@click.option("--key", type=_PATH, help="The key it should bear.")
@click.option("--on", type=_DAY, metavar="DATE", help="The day the key has to hold on [today].")
@click.option("--mark", default="", help="The mark at the foot of a letter you have: its act has to be there.")
@click.option("--library", is_flag=True, help="Hold excerpts against the documents in your library, too.")
@faced
def verify(face: Face, file: Path, key: Path | None, on: datetime | None, mark: str, library: bool) -> None:
    """Check FILE: signature, key, digests, record, case file, words, quotations, and every page rendered again.

    Exit 0: whole, and signed by a key you trust. Exit 1: damaged. Exit 4: whole, but nobody you trust vouches for it.
    """
    day = on.date() if on else None
    if library:
        with face.home() as home:
            report = home.bundle.verify(file, key=key, on=day, mark=mark, library=True)
    else:  # it needs no home
        report = foam.verify_bundle(file, key=key, on=day, mark=mark, trusted=foam.trusted_keys())
    said = {"ok": report.ok, "verdict": report.verdict, "vouched": report.vouched}
    face.show(_text(report), {**said, **report.json_value()})
    click.get_current_context().exit(_EXIT_CODES[report.verdict])


def _text(report: BundleReport) -> str:
    shown = "FAILED, damaged" if report.verdict == "damaged" else report.verdict
    lines = [f"{shown}: {len(report.files)} files"]
    lines += [f"  {finding.check}: {finding.where}: {finding.what}" for finding in report.findings]
    lines += [f"  note: {note}" for note in report.notes]
    if report.head:
        lines.append(f"the record's log stood at {report.head}")
    if report.signer is not None:
        trusted = f"trusted here as {report.vouched_by!r}"
        unknown = "nobody you trust vouches for it; see --key and foam bundle trust"
        vouched = trusted if report.vouched else unknown if report.whole else "not to be relied on"
        lines.append(
            f"signed {report.signed_at} by {report.signer.holder!r}, key {report.signer.keyid[:12]}: {vouched}"
        )
    return "\n".join(map(clean, lines))


def _row(known: Any) -> dict[str, Any]:
    return {"name": known.name, "why": known.why, "revoked": known.revoked, **known.key.json_value()}


def _ask(
    variable: str | None, file: Path | None, prompt: str = "Passphrase of the key", *, confirm: bool = False
) -> Callable[[], str] | None:
    """How to get a passphrase: from a variable, a file or the terminal; None where there is no terminal."""
    if variable is not None:
        if variable not in os.environ:
            raise click.UsageError(f"there is no environment variable {variable}")
        return lambda: os.environ[variable]
    if file is not None:
        return lambda: _first_line(file)
    if not sys.stdin.isatty():
        return None
    return lambda: str(click.prompt(prompt, hide_input=True, confirmation_prompt=confirm, err=True))


def _first_line(file: Path) -> str:
    try:
        return file.read_text("utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"cannot read {file}: {error}") from error
