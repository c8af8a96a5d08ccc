"""The case files in two versions: does the outcome follow the fact in which they differ?

`outcomes.deciding` asks what decides alone; `outcomes.deliberated` deliberates each version with the embedded model,
one seat speaking, and takes long.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.examination.filing import VERSIONS, CaseFile, load_files, write_version

import foam
from bench.harness import Row, benchmark
from foam.evidence.ingest import read_paths
from foam.examination.deciding import find_deciding
from foam.examination.file import make_case_file

_WANTED = {"reverse": ("against", "affirmed"), "uphold": ("for", "denied")}
MODELS = Path.home() / ".foam" / "models"


@benchmark
def deciding() -> Iterator[Row]:
    """What decides, of each version of each file, against what is right."""
    yield from _score(_decide, 0)


@benchmark
def deliberated() -> Iterator[Row]:
    """The outcome of a deliberation over each version of each file."""
    yield from _score(_deliberate, 1)


def _score(decide: Callable[[CaseFile, tuple[Path, ...], Path], str], place: int) -> Iterator[Row]:
    right, files = 0, load_files()
    for file in files:
        came = []
        for version in VERSIONS:
            with tempfile.TemporaryDirectory() as folder:
                paths = write_version(file, version, Path(folder) / "file")
                came.append(decide(file, paths, Path(folder)))
        wanted = [_WANTED[file.outcome[version].verdict][place] for version in VERSIONS]
        right += came == wanted
        yield Row(file.name, float(came == wanted), "pair", f"wanted {', '.join(wanted)}; came {', '.join(came)}")
    yield Row("pairs of which both are right", right, f"of {len(files)}")


def _decide(file: CaseFile, paths: tuple[Path, ...], folder: Path) -> str:
    documents = [one for one in read_paths(list(paths)) if isinstance(one, foam.Document)]
    of = {path: [one for one in documents if Path(one.origin.file).name == path.name] for path in paths[:2]}
    case = make_case_file(documents, decision=of[paths[0]][0], rules=of[paths[1]])
    found = {str(one.bearing) for one in find_deciding(case)}
    return found.pop() if len(found) == 1 else "not shown"


def _deliberate(file: CaseFile, paths: tuple[Path, ...], folder: Path) -> str:
    home = folder / "home"
    home.mkdir()
    (home / "models").symlink_to(MODELS)
    with foam.open(home) as opened:
        opened.library.add(*paths)
        ran = opened.deliberate(
            file.question, library=True, decision=paths[0].name, rules=[paths[1].name], seats=["for", "against"],
            protocol="consultancy", speaker="for",
        )  # fmt: skip
        assert isinstance(ran.view, foam.Dossier)
        return str(ran.view.recommendation.outcome)
