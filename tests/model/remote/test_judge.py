"""An endpoint that the settings name as judge: asked over HTTP, each pair once, whatever loop the caller is in."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.loopback import Loopback, says

import foam
from foam.home.desk import Desk


def test_an_endpoint_says_whether_a_changed_sentence_says_something_else(tmp_path: Path) -> None:
    law, letter = tmp_path / "law.txt", tmp_path / "letter.md"
    law.write_text("The tenant pays for the repair of the roof. The landlord keeps the garden.", "utf-8")
    letter.write_text('It says: "The landlord pays for the repair of the roof."\n', "utf-8")
    with Loopback(then=says(json.dumps({"label": "contradicts"}))) as server:
        environ = {
            "FOAM_MODELS__STRONG__BASE_URL": server.url,
            "FOAM_MODELS__STRONG__MODEL": "strong-1",
            "FOAM_JUDGE": "strong",
        }
        with foam.open(tmp_path / "home", environ=environ) as home:
            (found,) = home.quote.check(letter, against=[law]).citations
            assert (found.verdict.type, found.verdict.flags, found.is_match) == ("altered", ("sense",), False)
            home.quote.check(letter, against=[law])
        asked = len(server.requests)
        judge = Desk(tmp_path / "home", environ=environ).judge

        async def weigh_within_a_loop() -> float:
            return judge.weigh([("Rain fell.", "It was dry."), ("Rain fell.", "It was dry.")])[0].contradicts

        assert asyncio.run(weigh_within_a_loop()) > 0.8
        assert asked == 1
        assert len(server.requests) == 2
        assert judge.name.startswith("endpoint-strong-1#")
