"""How is a contest heard? States, roles, guards, clocks, profiles and notices: the way from a decision to a remedy."""
