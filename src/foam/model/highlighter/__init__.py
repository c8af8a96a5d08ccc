"""The highlighter: which words of a passage a debater would underline for a claim, and which would be read aloud.

Trained on debaters' cards over the judge's encoder, on numpy. It reads English and gives chances; what is marked is
decided by whoever asks (`foam.case.cutting`). `docs/highlighter.md` says how good it is and how it was made.
"""

from foam.model.highlighter.highlighter import FOLDER, Chances, Highlighter, HighlighterCard, shipped_highlighter

__all__ = ["FOLDER", "Chances", "Highlighter", "HighlighterCard", "shipped_highlighter"]
