"""Gates: around a function, and around an agent of pydantic-ai."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from foam_quotes import FalseCitation, guard, make_validator

RULES = {"rules": "No dogs on the grass."}
TRUE, FALSE = 'It says "No dogs on the grass" [rules].', 'It says "dogs are welcome on the grass" [rules].'


class Answer(NamedTuple):
    text: str
    tokens: int


def test_what_is_true_passes_and_what_is_not_does_not() -> None:
    @guard(RULES)
    def answer(text: str, *, twice: bool = False) -> str:
        """Says it."""
        return text * (1 + twice)

    assert answer(TRUE, twice=True) == TRUE * 2
    assert answer.__doc__ == "Says it."
    with pytest.raises(FalseCitation, match="dogs are welcome") as caught:
        answer(FALSE)
    assert not caught.value.report.is_true


def test_sources_may_be_found_by_the_arguments_and_the_text_in_a_result() -> None:
    asked: list[str] = []

    def find(text: str) -> dict[str, str]:
        asked.append(text)
        return RULES

    @guard(find, read=lambda answer: str(answer.text))
    def answer(text: str) -> Answer:
        return Answer(text, 7)

    assert answer(TRUE) == Answer(TRUE, 7)
    assert asked == [TRUE]
    with pytest.raises(FalseCitation):
        answer(FALSE)


def test_a_function_that_is_awaited_is_guarded() -> None:
    @guard(RULES)
    async def answer(text: str) -> str:
        return text

    assert asyncio.run(answer(TRUE)) == TRUE
    with pytest.raises(FalseCitation):
        asyncio.run(answer(FALSE))


def test_an_agent_whose_quotation_is_false_is_asked_again() -> None:
    pydantic_ai = pytest.importorskip("pydantic_ai", reason="MISSING EXTRA: pip install './quotes[pydantic-ai]'")
    from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
    from pydantic_ai.models.function import AgentInfo, FunctionModel

    heard: list[str] = []

    def write(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        heard.append(str(messages[-1]))
        return ModelResponse(parts=[TextPart(FALSE if len(heard) == 1 else TRUE)])

    agent = pydantic_ai.Agent(FunctionModel(write))
    agent.output_validator(make_validator(RULES))
    assert asyncio.run(agent.run("May I bring my dog?")).output == TRUE
    assert len(heard) == 2
    assert "dogs are welcome on the grass" in heard[1]
