"""What the seats ask for where none of them holds the motion, or its denial, as it stands."""

from __future__ import annotations

from collections.abc import Iterator

from foam.argument.motion import Motion, suggest_open_question
from foam.deliberation.dossier import Dossier, PositionNode
from foam.deliberation.position import CONDITIONAL
from foam.paper import Block, Bullets, Heading, Paragraph, strong


def show_third_way(dossier: Dossier) -> Iterator[Block]:
    """Their answers side by side, and the question that would compare them; nothing where a seat holds either side."""
    positions = [node for node in dossier.nodes if isinstance(node, PositionNode)]
    if len(positions) < 2 or any(one.voice != "written" or one.stance not in CONDITIONAL for one in positions):
        return
    names = dossier.seat_names
    motion = Motion(question=dossier.question, affirmed=dossier.affirmed, denied=dossier.denied)
    yield Heading(text="What all seats ask for", id="third-way")
    yield Paragraph(
        content="No seat holds the motion or its denial as it stands: each sets a condition or asks for something else."
    )
    yield Bullets(items=tuple((strong(f"{names[one.seat]}: "), one.text) for one in positions))
    yield Paragraph(content=f"To compare these, consider asking: {suggest_open_question(motion)}")
