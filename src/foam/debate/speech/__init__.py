"""One turn: planned from memory, evidence and the other side's flaws; drafted, judged, revised, spoken."""
