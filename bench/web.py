"""How long the server takes for a page of the worked example's size, beside a page that shows next to nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from time import perf_counter

import foam
from bench.harness import Row, Skipped, benchmark

REPEAT = 30
FAKES = {
    "embedder": foam.HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "environ": {},
    "pack": "mountain-hut",
    "model": "written-by-hand",
}


@benchmark
def pages() -> Iterable[Row]:
    """Pages of one answer, each asked for many times in turn, so that a busy moment falls on all of them."""
    try:
        from starlette.testclient import TestClient

        from foam.web.application import make_application
        from foam.web.security import Keys
    except ModuleNotFoundError as error:
        raise Skipped(f"{error.name} is not installed: pip install 'foam[web]'") from error
    keys = Keys(port=8642)
    with tempfile.TemporaryDirectory() as folder:
        with foam.open(Path(folder), **FAKES) as home:  # type: ignore[arg-type]
            run = home.deliberate().run
        with foam.open(Path(folder), **FAKES) as home:  # type: ignore[arg-type]
            app = make_application(home, keys=keys, open_home=lambda listener: home)
            headers = {"authorization": f"Bearer {keys.token}"}
            with TestClient(app, base_url="http://127.0.0.1:8642", headers=headers) as client:
                begun = perf_counter()
                client.get(f"/runs/{run[3:27]}.json")
                yield Row("the answer, read off the record first", 1000 * (perf_counter() - begun), "ms")
                yield from _measure(lambda path: client.get(path).content, f"/runs/{run[3:27]}")


def _measure(get: Callable[[str], bytes], here: str) -> Iterable[Row]:
    bare = "/static/icon.svg"
    paths = {
        "a picture": bare,
        "home": "/",
        "answer": here,
        "what if": f"{here}/what-if",
        "challenge": f"{here}/challenge/kpa",
    }
    times: dict[str, list[float]] = {name: [] for name in paths}
    size = {name: len(get(path)) for name, path in paths.items()}
    for number in range(REPEAT):
        for name, path in paths.items():
            # Each time another weight, so that nothing is known beforehand.
            asked = f"{path}?w.warden.safety={number / REPEAT:.3f}" if name == "what if" else path
            begun = perf_counter()
            get(asked)
            times[name].append(perf_counter() - begun)
    least = median(times["a picture"])
    for name, spent in times.items():
        note = (
            f"{median(spent) / least:.1f} x a picture; {size[name] / 1000:.0f} kB; fastest {1000 * min(spent):.1f} ms"
        )
        yield Row(name, 1000 * median(spent), "ms", note)
