"""The command line: in this process, or as a process of its own that can be killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from tests.behaviour.homes import list_stand_ins

from foam.cli.main import foam as command

_START = """
import sys
from tests.behaviour.cli import command, list_stand_ins
command(sys.argv[1:], obj=list_stand_ins())
"""
_ROOT = Path(__file__).parents[2]


def run_foam(home: Path, *arguments: object, code: int | None = 0, given: dict[str, Any] | None = None) -> Result:
    """`foam` with these arguments in this home. It has to end with the code; None takes any."""
    runner = CliRunner(env={"FOAM_HOME": str(home)})
    result = runner.invoke(command, [str(one) for one in arguments], obj={**list_stand_ins(), **(given or {})})
    assert code is None or result.exit_code == code, result.output
    return result


def read_foam(home: Path, *arguments: object, code: int = 0, given: dict[str, Any] | None = None) -> dict[str, Any]:
    """What `foam … --json` prints."""
    found: dict[str, Any] = json.loads(run_foam(home, *arguments, "--json", "--quiet", code=code, given=given).stdout)
    return found


def start_foam(home: Path, *arguments: object) -> subprocess.Popen[bytes]:
    """`foam` as a process of its own."""
    paths = (str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")]))  # so that a checkout runs its own code
    environ = {**os.environ, "FOAM_HOME": str(home), "PYTHONPATH": os.pathsep.join(paths)}
    told = [str(one) for one in arguments]
    return subprocess.Popen([sys.executable, "-c", _START, *told], env=environ, stdout=subprocess.PIPE)
