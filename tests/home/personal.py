"""A personal case with fifty distinctive strings planted in it through the commands, and the search for them."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.cluster import Cluster

from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel, agree
from foam.record.opening import open_record_at

GIVEN: dict[str, Any] = {
    "embedder": HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "models": ScriptedModel(agree()),
}
NAME = "Perpetua Zilberschlag"
QUESTION = "Should the harbour be closed to private boats in winter"
REASON = ("--because", "request 12 of May", "--rule", "records law, section 4", "--by", "clerk-2")


class Engine:
    """Where the record of a personal case is: in a file of its home, or in a database of a server of its own."""

    def __init__(self, cluster: Cluster | None = None) -> None:
        self.cluster = cluster
        self._first = self.url = ""

    @property
    def environ(self) -> dict[str, str]:
        return {"FOAM_RECORD__URL": self.url} if self.url else {}

    def begin(self, patch: pytest.MonkeyPatch) -> None:
        """A new database, if it is one. Rows are not compressed in it, so that a search for words finds them."""
        if self.cluster is None:
            return
        import psycopg

        self._first = self.url = self.cluster.make_database()
        open_record_at(self.url).close()
        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute("ALTER TABLE foam.entries ALTER COLUMN body SET STORAGE EXTERNAL")
        patch.setenv("FOAM_RECORD__URL", self.url)

    def copy(self, patch: pytest.MonkeyPatch) -> None:
        """Another database with what is in the first."""
        if self.cluster is not None:
            self.url = self.cluster.copy_database(self._first)
            patch.setenv("FOAM_RECORD__URL", self.url)
            self.analyze()

    def analyze(self) -> None:
        """Have the planner take samples of all columns, as it does by itself after a while."""
        if self.cluster is not None:
            import psycopg

            with psycopg.connect(self.url, autocommit=True) as db:
                db.execute("ANALYZE")

    def drop(self) -> None:
        if self.cluster is not None and self.url != self._first:
            self.cluster.drop_database(self.url)
            self.url = self._first

    def list_places(self) -> tuple[Path, ...]:
        """Folders with the tables and indexes of the present database, as they are on the disk now."""
        if self.cluster is None:
            return ()
        self.cluster.settle()
        return (self.cluster.find_folder(self.url),)

    def list_everything(self) -> tuple[Path, ...]:
        """The whole folder of the server, its log among it."""
        if self.cluster is None:
            return ()
        self.cluster.settle()
        return (self.cluster.data,)


def run(*arguments: object, person: str = "", answer: str | None = None) -> Result:
    env = {"FOAM_PERSON": person} if person else {}
    return CliRunner().invoke(foam, [str(one) for one in arguments], obj=GIVEN, env=env, input=answer)


def data(*arguments: object, person: str = "", exit_code: int = 0) -> Any:
    result = run(*arguments, "--json", person=person)
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def deliberate(question: str, person: str = "") -> Any:
    """A deliberation over the library; a scripted model may well argue what does not verify (exit 1)."""
    result = run("deliberate", question, "--library", "--pack", "benefits-appeal", "--json", person=person)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def day(number: int) -> str:
    return f"2026-01-{number:02}T15:00:00Z"


@dataclass
class PersonalCase:
    """A personal file, what was done in it, and the strings that were planted."""

    folder: Path
    strings: list[str] = field(default_factory=lambda: [NAME])
    person: str = ""
    run: str = ""
    examined: str = ""
    challenge: str = ""
    matter: str = ""

    def plant(self, kind: str) -> str:
        """A new string that stands nowhere else."""
        text = f"{kind}{len(self.strings):02}zqx"
        self.strings.append(text)
        return text

    def write(self, name: str, *lines: str) -> Path:
        path = self.folder / name
        path.write_text("\n".join(lines), "utf-8")
        return path

    def sentences(self, count: int) -> Iterator[str]:
        for _ in range(count):
            yield f"In winter the private boats of {self.plant('Name')} cost the harbour more than they pay."

    def fill(self) -> None:
        """All of it by commands: documents, a deliberation, an examination, a challenge, an appeal with its ruling."""
        self.person = data("person", "open", NAME, f"Ida {self.plant('Witness')}", "--kind", "appeal")["person"]
        letter = self.write("letter.txt", f"{NAME} keeps a boat in the harbour all winter.", *self.sentences(18))
        memo = self.write(f"{self.plant('file')}.txt", f"The boat is the {self.plant('Boat')}.", *self.sentences(10))
        assert not data("person", "add", self.person, letter, memo)["rejected"]
        asked = f"{QUESTION}, as {self.plant('Asked')} wants?"
        own = self.person
        ran = deliberate(asked, own)
        self.run = ran["run"]
        leaf = next(one["id"] for one in data("contest", "parts", self.run)["parts"] if one["kind"] == "fact")
        self.examined = data("examine", letter, memo, person=own)["run"]
        brought = self.write("brought.txt", f"A letter of {self.plant('Brought')}.", *self.sentences(3))
        because = f"It says nothing about {self.plant('Because')}, nor about {self.plant('Ground')}."
        who = self.plant("challenger").lower()
        self.challenge = data(
            "contest", "open", self.run, leaf, "--kind", "not_so", "--because", because, "--as", who,
            "--with", brought,
        )["run"]  # fmt: skip
        self.appeal()

    def appeal(self) -> None:
        text = run("appeal", "begin", "--example").stdout.replace("Ms Ada Example", f"Ms {NAME}")
        form = self.write("decision.toml", text.replace('says = "', f'says = "As {self.plant("Decided")} told us, ', 1))
        self.matter = data("appeal", "begin", form, "--run", self.run, "--at", day(1))["matter"]
        answered = ("--move", "rebut", "--because", "It says so in the first line.", "--by", "boss")
        data("contest", "answer", self.challenge, *answered)  # nothing is sent past a challenge that waits
        self.step("issue_notice", "caseworker-17", 2)
        self.step("deliver", self.plant("ada").lower(), 4, "--role", "affected_person", "--on", "2026-01-03")
        slip = self.write("slip.txt", f"Pay slip of {self.plant('Slip')}.", *self.sentences(2))
        says = (f"It was {self.plant('Filed')} that paid.", f"My rent went to {self.plant('Rent')}.")
        data(
            "appeal", "file", self.matter, "--as", self.plant("eve").lower(), "--role", "affected_person",
            "--at", day(5), "--hearing", "--ground", "factual_error", says[0], "--ground", "missing_evidence", says[1],
            "--with", slip,
        )  # fmt: skip
        clerk = ("--role", "records_clerk")
        minutes = self.write("minutes.txt", f"{self.plant('Heard')} was heard.")
        self.step("accept", "clerk", 6, *clerk)
        self.step("disclose_record", "clerk", 7, *clerk, "--show", "all")
        self.step("open_evidence", "clerk", 7, *clerk)
        room = self.plant("Room")
        self.step("set_hearing", "clerk", 8, *clerk, "--hearing-at", day(19), "--place", room)
        self.step("hold_hearing", "judge", 20, "--with", minutes)
        self.step("disclose", "clerk", 21, *clerk, "--show", "all")
        self.step("waive_days", self.plant("eve").lower(), 21, "--role", "affected_person")
        self.step("close_record", "clerk", 22, *clerk)
        self.step("assign", "boss", 23, "--role", "supervisor", "--reviewer", "judge")
        data(
            "appeal", "decide", self.matter, "--as", "judge", "--at", day(24), "--outcome", "modified",
            "--remedy", "recalculate", "--ground", "g1", "sustained", f"As {self.plant('Ruled')} shows.", "i1",
            "--ground", "g2", "rejected", f"Rent of {self.plant('Ruled')} does not count.", "#3",
        )  # fmt: skip
        self.step("notify_decision", "clerk", 25, *clerk)

    def step(self, act: str, who: str, number: int, *rest: object) -> None:
        data("appeal", "step", self.matter, act, "--as", who, "--at", day(number), *rest)

    def find(self, *places: Path) -> list[str]:
        """Strings of the case that stand in any byte of these files and folders, also in what is compressed."""
        layers = [layer.lower() for path in list_files(places) for layer in read_layers(path.read_bytes())]
        return [text for text in self.strings if any(text.lower().encode() in layer for layer in layers)]


def list_files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        yield from (path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]


def find_bytes(wanted: Iterable[bytes], places: Iterable[Path]) -> list[tuple[bytes, Path]]:
    """Which of these stand in which file, whatever the case. A server may take files away meanwhile."""
    found = []
    folded = [one.lower() for one in wanted]
    for path in list_files(places):
        with suppress(FileNotFoundError):
            content = path.read_bytes().lower()
            found += [(one, path) for one in folded if one in content]
    return found


def read_layers(content: bytes) -> Iterator[bytes]:
    """The bytes, and whatever they hold that zip, gzip or zlib packed: archives in archives, streams in files."""
    yield content
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield name.encode()
                yield from read_layers(archive.read(name))
    for head in (b"x\x01", b"x\x9c", b"x\xda", b"\x1f\x8b"):
        place = content.find(head)
        while place >= 0:
            with suppress(zlib.error):
                yield zlib.decompressobj(wbits=47).decompress(memoryview(content)[place:])
            place = content.find(head, place + 1)
