"""The laws of the table: how many hold, with which model, over which library at which size, and how long they take.

The scripted reader knows what every sentence says: what it does not keep is broken by the code. The embedded model is
tried at a small size; where it cannot tell it has to decline.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator

from tests.laws.embedded import make_small, search_by_vectors
from tests.laws.laws import list_laws
from tests.laws.setting import Setting
from tests.laws.settings import MOTIONS, make_appeal, make_fares, make_public

from bench.embedded import home, model
from bench.harness import Row, Skipped, benchmark, shared_data


@benchmark
def scripted() -> Iterable[Row]:
    """With the scripted reader, over both packs."""
    for setting in (make_appeal(), make_fares()):
        yield from _try_laws(setting)


@benchmark
def scripted_public() -> Iterable[Row]:
    """With the scripted reader, over public texts."""
    folder = shared_data("ibm_ce")
    for motion in MOTIONS:
        yield from _try_laws(make_public(folder, motion))


@benchmark
def embedded() -> Iterable[Row]:
    """With the embedded model, over both packs at a small size, and over public texts where they are."""
    try:
        public = shared_data("ibm_ce")
    except Skipped:
        public = None
    for setting in make_small(model(), search_by_vectors(home()), public):
        yield from _try_laws(setting)


def _try_laws(setting: Setting) -> Iterator[Row]:
    """Say of each law how it fared as soon as it is known; then how many are kept, and how long all took."""
    counted: Counter[str] = Counter()
    start = time.perf_counter()
    for name, test in list_laws(setting).items():
        began = time.perf_counter()
        ruling = test(setting)
        took = time.perf_counter() - began
        counted[ruling.verdict] += 1
        print(f"  {setting.name[:24]:<24} {name:<34} {ruling.verdict:<9} {took:7.1f} s  {ruling.why}", flush=True)
    laws = counted.total()
    note = f"of {laws}; declined {counted['declined']}, broken {counted['broken']}; {setting.size}"
    yield Row(f"{setting.name}: laws kept", counted["kept"], "laws", note)
    yield Row(f"{setting.name}: all laws", round(time.perf_counter() - start, 1), "s", setting.model.decider.id)
