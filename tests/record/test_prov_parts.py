"""The parts of the package are imported when they are used; without the extra that is said."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from foam.errors import MissingExtra
from foam.record import prov


def test_every_part_is_there_under_its_name() -> None:
    for name in prov.__all__:
        assert getattr(prov, name) is not None
    assert prov.terms.__name__ == "foam.record.prov.terms"
    assert prov.to_prov.__module__ == "foam.record.prov.document"


def test_other_names_are_no_parts() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = prov.nothing


@pytest.mark.parametrize(
    ("missing", "raised"),
    [("prov.model", MissingExtra), ("rdflib", MissingExtra), ("foam.other", ModuleNotFoundError),
     (None, ModuleNotFoundError)],
)  # fmt: skip
def test_a_package_that_is_missing_is_named_and_a_fault_of_our_own_is_not_hidden(
    missing: str | None, raised: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> SimpleNamespace:
        raise ModuleNotFoundError(f"no {name}", name=missing)

    monkeypatch.setattr(prov, "import_module", fail)
    with pytest.raises(raised) as caught:
        _ = prov.to_prov
    if isinstance(caught.value, MissingExtra):
        assert missing is not None
        assert missing.partition(".")[0] in str(caught.value)
