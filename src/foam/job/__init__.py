"""How work is run: one job is one recorded run that can be replayed."""
