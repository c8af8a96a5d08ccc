"""Endpoints of every kind, as they behave: what each refuses and with which words, and how it wraps what a model says.

    with Loopback(then=KINDS["ollama"]) as server: …
    with Loopback(then=KINDS["anthropic"]) as server:    # base_url=server.url, api="anthropic"

The refusals are worded as users of the servers report them, or close to it. The model behind each answers from the
instructions it reads, so that it has an answer also where no schema is sent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.loopback import Exchange, instance
from tests.model.remote.words import read_form

Body = dict[str, Any]
Objection = Callable[[Body], "tuple[int, Any] | None"]
Telling = Callable[[Exchange, str], None]
THOUGHT = 'Should it be {"ids": ["s4"], "score": 0, "label": "no"}? No, that is not what the text says.'
USAGE = {
    "prompt_tokens": 1200,
    "completion_tokens": 300,
    "total_tokens": 1500,
    "prompt_tokens_details": {"cached_tokens": 1024},
    "completion_tokens_details": {"reasoning_tokens": 256},
}
MESSAGE_USAGE = {
    "input_tokens": 50,
    "cache_read_input_tokens": 900,
    "cache_creation_input_tokens": 50,
    "output_tokens": 300,
}


@dataclass(frozen=True)
class Kind:
    """An endpoint: what it objects to, in this order, and how it tells what the model said."""

    name: str
    tells: Telling
    objects: tuple[Objection, ...] = ()
    api: str = "openai"
    thinks: Callable[[Body], str] | None = None
    """The model behind it; by default one that answers anything that fits the form."""

    def __call__(self, exchange: Exchange) -> None:
        body = exchange.request.body
        for object_to in self.objects:
            if refused := object_to(body):
                exchange.send_json(*refused)
                return
        self.tells(exchange, (self.thinks or think_of_answer)(body))


def think_of_answer(body: Body) -> str:
    """Some answer in the form that the instructions ask for."""
    text = read_content(body)
    return json.dumps(instance(read_form(text), Random(f"{body.get('seed')} {text}")))


def read_content(body: Body) -> str:
    """What the last message says, also where it is cut into blocks."""
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else "\n\n".join(block["text"] for block in content)


def openai_error(message: str, **more: Any) -> tuple[int, Any]:
    return 400, {"error": {"message": message, "type": "invalid_request_error", **more}}


def form_of(body: Body) -> str:
    """`json_schema`, `json_object`, `tools` or nothing."""
    return str(body.get("response_format", {}).get("type", "")) or ("tools" if "tools" in body else "")


def sent_schema(body: Body) -> Any:
    """The schema, wherever it stands."""
    held = body.get("response_format", {})
    functions = [tool.get("function", tool) for tool in body.get("tools", [])]
    places = [held.get("json_schema", {}).get("schema"), held.get("schema"), body.get("guided_json")]
    places += [function.get("parameters") or function.get("input_schema") for function in functions]
    return next((place for place in places if place), None)


# What they object to.


def no_bounds(template: str, *words: str) -> Objection:
    """Objects to the first of these keywords that stands in the schema."""

    def object_to(body: Body) -> tuple[int, Any] | None:
        text = json.dumps(sent_schema(body))
        found = next((word for word in words if f'"{word}":' in text), None)
        return openai_error(template.format(word=found)) if found else None

    return object_to


def no_form(form: str, message: str, *, status: int = 400) -> Objection:
    """Objects to answers being asked for in this form."""
    return lambda body: (status, {"error": {"message": message}}) if form_of(body) == form else None


def no_parameter(name: str, message: str, **more: Any) -> Objection:
    return lambda body: openai_error(message, param=name, **more) if name in body else None


def no_schema_in_object(body: Body) -> tuple[int, Any] | None:
    if "schema" in body.get("response_format", {}):
        return openai_error("Unknown parameter: 'response_format.schema'.", code="unknown_parameter")
    return None


def no_named_tool(body: Body) -> tuple[int, Any] | None:
    if isinstance(body.get("tool_choice"), dict):
        words = "Invalid tool_choice type: 'object'. Supported string values: none, auto, required"
        return 400, {"error": words}
    return None


def no_forced_tool_beside_thoughts(body: Body) -> tuple[int, Any] | None:
    if "thinking" in body and body.get("tool_choice", {}).get("type") in ("tool", "any"):
        return message_error("Thinking may not be enabled when tool_choice forces tool use.")
    return None


def behind_a_router(object_to: Objection) -> Objection:
    """The same objection, as a router passes it on."""

    def passed_on(body: Body) -> tuple[int, Any] | None:
        refused = object_to(body)
        if refused is None:
            return None
        raw = json.dumps(refused[1])
        return 400, {"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": raw}}}

    return passed_on


def message_error(message: str) -> tuple[int, Any]:
    return 400, {"type": "error", "error": {"type": "invalid_request_error", "message": message}}


def no_property(name: str, message: str) -> Objection:
    """Of Anthropic's own: objects to a part of the request or of its tool."""

    def object_to(body: Body) -> tuple[int, Any] | None:
        tool = body.get("tools", [{}])[0]
        return message_error(message) if name in body or name in tool else None

    return object_to


