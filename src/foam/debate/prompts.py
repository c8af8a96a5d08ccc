"""The prompts of debates: the shared ones, overlaid by the pack's own under `prompts/debate`. Knows no question."""

from __future__ import annotations

from foam.model.template import Prompts, prompts
from foam.pack.loader import SHIPPED, Pack

_FOLDER = "debate"


def debate_prompts(pack: Pack) -> Prompts:
    """Every template that a debate asks with."""
    folders = (SHIPPED / "shared" / "prompts" / _FOLDER, pack.folder / "prompts" / _FOLDER)
    paths = [path for folder in folders for path in folder.glob("*.txt")]
    return prompts({path.stem: path.read_text(encoding="utf-8") for path in paths})
