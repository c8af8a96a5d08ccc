"""Mutated files of every format: each is read or refused by itself, and no reader takes more than its limits."""

from __future__ import annotations

import email.message
import io
import json
import random
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from bench.attacks.tally import Tally
from foam.evidence.imports.base import Limits
from foam.evidence.reading import Finished, Refused, read_packed

FILES = 6_000
MOST_BYTES = 300_000_000
"""Memory that no reader may reach."""
LIMITS = Limits(seconds=20, seconds_per_mib=30, silent_seconds=60)
_LARGEST = 400_000
"""Bytes that a blown-up file grows to."""
_PROSE = (
    "The council met on 4 March 2021. It heard Dr. Ames, who spoke of “costs” and of the river.\n"
    "Nobody disagreed; the vote was 7-2 (see p. 14). What follows is the record."
)


def run(folder: Path) -> Iterable[Tally]:
    """Many files of every format."""
    return attack(folder, files=FILES)


def attack(folder: Path, *, files: int, seed: int = 17, workers: int = 2) -> Iterator[Tally]:
    """Read so many mutated files; tell what came of them, one line a format."""
    rng = random.Random(seed)
    seeds = make_seeds()
    folder.mkdir(parents=True, exist_ok=True)
    outcomes = {name: _Outcome() for name in seeds}
    names = sorted(seeds)
    written: dict[str, str] = {}
    for number in range(files):
        name = names[number % len(names)]
        path = folder / f"{number:05}{Path(name).suffix}"
        path.write_bytes(_mutate(seeds, name, rng))
        written[str(path)] = name
    _read_all(written, outcomes, workers)
    for name, outcome in outcomes.items():
        outcome.unheard = sum(seed == name for seed in written.values()) - outcome.files
        yield outcome.tally(f"mutated {name}")


@dataclass
class _Outcome:
    """What came of the files of one format."""

    files: int = 0
    refused: int = 0
    stopped: int = 0
    crashed: int = 0
    unheard: int = 0
    peak: int = 0
    slowest: float = 0.0
    reasons: set[str] = field(default_factory=set)

    def tally(self, kind: str) -> Tally:
        over = int(self.peak > MOST_BYTES)
        note = (
            f"{self.files - self.refused} read, {self.stopped} stopped at a limit, {self.crashed} crashes; "
            f"peak {self.peak / 1e6:.0f} MB, longest {self.slowest:.1f} s"
        )
        return Tally(kind, self.files, self.refused, self.crashed + self.unheard + over, note)


def _read_all(written: dict[str, str], outcomes: dict[str, _Outcome], workers: int) -> None:
    refused: set[str] = set()
    at = monotonic()
    for event in read_packed(written, workers=workers, limits=LIMITS):
        outcome = outcomes[written[event.file]]
        if isinstance(event, Refused):
            refused.add(event.file)
            outcome.stopped += "over the limit" in event.reason
            outcome.crashed += "crashed" in event.reason
        elif isinstance(event, Finished):
            outcome.files += 1
            outcome.refused += event.file in refused
            outcome.peak = max(outcome.peak, event.peak_bytes)
            outcome.slowest = max(outcome.slowest, monotonic() - at)
            at = monotonic()


# Small valid files


def make_seeds() -> dict[str, bytes]:
    """A small valid file of every format, by its name."""
    rows = [{"text": _PROSE, "title": f"row {n}", "year": "2021"} for n in range(3)]
    cells = '"' + _PROSE.replace('"', '""') + '"'
    page = f"<html><head><title>T</title></head><body><article><p>{_PROSE}</p><p>{_PROSE}</p></article></body></html>"
    return {
        "a.txt": (_PROSE + "\n\n" + _PROSE).encode(),
        "a.md": f"---\ntitle: T\n---\n# H\n\n> {_PROSE}\n\n- *one* [two](three)\n\n|a|b|\n|-|-|\n|c|d|\n".encode(),
        "a.html": page.encode(),
        "a.eml": _make_mail(),
        "a.csv": f"text,title\n{cells},one\n{cells},two\n".encode(),
        "a.tsv": f"text\ttitle\n{cells}\tone\n".encode(),
        "a.jsonl": "\n".join(map(json.dumps, rows)).encode(),
        "cards.jsonl": _make_card().encode(),
        "a.docx": _make_word(
            f"<w:p><w:r><w:t>{_PROSE}</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>"
        ),
        "a.pdf": _make_pdf(),
        "a.parquet": _make_parquet(rows),
    }


def _make_mail() -> bytes:
    message = email.message.EmailMessage()
    message["From"], message["To"] = "Ann Ames <ann@example.org>", "b@example.org"
    message["Subject"], message["Date"] = "The râver", "Thu, 04 Mar 2021 10:00:00 +0000"
    message.set_content(_PROSE)
    message.add_alternative(f"<p>{_PROSE}</p>", subtype="html")
    message.add_attachment(b"data", maintype="application", subtype="octet-stream", filename="a.bin")
    return message.as_bytes()


