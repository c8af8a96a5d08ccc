"""The tool for assistants, asked as an assistant asks it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("mcp", reason="MISSING EXTRA: pip install './quotes[mcp]'")

from mcp.client import Client

from foam_quotes.tool import make_server

FALSE = 'It says "dogs are welcome on the grass" [rules].'


@pytest.mark.parametrize(
    ("given", "brought", "is_true"),
    [
        ({"rules": "No dogs on the grass."}, {}, False),
        ({}, {"rules": "No dogs on the grass."}, False),
        ({"rules": "No dogs."}, {"rules": "Dogs are welcome on the grass."}, True),
    ],
)
def test_a_text_is_held_against_the_sources_of_the_server_and_of_the_call(
    given: dict[str, str], brought: dict[str, str], is_true: bool
) -> None:
    async def ask() -> Any:
        async with Client(make_server(given)) as client:
            return await client.call_tool("check_quotations", {"text": FALSE, "sources": brought})

    told = asyncio.run(ask()).structured_content
    assert told["is_true"] is is_true
    assert len(told["quotations"]) == 1
