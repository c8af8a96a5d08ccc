"""What changes are planted in, and which tests are asked. Records in PostgreSQL need a server and are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SOURCES = (ROOT / "src" / "foam", ROOT / "quotes" / "src" / "foam_quotes")
"""The packages."""


@dataclass(frozen=True)
class Package:
    """Modules that are changed together, and the folders whose tests answer for them."""

    name: str
    modules: tuple[str, ...]
    folders: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    def list_modules(self) -> Iterator[str]:
        """Its modules, by their paths beside the packages: `foam/record/entry.py`."""
        for source in SOURCES:
            found, left = (
                {path for pattern in patterns for path in source.parent.glob(pattern)}
                for patterns in (self.modules, self.left_out)
            )
            yield from (path.relative_to(source.parent).as_posix() for path in sorted(found - left))

    def list_tests(self) -> Iterator[str]:
        """Its test files, by their paths in the repository."""
        for folder in (*self.folders, "behaviour"):
            for path in sorted((ROOT / "tests" / folder).rglob("test_*.py")):
                yield path.relative_to(ROOT).as_posix()


def find_module(module: str) -> Path:
    """The file of a module by its path beside the packages."""
    return next(path for source in SOURCES if (path := source.parent / module).exists())


PACKAGES = (
    Package("record", ("foam/record/**/*.py",), ("record",), left_out=("foam/record/postgres/*.py",)),
    Package("semantics", ("foam/semantics/*.py",), ("semantics",)),
    Package(
        "quotes",
        ("foam/evidence/quotes/*.py", "foam_quotes/*.py", "foam_quotes/verdicts/*.py"),
        ("evidence/quotes", "quotes"),
    ),
    Package(
        "figures",
        (
            "foam/argument/figures.py",
            "foam/argument/inputs.py",
            "foam/argument/working.py",
            "foam/pack/formulas.py",
            "foam/pack/workings.py",
            "foam_quotes/text/figures.py",
            "foam_quotes/text/mentions/dates.py",
            "foam_quotes/text/mentions/numbers.py",
            "foam_quotes/text/mentions/workings.py",
        ),
        ("argument", "pack", "text"),
    ),
    Package(
        "appeal",
        tuple(
            f"foam/appeal/{name}.py"
            for name in (
                "acts", "chain", "clocks", "grounds", "guards", "parties", "perform", "profile", "removal", "ruling",
                "standing", "status", "submit", "table", "vault",
            )
        ),
        ("appeal",),
    ),
)  # fmt: skip
