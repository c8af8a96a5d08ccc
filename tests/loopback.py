"""A real HTTP endpoint on 127.0.0.1 that answers chat completions from the JSON schema it is sent, and misbehaves to
order. Runs in threads of its own, so that the code under test may run any event loop it likes.

    with Loopback(status(500), throttle("1")) as server:     # the first two requests; then honest answers
        RemoteOptions(base_url=server.url, model="test")
"""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from types import TracebackType
from typing import Any, Self

JSON = {"Content-Type": "application/json"}
HTML = {"Content-Type": "text/html"}


@dataclass(frozen=True)
class Request:
    """What was sent, as the endpoint saw it."""

    path: str
    headers: Mapping[str, str]
    raw: bytes = field(repr=False)

    @property
    def body(self) -> Any:
        return json.loads(self.raw)

    @property
    def schema(self) -> dict[str, Any] | None:
        """The answer's schema, when the request carries one."""
        asked = self.body.get("response_format", {})
        schema: dict[str, Any] | None = asked.get("json_schema", {}).get("schema")
        return schema


class Exchange:
    """One request being answered: what a behaviour can do with it."""

    def __init__(self, handler: _Handler, request: Request, closing: threading.Event) -> None:
        self.request = request
        self._handler = handler
        self._closing = closing

    def send(self, status: int, body: bytes, headers: Mapping[str, str], *, promise: int | None = None) -> None:
        """A whole reply; `promise` a length other than the true one to cut it short."""
        self._handler.send_response_only(status)
        for name, value in {**headers, "Content-Length": str(len(body) if promise is None else promise)}.items():
            self._handler.send_header(name, value)
        self._handler.end_headers()
        self._handler.wfile.write(body)
        self._handler.close_connection = promise is not None

    def send_json(self, status: int, value: Any, headers: Mapping[str, str] | None = None) -> None:
        self.send(status, json.dumps(value).encode(), {**JSON, **(headers or {})})

    def say(self, content: str, *, stopped: str = "stop", usage: Any = None) -> None:
        """A well-formed chat completion with this content."""
        self.send_json(200, completion(content, stopped=stopped, usage=usage))

    def raw(self, data: bytes) -> None:
        """These bytes and no more, HTTP or not."""
        self._handler.wfile.write(data)
        self._handler.close_connection = True

    def reset(self) -> None:
        """Drop the connection with a TCP reset."""
        linger_not_at_all = struct.pack("ii", 1, 0)
        self._handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger_not_at_all)
        self._handler.connection.close()
        self._handler.close_connection = True

    def hang(self) -> None:
        """Say nothing until the server closes."""
        self._closing.wait()
        self._handler.close_connection = True


Behaviour = Callable[[Exchange], None]


def answer(exchange: Exchange) -> None:
    """An honest answer within the schema, decided by the seed and the question."""
    body = exchange.request.body
    schema = exchange.request.schema
    if schema is None:
        exchange.send_json(400, {"error": {"message": "this endpoint answers only under response_format json_schema"}})
        return
    rng = Random(f"{body.get('seed')} {body['messages']}")
    exchange.say(json.dumps(instance(schema, rng)), usage={"prompt_tokens": 100, "completion_tokens": 10})


def says(content: str, *, stopped: str = "stop", usage: Any = None) -> Behaviour:
    """A well-formed completion with this content."""
    return lambda exchange: exchange.say(content, stopped=stopped, usage=usage)


def status(code: int, message: str = "no", **headers: str) -> Behaviour:
    """An error in the usual JSON form."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda exchange: exchange.send_json(code, {"error": {"message": message}}, named)


def throttle(retry_after: str) -> Behaviour:
    """429, with when to come back."""
    return status(429, "slow down", Retry_After=retry_after)


def rejects(*words: str) -> Behaviour:
    """400 when the request's body has any of these words, else an honest answer (`{}` where there is no schema)."""

    def behave(exchange: Exchange) -> None:
        found = [word for word in words if f'"{word}"'.encode() in exchange.request.raw]
        if found:
            exchange.send_json(400, {"error": {"message": f"unsupported: {found[0]}", "param": found[0]}})
        else:
            answer(exchange)

    return behave


