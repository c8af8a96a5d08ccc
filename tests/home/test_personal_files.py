"""Erasure that is real: fifty strings planted in a personal case through the commands, erased, and searched for."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cluster import start_cluster
from tests.home.personal import (
    GIVEN,
    NAME,
    QUESTION,
    REASON,
    Engine,
    PersonalCase,
    data,
    deliberate,
    find_bytes,
    list_files,
    run,
)

import foam
from foam.record.keys import KeyFolder
from foam.record.personal import write_prefix

KILLS = 6
"""Moments at which an erasure is killed."""


@pytest.fixture(scope="module", params=["file", "database"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Where the record is: in a file of the home, or in a server of its own, of which every byte is searched."""
    if request.param == "file":
        yield Engine()
        return
    started = start_cluster(options="-c wal_recycle=off -c full_page_writes=on")
    yield Engine(started)
    started.remove()


@pytest.fixture(scope="module")
def filled(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> PersonalCase:
    """A home with a personal case, made once; tests work on copies."""
    folder = tmp_path_factory.mktemp("personal")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOAM_HOME", str(folder / "home"))
        engine.begin(patch)
        case = PersonalCase(folder)
        others = case.write("others.txt", "The harbour is dredged twice a year. Private boats pay a tenth of it.")
        data("library", "add", others)
        deliberate(f"{QUESTION}?")
        case.fill()
    return case


@pytest.fixture
def home(filled: PersonalCase, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    yield make_home(filled, engine, tmp_path / "home", monkeypatch)
    engine.drop()


def make_home(filled: PersonalCase, engine: Engine, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(filled.folder / "home", home)
    monkeypatch.setenv("FOAM_HOME", str(home))
    engine.copy(monkeypatch)
    return home


def erase(case: PersonalCase) -> None:
    done = data("person", "erase", case.person, *REASON, "--yes")
    assert done["ok"], done


def read_key(home: Path, case: PersonalCase) -> bytes:
    key = KeyFolder(home / "vault").find(case.person)
    assert key is not None
    return key


def require_gone(case: PersonalCase, engine: Engine, key: bytes, *places: Path) -> None:
    """No string, no bytes that were kept under the key, and no key; nor any of them in tables of the database."""
    assert case.find(*places) == []
    sealed = write_prefix(case.person)
    strings = [form for one in case.strings for form in (one.encode(), one.encode().hex().encode())]
    secret = [key, key.hex().encode()]
    assert find_bytes([*secret, sealed], places) == []
    assert find_bytes([*secret, sealed, *strings], engine.list_places()) == []
    assert find_bytes([*secret, *strings], engine.list_everything()) == [], "the server's log never had them"


def test_all_of_it_is_held_and_readable_before(filled: PersonalCase, home: Path, tmp_path: Path) -> None:
    assert len(filled.strings) >= 50
    data("person", "export", filled.person, tmp_path / "all.json")
    assert filled.find(tmp_path / "all.json") == filled.strings
    data("bundle", "export", filled.matter, tmp_path / "file.zip")
    told = data("bundle", "verify", tmp_path / "file.zip")
    assert told["findings"] == []
    assert len(filled.find(tmp_path / "file.zip")) > 40
    assert data("record", "replay", filled.run)["ok"]
    assert data("verify", filled.run)["checked"]["quotations"] > 0
    assert NAME in run("appeal", "notice", filled.matter, "decision", "--draft").stdout


def test_none_of_it_lies_in_the_open_even_before(filled: PersonalCase, engine: Engine, home: Path) -> None:
    assert filled.find(home) == []
    key = read_key(home, filled)
    wanted = [key, key.hex().encode(), *(one.encode() for one in filled.strings)]
    assert find_bytes(wanted, engine.list_everything()) == []


def test_erased_it_is_in_no_byte_and_the_record_verifies(
    filled: PersonalCase, engine: Engine, home: Path, tmp_path: Path
) -> None:
    key = read_key(home, filled)
    head = data("record", "head")["head"]
    other = next(one["run"] for one in data("record", "list")["runs"] if one["run"] != filled.run)
    erase(filled)
    data("backup", tmp_path / "after.foam")
    data("backup", tmp_path / "after.keys", "--keys")
    plain = [one["run"] for one in data("record", "list")["runs"]]
    assert plain
    data("bundle", "export", plain[0], tmp_path / "other.zip")
    places = [home, tmp_path / "after.foam", tmp_path / "after.keys", tmp_path / "other.zip"]
    if engine.cluster:
        engine.cluster.dump_database(engine.url, tmp_path / "after.sql")
        written = (tmp_path / "after.sql").read_text("utf-8")
        assert filled.run in written, "a dump has its entries"
        assert write_prefix(filled.person).hex() not in written
        assert not [one for one in filled.strings if one.encode().hex() in written]
        places.append(tmp_path / "after.sql")
    require_gone(filled, engine, key, *places)
    verified = data("record", "verify", "--head", head)
    said = " ".join(verified["notes"])
    for words in (filled.person, "by clerk-2", "under records law, section 4", "request 12 of May"):
        assert words in said
    assert data("library", "verify")["damaged"] == []
    assert other
    for command in (("dossier", "show", filled.run), ("contest", "show", filled.challenge)):
        assert "was erased on" in data(*command, exit_code=2)["error"]
    for command in (("appeal", "timeline", filled.matter), ("record", "show", filled.examined)):
        assert "records law, section 4" in data(*command, exit_code=2)["error"]
    assert "was erased" in data("bundle", "export", filled.matter, tmp_path / "no.zip", exit_code=2)["error"]
    assert data("record", "replay", plain[0])["ok"], "what belongs to nobody is as it was"


def test_what_nobody_salted_cannot_be_tried_out_afterwards(filled: PersonalCase, engine: Engine, home: Path) -> None:
    """Who guesses a whole entry, but not its salt, finds its digest nowhere."""
    with foam.open(home, environ=engine.environ, **GIVEN) as opened:
        entries = opened.person.export(filled.person).entries
    erase(filled)
    content = b"".join(path.read_bytes() for path in list_files([home, *engine.list_places()]))
    for entry in entries:
        bare = entry.draft.model_copy(update={"inputs": entry.draft.inputs[:-1]})
        guessed = entry.model_copy(update={"draft": bare})
        for digest in (bare.key, guessed.digest, guessed.seal, entry.digest):
            assert digest.encode() not in content
        assert entry.key.encode() in content, "the salted one is: the chain stays"


def test_a_hold_stops_erasure_and_retention(filled: PersonalCase, home: Path) -> None:
    data("person", "hold", filled.person, "--because", "lawsuit 9", "--by", "counsel")
    told = data("person", "erase", filled.person, *REASON, "--yes", exit_code=2)
    assert "held since" in told["error"]
    (home / "config.toml").write_text("[retention]\nappeal = 0\n", "utf-8")
    assert data("person", "retain")["erased"] == []
    assert data("person", "show", filled.person)["hold"]["by"] == "counsel"
    data("person", "release", filled.person, "--because", "it ended")
    erase(filled)


def test_retention_erases_what_is_due_under_its_rule(filled: PersonalCase, home: Path) -> None:
    (home / "config.toml").write_text("[retention]\nappeal = 0\nother = 1\n", "utf-8")
    assert [one["person"] for one in data("person", "retain", "--plan")["erased"]] == [filled.person]
    assert data("person", "show", filled.person)["entries"]
    done = data("person", "retain")["erased"]
    assert [one["rule"] for one in done] == ["retention: appeal, 0 days"]
    assert "retention: appeal" in " ".join(data("record", "verify")["notes"])


@pytest.mark.parametrize("said", [f"{NAME} asked for it", "Ms Zilberschlag asked", "ZILBERSCHLAG, request 7"])
def test_a_reason_that_tells_who_is_refused(filled: PersonalCase, home: Path, said: str) -> None:
    told = data("person", "erase", filled.person, "--because", said, "--rule", "law", "--yes", exit_code=2)
    assert "stays on file" in told["error"]


def test_a_plan_and_a_no_change_nothing(filled: PersonalCase, home: Path) -> None:
    planned = data("person", "erase", filled.person, *REASON, "--plan")
    assert (planned["entry"], planned["entries"] > 20) == ("", True)
    assert run("person", "erase", filled.person, *REASON, answer="n\n").exit_code != 0
    assert data("dossier", "show", filled.run)


def test_words_that_stand_in_the_open_elsewhere_are_named(filled: PersonalCase, home: Path, tmp_path: Path) -> None:
    copied = tmp_path / "copied.txt"
    copied.write_text(f"{NAME} keeps a boat in the harbour all winter.", "utf-8")
    data("library", "add", copied)
    done = data("person", "erase", filled.person, *REASON, "--yes", exit_code=1)
    assert any(name.startswith("foam.db") for name in done["left"])


def test_words_in_a_run_in_the_open_are_named(filled: PersonalCase, engine: Engine, home: Path) -> None:
    deliberate(f"Should {NAME} keep her boat in the harbour?")
    done = data("person", "erase", filled.person, *REASON, "--yes", exit_code=1)
    assert ("foam.entries" if engine.cluster else "foam.db") in done["left"]


def test_accounts_are_forgotten_with_it(filled: PersonalCase, engine: Engine, home: Path) -> None:
    data("people", "add", "zilberschlag.p", "--role", "affected_person")
    data("people", "add", "root", "--role", "administrator")
    engine.analyze()
    with foam.open(home, environ=engine.environ, **GIVEN) as opened:
        opened.people.note_reading(who="zilberschlag.p", did="GET /x", what=filled.matter)
    data("person", "erase", filled.person, *REASON, "--account", "zilberschlag.p", "--yes")
    assert find_bytes([b"zilberschlag"], [home, *engine.list_places()]) == []
    assert [one["who"] for one in data("people", "audit")["audit"]] == [filled.person]


def test_an_appeal_about_a_run_in_the_open_has_a_file_of_its_own(
    filled: PersonalCase, engine: Engine, home: Path, tmp_path: Path
) -> None:
    plain = data("record", "list")["runs"][0]["run"]
    form = tmp_path / "decision.toml"
    form.write_text(run("appeal", "begin", "--example").stdout.replace("Ada Example", "Odo Thistlewood"), "utf-8")
    matter = data("appeal", "begin", form, "--run", plain, "--at", "2026-01-01T15:00:00Z")["matter"]
    data("appeal", "step", matter, "issue_notice", "--as", "caseworker-17", "--at", "2026-01-02T15:00:00Z")
    assert data("person", "show", matter)["names"] == ["Ms Odo Thistlewood"]
    assert find_bytes([b"Thistlewood"], [home, *engine.list_everything()]) == []
    done = data("person", "erase", matter, *REASON, "--yes", exit_code=1)
    assert (done["left"], done["runs"]) == ([], [plain])
    assert data("contest", "status", plain)["matters"] == []
    assert data("record", "replay", plain)["ok"]
    assert data("record", "verify")["ok"]
    with foam.open(home, environ=engine.environ, **GIVEN) as opened:
        opened.people.add("nosy", roles=["reader"])
        sight = opened.people.find_sight(opened.people.show("nosy"))
        assert not sight.sees_run(opened.people.trace(plain)), "what the case was about is not the house's"


def test_a_matter_that_is_refused_opens_no_file(filled: PersonalCase, home: Path, tmp_path: Path) -> None:
    before = data("person", "list")["files"]
    form = tmp_path / "decision.toml"
    form.write_text(run("appeal", "begin", "--example").stdout.replace("America/Chicago", "Nowhere/Land"), "utf-8")
    assert run("appeal", "begin", form).exit_code == 2
    assert data("person", "list")["files"] == before


def test_a_dossier_of_it_is_not_opened_from_the_home(filled: PersonalCase, home: Path) -> None:
    assert "in the open" in data("dossier", "open", filled.run, "--no-browser", exit_code=2)["error"]
    assert not (home / "dossiers").exists()


@pytest.mark.parametrize(
    "command",
    [("library", "add", "."), ("memory", "build", "."), ("library", "reindex")],
)
def test_in_a_personal_file_nothing_is_kept_outside_of_it(
    filled: PersonalCase, home: Path, command: tuple[str, ...]
) -> None:
    assert "outside of the personal file" in data(*command, person=filled.person, exit_code=2)["error"]


_KILLED = """
import sys
import foam
with foam.open(sys.argv[1], environ={"FOAM_RECORD__URL": sys.argv[3]} if sys.argv[3] else {}) as home:
    home.person.list()
    print("ready", flush=True)
    home.person.erase(sys.argv[2], because="request 12 of May", rule="records law, section 4", by="clerk-2")
    print("done", flush=True)
"""


def test_killed_at_any_moment_it_ends_when_it_is_started_again(
    filled: PersonalCase, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(7)
    begun = cut_short = 0
    for number in range(KILLS):
        home = make_home(filled, engine, tmp_path / f"home-{number}", monkeypatch)
        key = read_key(home, filled)
        child = subprocess.Popen(
            [sys.executable, "-c", _KILLED, str(home), filled.person, engine.url], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        while number and child.poll() is None and not KeyFolder(home / "vault").list_buried():
            time.sleep(0.001)  # all but the first are killed once it has begun, the second at once
        time.sleep(chance.uniform(0, 0.4) if number != 1 else 0)
        child.send_signal(signal.SIGKILL)
        child.wait()
        done = child.stdout.read() == "done\n"
        child.stdout.close()
        buried = KeyFolder(home / "vault").list_buried()
        if buried:
            begun += 1
            cut_short += not buried[0].done
            assert "was erased" in data("person", "show", filled.person, exit_code=2)["error"]
        else:
            assert not done
            assert data("person", "show", filled.person)["documents"] == 2
        erase(filled)
        require_gone(filled, engine, key, home)
        assert data("record", "verify")["ok"], number
        assert KeyFolder(home / "vault").list_buried()[0].done
        shutil.rmtree(home)
        engine.drop()
    assert begun
    assert cut_short, "no kill fell into the work: widen the times"


def test_erased_it_leaves_the_log_of_the_server_with_the_next_files(
    filled: PersonalCase, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last test of the module: it erases the case that the others copy. The log had ciphertext before; a server
    that does not use its files again (`wal_recycle = off`) has none of it after a switch and a checkpoint."""
    if engine.cluster is None:
        pytest.skip("a file has no server")
    monkeypatch.setenv("FOAM_HOME", str(filled.folder / "home"))
    monkeypatch.setenv("FOAM_RECORD__URL", engine.url)
    key = read_key(filled.folder / "home", filled)
    sealed = write_prefix(filled.person)
    engine.cluster.settle()
    data("person", "hold", filled.person, "--because", "lawsuit 9")
    data("person", "release", filled.person, "--because", "it ended")
    assert find_bytes([sealed], [engine.cluster.data / "base"])
    assert find_bytes([sealed], [engine.cluster.data / "pg_wal"])
    erase(filled)
    require_gone(filled, engine, key, filled.folder / "home")
    assert find_bytes([sealed], engine.list_everything()) == []
    assert data("record", "verify")["ok"]
