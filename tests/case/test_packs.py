"""Packs: templates expand, shipped packs pass their check, and what is wrong with a pack is named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from foam.argument.outline import allot
from foam.case.check import check_pack
from foam.case.structure import TYPES
from foam.errors import NotFound, PackError
from foam.pack.files import SHIPPED, shipped_packs
from foam.pack.loader import load_pack
from foam.pack.outlines import list_speeches, load_outline, read_outline


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pack of one's own, to spoil."""
    copy = tmp_path / "own"
    shutil.copytree(SHIPPED / "policy-debate", copy, ignore=shutil.ignore_patterns("schools-*", "transport-[12]*"))
    return copy


def spoil(folder: Path, **changes: Any) -> Path:
    path = folder / "trees" / "1AC.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **changes}), "utf-8")
    return path


@pytest.mark.parametrize("name", shipped_packs())
def test_shipped_packs_pass_their_check(name: str) -> None:
    report = check_pack(load_pack(name))
    assert report.complaints == ()
    assert report.speeches


def test_the_report_says_what_comes_from_where(folder: Path) -> None:
    prompt = folder / "prompts" / "case" / "metric.txt"
    prompt.parent.mkdir(parents=True)
    prompt.write_text("$impact $options", "utf-8")
    report = check_pack(load_pack(folder))
    assert report.ok
    assert report.prompts == ("case/metric",)
    assert "weighing" in report.parts
    assert report.formats == ("free", "policy", "ld", "pf")
    assert report.profiles == ("aiact86", "gdpr22", "generic", "us_ecoa_explain")
    assert report.rubric == "Constructive cases of policy debate"


def test_a_part_that_nothing_uses_is_named(folder: Path) -> None:
    path = folder / "parts.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "idle": {"type": "leaf"}}), "utf-8")
    (complaint,) = check_pack(load_pack(folder)).complaints
    assert (complaint.file, complaint.what) == ("parts.json", "part 'idle': no outline uses it")


def test_the_debate_pack_has_sixty_documents_over_two_resolutions_with_clash() -> None:
    documents = load_pack("policy-debate").documents()
    assert len(documents) >= 60
    for topic in ("free public transport", "later school hours"):
        sides = [document.facets.side for document in documents if document.facets.topic == topic]
        assert min(sides.count("aff"), sides.count("neg")) >= 10
    assert all(document.citation.author_qualifications.endswith("(fictional)") for document in documents)


def test_all_seventeen_types_are_known() -> None:
    assert len(TYPES) == 17


@pytest.mark.parametrize("name", shipped_packs())
def test_children_sum_to_their_parents_in_every_shipped_tree(name: str) -> None:
    pack = load_pack(name)
    for speech in list_speeches(pack):
        template = load_outline(pack, speech)
        leaves = [leaf.words for _, leaf in allot(template.tree, template.words).leaves()]
        assert sum(leaves) == template.words


def test_a_part_is_written_out_under_the_name_of_its_node() -> None:
    template = load_outline(load_pack("policy-debate"), "1AC")
    leaf = next(node for node in template.tree.walk() if node.id == "safety-link")
    assert leaf.seek == "If $act, people are safe from harm."


def test_an_unknown_speech_is_refused_with_those_there_are() -> None:
    with pytest.raises(NotFound) as caught:
        load_outline(load_pack("policy-debate"), "9AC")
    assert "1AC" in caught.value.hint


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"words": 30}, "cannot hold"),
        ({"speech": "2AC"}, "calls itself"),
        ({"side": "both"}, "side"),
        ({"tree": {"like": "nothing", "id": "x"}}, "no part 'nothing'"),
        ({"declared": {}}, "no syllogism 'weighing'"),
    ],
)
def test_a_spoiled_template_is_named(folder: Path, changes: dict[str, Any], said: str) -> None:
    spoil(folder, **changes)
    report = check_pack(load_pack(str(folder)))
    assert not report.ok
    assert said in report.complaints[0].what


def test_a_leaf_that_asks_for_what_nobody_fills_is_named(folder: Path) -> None:
    leaf = {
        "id": "x",
        "type": "leaf",
        "title": "X",
        "words": 9,
        "syllogism": "solvency",
        "component": "magic",
        "seek": "$who",
    }
    spoil(folder, tree={"id": "1AC", "type": "speech", "title": "T", "children": [leaf]})
    said = [complaint.what for complaint in check_pack(load_pack(str(folder))).complaints]
    assert any("it uses $who, and only $act, $motion, $plan is known" in what for what in said)
    assert any("no component 'magic'" in what for what in said)


def test_a_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "1AC.json"
    path.write_text("{", "utf-8")
    with pytest.raises(PackError):
        read_outline(path, {})
    path.write_text("[]", "utf-8")
    with pytest.raises(PackError):
        read_outline(path, {})


def test_the_same_document_twice_is_named(folder: Path) -> None:
    first = next(iter(sorted((folder / "library").iterdir())))
    shutil.copy(first, folder / "library" / "copy.md")
    assert "same text" in check_pack(load_pack(str(folder))).complaints[0].what


def test_the_example_of_the_page_is_a_template(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "packs.md").read_text("utf-8")
    path = tmp_path / "opening.json"
    path.write_text(page.split("```json\n")[1].split("```")[0], "utf-8")
    assert [node.id for node in read_outline(path, {}).tree.walk()] == ["opening", "cost", "cost-claim", "cost-reason"]


def test_a_speech_that_needs_one_that_is_not_there_is_named(folder: Path) -> None:
    (folder / "trees" / "1NC.json").unlink()
    said = {complaint.file: complaint.what for complaint in check_pack(load_pack(str(folder))).complaints}
    assert "no outline for '1NC'" in said["trees/2AC.json"]


def test_words_and_evidence_are_not_asked_for_at_once(folder: Path) -> None:
    path = folder / "trees" / "2AC.json"
    path.write_text(path.read_text("utf-8").replace('"say": "', '"seek": "s", "say": "$who '), "utf-8")
    said = [complaint.what for complaint in check_pack(load_pack(str(folder))).complaints]
    assert any("can have one of them" in what for what in said)
    assert any("it uses $who, and only $act, $action, $beside, $both, $card, $chain, $cite," in what for what in said)
