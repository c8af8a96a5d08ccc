"""`foam-quotes`: check texts from the command line, before a commit, or for an assistant."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when everything is true to the sources, 1 when something is not, 2 when it could not be checked."""
    from foam_quotes.files import Unreadable

    given = _make_parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="foam-quotes", description="Are quotations, figures and names of a text true?"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser("check", help="check texts (.txt, .md, .docx) against their sources")
    check.add_argument("texts", nargs="+", type=Path, metavar="TEXT")
    check.add_argument(
        "--source", action="append", type=Path, required=True, help="a file or a folder; may be repeated"
    )
    check.add_argument("--marked", type=Path, metavar="OUT", help="write a marked copy (.md, .txt, .docx) of one text")
    check.add_argument("--json", action="store_true", help="print one JSON document")
    check.set_defaults(run=_check)
    serve = commands.add_parser("mcp", help="serve one tool to an assistant, over standard input and output")
    serve.add_argument("--source", action="append", type=Path, default=[], help="sources that every call may cite")
    serve.set_defaults(run=_serve)
    return parser


def _check(given: argparse.Namespace) -> int:
    from foam_quotes.checker import check
    from foam_quotes.files import Unreadable, read_sources, read_text
    from foam_quotes.marked import write_marked

    if given.marked and len(given.texts) > 1:
        raise Unreadable("--marked takes one text")
    sources = read_sources(*given.source)
    reports = {}
    for path in given.texts:
        text = read_text(path)
        report = reports[str(path)] = check(text, [one for one in sources if one.raw != text])
        if given.marked:
            write_marked(path, report, given.marked)
        if not given.json:
            for fault in report.faults:
                print(f"{path}:{text.count(chr(10), 0, fault.start) + 1}: {fault.told}")
    if given.json:
        told = {path: {"is_true": one.is_true, **one.json_value()} for path, one in reports.items()}
        print(json.dumps(told, ensure_ascii=False, indent=2))
    return 0 if all(one.is_true for one in reports.values()) else 1


def _serve(given: argparse.Namespace) -> int:
    from foam_quotes.files import read_sources
    from foam_quotes.tool import make_server

    make_server({one.name: one.raw for one in read_sources(*given.source)}).run()
    return 0
