"""How a case is written and verified. Start with `write.py`, which runs the five phases."""
