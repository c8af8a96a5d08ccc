"""The tree of an answer as other tools read it: PROV, AIF, Argdown and Web Annotations."""

from __future__ import annotations

import json
from pathlib import Path

from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Answered

LIMIT = "The income limit for a household of two is 1,215 crowns a month."


def test_provenance_leads_from_each_leaf_to_its_sentences(answered: Answered) -> None:
    found = read_foam(answered.folder, "record", "export", answered.run)
    assert found["ok"]
    entities = found["document"]["entity"]
    leaves = {one["foam:name"]: name for name, one in entities.items() if name.startswith("leaf:")}
    tree = answered.answer.tree
    assert tree is not None
    assert set(leaves) == {leaf.id for leaf in tree.frame.leaves}
    derived = found["document"]["wasDerivedFrom"].values()
    sources = {entities[one["prov:usedEntity"]].get("foam:pointer") for one in derived
               if one["prov:generatedEntity"] == leaves["size"]}  # fmt: skip
    quoted = (answered.answer.file.sentence_by_id[at].pointer for at in tree.frame.leaf_by_id["size"].at)
    assert {str(pointer) for pointer in quoted} <= sources


def test_a_verdict_is_an_activity_that_used_its_leaf(answered: Answered) -> None:
    document = read_foam(answered.folder, "record", "export", answered.run)["document"]
    names = {name: one["foam:name"] for name, one in document["entity"].items() if name.startswith("leaf:")}
    verdicts = {name for name, one in document["activity"].items() if one["foam:kind"] == "verdict"}
    used = {names[one["prov:entity"]] for one in document["used"].values() if one["prov:activity"] in verdicts}
    assert answered.answer.tree is not None
    assert used == {one.leaf for one in answered.answer.tree.record.supports}


def test_the_tree_leaves_as_a_graph_and_its_sentences_as_annotations(answered: Answered, tmp_path: Path) -> None:
    for ending in ("aif.json", "argdown", "annotations.json"):
        run_foam(answered.folder, "dossier", "export", answered.run, tmp_path / f"tree.{ending}")
    aif = json.loads((tmp_path / "tree.aif.json").read_text("utf-8"))
    annotations = json.loads((tmp_path / "tree.annotations.json").read_text("utf-8"))
    texts = {one["text"] for one in aif["nodes"] if one["type"] == "I"}
    quoted = {one["target"]["selector"]["exact"] for one in annotations["first"]["items"]}
    assert LIMIT in quoted
    assert quoted <= texts
    assert f"]: {LIMIT}" in (tmp_path / "tree.argdown").read_text("utf-8")
