"""A chat endpoint in a process of its own that answers every request alike after a fixed time. For benchmarks only.

python -m bench.endpoint 0.05        prints its port, then serves until its standard input closes
"""

from __future__ import annotations

import asyncio
import json
import sys

CONTENT = json.dumps({"ids": ["a"]})
BODY = json.dumps(
    {
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": CONTENT}}],
        "usage": {"prompt_tokens": 400, "completion_tokens": 8},
    }
).encode()
REPLY = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(BODY), BODY)


class Chat(asyncio.Protocol):
    """As little HTTP as will do, so that the endpoint's own work does not count."""

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, found, body = self._received.partition(b"\r\n\r\n")
        if found and len(body) >= _length(head):
            self._received = b""
            asyncio.get_running_loop().call_later(self._delay, self._transport.write, REPLY)


def _length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])


async def serve(delay: float) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Chat(delay), "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
