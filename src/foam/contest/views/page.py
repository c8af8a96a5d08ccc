"""An outcome and its redline as one self-contained HTML page. No script; every text is escaped; prints well.

Insertions and deletions are marked by elements and signs, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from foam.contest.outcome import Outcome, Reason
from foam.contest.redline import Redlined
from foam.contest.views.words import MOVES, brief
from foam.evidence.quotes.verdict import Change

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = """
body{font:1rem/1.5 Georgia,serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1,h2{line-height:1.2}h2{border-bottom:2px solid #405c79}.meta{color:#595959;font-size:.9rem}
ins{background:#d9f2df;text-decoration:underline}del{background:#f8dcdc;text-decoration:line-through}
ins::before{content:"+"}del::before{content:"\\2212"}article{margin:1rem 0}
blockquote{white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid #405c79;margin:.5rem 0;padding:0 .8rem}
@media print{body{margin:0;max-width:none}}
"""


def page(outcome: Outcome, rows: Iterable[Redlined]) -> str:
    """The whole page."""
    challenge = outcome.challenge
    title = escape(f"Challenge to {challenge.node}: {outcome.disposition}")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body><main>\n<h1>{title}</h1>\n{_challenged(outcome)}\n"
        f"<h2>Why</h2>\n<ul>{''.join(map(_reason, outcome.reasons))}</ul>\n{_reach(outcome)}\n"
        f"<h2>What changed</h2>\n{redline_html(rows)}\n</main></body></html>\n"
    )


def redline_html(rows: Iterable[Redlined]) -> str:
    """The redline alone, to be set into any page."""
    return "\n".join(map(_row, rows)) or "<p>Nothing.</p>"


def _challenged(outcome: Outcome) -> str:
    challenge = outcome.challenge
    kind = challenge.ground.kind.replace("_", " ")
    return (
        f'<p class="meta">{escape(kind)}, by {escape(challenge.challenger)}; {escape(MOVES[outcome.move])}</p>'
        f"<blockquote>{escape(challenge.because)}</blockquote>"
    )


def _reason(reason: Reason) -> str:
    cites = ", ".join(f"<code>{escape(brief(cite))}</code>" for cite in reason.cites)
    return f'<li>{escape(reason.text)} <span class="meta">{cites}</span></li>'


def _reach(outcome: Outcome) -> str:
    reached = outcome.locality
    return (
        f'<p class="meta">Questions asked: {reached.asked}; reused: {reached.reused}; parts changed: '
        f"{len(reached.changed)}; parts as they were: {reached.untouched:.0%}.</p>"
    )


def _row(row: Redlined) -> str:
    was = f" (was <code>{escape(row.was)}</code>)" if row.was else ""
    steps = " ".join(map(_step, row.steps))
    return f'<article id="{escape(row.part, quote=True)}"><code>{escape(row.part)}</code>{was}: {steps}</article>'


def _step(change: Change) -> str:
    if change.type == "same":
        return escape(change.quote)
    removed = f"<del>{escape(change.source)}</del>" if change.source else ""
    added = f"<ins>{escape(change.quote)}</ins>" if change.quote else ""
    return removed + added
