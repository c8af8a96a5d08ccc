"""How is a set of debatable questions made? Documents, points of view, explanations, checks by people."""
