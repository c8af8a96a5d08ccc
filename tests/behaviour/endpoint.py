"""A small endpoint on this machine that is asked like any other and counts the tokens of what it says."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Endpoint:
    """Where it is, and every request that it had."""

    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)


@contextmanager
def serve_endpoint(*, tokens: int) -> Iterator[Endpoint]:
    """An endpoint whose every answer is empty and took so many tokens."""
    said = {"choices": [{"message": {"role": "assistant", "content": "{}"}, "finish_reason": "stop"}]}
    usage = {"prompt_tokens": tokens, "completion_tokens": 0, "total_tokens": tokens}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            endpoint.requests.append(json.loads(body))
            answer = json.dumps({**said, "usage": usage}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *args: Any) -> None:
            """Nothing is printed."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        endpoint = Endpoint(f"http://127.0.0.1:{server.server_port}/v1")
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield endpoint
        finally:
            server.shutdown()
            thread.join()
