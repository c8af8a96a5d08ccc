"""`foam serve`: a real process that prints an address, answers there, and ends when it is told to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from click.testing import CliRunner

from foam.cli.main import foam


def test_it_prints_an_address_answers_there_and_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "foam.cli", "serve", "--port", "0", "--json", "--open"]
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/opened\ncat "${{1#file://}}" > {tmp_path}/page\n')
    browser.chmod(0o700)
    environ = {**os.environ, "FOAM_HOME": str(tmp_path / "home"), "PYTHONUNBUFFERED": "1", "BROWSER": f"{browser} %s"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ) as process:
        try:
            assert process.stderr is not None
            assert process.stdout is not None
            assert process.stderr.readline() == "starting the pages\n"
            lines = ""
            while not lines.rstrip().endswith("}"):
                lines += process.stdout.readline()
            address = json.loads(lines)["address"]
            token = address.partition("token=")[2]
            asked = urllib.request.Request(
                f"{address.partition('?')[0]}index.json", headers={"Authorization": f"Bearer {token}"}
            )
            with urllib.request.urlopen(asked, timeout=30) as answer:
                assert json.load(answer)["runs"] == []
            until = time.monotonic() + 20
            while not (tmp_path / "page").exists() or not (tmp_path / "page").read_text():
                assert time.monotonic() < until
                time.sleep(0.05)
            assert token in (tmp_path / "page").read_text()
            assert token not in (tmp_path / "opened").read_text()
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)
    assert process.returncode in (0, 130)


def test_another_host_is_refused_before_anything_is_opened(tmp_path: Path) -> None:
    result = CliRunner().invoke(foam, ["serve", "--host", "0.0.0.0"], env={"FOAM_HOME": str(tmp_path / "none")})
    assert result.exit_code == 2
    assert "can be reached from other machines" in result.output
    assert not (tmp_path / "none").exists()


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['fastapi'] = None\nfrom foam.cli.main import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve"], capture_output=True, text=True, check=False,
        env={**os.environ, "FOAM_HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 2
    assert "pip install 'foam[web]'" in done.stderr
