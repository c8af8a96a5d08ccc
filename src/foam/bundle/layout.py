"""The names of a bundle's files, and what each is."""

from __future__ import annotations

ATTESTATION = "attestation.dsse.json"
RECORD = "record.jsonl"
WORDS = "words.jsonl"
SOURCES = "sources.jsonl"
CASE = "case.json"
EXAMINATION = "examination.json"
ANSWER = "answer.json"
VIEWS = (CASE, EXAMINATION, ANSWER)
"""What a bundle can be about; one of them."""
VERSIONS = "versions/"
"""The folder of later versions, after challenges, each by the start of its run's key."""
KEYS = "keys.jsonl"
HEADS = "heads.jsonl"
ANNOTATIONS = "annotations.jsonld"
README = "README.txt"
PAGES = {CASE: "case.html", EXAMINATION: "examination.html", ANSWER: "answer.html"}
"""The page of each view."""
NOTICES = "notices/"
PROV = {"run": "prov/deliberation.json", "matter": "prov/matter.json"}

TITLES = {
    README: "What this is and how to check it",
    CASE: "The case",
    EXAMINATION: "The examination",
    ANSWER: "The answer",
    PAGES[CASE]: "The case as a page",
    PAGES[EXAMINATION]: "The examination as a page",
    PAGES[ANSWER]: "The answer as a page",
    RECORD: "Every recorded decision, act and challenge",
    WORDS: "The words of the case file, with their salts; removed ones as stubs",
    SOURCES: "The cited sentences in their context, with commitments to the rest of each document",
    HEADS: "Where the record's log stood after each act, proved to be under the bundle's head",
    KEYS: "Keys that followed one another, and revoked ones, each signed",
    ANNOTATIONS: "Cited sentences as Web Annotations",
    PROV["run"]: "Provenance of the deliberation (W3C PROV-JSON)",
    PROV["matter"]: "Provenance of the case file (W3C PROV-JSON)",
}


def is_data(name: str) -> bool:
    """Whether a file is data. All others are pages, rendered from the data alone."""
    return name in (RECORD, WORDS, SOURCES, KEYS, HEADS, *VIEWS) or name.startswith(VERSIONS)