# How they tell it.


def completion(message: Body, *, stopped: str = "stop") -> Body:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": stopped}
    return {"object": "chat.completion", "model": "kind", "choices": [choice], "usage": USAGE}


def says(template: str, *, thoughts: str = "", refusal: str = "", stopped: str = "stop") -> Telling:
    """Content, with the answer where `@` stands; thoughts in a field of their own."""

    def tell(exchange: Exchange, answer: str) -> None:
        message: Body = {"content": template.replace("@", answer) or None}
        message |= {"reasoning_content": thoughts} if thoughts else {}
        message |= {"refusal": refusal} if refusal else {}
        exchange.send_json(200, completion(message, stopped=stopped))

    return tell


def declines_the_unsaid(tells: Telling) -> Telling:
    """Declines where the model has nothing to say."""
    return lambda exchange, answer: (tells if answer else _DECLINES)(exchange, answer)


def calls_tool(*, as_object: bool = False, otherwise: Telling | None = None) -> Telling:
    """A tool call where a tool is offered."""

    def tell(exchange: Exchange, answer: str) -> None:
        if "tools" not in exchange.request.body:
            (otherwise or says("@"))(exchange, answer)
            return
        arguments = json.loads(answer) if as_object else answer
        call = {"id": "c1", "type": "function", "function": {"name": "answer", "arguments": arguments}}
        exchange.send_json(200, completion({"content": None, "tool_calls": [call]}, stopped="tool_calls"))

    return tell


def cut_off_below(tokens: int) -> Telling:
    """Thinks, and is cut off, unless it is allowed so many tokens."""

    def tell(exchange: Exchange, answer: str) -> None:
        body = exchange.request.body
        allowed = body.get("max_tokens") or body.get("max_completion_tokens")
        enough = allowed >= tokens
        content = f"<think>{THOUGHT}</think>{answer}" if enough else f"<think>{THOUGHT}"
        exchange.send_json(200, completion({"content": content}, stopped="stop" if enough else "length"))

    return tell


def fails_in_a_good_reply(exchange: Exchange, answer: str) -> None:
    """As routers do once the reply has begun."""
    exchange.send_json(200, {"error": {"message": "Upstream idle timeout exceeded", "code": 504}})


def message(*before: Body, stopped: str = "tool_use", spoken: bool = False, empty: bool = False) -> Telling:
    """A message of Anthropic's own API."""

    def tell(exchange: Exchange, answer: str) -> None:
        tool = {"type": "tool_use", "id": "t1", "name": "answer", "input": {} if empty else json.loads(answer)}
        in_words = spoken or "tools" not in exchange.request.body
        said = {"type": "text", "text": answer} if in_words else tool
        content = [*before, *([] if stopped == "refusal" else [said])]
        body = {"type": "message", "role": "assistant", "content": content, "stop_reason": stopped}
        exchange.send_json(200, {**body, "usage": MESSAGE_USAGE})

    return tell


_DECLINES = says("", refusal="I'm sorry, I can't help with that.")
_STRICT = "Invalid schema for response_format 'answer': In context=('properties', 'ids'), '{word}' is not permitted."
_GEMINI = (
    "Invalid JSON payload received. Unknown name \"{word}\" at 'generation_config.response_schema': Cannot find field."
)
_BOUNDS = ("minItems", "maxItems", "minimum", "maximum")
_NO_SCHEMA = (
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more about "
    "supported models at the Structured Outputs guide."
)
_LITERAL = (
    "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or "
    "'json_object'\", 'input': 'json_schema'}]"
)
_RENAMED = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
_WARM = "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported."
_STRICT_TOOL = "tools.0.custom.strict: Extra inputs are not permitted"
_ADAPTIVE = "adaptive thinking is not supported on this model"
_PROSE = "I would say that the first of them bears on it most, since it gives a figure."
_THINKING = {"type": "thinking", "thinking": THOUGHT, "signature": "x"}

