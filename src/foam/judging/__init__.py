"""How good is it? Rubric, juries, tournaments."""
