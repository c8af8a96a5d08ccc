"""Generated nodes: kept only when a person accepts them, in the home and never in the pack, and offered later."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.case.writing import Desk

from foam.case.accept import accept_nodes, forget_node, read_accepted_nodes
from foam.case.values import Case
from foam.case.verify import verify_case
from foam.errors import InputError, NotFound, SettingError


@pytest.fixture(scope="module")
def made() -> tuple[Desk, Case]:
    desk = Desk()
    return desk, desk.write().view


def test_an_accepted_node_is_offered_and_a_case_with_it_verifies(made: tuple[Desk, Case], tmp_path: Path) -> None:
    desk, case = made
    kept = accept_nodes(tmp_path, desk.pack.name, desk.template, case.generated, ())
    assert read_accepted_nodes(tmp_path, desk.pack.name, "1AC") == kept
    later = Desk()
    spec = later.case_spec(strategy=("traditional", "own-1", "safety")).model_copy(update={"accepted": kept})
    written = later.write(spec).view
    assert (written.failures, written.generated) == ((), ())
    assert {"own-1", "safety"} <= {group.id for group in written.groups}
    stripped = written.model_copy(update={"accepted": ()})
    assert not verify_case(stripped, later.documents, later.template).ok


def test_arguments_that_a_seat_named_are_accepted_beside_those_that_it_names_later(tmp_path: Path) -> None:
    first = Desk()
    kept = accept_nodes(tmp_path, first.pack.name, first.template, first.write().view.generated, ())
    assert [one.node.id for one in kept] == ["own-1", "own-2"]
    later = Desk()
    written = later.write(later.case_spec().model_copy(update={"accepted": kept})).view
    assert [one.node.id for one in written.generated] == ["own-3", "own-4"]
    assert written.failures == ()
    assert verify_case(written, later.documents, later.template).ok


def test_what_another_case_named_alike_is_never_replaced(tmp_path: Path) -> None:
    first = Desk()
    named = first.write().view.generated
    kept = accept_nodes(tmp_path, first.pack.name, first.template, named, ("own-1",))
    other = named[0].model_copy(update={"node": named[0].node.model_copy(update={"title": "Something else"})})
    with pytest.raises(InputError, match="'own-1' is accepted already"):
        accept_nodes(tmp_path, first.pack.name, first.template, (other,), ())
    assert read_accepted_nodes(tmp_path, first.pack.name, "1AC") == kept
    again = accept_nodes(tmp_path, first.pack.name, first.template, named, ("own-1",))
    assert again == kept, "the same again is no harm"


def test_the_pack_stays_as_it_is_and_a_node_can_be_forgotten(made: tuple[Desk, Case], tmp_path: Path) -> None:
    desk, case = made
    before = {path: path.read_bytes() for path in desk.pack.folder.rglob("*.json")}
    accept_nodes(tmp_path, desk.pack.name, desk.template, case.generated, ("own-1",))
    assert before == {path: path.read_bytes() for path in desk.pack.folder.rglob("*.json")}
    assert forget_node(tmp_path, desk.pack.name, "1AC", "own-1") == ()
    with pytest.raises(NotFound, match="was not accepted"):
        forget_node(tmp_path, desk.pack.name, "1AC", "own-1")


def test_what_cannot_be_accepted_is_refused(made: tuple[Desk, Case], tmp_path: Path) -> None:
    desk, case = made
    with pytest.raises(NotFound, match="no generated node 'x'"):
        accept_nodes(tmp_path, desk.pack.name, desk.template, case.generated, ("x",))
    with pytest.raises(NotFound, match="nothing was generated"):
        accept_nodes(tmp_path, desk.pack.name, desk.template, (), ())
    lost = case.generated[0].model_copy(update={"at": "nowhere"})
    with pytest.raises(InputError, match="no node 'nowhere'"):
        accept_nodes(tmp_path, desk.pack.name, desk.template, (lost,), ())
    assert read_accepted_nodes(tmp_path, desk.pack.name, "1AC") == ()


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".hidden", "..", "a\0b"])
def test_a_name_never_leads_out_of_the_home(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="is no name for a file"):
        read_accepted_nodes(tmp_path, name, "1AC")
    with pytest.raises(InputError, match="is no name for a file"):
        read_accepted_nodes(tmp_path, "pack", name)


def test_a_spoilt_overlay_says_which_file_it_is(tmp_path: Path) -> None:
    path = tmp_path / "packs" / "policy-debate" / "1AC.json"
    path.parent.mkdir(parents=True)
    path.write_text('[{"at": 1}]')
    with pytest.raises(SettingError, match=r"1AC\.json"):
        read_accepted_nodes(tmp_path, "policy-debate", "1AC")
