"""Addresses, families, proxies, and what is refused before anything is sent."""

from __future__ import annotations

import subprocess
import sys

import pytest
from pydantic import ValidationError

from foam.errors import SettingError
from foam.model.remote.budget import Budget, Price
from foam.model.remote.endpoint import find_proxy, is_loopback
from foam.model.remote.model import RemoteModel, guess_family
from foam.model.remote.options import RemoteOptions


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1/chat/completions"),
        ("http://localhost:11434/v1/", "http://localhost:11434/v1/chat/completions"),
        ("https://host/v1/chat/completions", "https://host/v1/chat/completions"),
        (" http://[::1]:8080 ", "http://[::1]:8080/chat/completions"),
    ],
)
def test_where_questions_go(given: str, address: str) -> None:
    assert RemoteOptions(base_url=given, model="m").address == address


@pytest.mark.parametrize(
    "address",
    ["", "api.openai.com/v1", "ftp://host/v1", "file:///etc/passwd", "https://", "https://me:secret@host/v1"],
)
def test_addresses_that_are_refused(address: str) -> None:
    with pytest.raises(ValidationError):
        RemoteOptions(base_url=address, model="m")


def test_a_key_in_the_address_is_refused_without_being_named() -> None:
    with pytest.raises(ValidationError) as caught:
        RemoteOptions(base_url="https://host/v1?key=sk-secret", model="m")
    assert "give the key as the key" in str(caught.value)


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("gpt-4o-mini", "gpt"),
        ("o3", "gpt"),
        ("ft:gpt-4o:acme::x", "gpt"),
        ("claude-sonnet-4-5", "claude"),
        ("anthropic.claude-3-haiku-20240307-v1:0", "claude"),
        ("models/gemini-2.0-flash", "gemini"),
        ("google/gemma-3-27b-it", "gemma"),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama"),
        ("llama3.2:1b", "llama"),
        ("Qwen/Qwen2.5-7B-Instruct", "qwen"),
        ("qwq:32b", "qwen"),
        ("mistralai/Mixtral-8x7B-Instruct-v0.1", "mistral"),
        ("deepseek-r1-distill-llama-70b", "deepseek"),
        ("SmolLM2-135M-Instruct", "smollm"),
        ("yi-34b-chat", "yi"),
        ("yielding", "yielding"),
        ("acme/house-model", "house-model"),
    ],
)
def test_families_are_told_by_name(model: str, family: str) -> None:
    assert guess_family(model) == family


def test_a_family_can_be_set() -> None:
    options = RemoteOptions(base_url="http://localhost/v1", model="house-model", family="llama")
    assert RemoteModel(options).decider.family == "llama"


def test_the_decider_is_what_decides_the_answer_and_nothing_else() -> None:
    options = RemoteOptions(base_url="http://localhost:1/v1", model="m")
    same = options.model_copy(update={"concurrency": 64, "timeout": 1.0, "price": Price(prompt=1)})
    warmer = options.model_copy(update={"temperature": 1.0})
    assert RemoteModel(options).decider == RemoteModel(same).decider
    assert RemoteModel(options).decider != RemoteModel(warmer).decider
    for changed in ({"reasoning_effort": "high"}, {"writes": False}, {"api": "anthropic"}):
        assert RemoteModel(options).decider != RemoteModel(options.model_copy(update=changed)).decider


@pytest.mark.parametrize(
    ("given", "api", "address"),
    [
        ("https://api.anthropic.com/v1", "anthropic", "https://api.anthropic.com/v1/messages"),
        ("https://api.anthropic.com", "anthropic", "https://api.anthropic.com/v1/messages"),
        ("https://gateway.example/v1/messages/", "anthropic", "https://gateway.example/v1/messages"),
        ("https://api.anthropic.com/v1/chat/completions", "openai", "https://api.anthropic.com/v1/chat/completions"),
        ("https://not-anthropic.com/v1", "openai", "https://not-anthropic.com/v1/chat/completions"),
    ],
)
def test_the_api_is_told_by_the_address(given: str, api: str, address: str) -> None:
    options = RemoteOptions(base_url=given, model="m")
    assert (options.api, options.address) == (api, address)
    assert RemoteModel(options).decider.parameters["api"] == api


def test_an_api_that_is_given_is_kept() -> None:
    options = RemoteOptions(base_url="http://localhost:1/v1", model="m", api="anthropic")
    assert options.address == "http://localhost:1/v1/messages"


def test_a_budget_in_money_needs_a_price() -> None:
    options = RemoteOptions(base_url="http://localhost/v1", model="m")
    with pytest.raises(SettingError, match="needs the price of m"):
        RemoteModel(options, budget=Budget(money=1.0))
    assert RemoteModel(options.model_copy(update={"price": Price()}), budget=Budget(money=1.0))


@pytest.mark.parametrize(
    ("host", "here"),
    [("localhost", True), ("a.localhost", True), ("127.0.0.2", True), ("::1", True), ("10.0.0.1", False), ("h", False)],
)
def test_what_is_this_machine(host: str, here: bool) -> None:
    assert is_loopback(host) is here


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system's own proxy settings join in")
def test_proxies_are_the_environments_and_never_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("https_proxy", "http://proxy:3128")
    monkeypatch.setenv("no_proxy", "inside.example")
    assert find_proxy("https://api.example/v1") == "http://proxy:3128"
    assert find_proxy("http://api.example/v1") is None
    assert find_proxy("https://inside.example/v1") is None
    assert find_proxy("https://localhost/v1") is None
    assert find_proxy("https://127.0.0.1:8000/v1") is None


WITHOUT_AIOHTTP = """
import sys
sys.modules["aiohttp"] = None
from foam.errors import MissingExtra
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
try:
    RemoteModel(RemoteOptions(base_url="http://localhost/v1", model="m"))
except MissingExtra as error:
    print(error.what, error.hint)
"""


def test_without_the_extra_only_a_remote_model_is_missed() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_AIOHTTP], capture_output=True, text=True, check=True)
    assert done.stdout == "aiohttp is not installed pip install 'foam[remote]'\n"
