"""What needs the extra says so; what does not, does not load it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from foam.errors import MissingExtra
from foam.stats.agreement import cohen_kappa, krippendorff_alpha
from foam.stats.extras import is_installed
from foam.stats.intervals import clopper_pearson, student_quantile
from foam.stats.logit import fit_logit
from foam.stats.pairwise import bradley_terry
from foam.stats.significance import fisher_test

BITS = np.array([0, 1, 1, 0])
NEED: dict[str, tuple[str, Callable[[], object]]] = {
    "clopper_pearson": ("scipy.stats", lambda: clopper_pearson(1, 2)),
    "student_quantile": ("scipy.stats", lambda: student_quantile(0.95, 3)),
    "fisher_test": ("scipy.stats", lambda: fisher_test(1, 2, 10, rising=True)),
    "cohen_kappa": ("statsmodels.stats.inter_rater", lambda: cohen_kappa(BITS, BITS)),
    "fit_logit": ("statsmodels.api", lambda: fit_logit(BITS.astype(float), np.ones((4, 1)), BITS)),
    "krippendorff_alpha": ("krippendorff", lambda: krippendorff_alpha(BITS, BITS)),
    "bradley_terry": ("choix", lambda: bradley_terry(2, [(0, 1)])),
}


@pytest.mark.parametrize("name", NEED)
def test_an_absent_package_names_the_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, work = NEED[name]
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra) as caught:
        work()
    assert caught.value.package == module.partition(".")[0]
    assert caught.value.hint == "pip install 'foam[measure]'"


def test_statistics_load_numpy_alone() -> None:
    modules = "agreement, averages, bootstrap, classification, intervals, logit, pairwise, ranks, significance"
    heavy = "{'scipy', 'statsmodels', 'choix', 'krippendorff', 'pandas'}"
    program = f"import sys; from foam.stats import {modules}; print({heavy} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


def test_what_is_installed() -> None:
    assert is_installed("choix")
    assert not is_installed("no_such_package_at_all")
