"""The names of a bundle's files, and what each is."""

from __future__ import annotations

ATTESTATION = "attestation.dsse.json"
RECORD = "record.jsonl"
WORDS = "words.jsonl"
SOURCES = "sources.jsonl"
DOSSIER = "dossier.json"
CASE = "case.json"
VERSIONS = "versions/"
"""The folder of later versions, after challenges, each by the start of its run's key."""
ANNOTATIONS = "annotations.jsonld"
PROV = {"run": "prov/deliberation.json", "matter": "prov/matter.json"}

TITLES = {
    "README.txt": "What this is and how to check it",
    DOSSIER: "The dossier",
    CASE: "The case",
    "case.html": "The case as a page",
    "dossier.html": "The dossier as a page",
    RECORD: "Every recorded decision, act and challenge",
    WORDS: "The words of the case file, with their salts; removed ones as stubs",
    SOURCES: "The documents that are cited",
    ANNOTATIONS: "Cited sentences as Web Annotations",
    PROV["run"]: "Provenance of the deliberation (W3C PROV-JSON)",
    PROV["matter"]: "Provenance of the case file (W3C PROV-JSON)",
}
