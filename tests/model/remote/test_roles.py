"""How each role is asked: its temperature, its standing instructions, and what the decider says of them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import get_args

import pytest
from tests.loopback import Loopback, Request
from tests.model.questions import choose, label

from foam.errors import SettingError
from foam.model.cast import cast, find_cast
from foam.model.question import Question, Role
from foam.model.remote.dialect import open_dialect
from foam.model.remote.instruction import SYSTEM
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.model.remote.request import Ask
from foam.settings import load_config


def sent(*questions: Question, temperature: float = 0.7) -> list[Request]:
    async def run(url: str) -> None:
        options = RemoteOptions(base_url=url, model="m", temperature=temperature, concurrency=1)
        async with RemoteModel(options) as model:
            for question in questions:
                await model.answer(question, seed=1)

    with Loopback() as server:
        asyncio.run(run(server.url))
        return server.requests


def test_judges_are_asked_at_temperature_0_and_writers_at_what_is_set() -> None:
    roles: tuple[Role, ...] = get_args(Role)
    requests = sent(*(choose(role=role) for role in roles))
    assert {role: r.body["temperature"] for role, r in zip(roles, requests, strict=True)} == {
        "proposer": 0.7,
        "critic": 0.7,
        "evaluator": 0.0,
        "judge": 0.0,
    }


def test_one_decider_says_both_temperatures() -> None:
    options = RemoteOptions(base_url="http://localhost:1/v1", model="m", temperature=0.7, reasoning_effort="low")
    said = RemoteModel(options).decider.parameters
    assert (said["temperature"], said["judging_temperature"], said["reasoning_effort"]) == (0.7, 0.0, "low")


def test_a_roles_instructions_come_before_the_prompt_and_are_the_same_for_every_question() -> None:
    standing = "You are the critic. You look for what does not follow."
    first, second = sent(choose(system=standing), label("yes", "no").model_copy(update={"system": standing}))
    heads = [request.body["messages"][0] for request in (first, second)]
    assert heads[0] == heads[1] == {"role": "system", "content": f"{SYSTEM}\n\n{standing}"}
    assert [message["role"] for message in first.body["messages"]] == ["system", "user"]
    assert standing not in first.body["messages"][1]["content"]


def test_what_all_share_comes_first_and_the_roles_after_it() -> None:
    file = "The file. " * 20
    critic, judge = (choose(system=role).model_copy(update={"shared": file}) for role in ("A critic.", "A judge."))
    first, second = (request.body["messages"] for request in sent(critic, judge))
    assert first[0] == second[0] == {"role": "system", "content": SYSTEM}
    assert all(one[1]["content"].startswith(f"{file}\n\n") for one in (first, second))
    assert first[1]["content"].index("A critic.") < first[1]["content"].index(critic.prompt)


def test_an_endpoint_that_keeps_what_is_marked_is_shown_what_all_share() -> None:
    asked = choose(system="A critic.").model_copy(update={"shared": "The file."})
    ask = Ask(question=asked, seed=1, complaint="", model="m", temperature=0.0, max_tokens=100)
    body = json.loads(ask.body(open_dialect("anthropic", "")))
    shared, own = body["messages"][0]["content"]
    assert (shared["text"], "cache_control" in shared) == ("The file.", True)
    assert own["text"].startswith("A critic.")
    assert "cache_control" not in own
    assert body["system"] == [{"type": "text", "text": SYSTEM}]


def test_without_instructions_of_the_role_the_common_ones_stand_alone() -> None:
    (request,) = sent(choose())
    assert request.body["messages"][0]["content"] == SYSTEM


def test_instructions_are_part_of_the_question_on_record() -> None:
    asked = choose(system="You are the critic.")
    assert asked.json_value()["system"] == "You are the critic."
    assert asked.digest != choose().digest
    assert type(asked).model_validate(asked.json_value()) == asked


def test_a_question_without_instructions_is_the_question_it_was() -> None:
    """Its digest is what answers on record are found by."""
    assert "system" not in choose().json_value()
    assert type(choose()).model_validate(choose().json_value()) == choose()


SETTINGS = """
model = "house"
[models.house]
base_url = "https://api.anthropic.com/v1"
model = "claude"
writes = false
reasoning_effort = "medium"
[models.other]
base_url = "http://localhost:1/v1"
model = "m"
api = "anthropic"
[roles]
judge = "other"
"""


def test_the_settings_reach_the_model(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(SETTINGS, encoding="utf-8")
    models = cast(load_config(tmp_path, environ={}))
    house, other = models["proposer"], models["judge"]
    assert isinstance(house, RemoteModel)
    assert isinstance(other, RemoteModel)
    assert (house.options.api, house.options.writes, house.options.reasoning_effort) == ("anthropic", False, "medium")
    assert (other.options.api, other.options.writes, other.options.reasoning_effort) == ("anthropic", True, "")
    assert house.decider.parameters["voice"] == "bounded"
    assert other.decider.parameters["voice"] == "written"
    assert other.options.max_tokens >= 16_384


@pytest.mark.parametrize("line", ['api = "other"', 'reasoning_effort = "extreme"', 'writes = "perhaps"'])
def test_settings_that_are_none_are_refused(tmp_path: Path, line: str) -> None:
    endpoint = f'[models.a]\nbase_url = "http://h/v1"\nmodel = "m"\n{line}\n'
    (tmp_path / "config.toml").write_text(endpoint, encoding="utf-8")
    with pytest.raises(SettingError, match=r"models\.a\."):
        load_config(tmp_path, environ={})


def test_the_models_of_an_earlier_run_are_found_again_in_the_settings(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        'model = "scripted"\n[seats]\nauditor = "late"\nwarden = "warm"\n[roles]\njudge = "cold"\n'
        + "".join(
            f'[models.{name}]\nbase_url = "http://localhost:1/v1"\nmodel = "m"\ntemperature = {temperature}\n'
            for name, temperature in (("cold", 0.0), ("warm", 0.7), ("late", 1.0))
        )
    )
    config = load_config(tmp_path, environ={})
    made = {name: model.decider for name, model in cast(config, seated=True).items() if name != "seat:auditor"}
    found = find_cast(config, {**made, "proposer": made["seat:warden"].model_copy(update={"version": "2"})})
    assert found == {
        "roles.proposer": "cold",
        "roles.critic": "scripted",
        "roles.evaluator": "scripted",
        "roles.judge": "cold",
        "seats.warden": "warm",
        "seats.auditor": "",
    }
    gone = made["seat:warden"].model_copy(update={"id": "another"})
    with pytest.raises(SettingError, match="another, which answered in that run, is no model of the settings"):
        find_cast(config, {"judge": gone})