ANSWERING: tuple[Kind, ...] = (
    Kind("openai", says("@")),
    Kind("openai, older strict mode", says("@"), (no_bounds(_STRICT, *_BOUNDS),)),
    Kind("openai, reasoning", says("@"), (no_parameter("max_tokens", _RENAMED), no_parameter("temperature", _WARM))),
    Kind("openai, before schemas", calls_tool(), (no_form("json_schema", _NO_SCHEMA), no_schema_in_object)),
    Kind("vllm", says("@", thoughts=THOUGHT)),
    Kind("vllm, guided_json", says("@"), (no_form("json_schema", _LITERAL),)),
    Kind("llama.cpp", says("@"), (no_form("tools", "tools param requires --jinja flag", status=500),)),
    Kind(
        "llama.cpp, before tools",
        says("@"),
        (
            no_form("json_schema", _LITERAL),
            no_schema_in_object,
            no_form("tools", "Unsupported param: tools", status=500),
        ),
    ),
    Kind("llama-cpp-python", says(" @ "), (no_form("json_schema", _LITERAL, status=422),)),
    Kind("ollama", says("@"), (no_parameter("reasoning_effort", '"smollm2:135m" does not support thinking'),)),
    Kind(
        "lm studio", calls_tool(), (no_form("json_object", "'response_format.type' must be 'json_schema' or 'text'"),)
    ),
    Kind("openrouter", says("@"), (behind_a_router(no_bounds(_STRICT, *_BOUNDS)),)),
    Kind(
        "openrouter, no schema",
        calls_tool(),
        (no_form("json_schema", "No endpoints found that support the requested parameters.", status=404),),
    ),
    Kind("deepseek", says("@"), (no_form("json_schema", "This response_format type is unavailable now"),)),
    Kind("gemini, compatible", says("@"), (no_bounds(_GEMINI, *_BOUNDS),)),
    Kind(
        "no named tool",
        calls_tool(as_object=True),
        (no_form("json_schema", _NO_SCHEMA), no_schema_in_object, no_named_tool),
    ),
    Kind(
        "words alone",
        says("@"),
        tuple(no_form(form, f"{form} is not supported") for form in ("json_schema", "json_object", "tools")),
    ),
    Kind("schema ignored, prose around", says("Here it is:\n@\nI hope {this} helps.")),
    Kind("schema ignored, fence", says("Sure!\n\n```json\n@\n```\nLet me know.")),
    Kind("schema ignored, call written out", says('{"name": "answer", "arguments": @}')),
    Kind("thinking before", says(f"<think>\n{THOUGHT}\n</think>\n\n@")),
    Kind("thinking, opened by the template", says(f"{THOUGHT}</think>@")),
    Kind("thinking in brackets", says(f"[THINK]{THOUGHT}[/THINK]@")),
    Kind("thinking in channels", says(f"<|channel|>analysis<|message|>{THOUGHT}<|end|><|channel|>final<|message|>@")),
    Kind("anthropic", message(), api="anthropic"),
    Kind("anthropic, thinking", message(_THINKING, spoken=True, stopped="end_turn"), api="anthropic"),
    Kind("anthropic, no strict", message(), (no_property("strict", _STRICT_TOOL),), api="anthropic"),
    Kind(
        "anthropic, newer",
        message(_THINKING),
        (no_property("temperature", "`temperature` is deprecated for this model."), no_forced_tool_beside_thoughts),
        api="anthropic",
    ),
    Kind("anthropic, no effort", message(), (no_property("output_config", _ADAPTIVE),), api="anthropic"),
    Kind("anthropic, no thinking", message(), (no_property("thinking", _ADAPTIVE),), api="anthropic"),
)
"""Every question gets its answer at the first time of asking."""

ASKED_AGAIN: tuple[Kind, ...] = (
    Kind("schema ignored, tools known", calls_tool(otherwise=says(_PROSE))),
    Kind("cut off", cut_off_below(7_000)),
)
"""The answer comes when asked again with the complaint."""

FAILING: tuple[tuple[Kind, str], ...] = (
    (Kind("prose", says(_PROSE)), "there was no JSON object in the answer"),
    (Kind("refusal", _DECLINES), "the model declined to answer"),
    (Kind("refusal in prose", says("I'm sorry, I can't help with that.")), "there was no JSON object in the answer"),
    (Kind("thoughts without end", says(f"<think>{THOUGHT} @")), "there were thoughts and no answer"),
    (Kind("thoughts alone", says("", thoughts=f"{THOUGHT} @")), "there were thoughts and no answer"),
    (Kind("always cut off", cut_off_below(10**9)), "the answer was cut off at"),
    (
        Kind("anthropic, refusal", message(stopped="refusal"), api="anthropic"),
        "the model declined to answer",
    ),
    (
        Kind("anthropic, cut off", message(stopped="max_tokens", empty=True), api="anthropic"),
        "the answer was cut off at",
    ),
)
"""OutOfBounds each time, with what was wrong."""

KINDS: dict[str, Kind] = {kind.name: kind for kind in (*ANSWERING, *ASKED_AGAIN, *(kind for kind, _ in FAILING))}


def names(kinds: Sequence[Kind]) -> list[str]:
    return [kind.name for kind in kinds]
