"""What changes are planted in, and which tests are asked. Records in PostgreSQL need a server and are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SOURCE = ROOT / "src" / "foam"


@dataclass(frozen=True)
class Package:
    """Modules that are changed together, and the folders whose tests answer for them."""

    name: str
    modules: tuple[str, ...]
    folders: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    def list_modules(self) -> Iterator[str]:
        """Its modules, by their paths in the package."""
        found = {path for pattern in self.modules for path in SOURCE.glob(pattern)}
        left = {path for pattern in self.left_out for path in SOURCE.glob(pattern)}
        yield from (path.relative_to(SOURCE).as_posix() for path in sorted(found - left))

    def list_tests(self) -> Iterator[str]:
        """Its test files, by their paths in the repository."""
        for folder in (*self.folders, "behaviour"):
            for path in sorted((ROOT / "tests" / folder).rglob("test_*.py")):
                yield path.relative_to(ROOT).as_posix()


PACKAGES = (
    Package("record", ("record/**/*.py",), ("record",), left_out=("record/postgres/*.py",)),
    Package("semantics", ("semantics/*.py",), ("semantics",)),
    Package("quotes", ("evidence/quotes/*.py",), ("evidence/quotes",)),
    Package(
        "figures",
        (
            "argument/figures.py",
            "argument/inputs.py",
            "argument/working.py",
            "pack/formulas.py",
            "pack/workings.py",
            "text/figures.py",
            "text/mentions/dates.py",
            "text/mentions/numbers.py",
            "text/mentions/times.py",
            "text/mentions/workings.py",
        ),
        ("argument", "pack", "text"),
    ),
    Package(
        "appeal",
        tuple(
            f"appeal/{name}.py"
            for name in (
                "acts", "chain", "clocks", "grounds", "guards", "parties", "perform", "profile", "removal", "ruling",
                "standing", "status", "submit", "table", "vault",
            )
        ),
        ("appeal",),
    ),
)  # fmt: skip
