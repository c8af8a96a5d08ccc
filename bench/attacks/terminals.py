"""Hostile text in every field that a stranger can fill, and a look at everything that is printed or written.

What counts as harmful is told here by Unicode's own categories, not by the code under attack.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import random
import shutil
import tomllib
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import foam
from bench.attacks.tally import Tally
from foam.cli.frame import run_cli
from foam.cli.main import foam as commands
from foam.domains import __path__ as domains
from foam.evidence.search.fake import HashingEmbedder
from foam.model.form import Form, FormField, ListField, TextField
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, reply_by_seed
from foam.paper import ENDINGS

MARK = "MARKED"
"""Stands beside each hostile string, so that it can be told whether the field was shown at all."""
HOSTILE = (
    "\x1b[2J\x1b[31mred\x1b]0;title\x07",
    "\x9b2J\x90q\x9c",
    "gone\rerror: no such thing\x08\x08\x7f",
    "\u202egnp.exe\u202c \u2066a\u2067b\u2069",
    "\u200b\u2060\ufeff\u00ad\u034f\u061c\u200e\u200f",
    "\U000e0001\U000e0041\U000e0042\U000e007f",
    "\ufe0f\ufe01\U000e0101\U000e01ef",
    "\u115f\u1160\u3164\uffa0\u17b4\u180e",
    "a\u200db\u200cc\u2061\u206a",
    "x\u2028y\u2029z\x85\x0b\x0c",
    "\ufff9\ufffb\U0001d173\U0001bca0",
    "e" + "\u0335" * 30,
)
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
_MOST_MARKS = 6
FORMATS = ("json", "turtle", "provn")
"""In which a run is exported."""
_RUN = "RUN"
_CITING = (("library", "show"), ("library", "remove"))


class Shown(NamedTuple):
    """One thing that was printed or written."""

    what: str
    text: str


def find_harm(text: str) -> str:
    """The first character that acts, hides or turns the line, by name; empty when there is none."""
    marks = 0
    for char in text:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        selects = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
        acts = (kind in ("Cc", "Cf", "Cs", "Zl", "Zp") and char not in "\n\t") or char in _FILLERS or selects
        if acts or marks > _MOST_MARKS:
            return f"U+{ord(char):04X}"
    return ""


def invoke(argv: Sequence[str], home: Path, poison: str) -> tuple[str, str]:
    """What a command prints on stdout and stderr."""

    def say(call: Call) -> Said | None:
        match call.question, reply_by_seed(call):
            case Write() as asked, Written(fields=fields):
                return Written(fields=dict(_poison(asked.fields, fields, poison)))
        return None

    given = {
        "folder": home,
        "models": foam.ScriptedModel(say),
        "embedder": HashingEmbedder(),
        "stance": lambda claim, texts: [0.5] * len(texts),
        "environ": {"FOAM_OPERATOR": poison},
    }

    class Group:
        """The commands, with a home of ours."""

        def main(self, **options: Any) -> Any:
            return commands.main(obj=given, **options)

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        run_cli(Group(), list(argv))  # type: ignore[arg-type]
    return out.getvalue(), err.getvalue()


def _poison(fields: Sequence[FormField], filled: Form, poison: str) -> Iterator[tuple[str, Any]]:
    """A form with the poison in every text of it."""
    for field in fields:
        value = filled[field.name]
        if isinstance(field, TextField):
            yield field.name, " ".join(poison.split()[: field.max_words])
        elif isinstance(field, ListField) and isinstance(value, tuple):
            rows = (row for row in value if isinstance(row, dict))
            yield field.name, tuple(dict(_poison(field.fields, row, poison)) for row in rows)
        else:
            yield field.name, value


def _toml(text: str) -> str:
    """A text as TOML writes it, every odd character escaped."""
    plain = text.encode("utf-8", "ignore").decode()
    return '"' + "".join(c if c.isalnum() or c == " " else f"\\U{ord(c):08x}" for c in plain) + '"'


def plant(folder: Path, poison: str) -> None:
    """Files of every kind that a command reads, with the poison in each of their fields."""
    files = folder / "files"
    files.mkdir(parents=True)
    fields = ("title", "author", "source", "topic", "fullcite", "tag", "pocket", "hat", "block", "notes")
    row = {"text": f"Buses are cheap {poison}. Trams are dear.", **dict.fromkeys(fields, poison), "year": 2020}
    (files / "rows.jsonl").write_text(json.dumps(row) + "\n{broken " + MARK + "\n", "utf-8")
    page = f"<title>{poison}</title><p>Trains are fast {poison}, and buses are slow."
    (files / "page.html").write_text(page, "utf-8", "replace")
    (folder / "quotes.md").write_text(f'> "Buses are {poison} cheap." {poison}, 2020\n', "utf-8", "replace")
    name = f"note {poison}"[:60].replace("/", "").replace("\0", "").encode("utf-8", "ignore").decode()
    (files / f"{name}.txt").write_text(f"Ferries are slow {poison}.", "utf-8", "replace")
    pack = folder / "pack"
    shutil.copytree(Path(domains[0]) / "policy-debate", pack)
    text = (pack / "pack.toml").read_text("utf-8")
    for known in ("Policy debate", "Two sides argue a resolution over a shared library of evidence.",
                  "people who depend on public transport", "Air, climate and nature are protected."):  # fmt: skip
        text = text.replace(f'"{known}"', _toml(poison))
    (pack / "pack.toml").write_text(text, "utf-8")
    seat = "".join(f"{field} = {_toml(poison)}\n" for field in ("id", "role", "description"))
    (folder / "seat.toml").write_text(f"{seat}[weighting]\nequity = 1\n{_toml(poison)} = 2\n", "utf-8")
    with foam.open(folder / "spare", environ={}) as home:
        form = tomllib.loads(home.appeal.example())
    form["person"] = poison
    form["decision"] |= dict.fromkeys(("action", "ai_role", "how_to_contest", "help", "continuation"), poison)
    form["decision"] |= {"rules": [poison], "main_elements": [poison], "reasons": [{"says": poison, "cites": []}]}
    form["items"] = [{"title": poison, "content": poison}]
    (folder / "decision.json").write_text(json.dumps(form, default=str), "utf-8")


def list_commands(folder: Path, poison: str, formats: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every way to have the poison shown; `RUN` stands for the latest run."""
    at = str(folder)
    yield ("library", "add", f"{at}/files")
    yield ("library", "add", f"{at}/{poison}")
    for shown in ("list", "versions", "stats", "verify", "export"):
        yield ("library", shown)
    yield ("search", "buses", poison)
    yield ("quote", "check", f"{at}/quotes.md", "--all")
    yield ("quote", "check", f"{at}/quotes.md", "--against", f"{at}/files/page.html")
    yield ("pack", "check", f"{at}/pack")
    yield ("pack", "show", f"{at}/pack")
    yield ("pack", "show", poison)
    yield ("perspectives", "list", "--pack", f"{at}/pack")
    yield ("perspectives", "check", f"{at}/seat.toml")
    yield ("perspectives", "show", poison)
    yield ("config",)
    yield ("ask", f"Should {poison} be free?")
    yield ("deliberate", f"Should {poison} be free?", "--pack", f"{at}/pack")
    yield ("deliberate", f"Should {poison} be free?", "--pack", f"{at}/pack", "--library")
    yield from (("record", *more) for more in (("list",), ("verify",), ("show", _RUN), ("show", poison)))
    yield from (("record", "export", _RUN, "--format", form) for form in formats)
    yield from (("dossier", "show", _RUN), ("verify", _RUN), ("contest", "parts", _RUN), ("contest", "status", _RUN))
    brought = ("--with", f"{at}/quotes.md")
    yield ("contest", "open", _RUN, "NODE", "--kind", "not_so", "--because", poison, *brought)
    yield ("contest", "open", _RUN, "NODE", "--kind", "not_so", "--because", poison, "--as", poison, *brought)
    yield ("contest", "open", _RUN, poison, "--kind", "does_not_follow", "--because", poison)
    yield from (("contest", "status", _RUN), ("contest", "parties", _RUN, poison), ("contest", "parties", _RUN))
    yield from (("dossier", "export", _RUN, f"{at}/out{ending}") for ending in foam.Answer.endings())
    yield ("case", f"Resolved: {poison} should be free.", "--library")
    yield ("debate", f"{poison} should be free", "--words", "40", "--questions", "0", "--library")
    yield ("appeal", "begin", f"{at}/decision.json")
    yield ("appeal", "matters")
    yield from (("compare", poison, poison), ("trust", poison), ("cite", poison), ("whatif", poison))
    yield from (("library", poison), (poison,), ("ask", f"--{poison}"), ("ask", "x", "--seed", poison))
    yield from (("bundle", "verify", poison), ("memory", "build", poison), ("judge", poison), ("audit", poison))


