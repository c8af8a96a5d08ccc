"""Who wins? Pairings, brackets, decisions, standings and the report."""
