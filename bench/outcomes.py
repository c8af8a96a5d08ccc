"""The case files in two versions: does the outcome follow the fact in which they differ?

`outcomes.deciding` asks what decides alone; `outcomes.deliberated` deliberates each version with the embedded model,
one seat speaking, and takes long. `outcomes.scripted` deliberates them at the whole neutral table with a scripted
reader who judges single sentences rightly, so that what comes out wrong is the protocol's fault; `outcomes.argued` does
the same where the examination does not say what decides and no seat yields; `outcomes.broken` changes two of them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.examination.filing import VERSIONS, CaseFile, load_files, write_version
from tests.examination.stage import (
    BROKEN,
    KEEPING,
    Staged,
    deliberate_strongly,
    leave_out_deciding,
    list_staged,
    measure_sureness,
    stage,
    take_away,
    turn_outcome,
    turn_question,
)

import foam
from bench.harness import Row, benchmark
from foam.deliberation.synthesis import Recommendation
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


@benchmark
def scripted() -> Iterator[Row]:
    """The outcome of a whole deliberation by the strong scripted reader over each version of each file."""
    yield from _score_staged(yields=True)


@benchmark
def argued() -> Iterator[Row]:
    """The same where nothing is said to decide and seats keep to what was refuted: it comes out of the arguments."""
    with leave_out_deciding():
        yield from _score_staged(yields=False)


@benchmark
def broken() -> Iterator[Row]:
    """Two files, changed: whether the outcome turns, gives way or stays as it must."""
    for one in BROKEN:
        plain = stage(one.name, one.version)
        sure = measure_sureness(_stage_out(plain), plain.wanted)
        turned = _stage_out(turn_question(plain, one)).recommendation
        yield _tell(f"{one.name}: question turned", turn_outcome(plain.wanted), turned)
        without = _stage_out(take_away(plain, one))
        less = measure_sureness(without, plain.wanted) < sure and without.recommendation.outcome != plain.wanted
        yield Row(f"{one.name}: deciding document taken away", float(less), "kept", _describe(without.recommendation))
        for name, change in KEEPING.items():
            yield _tell(f"{one.name}: {name}", plain.wanted, _stage_out(change(plain, one)).recommendation)


def _score_staged(*, yields: bool) -> Iterator[Row]:
    right, names = 0, list_staged()
    for name in names:
        staged = [stage(name, version).model_copy(update={"yields": yields}) for version in VERSIONS]
        came = [_stage_out(one).recommendation for one in staged]
        kept = all(found.outcome == one.wanted for found, one in zip(came, staged, strict=True))
        right += kept
        wanted = ", ".join(one.wanted for one in staged)
        yield Row(name, float(kept), "pair", f"wanted {wanted}; came {', '.join(map(_describe, came))}")
    yield Row("pairs of which both are right", right, f"of {len(names)}")


def _stage_out(staged: Staged) -> foam.Dossier:
    with tempfile.TemporaryDirectory() as folder:
        return deliberate_strongly(staged, Path(folder))


def _tell(name: str, wanted: str, came: Recommendation) -> Row:
    return Row(name, float(came.outcome == wanted), "kept", f"wanted {wanted}; came {_describe(came)}")


def _describe(came: Recommendation) -> str:
    return f"{came.outcome} ({came.basis})"


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
