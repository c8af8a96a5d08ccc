"""RO-Crate metadata of a bundle: what each file is, and which action made it (Process Run Crate). Pure.

Written by hand and checked by our own rules: the public validator needs the network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from foam.bundle.statement import sha256
from foam.values import Value
from foam.version import __version__

METADATA = "ro-crate-metadata.json"
CONTEXT = "https://w3id.org/ro/crate/1.3/context"
_PROFILE = "https://w3id.org/ro/wfrun/process/0.5"


class Made(Value):
    """How a file came to be."""

    name: str
    agent: str
    """On whose behalf software acted."""
    instruments: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    started: str = ""
    ended: str = ""


def describe_crate(
    files: Mapping[str, bytes], titles: Mapping[str, str], *, name: str, date: str, made: Made
) -> dict[str, Any]:
    """The metadata document for these files."""
    return {"@context": CONTEXT, "@graph": list(_graph(files, titles, name=name, date=date, made=made))}


def _graph(
    files: Mapping[str, bytes], titles: Mapping[str, str], *, name: str, date: str, made: Made
) -> Iterator[dict[str, Any]]:
    listed = sorted(files)
    yield {
        "@id": METADATA,
        "@type": "CreativeWork",
        "conformsTo": {"@id": CONTEXT.removesuffix("/context")},
        "about": {"@id": "./"},
    }
    yield {
        "@id": "./",
        "@type": "Dataset",
        "name": name,
        "datePublished": date,
        "conformsTo": {"@id": _PROFILE},
        "hasPart": _ids(listed),
        "mentions": {"@id": "#action"},
    }
    yield from (_file(one, files[one], titles.get(one, one)) for one in listed)
    yield from _action(made)


def _file(name: str, content: bytes, title: str) -> dict[str, Any]:
    return {
        "@id": name,
        "@type": "File",
        "name": title,
        "contentSize": str(len(content)),
        "sha256": sha256(content),
        "encodingFormat": _FORMATS.get(name.rpartition(".")[2], "application/octet-stream"),
    }


_FORMATS = {
    "json": "application/json",
    "jsonl": "application/jsonl",
    "jsonld": "application/ld+json",
    "html": "text/html",
    "txt": "text/plain",
}


def _action(made: Made) -> Iterator[dict[str, Any]]:
    software = [f"#software-{n}" for n, _ in enumerate(made.instruments)]
    action: dict[str, Any] = {
        "@id": "#action",
        "@type": "CreateAction",
        "name": made.name,
        "agent": {"@id": "#agent"},
        "instrument": _ids(["#foam", *software]),
        "object": _ids(made.objects),
        "result": _ids(made.results),
        "actionStatus": {"@id": "http://schema.org/CompletedActionStatus"},
    }
    times = {"startTime": made.started, "endTime": made.ended}
    yield action | {name: time for name, time in times.items() if time}
    yield {"@id": "#agent", "@type": "Organization", "name": made.agent}
    yield {"@id": "#foam", "@type": "SoftwareApplication", "name": "foam", "version": __version__}
    for tool, name in zip(software, made.instruments, strict=True):
        yield {"@id": tool, "@type": "SoftwareApplication", "name": name}


def _ids(names: Iterable[str]) -> list[dict[str, str]]:
    return [{"@id": name} for name in names]


def find_crate_flaws(document: Any, files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """What the metadata says that the files do not, and the other way round: where, and what."""
    try:
        nodes = {node["@id"]: node for node in document["@graph"]}
        parts = {part["@id"] for part in nodes["./"]["hasPart"]}
    except (KeyError, TypeError) as error:
        yield METADATA, f"it is no RO-Crate: {error!r}"
        return
    for name in sorted(parts ^ set(files)):
        yield name, "described, but not there" if name in parts else "there, but not described"
    for name in sorted(parts & set(files)):
        if nodes.get(name, {}).get("sha256") != sha256(files[name]):
            yield name, f"{METADATA} describes another content"
    for link in _dangling(nodes):
        yield METADATA, f"{link} is named and not described"


def _dangling(nodes: Mapping[str, Any]) -> Iterator[str]:
    action = nodes.get("#action", {})
    for field in ("agent", "instrument", "object", "result"):
        value = action.get(field, [])
        for link in value if isinstance(value, list) else [value]:
            if link.get("@id") not in nodes:
                yield str(link.get("@id"))