def html(exchange: Exchange) -> None:
    exchange.send(200, b"<!DOCTYPE html><html><title>Sign in</title></html>", HTML)


def cut_json(exchange: Exchange) -> None:
    """JSON that stops in the middle, in a reply of the promised length."""
    exchange.send(200, json.dumps(completion('{"ids": ["a"]}')).encode()[:60], JSON)


def cut_body(exchange: Exchange) -> None:
    """A reply shorter than it promised."""
    body = json.dumps(completion("{}")).encode()
    exchange.send(200, body[:60], JSON, promise=len(body))


def wrong_shape(exchange: Exchange) -> None:
    exchange.send_json(200, {"result": "ok"})


def not_http(exchange: Exchange) -> None:
    exchange.raw(b"220 mail.example ESMTP ready\r\n")


def reset(exchange: Exchange) -> None:
    exchange.reset()


def hang(exchange: Exchange) -> None:
    exchange.hang()


def flood(exchange: Exchange) -> None:
    """A body without end or announced length."""
    exchange.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
    with contextlib.suppress(OSError):
        while True:
            exchange.raw(b" " * 65536)


def completion(content: str, *, stopped: str = "stop", usage: Any = None) -> dict[str, Any]:
    """A chat completion as endpoints send it."""
    message = {"role": "assistant", "content": content}
    said: dict[str, Any] = {"object": "chat.completion", "model": "loopback"}
    said["choices"] = [{"index": 0, "message": message, "finish_reason": stopped}]
    return said | ({"usage": usage} if usage is not None else {})


def instance(schema: Mapping[str, Any], rng: Random) -> Any:
    """Some value that the schema allows, for the schemas that questions have."""
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "anyOf" in schema:
        return instance(rng.choice(schema["anyOf"]), rng)
    match schema["type"]:
        case "object":
            return {name: instance(part, rng) for name, part in schema["properties"].items()}
        case "array" if "enum" in schema["items"]:
            names = schema["items"]["enum"]
            return rng.sample(names, rng.randint(schema["minItems"], min(schema["maxItems"], len(names))))
        case "array" if "pattern" in schema["items"]:
            count = rng.randint(schema["minItems"], schema["maxItems"])
            return [f"part{number}" for number in rng.sample(range(100), count)]
        case "array":
            count = rng.randint(schema["minItems"], schema["maxItems"])
            return [instance(schema["items"], rng) for _ in range(count)]
        case "number":
            return rng.uniform(schema["minimum"], schema["maximum"])
        case "string":
            return rng.choice(["one", "two", "three"])
        case "null":
            return None
        case other:
            raise AssertionError(f"no question has a schema of type {other}")


def closed_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Loopback:
    """The endpoint. Behaviours are used up one request at a time; after them `then` holds."""

    def __init__(self, *behaviours: Behaviour, then: Behaviour = answer) -> None:
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._at_once = 0
        self._behaviours = deque(behaviours)
        self._then = then
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.005,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def handle(self, handler: _Handler, request: Request) -> None:
        behave = self._arrived(request)
        try:
            behave(Exchange(handler, request, self._closing))
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True
        finally:
            with self._lock:
                self._at_once -= 1

    def _arrived(self, request: Request) -> Behaviour:
        with self._lock:
            self.requests.append(request)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            return self._behaviours.popleft() if self._behaviours else self._then


class _Server(ThreadingHTTPServer):
    request_queue_size = 128

    def __init__(self, loopback: Loopback) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.loopback = loopback


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def handle(self) -> None:
        with contextlib.suppress(ConnectionResetError):  # the client may hang up between two requests
            super().handle()

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.loopback.handle(self, Request(self.path, dict(self.headers), raw))

    def log_message(self, *args: Any) -> None:
        """Nothing: requests are kept in `Loopback.requests`."""
