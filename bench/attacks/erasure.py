"""Erasure: strings are planted wherever a home can hold somebody's words, erased, and searched for in every byte."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.attacks.tally import Tally
from foam import Facts, FactsModel, Home
from foam import open as open_home
from foam.evidence.search.fake import HashingEmbedder

PERSON = "Perpetua Zilberschlag"
_QUESTION = "Should the harbour be closed to private boats in winter?"
_OTHERS = """The harbour is dredged twice a year. Private boats pay a tenth of the cost of dredging.
In winter the pilots work half as many hours. A closed harbour saves the town two watches a night.
Owners of boats say that closing it would cost them their winter moorings. The council has no figures for that.
"""
_KNOWN = [
    {"text": "A closed harbour saves the town two watches a night.", "side": "for"},
    {"text": "Owners of boats say that closing it would cost them their winter moorings.", "side": "against"},
]


def run(folder: Path) -> Iterable[Tally]:
    """A home with a library, a deliberation, a challenge, a matter and a memory; then three erasures."""
    planted = Planted(folder)
    with open_home(
        folder / "home",
        models=FactsModel(Facts.model_validate({"question": _QUESTION, "writes": True, "sentences": _KNOWN})),
        embedder=HashingEmbedder(),
        stance=lambda claim, texts: [0.0] * len(texts),
        environ={},
    ) as home:
        deliberated, challenged, matter = planted.fill(home)
        home.bundle.export(matter, folder / "before.zip")
        there = {text for text in planted.strings if planted.find(text, folder / "home", folder / "before.zip")}
        before = str(home.record.head())
        because = "request 12/2026 under the records law"
        home.erase(document=planted.document(home), because=because)
        home.erase(challenge=challenged, because=because)
        home.erase(person=PERSON, because=because)
        home.bundle.export(matter, folder / "after.zip")
        home.bundle.export(deliberated, folder / "run.zip")
        left = {text for text in there if planted.find(text, folder / "home", folder / "after.zip", folder / "run.zip")}
        yield Tally(
            "erased strings gone from every byte of the home and of new bundles",
            len(there),
            len(there - left),
            len(left),
        )
        checks = {
            "record": home.record.verify(head=before).ok,
            "library": home.library.verify().ok,
            "bundle of the matter": not home.bundle.verify(folder / "after.zip").findings,
            "bundle of the run": not home.bundle.verify(folder / "run.zip").findings,
        }
        failed = [name for name, ok in checks.items() if not ok]
        yield Tally("what is left verifies", len(checks), len(checks) - len(failed), len(failed), ", ".join(failed))


class Planted:
    """Unique strings and where they were put."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.strings: list[str] = [PERSON]

    def plant(self, kind: str) -> str:
        """A new string that stands nowhere else."""
        text = f"{kind}{len(self.strings):02}zqx"
        self.strings.append(text)
        return text

    def fill(self, home: Home) -> tuple[str, str, str]:
        """Everything that can hold words, with strings planted in it; the run, the challenge and the matter."""
        home.library.add(self._write_documents())
        ran = home.deliberate(_QUESTION, pack="benefits-appeal", library=True)
        assert ran.view.tree is not None
        heard = home.contest.open(
            ran.run,
            ran.view.tree.frame.considerations[0].rests_on[0],
            kind="not_so",
            because=f"It says nothing about {self.plant('Because')}, and {self.plant('Ground')} was never asked.",
            by=self.plant("challenger").lower(),
            with_documents=[self._write("brought.txt", [f"A letter of {self.plant('Brought')}.", *self._sentences(4)])],
        )
        form = tomllib.loads(home.appeal.example())
        form |= {"person": f"Ms {PERSON}"}
        form["decision"]["reasons"][0]["says"] = f"{PERSON} owed {self.plant('Reason')} for October."
        status = home.appeal.begin(form, run=ran.run, at="2026-01-01T15:00:00Z")
        home.appeal.step(status.matter, "issue_notice", by="caseworker-17", at="2026-01-02T15:00:00Z")
        slip = self._write("slip.txt", [f"Pay slip of {PERSON}: {self.plant('Slip')}.", *self._sentences(3)])
        home.appeal.file(
            status.matter,
            by="perpetua.zilberschlag",
            role="affected_person",
            grounds=[
                {"kind": "factual_error", "says": f"I never had {self.plant('Filed')} nor {self.plant('Filed')}."}
            ],
            with_documents=[slip],
            at="2026-01-05T15:00:00Z",
        )
        self._remember(home)
        return ran.run, heard.run, status.matter

    def document(self, home: Home) -> str:
        """The id of the document that is erased by its id."""
        found = [one for one in home.library.list().documents if self.strings[1] in one.title]
        return found[0].id

    def find(self, text: str, *places: Path) -> bool:
        """Whether a string stands in any byte of these files and folders, in any case."""
        wanted = text.lower().encode()
        return any(wanted in path.read_bytes().lower() for path in _list_files(places))

    def _write_documents(self) -> Path:
        folder = self._folder / "documents"
        folder.mkdir()
        (folder / "others.txt").write_text(_OTHERS, "utf-8")
        title, author, source = self.plant("Title"), self.plant("Author"), self.plant("Source")
        url = f"https://{self.plant('url').lower()}.example/x"
        head = f"---\ntitle: {title} on winter boats\nauthor: {author}\nsource: {source}\nurl: {url}\n---\n"
        lines = [f"The harbour of {self.plant('Town')} closed to private boats.", *self._sentences(18)]
        (folder / f"{self.plant('file').lower()}.md").write_text(head + "\n".join(lines), "utf-8")
        named = [f"{PERSON} keeps a boat in the harbour all winter.", f"Her boat is the {self.plant('Boat')}."]
        (folder / "letter.txt").write_text("\n".join([*named, *self._sentences(9)]), "utf-8")
        return folder

    def _sentences(self, count: int) -> Iterator[str]:
        for _ in range(count):
            yield f"In winter the private boats of {self.plant('Name')} cost the harbour more than they pay."

    def _write(self, name: str, lines: Iterable[str]) -> Path:
        path = self._folder / name
        path.write_text("\n".join(lines), "utf-8")
        return path

    def _remember(self, home: Home) -> None:
        said = f"{PERSON} argued that because boats pay for the harbour, closing it hurts {self.plant('Spoken')}."
        answer = "Other harbours closed and nobody moved away, so the cost is small."
        path = self._folder / "transcript.txt"
        path.write_text(f"Motion: {_QUESTION}\n\nPro 1: {said}\n\nCon 1: {answer}\n", "utf-8")
        home.memory.build([path])


def _list_files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        yield from (path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]