def show_all(folder: Path, poison: str, formats: Sequence[str] = FORMATS) -> Iterator[Shown]:
    """Everything that the commands print, plain and as JSON, and every file they write."""
    source, home = folder / "source", folder / "home"
    plant(source, poison)
    for argv in list_commands(source, poison, formats):
        slow = argv[0] in ("case", "debate", "deliberate", "pack") or "export" in argv
        for more in ((),) if slow else ((), ("--json",), ("--debug",)) if poison in argv else ((), ("--json",)):
            full = [_find_run(home) if part == _RUN else _find_node(home) if part == "NODE" else part for part in argv]
            out, err = invoke([*full, *more], home, poison)
            yield Shown(" ".join((*argv[:2], *more)), out)
            yield Shown(" ".join((*argv[:2], *more, "(stderr)")), err)
    matter = _find_matter(home)
    letters: list[tuple[str, ...]] = [
        ("appeal", "step", matter, "issue_notice", "--as", "caseworker-17", "--because", poison)
    ]
    letters += [("appeal", "file", matter, "--as", "ada", "--ground", "fact", poison, "--with", f"{source}/quotes.md")]
    letters += [("appeal", "notice", matter, kind) for kind in ("decision", "receipt", "hearing")]
    letters += [("appeal", "notice", matter, "decision", "--out", f"{source}/out-letter{e}") for e in ENDINGS]
    for argv in (*letters, ("appeal", "timeline", matter), *((*one, _find_document(home)) for one in _CITING)):
        out, err = invoke(argv, home, poison)
        yield from (Shown(" ".join(argv[:2]), out), Shown(f"{' '.join(argv[:2])} (stderr)", err))
    for path in sorted(source.glob("out*")):
        yield Shown(f"the file {path.name}", _read_back(path))


