"""What a newcomer has to read: how many of our files and functions a question, and a challenge, pass through.

Each story is told once by a scripted model in a fresh process, so that nothing is remembered from before, and every
call of one of our functions is counted. These are signs to look at, not limits to satisfy.
"""

from __future__ import annotations

import ast
import contextlib
import multiprocessing
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any

import foam
from bench.harness import Row, benchmark

PACKAGE = Path(foam.__file__).parent
QUESTION = "Should the denial be reversed?"
_IS_FUNCTION = 0x1
"""CO_OPTIMIZED: set for functions, not for the bodies of modules and classes, which run when they are imported."""


@dataclass
class Trace:
    """Our functions that were called, and how deep they stood in each other."""

    files: set[str] = field(default_factory=set)
    functions: set[tuple[str, str]] = field(default_factory=set)
    deepest: int = 0

    @property
    def folders(self) -> Counter[str]:
        """How many of the functions are in which folder; a module that stands by itself counts as a folder."""
        return Counter(Path(file).relative_to(PACKAGE).parts[0] for file, _ in self.functions)

    @contextlib.contextmanager
    def watch(self) -> Iterator[None]:
        """Count what is called meanwhile, in every thread that starts meanwhile too."""
        depths = threading.local()
        ours: dict[CodeType, bool] = {}

        def count(frame: FrameType, event: str, _: Any) -> None:
            if event not in ("call", "return"):
                return
            code = frame.f_code
            if code not in ours:
                named = code.co_flags & _IS_FUNCTION and not code.co_name.startswith("<")
                ours[code] = bool(named) and code.co_filename.startswith(str(PACKAGE))
            if not ours[code]:
                return
            depth = getattr(depths, "now", 0) + (1 if event == "call" else -1)
            depths.now = depth
            if event == "call":
                self.files.add(code.co_filename)
                self.functions.add((code.co_filename, code.co_qualname))
                self.deepest = max(self.deepest, depth)

        threading.setprofile(count)
        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


def trace_question(folder: Path) -> Trace:
    """From a question to the page of its answer."""
    trace = Trace()
    with _open(folder / "home") as home, trace.watch():
        home.deliberate(QUESTION, pack="benefits-appeal").save(folder / "answer.html")
    return trace


def trace_challenge(folder: Path) -> Trace:
    """From a challenge to the page of its redline; the answer is on record already."""
    trace = Trace()
    with _open(folder / "home") as home:
        run = home.record.list()[0].run
        leaf = next(one.id for one in home.contest.parts(run) if one.kind == "fact")
    with _open(folder / "home") as home, trace.watch():
        heard = home.contest(run, leaf, kind="not_so", because="It is not so.", with_documents=[_write_denial(folder)])
        heard.save(folder / "redline.html")
    return trace


def _write_denial(folder: Path) -> Path:
    path = folder / "denial.txt"
    path.write_text("A note to the file.\nThe office found in March that it was otherwise.", "utf-8")
    return path


def _open(folder: Path) -> Any:
    given: dict[str, Any] = {"models": foam.ScriptedModel(), "embedder": foam.HashingEmbedder(), "stance": _no_stance}
    return foam.open(folder, **given, environ={})


def _no_stance(claim: str, texts: Sequence[str]) -> list[float]:
    return [0.0] * len(texts)


def share_used_once(package: Path = PACKAGE) -> tuple[int, int]:
    """How many functions are private and named once in their module beside their definition, and of how many."""
    once = total = 0
    for path in package.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        named = Counter(node.id for node in nodes if isinstance(node, ast.Name))
        named.update(node.attr for node in nodes if isinstance(node, ast.Attribute))
        functions = [node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        total += len(functions)
        once += sum(name.startswith("_") and not name.startswith("__") and named[name] == 1 for name in functions)
    return once, total


@benchmark
def reading() -> Iterable[Row]:
    """Files, functions, folders and depth of the two stories, and the share of functions that only hide."""
    stories = {"question to answer": trace_question, "challenge to redline": trace_challenge}
    with TemporaryDirectory() as folder:
        for name, trace in stories.items():
            with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as fresh:
                found = fresh.submit(trace, Path(folder)).result()
            yield Row(f"{name}: files", len(found.files), "")
            yield Row(f"{name}: functions", len(found.functions), "")
            where = ", ".join(f"{folder.removesuffix('.py')} {count}" for folder, count in found.folders.most_common())
            yield Row(f"{name}: folders", len(found.folders), "", f"functions in each: {where}")
            yield Row(f"{name}: deepest chain of our calls", found.deepest, "")
    once, total = share_used_once()
    yield Row("functions that are private and used once", 100 * once / total, "%", f"{once} of {total}")
