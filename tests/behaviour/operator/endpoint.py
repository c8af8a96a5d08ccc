"""Endpoints on this machine that speak as OpenAI's and as Anthropic's do, and misbehave when told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Reply = tuple[int, Any, Mapping[str, str]]
Behaviour = Callable[[dict[str, Any]], Reply]


def fill(schema: Mapping[str, Any]) -> Any:
    """The first value that a JSON schema allows."""
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return fill(schema["anyOf"][0])
    match schema.get("type"):
        case "object":
            return {name: fill(part) for name, part in schema["properties"].items()}
        case "array":
            items = schema["items"]
            count = max(1, schema.get("minItems", 1))
            return list(items["enum"][:count]) if "enum" in items else [fill(items)] * count
        case "number" | "integer":
            return schema.get("maximum", 1)
        case "string":
            return "one"
        case _:
            return None


def say(content: str, *, tokens: tuple[int, int] = (100, 10)) -> Reply:
    """A chat completion with this content."""
    message = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}
    return 200, {"object": "chat.completion", "model": "m", "choices": [message], "usage": usage}, {}


def answer_chat(body: dict[str, Any]) -> Reply:
    """Whatever the schema that was sent allows first, or the tool's arguments where there is one."""
    if "response_format" in body:
        return say(json.dumps(fill(body["response_format"]["json_schema"]["schema"])))
    (tool,) = body["tools"]
    arguments = json.dumps(fill(tool["function"]["parameters"]))
    status, said, headers = say("")
    call = {"id": "t", "type": "function", "function": {"name": tool["function"]["name"], "arguments": arguments}}
    said["choices"][0]["message"]["tool_calls"] = [call]
    return status, said, headers


def answer_message(body: dict[str, Any]) -> Reply:
    """The same in the other protocol, as arguments of the tool that has to be called."""
    (tool,) = body["tools"]
    content = [{"type": "tool_use", "id": "t", "name": tool["name"], "input": fill(tool["input_schema"])}]
    usage = {"input_tokens": 100, "output_tokens": 10}
    return (
        200,
        {"type": "message", "role": "assistant", "content": content, "stop_reason": "tool_use", "usage": usage},
        {},
    )


def fail(status: int, message: str = "no", **headers: str) -> Behaviour:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda body: (status, {"error": {"message": message}}, named)


class Endpoint:
    """Behaviours are used up one request at a time; after them `then` holds. Every request is kept."""

    def __init__(self, *behaviours: Behaviour, then: Behaviour = answer_chat) -> None:
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self._behaviours = list(behaviours)
        self._then = then
        self._lock = threading.Lock()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                status, said, headers = endpoint.take(self.path, dict(self.headers), body)(body)
                raw = said if isinstance(said, bytes) else json.dumps(said).encode()
                self.send_response_only(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *args: Any) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def take(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> Behaviour:
        with self._lock:
            self.requests.append((path, headers, body))
            return self._behaviours.pop(0) if self._behaviours else self._then

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