def _make_card() -> str:
    cite = 'Ames 18 — Ann Ames, fellow at X, 5-4-2018, "The river," Journal of Rivers, http://example.org, DOA 1-2-2019'
    markup = f"<h4>tag</h4><p><strong>Ames 18</strong></p><p><u>{_PROSE[:40]}</u>{_PROSE[40:]}</p>"
    return json.dumps({"tag": "It rose", "cite": "Ames 18", "fullcite": cite, "fulltext": _PROSE, "markup": markup})


_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def _make_word(body: str) -> bytes:
    styles = '<w:style w:type="paragraph" w:styleId="a"><w:name w:val="heading 4"/><w:basedOn w:val="a"/></w:style>'
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    main = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    override = f'<Override PartName="/word/document.xml" ContentType="{kind}"/>'
    relation = f'<Relationship Id="r" Type="{main}" Target="word/document.xml"/>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{types}">{override}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{relations}">{relation}</Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{_W}"><w:body>{body}</w:body></w:document>',
        "word/styles.xml": f'<w:styles xmlns:w="{_W}">{styles}</w:styles>',
    }
    return _zip({name: text.encode() for name, text in parts.items()})


def _zip(parts: dict[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return held.getvalue()


def _make_pdf() -> bytes:
    lines = " T* ".join(
        f"({line.encode('ascii', 'replace').decode().replace('(', '').replace(')', '')}) Tj"
        for line in _PROSE.split(". ")
    )
    content = f"BT /F1 12 Tf 14 TL 50 700 Td {lines} ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /MediaBox [0 0 99 99] >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Title (The river) /Author (Ann Ames) /CreationDate (D:20210304) >>",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size 7 /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF" % len(data)
    return data + b"xref\n0 7\n0000000000 65535 f \n" + table + end


def _make_parquet(rows: list[dict[str, str]]) -> bytes:
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    held = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), held)
    return held.getvalue()


# Mutations


def _mutate(seeds: dict[str, bytes], name: str, rng: random.Random) -> bytes:
    """The seed, changed a few times. Half of the Word files are changed inside, where the archive stays whole."""
    data = seeds[name]
    if name.endswith(".docx") and rng.random() < 0.5:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {one: archive.read(one) for one in archive.namelist()}
        inner = rng.choice(["word/document.xml", "word/styles.xml"])
        return _zip({**parts, inner: _change(parts[inner], seeds, rng)})
    return _change(data, seeds, rng)


def _change(data: bytes, seeds: dict[str, bytes], rng: random.Random) -> bytes:
    for _ in range(rng.randint(1, 3)):
        if data:
            data = rng.choice(_WAYS)(data, seeds, rng)
    return data


def _slice(data: bytes, rng: random.Random, most: int = 60) -> tuple[int, int]:
    start = rng.randrange(len(data))
    return start, min(len(data), start + rng.randint(1, most))


def _flip(data: bytes, _: dict[str, bytes], rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _n in range(rng.randint(1, 12)):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(data: bytes, _: dict[str, bytes], rng: random.Random) -> bytes:
    start, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return data[:start] + data[end:] if rng.random() < 0.5 else data[:end]


def _splice(data: bytes, seeds: dict[str, bytes], rng: random.Random) -> bytes:
    other = seeds[rng.choice(sorted(seeds))]
    start, end = _slice(other, rng, 400)
    at = rng.randrange(len(data) + 1)
    return data[:at] + other[start:end] + data[at:]


def _repeat(data: bytes, _: dict[str, bytes], rng: random.Random) -> bytes:
    start, end = _slice(data, rng)
    return data[:start] + data[start:end] * rng.randint(2, 200) + data[end:]


def _blow_up(data: bytes, _: dict[str, bytes], rng: random.Random) -> bytes:
    start, end = _slice(data, rng, rng.choice((1, 2, 4, 30)))
    times = max(2, (rng.choice((20_000, 100_000, _LARGEST)) - len(data)) // (end - start))
    return data[:start] + data[start:end] * times + data[end:]


_ODD = (
    b"\x00",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\r",
    b"9" * 5000,
    b"[" * 5000,
    b'{"a":' * 3000,
    b"<!--",
    b"&#x110000;",
)


def _insert(data: bytes, _: dict[str, bytes], rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(_ODD) + data[at:]


_WAYS: tuple[Callable[[bytes, dict[str, bytes], random.Random], bytes], ...] = (
    _flip,
    _cut,
    _splice,
    _repeat,
    _blow_up,
    _insert,
)