def _read_back(path: Path) -> str:
    """The text that a file shows."""
    match path.suffix:
        case ".docx":
            with zipfile.ZipFile(path) as archive:
                return "".join(archive.read(name).decode() for name in archive.namelist() if name.endswith(".xml"))
        case ".pdf":
            from pypdf import PdfReader

            return "\n".join(page.extract_text() for page in PdfReader(path).pages)
        case _:
            return path.read_text("utf-8")


def _find_run(home: Path) -> str:
    with foam.open(home, environ={}) as opened:
        runs = [one.run for one in opened.record.list() if one.job == "deliberate"]
    return runs[-1] if runs else "none"


def _find_node(home: Path) -> str:
    with foam.open(home, environ={}) as opened:
        try:
            parts = opened.contest.parts(_find_run(home))
        except foam.FoamError:  # the run came to nothing
            return "none"
    return next((part.id for part in parts if "not_so" in part.kinds), "none")


def _find_matter(home: Path) -> str:
    with foam.open(home, environ={}) as opened:
        return next((one.run for one in opened.record.list() if one.job == "matter"), "none")


def _find_document(home: Path) -> str:
    with foam.open(home, environ={}) as opened:
        return opened.library.list().documents[0].id


def attack(folder: Path, poisons: Sequence[str], *, formats: Sequence[str] = FORMATS) -> tuple[Tally, list[str]]:
    """Show each poison everywhere; the tally, and what was let through."""
    attempts, cleaned, through = 0, 0, []
    for number, poison in enumerate(poisons):
        for shown in show_all(folder / str(number), f"{MARK} {poison} {MARK}", formats):
            harm = find_harm(shown.text)
            attempts += MARK in shown.text or bool(harm)
            cleaned += MARK in shown.text and not harm
            through += [f"{shown.what}: {harm} of {poison!a}"] if harm else []
    return Tally("hostile text where it is printed or written", attempts, cleaned, len(through)), through


def run(folder: Path) -> Iterator[Tally]:
    """Each hostile string alone, and some of them together in a seeded order."""
    rng = random.Random(17)
    together = ["".join(rng.sample(HOSTILE, len(HOSTILE))) for _ in range(2)]
    yield attack(folder, tuple(itertools.chain(HOSTILE, together)))[0]
