"""Bundles and case files: what writing, checking and reading them costs, and whether every change is caught."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from importlib.resources import files
from random import Random

from bench.harness import Row, benchmark, seconds
from foam.appeal.acts import Act, Evidence, Item
from foam.appeal.chain import Matter, add_act, read_matter
from foam.appeal.clocks import list_clocks
from foam.appeal.forms import ActForm, OpeningForm
from foam.appeal.kept import KeptView, collect_answer
from foam.appeal.parties import Party, Role
from foam.appeal.submit import begin_matter, submit_act
from foam.appeal.vault import MemoryVault, hold
from foam.bundle.bundle import Contents, write_bundle
from foam.bundle.container import unpack
from foam.bundle.keys import make_key
from foam.bundle.verify import verify_bundle
from foam.deliberation.jobs import DeliberateSpec, deliberate
from foam.evidence.corpus import ListedCorpus
from foam.job.job import run
from foam.job.session import Tools
from foam.model.cast import ROLES
from foam.model.judge import shipped_judge
from foam.model.scripted import ScriptedModel
from foam.pack.loader import load_pack
from foam.record.memory import MemoryStore

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
TODAY = date(2026, 6, 1)
FLIPS = 100


@benchmark
def deliberation() -> Iterable[Row]:
    """A bundle of a whole deliberation and the matter about it: written, checked, and flipped through."""
    store = MemoryStore()
    deliberated, kept = deliberate_sample(store)
    vault, key = MemoryVault(), make_key("bench", today=TODAY)
    matter = contest_sample(store, vault, deliberated)
    contents = Contents(run=deliberated, kept=kept, matter=matter)
    at = datetime(2026, 6, 1, tzinfo=UTC)
    data = write_bundle(store, contents, vault, key, at=at)
    yield Row("entries of the record", store.count(), "")
    yield Row("size of the bundle", len(data) / 1e6, "MB")
    yield Row("write and sign", seconds(lambda: write_bundle(store, contents, vault, key, at=at)) * 1e3, "ms")
    yield Row("verify", seconds(lambda: verify_bundle(data, today=TODAY)) * 1e3, "ms")
    yield Row("findings in a sound bundle", len(verify_bundle(data, today=TODAY).findings), "")
    yield from _flipped(data)


@benchmark
def long_file() -> Iterable[Row]:
    """One matter with many acts: what the next act costs, and reading the whole file."""
    for count in (50, 200):
        yield from _length(count)


def _length(count: int) -> Iterable[Row]:
    store = MemoryStore()
    file = _grown(store, MemoryVault(), count)
    last = file.standing
    day = last.calendar.day(last.last)
    yield Row(f"read a file of {count} acts", seconds(lambda: read_matter(store, file.key), repeat=3) * 1e3, "ms")
    yield Row(f"clocks after {count} acts", seconds(lambda: list_clocks(last, day)) * 1e3, "ms")


def _flipped(data: bytes) -> Iterable[Row]:
    """One bit flipped at random places: caught, and named by the file it lies in."""
    rng = Random(7)
    spans = {name: (data.index(content), len(content)) for name, content in unpack(data).files.items() if content}
    caught = named = inside = 0
    for _ in range(FLIPS):
        place = rng.randrange(len(data))
        spoiled = data[:place] + bytes([data[place] ^ (1 << rng.randrange(8))]) + data[place + 1 :]
        found = verify_bundle(spoiled, today=TODAY).findings
        home = next((name for name, (start, size) in spans.items() if start <= place < start + size), "")
        caught += bool(found)
        inside += bool(home)
        named += bool(home) and any(home in finding.where for finding in found)
    yield Row("flipped bits caught", 100 * caught / FLIPS, "%", f"{FLIPS} places at random")
    yield Row("of those inside a file, named by it", 100 * named / inside, "%", f"{inside} places")


def deliberate_sample(store: MemoryStore, *, seats: int | None = None) -> tuple[str, KeptView]:
    """The sample question of a pack, deliberated by the scripted model with all seats of the pack, or some."""
    pack = load_pack("benefits-appeal")
    corpus = ListedCorpus.of(pack.documents())
    tools = Tools(models=dict.fromkeys(ROLES, ScriptedModel()), pack=pack, corpus=corpus)
    spec = DeliberateSpec(**tools.describe(), question=pack.sample_question, seats=pack.perspectives[:seats])
    ran = asyncio.run(run(deliberate, spec, tools, store=store))
    return ran.run, collect_answer(ran.view, corpus)


def contest_sample(store: MemoryStore, vault: MemoryVault, run: str = "") -> Matter:
    """The example's matter, brought to where evidence is open."""
    text = files("foam.appeal").joinpath("data", "example.toml").read_text("utf-8")
    form = OpeningForm.model_validate({**tomllib.loads(text), "run": run})
    file = begin_matter(store, vault, form, at=START)
    steps: tuple[tuple[str, Role, dict[str, object]], ...] = (
        ("issue_notice", "original_decider", {}),
        ("file", "affected_person", {"grounds": [{"kind": "other", "says": "No."}]}),
        ("accept", "records_clerk", {}),
        ("disclose_record", "records_clerk", {"show": ["all"]}),
        ("open_evidence", "records_clerk", {}),
    )
    for number, (act, role, given) in enumerate(steps, 1):
        filled = ActForm.model_validate({"act": act, "by": Party(id=role.replace("_", "-"), role=role), **given})
        file = submit_act(store, vault, file.key, filled, judge=shipped_judge(), at=START + timedelta(days=number))
    return file


def _grown(store: MemoryStore, vault: MemoryVault, count: int) -> Matter:
    file = contest_sample(store, vault)
    by = Party(id="affected-person", role="affected_person")
    for number in range(count - len(file.acts)):
        item = Item(id=f"i{len(file.standing.items) + 1}", title=hold(f"paper {number}", vault))
        at = START + timedelta(days=9, minutes=number)
        file = add_act(store, file.key, Act(name="submit", by=by, at=at, brought=Evidence(items=(item,))))
    return file
