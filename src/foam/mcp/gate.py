"""Who may use the server over HTTP: a program on this machine that has the token, and no page of a browser."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from foam.web.security import Bucket, Keys, Limits, Refused, add_headers, check_origin, is_same, read_bearer

_WHY = {
    "host": "the server is called by another name than this machine's",
    "origin": "a page of a browser may not use this server",
    "token": "the token is missing or wrong; `foam mcp --http` prints it at every start",
    "rate": "there were too many wrong tokens; wait a little",
}


class TokenGate:
    """Stands before the server: the host's name, the origin, the token, and how often a wrong one may come."""

    def __init__(self, app: ASGIApp, keys: Keys) -> None:
        self._app = app
        self._keys = keys
        self._failures = Bucket(*Limits().failures)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                self._admit(Request(scope))
            except Refused as refused:
                headers = {"WWW-Authenticate": "Bearer"} if refused.status == 401 else {}
                answer = JSONResponse({"error": _WHY[refused.why]}, status_code=refused.status, headers=headers)
                await answer(scope, receive, add_headers(send))
                return
        await self._app(scope, receive, send)

    def _admit(self, request: Request) -> None:
        if request.headers.get("host", "") not in self._keys.hosts:
            raise Refused(421, "host")
        check_origin(request)
        if not is_same(read_bearer(request.headers) or "", self._keys.token):
            raise Refused(*((401, "token") if self._failures.take() else (429, "rate")))
