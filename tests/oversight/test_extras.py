"""What needs the extra says so; what does not, does not load it."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from foam.errors import MissingExtra
from foam.oversight.estimation.salience import fit
from foam.oversight.extensions import zero_sum
from foam.oversight.setting import Logit, Setting
from foam.oversight.synthetic import Design, synthetic_log


def test_absent_packages_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    log = synthetic_log(Design(setting=Setting(p=0.5, rho=0.5), judge=Logit(kappa=1.0), cases=200), seed=1)
    for name in ("scipy.optimize", "statsmodels.api"):
        monkeypatch.setitem(sys.modules, name, None)
    for work in (lambda: zero_sum.solve(np.eye(2)), lambda: fit(log)):
        with pytest.raises(MissingExtra) as caught:
            work()
        assert caught.value.hint == "pip install 'foam[measure]'"


def test_theory_and_simulation_load_numpy_alone() -> None:
    modules = "theory, statics, equilibrium, jury, welfare, simulation, sweep, synthetic"
    program = f"import sys; from foam.oversight import {modules}; print('scipy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
