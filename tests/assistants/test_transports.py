"""The two ways to reach the server, with the official client: as a process over stdio, and over HTTP with a token."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters
from tests.assistants.serving import ROOT, call, connect_over_http, fail, serve, start_over_stdio
from tests.web.serving import QUESTION, Desk

from foam.cli.main import foam


def test_over_stdio_a_dossier_is_read_and_a_question_deliberated(desk: Desk) -> None:
    told: list[float] = []

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)

    async def run() -> None:
        async with Client(start_over_stdio(desk.folder, writes=True)) as client:
            outline = await call(client, "read_dossier", run=desk.run)
            assert outline["outcome"] == (desk.answer.option or "undecided")
            asked = {"question": QUESTION, "library": True, "pack": "neutral-table"}
            made = await client.call_tool("deliberate", asked, progress_callback=listen)
            assert made.structured_content is not None
            assert made.structured_content["run"] == desk.run, "the same question is the same run"
            assert made.structured_content["asked"] == 0

    asyncio.run(run())
    assert told == sorted(set(told))
    assert told


def test_over_http_a_dossier_is_read_and_a_question_deliberated(desk: Desk) -> None:
    told: list[float] = []

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)

    async def run(url: str, token: str) -> None:
        async with connect_over_http(url, token) as client:
            outline = await call(client, "read_dossier", run=desk.run)
            assert outline["outcome"] == (desk.answer.option or "undecided")
            asked = {"question": "Should the reading room stay shut on Sundays?", "library": True}
            made = await client.call_tool("deliberate", asked, progress_callback=listen)
            assert made.structured_content is not None
            assert made.structured_content["asked"] > 0

    with serve(desk, writes=True) as (url, token):
        asyncio.run(run(url, token))
    assert told[0] == 0.0
    assert told[-1] > 0.0


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Bearer {token}", "Host": "elsewhere.example:80"}, 421),
        ({"Authorization": "Bearer {token}", "Origin": "https://elsewhere.example"}, 403),
        ({"Authorization": "Bearer {token}", "Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_who_has_no_token_or_comes_from_a_page_is_refused(kept: Desk, headers: dict[str, str], status: int) -> None:
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    with serve(kept) as (url, token):
        filled = {name: value.format(token=token) for name, value in headers.items()}
        answer = httpx2.post(url, json=asked, headers={"Accept": "application/json, text/event-stream", **filled})
    assert answer.status_code == status
    assert answer.json()["error"]
    assert token not in answer.text


def test_wrong_tokens_are_not_tried_without_end(kept: Desk) -> None:
    with serve(kept) as (url, _), httpx2.Client() as client:
        found = [client.get(url, headers={"Authorization": f"Bearer {number}"}).status_code for number in range(25)]
    assert found[0] == 401
    assert found[-1] == 429


def test_the_command_talks_over_stdio_and_prints_nothing_else(tmp_path: Path) -> None:
    environ = {"FOAM_HOME": str(tmp_path / "home"), "PYTHONPATH": f"{ROOT / 'src'}"}
    command = StdioServerParameters(command=sys.executable, args=["-m", "foam.cli", "mcp"], env=environ)

    async def run() -> None:
        async with Client(command) as client:
            assert "run something first" in await fail(client, "list_runs")
            found = await call(client, "examine", documents=[{"name": "a.txt", "text": "The hall is closed."}])
            assert len(found["documents"]) == 1
            assert {"deliberate", "challenge"}.isdisjoint(one.name for one in (await client.list_tools()).tools)

    asyncio.run(run())


def test_the_command_prints_where_it_is_reached_over_http(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "foam.cli", "mcp", "--http", "--port", "0", "--json"]
    environ = {**os.environ, "FOAM_HOME": str(tmp_path / "home"), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ) as process:
        try:
            assert process.stdout is not None
            lines = ""
            while not lines.rstrip().endswith("}"):
                lines += process.stdout.readline()
            told = json.loads(lines)

            async def run() -> None:
                async with connect_over_http(told["address"], told["token"]) as client:
                    assert "run something first" in await fail(client, "list_runs")

            asyncio.run(run())
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=30)
    assert process.returncode in (0, 130)


def test_a_folder_that_is_not_there_is_refused() -> None:
    assert CliRunner().invoke(foam, ["mcp", "--files", "/nowhere/at/all"]).exit_code == 2


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['mcp'] = None\nfrom foam.cli.main import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", code, "mcp"], capture_output=True, text=True, check=False,
        env={**os.environ, "FOAM_HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 2
    assert "pip install 'foam[mcp]'" in done.stderr
