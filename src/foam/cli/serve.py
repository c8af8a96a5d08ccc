"""`foam serve`: the pages on this machine, for one person, or for the people who have accounts."""

from __future__ import annotations

import os
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import foam
from foam import Event, Home, InputError
from foam.cli.frame import Face, faced

if TYPE_CHECKING:
    from foam.web.server import Address
    from foam.web.watch import LogFormat

_OPEN = "Open this address in a browser on this machine. Keep it to yourself: whoever has it is you. Ctrl-C stops it."

_LOG_IN = "People log in at this address. Ctrl-C stops it."

_LEAD = '<!doctype html><meta http-equiv="refresh" content="0; url={url}"><a href="{url}">FOAM</a>'


def _open(folder: Path, settings: dict[str, Any], listener: Callable[[Event], None]) -> Home:
    """A home of its own for a run or a process; a function that can be sent to one."""
    return foam.open(folder, **{**settings, "listener": listener})


def _open_browser(private: Path, url: str) -> None:
    """By way of a file that only its owner can read: a browser's arguments are seen by everybody."""
    page = private / "open.html"
    page.write_text(_LEAD.format(url=url), encoding="utf-8")
    threading.Thread(target=webbrowser.open, args=(page.as_uri(),), daemon=True).start()  # some wait for it


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), help="The port [8642, or whichever is free].")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Where to listen; other machines only with --behind-proxy."
)
@click.option("--people", is_flag=True, help="For the people who have accounts (`foam people`): everybody logs in.")
@click.option(
    "--behind-proxy", metavar="URL", default="", help="The address of a proxy in front that speaks TLS: https://NAME."
)
@click.option("--oidc", metavar="ISSUER", help="An identity provider (OpenID Connect) that vouches for people besides.")
@click.option("--oidc-client", metavar="ID", help="What this server is called there; a secret in OIDC_CLIENT_SECRET.")
@click.option(
    "--workers", type=click.IntRange(0, 64), default=0, show_default=True,
    help="Processes beside the server for what computes long (other weights, previews, hearings); 2 for many people.",
)  # fmt: skip
@click.option(
    "--log-format",
    type=click.Choice(["none", "text", "json"]),
    default="none",
    show_default=True,
    help="A line on stderr for every request: route, status, time; no ids and no words of anybody.",
)
@click.option(
    "--metrics-port", type=click.IntRange(0, 65535), help="Serve metrics for Prometheus on this port of this machine."
)
@click.option(
    "--metrics-host", default="127.0.0.1", show_default=True, help="Where else; needs a token in METRICS_TOKEN."
)
@click.option("--open", "opens", is_flag=True, help="Open the address in a browser.")
@click.option("--model", help="Who answers what is asked on the pages [the setting `model`].")
@click.option("--pack", help="The pack that is read unless another is chosen [the setting `pack`].")
@faced
def serve(
    face: Face,
    port: int | None,
    host: str,
    people: bool,
    behind_proxy: str,
    oidc: str | None,
    oidc_client: str | None,
    workers: int,
    log_format: LogFormat,
    metrics_port: int | None,
    metrics_host: str,
    opens: bool,
    **settings: Any,
) -> None:
    """Serve pages on this machine to ask, read, trace and challenge; stop it with Ctrl-C."""
    face.note("starting the pages")
    try:
        from foam.web.metrics import make_place
        from foam.web.provider import make_provider
        from foam.web.server import check_host
        from foam.web.server import serve as serve_pages
        from foam.web.watch import Log
    except ModuleNotFoundError as error:
        raise InputError(
            f"{error.name} is not installed; it is needed for foam serve", hint="pip install 'foam[web]'"
        ) from error

    check_host(host, people=people, behind_proxy=behind_proxy)
    provider = make_provider(oidc or "", oidc_client or "", os.environ.get("OIDC_CLIENT_SECRET", ""), people=people)
    metrics = make_place(metrics_port, metrics_host, os.environ.get("METRICS_TOKEN", ""))
    given = {name: value for name, value in settings.items() if value is not None}
    given |= click.get_current_context().find_object(dict) or {}

    # Who reads a page is told at once that the database is away; runs of their own wait for it.
    with face.home(**{**settings, "outage": 0}) as home, tempfile.TemporaryDirectory(prefix="foam-open-") as private:

        def tell(address: Address) -> None:
            how = _LOG_IN if people else _OPEN
            face.show(f"{address.url}\n\n{how}", {"address": address.url, "port": address.port})
            if opens:
                _open_browser(Path(private), address.url)

        folder = home.folder
        serve_pages(
            home,
            open_home=partial(_open, folder, given),
            host=host,
            port=port,
            debug=face.debug,
            people=people,
            behind_proxy=behind_proxy,
            provider=provider,
            workers=workers,
            log=Log(log_format, lambda line: click.echo(line, err=True)),
            metrics=metrics,
            tell=tell,
        )
