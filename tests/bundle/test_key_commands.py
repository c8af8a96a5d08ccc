"""Keys as people use them on the command line: two homes, an office that signs and a reader who checks."""

from __future__ import annotations

import json
import os
import pty
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from click.testing import CliRunner
from tests.bundle.test_keyring_contract import KeyringInMemory

from foam.cli.main import foam


class House:
    """Somebody with a home of their own."""

    def __init__(self, folder: Path, environ: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.environ = {"FOAM_HOME": str(folder), **(environ or {})}

    def run(self, *arguments: object, exit_code: int = 0) -> Any:
        result = CliRunner(env=self.environ).invoke(foam, [*map(str, arguments), "--json"])
        assert result.exit_code == exit_code, result.output
        return json.loads(result.stdout)


@pytest.fixture
def office(tmp_path: Path) -> House:
    return House(tmp_path / "office", {"SECRET": "open sesame", "WRONG": "x"})


@pytest.fixture
def reader(tmp_path: Path) -> House:
    return House(tmp_path / "reader")


@pytest.fixture
def matter(office: House, tmp_path: Path) -> str:
    form = tmp_path / "decision.toml"
    form.write_text(CliRunner(env=office.environ).invoke(foam, ["appeal", "begin", "--example"]).stdout, "utf-8")
    begun: str = office.run("appeal", "begin", form)["matter"]
    return begun


@pytest.fixture
def system_keyring() -> Iterator[KeyringInMemory]:
    before, backend = keyring.get_keyring(), KeyringInMemory()
    keyring.set_keyring(backend)
    yield backend
    keyring.set_keyring(before)


def test_trust_follows_a_rotation_and_ends_with_a_revocation(
    office: House, reader: House, matter: str, tmp_path: Path
) -> None:
    first, second, third = (tmp_path / f"{n}.zip" for n in (1, 2, 3))
    key, step, end = (tmp_path / f"{name}.json" for name in ("key", "step", "end"))
    office.run("bundle", "export", matter, first)
    office.run("bundle", "key", "--out", key)
    reader.run("bundle", "verify", first, exit_code=4)
    reader.run("bundle", "trust", key, "--as", "the office")
    assert reader.run("bundle", "verify", first)["vouched_by"] == "the office"
    rotated = office.run("bundle", "rotate", "--out", step)
    office.run("bundle", "export", matter, second)
    assert reader.run("bundle", "verify", second)["signer"]["keyid"] == rotated["new"]["keyid"]
    assert reader.run("bundle", "verify", second, "--key", key)["ok"]
    assert reader.run("bundle", "verify", first)["ok"]
    assert reader.run("bundle", "trust", step)["why"].startswith("follows")
    assert [one["name"] for one in reader.run("bundle", "keys")["keys"]] == ["the office", "the office"]
    office.run("bundle", "revoke", rotated["old"]["keyid"][:12], "--because", "stolen", "--out", end)
    assert office.run("bundle", "verify", first, exit_code=1)["findings"][0]["check"] == "key"
    reader.run("bundle", "trust", end)
    assert "revoked" in reader.run("bundle", "verify", first, exit_code=1)["findings"][0]["what"]
    assert reader.run("bundle", "verify", second)["ok"], "the new key was known before"
    office.run("bundle", "export", matter, third)
    assert reader.run("bundle", "verify", third)["ok"]
    assert "revoked on" in reader.run("bundle", "keys")["keys"][0]["revoked"]


def test_a_key_revoked_by_itself_signs_no_more_until_there_is_a_new_one(
    office: House, matter: str, tmp_path: Path
) -> None:
    bundle = tmp_path / "a.zip"
    office.run("bundle", "export", matter, bundle)
    keyid = office.run("bundle", "key")["keyid"]
    office.run("bundle", "revoke", keyid, "--because", "lost")
    told = office.run("bundle", "export", matter, bundle, exit_code=2)
    assert "revoked" in told["error"]
    assert "foam bundle key --new" in told["hint"]
    assert "revoked" in office.run("bundle", "rotate", exit_code=2)["error"]
    office.run("bundle", "key", "--new")
    office.run("bundle", "export", matter, bundle)
    assert office.run("bundle", "verify", bundle)["ok"]


def test_a_reader_revokes_for_themselves(office: House, reader: House, matter: str, tmp_path: Path) -> None:
    bundle, key = tmp_path / "a.zip", tmp_path / "key.json"
    office.run("bundle", "export", matter, bundle)
    office.run("bundle", "key", "--out", key)
    reader.run("bundle", "trust", key, "--as", "o")
    assert reader.run("bundle", "revoke", "o", "--because", "no longer ours", "--on", "2020-01-01")["signed"] is False
    assert reader.run("bundle", "verify", bundle, exit_code=1)["verdict"] == "damaged"
    assert reader.run("bundle", "verify", bundle, "--key", key, exit_code=1)


def test_statements_of_strangers_are_not_taken_in(office: House, reader: House, tmp_path: Path) -> None:
    step = tmp_path / "step.json"
    office.run("bundle", "rotate", "--out", step)
    told = reader.run("bundle", "trust", step, exit_code=2)
    assert "not trusted here" in told["error"]
    assert "foam bundle trust" in told["hint"]
    assert reader.run("bundle", "trust", tmp_path / "none", exit_code=2)["error"].startswith("cannot read")
    (tmp_path / "rubbish").write_bytes(b"\xff{")
    assert "no public key" in reader.run("bundle", "trust", tmp_path / "rubbish", exit_code=2)["error"]
    assert reader.run("bundle", "revoke", "nobody", "--because", "x", exit_code=2)["error"].startswith("no key is")


def test_a_passphrase_comes_from_a_variable_or_a_file(office: House, matter: str, tmp_path: Path) -> None:
    bundle, file = tmp_path / "a.zip", tmp_path / "pass"
    file.write_text("open sesame\r\nmore\n", "utf-8")
    office.run("bundle", "protect", "--passphrase", "--new-passphrase-env", "SECRET")
    assert "none was given" in office.run("bundle", "export", matter, bundle, exit_code=2)["error"]
    wrong = office.run("bundle", "export", matter, bundle, "--passphrase-env", "WRONG", exit_code=2)
    assert "does not open" in wrong["error"]
    office.run("bundle", "export", matter, bundle, "--passphrase-env", "SECRET")
    office.run("bundle", "export", matter, bundle, "--passphrase-file", file)
    assert office.run("bundle", "verify", bundle)["ok"]
    old = office.run("bundle", "key")["keyid"]
    assert office.run("bundle", "rotate", "--passphrase-env", "SECRET")["old"]["keyid"] == old
    assert "none was given" in office.run("bundle", "export", matter, bundle, exit_code=2)["error"]
    office.run("bundle", "export", matter, bundle, "--passphrase-env", "SECRET")
    office.run("bundle", "protect", "--none", "--passphrase-env", "SECRET")
    office.run("bundle", "export", matter, bundle)
    missing = CliRunner(env=office.environ).invoke(
        foam, ["bundle", "export", matter, str(bundle), "--passphrase-env", "NONE"]
    )
    assert missing.exit_code == 2


def test_a_key_in_the_keyring_signs_and_rotates(
    office: House, matter: str, tmp_path: Path, system_keyring: KeyringInMemory
) -> None:
    bundle = tmp_path / "a.zip"
    old = office.run("bundle", "protect", "--keyring")["keyid"]
    assert [name for _, name in system_keyring.kept] == [old]
    office.run("bundle", "export", matter, bundle)
    assert office.run("bundle", "verify", bundle)["signer"]["keyid"] == old
    new = office.run("bundle", "rotate")["new"]["keyid"]
    assert [name for _, name in system_keyring.kept] == [new]
    office.run("bundle", "export", matter, bundle)
    system_keyring.kept.clear()
    told = office.run("bundle", "export", matter, bundle, exit_code=2)
    assert "does not hold key" in told["error"]
    assert "foam bundle key --new" in told["hint"]


def test_the_terminal_does_not_show_the_passphrase(office: House, matter: str, tmp_path: Path) -> None:
    office.run("bundle", "protect", "--passphrase", "--new-passphrase-env", "SECRET")
    pid, terminal = pty.fork()
    if pid == 0:  # the child, at a terminal of its own
        os.environ.update(office.environ)
        command = ["-c", "from foam.cli.main import main; main()", "bundle", "export", matter, str(tmp_path / "a.zip")]
        os.execv(sys.executable, [sys.executable, *command])
    shown = b""
    while b"Passphrase" not in shown:
        shown += os.read(terminal, 1000)
    os.write(terminal, b"open sesame\n")
    try:
        while more := os.read(terminal, 1000):
            shown += more
    except OSError:  # the child has closed its end
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, shown
    assert b"open sesame" not in shown
    assert (tmp_path / "a.zip").exists()


def test_a_lost_private_half_is_no_dead_end(office: House, matter: str, tmp_path: Path) -> None:
    bundle = tmp_path / "a.zip"
    office.run("bundle", "export", matter, bundle)
    (office.folder / "keys" / "bundle.key.private.json").unlink()
    told = office.run("bundle", "export", matter, bundle, exit_code=2)
    assert "private half" in told["error"]
    assert "foam bundle key --new" in told["hint"]
    assert office.run("bundle", "verify", bundle)["ok"], "what the lost key signed is still ours"
    office.run("bundle", "key", "--new")
    office.run("bundle", "export", matter, bundle)
    assert office.run("bundle", "verify", bundle)["ok"]


def test_a_rotation_needs_no_keyring_and_writes_its_statement_first(office: House, tmp_path: Path) -> None:
    """The key lies in a file; whether the system has a keyring is nobody's business."""
    before = office.run("bundle", "key")["keyid"]
    step = tmp_path / "step.json"
    office.run("bundle", "rotate", "--out", step)
    assert step.read_bytes()
    assert office.run("bundle", "key")["keyid"] != before
