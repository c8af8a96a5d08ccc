"""`foam mcp`: what FOAM can do as tools for an assistant."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import foam
from foam import InputError
from foam.cli.frame import Face, faced

if TYPE_CHECKING:
    from foam.mcp.server import Address


@click.command()
@click.option("--http", is_flag=True, help="Serve over HTTP on this machine, with a token, instead of stdio.")
@click.option("--port", type=click.IntRange(0, 65535), default=8643, show_default=True, help="The port, with --http.")
@click.option("--allow-writing", is_flag=True, help="Also offer what asks models and stays on record.")
@click.option("--all", "offers_all", is_flag=True, help="Offer the rest, too: cases, debates, answers to challenges.")
@click.option(
    "--files", multiple=True, type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER",
    help="A folder whose files may be examined and checked by their paths; repeat it.",
)  # fmt: skip
@click.option("--model", help="Who answers [the setting `model`].")
@click.option("--pack", help="The pack that is read unless another is named [the setting `pack`].")
@faced
def mcp(
    face: Face, http: bool, port: int, allow_writing: bool, offers_all: bool, files: tuple[Path, ...], **settings: Any
) -> None:
    """Serve tools for an assistant over the Model Context Protocol: search, cite, check, examine, read, challenge.

    Without --http it talks over standard input and output, as an assistant starts it. It only reads, unless
    --allow-writing is given.
    """
    try:
        from foam.mcp.desk import Desk
        from foam.mcp.server import make_server, serve_http, serve_stdio
    except ModuleNotFoundError as error:
        raise InputError(
            f"{error.name} is not installed; it is needed for foam mcp", hint="pip install 'foam[mcp]'"
        ) from error

    given = {name: value for name, value in settings.items() if value is not None}
    given |= click.get_current_context().find_object(dict) or {}

    def tell(address: Address) -> None:
        text = (
            f"{address.url}\nAuthorization: Bearer {address.token}\n\nOnly programs on this machine. Ctrl-C stops it."
        )
        face.show(text, {"address": address.url, "port": address.port, "token": address.token})

    with face.home(**settings) as home:
        folder = home.folder
        desk = Desk(
            home,
            lambda listener: foam.open(folder, **{**given, "listener": listener}),
            folders=tuple(one.resolve() for one in files),
            allows_writing=allow_writing,
            offers_all=offers_all,
        )
        server = make_server(desk, debug=face.debug)
        if http:
            serve_http(server, port=port, tell=tell)
        else:
            serve_stdio(server)
