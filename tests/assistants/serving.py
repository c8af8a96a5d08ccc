"""A server for assistants over a home with fakes, as the tests use it: in the process, over stdio, on a real port."""

from __future__ import annotations

import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import uvicorn
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent
from tests.web.serving import Desk as Made
from tests.web.serving import make_fakes

import foam
from foam.mcp.desk import Desk
from foam.mcp.server import PATH, make_application, make_server, serve_stdio
from foam.web.security import Keys
from foam.web.server import take_port

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def connect(
    made: Made, *, writes: bool = False, offers_all: bool = False, folders: tuple[Path, ...] = ()
) -> AsyncIterator[Client]:
    """The official client, connected in the process."""
    with made.open_home() as home:
        desk = Desk(home, made.open_home, folders=folders, allows_writing=writes, offers_all=offers_all)
        async with Client(make_server(desk)) as client:
            yield client


def start_over_stdio(folder: Path, *, writes: bool) -> StdioServerParameters:
    """How the official client starts the server with fakes in a process of its own."""
    code = f"from tests.assistants.serving import talk; talk({str(folder)!r}, writes={writes})"
    path = f"{ROOT / 'src'}:{ROOT}"
    return StdioServerParameters(command=sys.executable, args=["-c", code], env={"PYTHONPATH": path})


def talk(folder: str, *, writes: bool) -> None:
    """Serve a home with fakes over standard input and output."""

    def open_home(listener: Any = lambda event: None) -> foam.Home:
        return foam.open(folder, **{**make_fakes(), "listener": listener})

    with open_home() as home:
        serve_stdio(make_server(Desk(home, open_home, allows_writing=writes)))


@contextmanager
def serve(made: Made, *, writes: bool = False) -> Iterator[tuple[str, str]]:
    """The server on a real port; gives its address and the token."""
    with made.open_home() as home, closing(take_port(0)) as taken:
        keys = Keys(port=taken.getsockname()[1])
        app = make_application(make_server(Desk(home, made.open_home, allows_writing=writes)), keys)
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{keys.port}{PATH}", keys.token
        finally:
            server.should_exit = True
            thread.join(timeout=20)


@asynccontextmanager
async def connect_over_http(url: str, token: str) -> AsyncIterator[Client]:
    """The official client over HTTP, with the token."""
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool gives as data; the call must succeed."""
    found = await client.call_tool(tool, arguments)
    assert not found.is_error, found.content
    given: dict[str, Any] | None = found.structured_content
    assert given is not None
    return given


async def fail(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool says where it fails; the call must fail."""
    found = await client.call_tool(tool, arguments)
    assert found.is_error, found.structured_content
    assert isinstance(found.content[0], TextContent)
    return found.content[0].text
