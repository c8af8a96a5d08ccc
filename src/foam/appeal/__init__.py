"""How is a contest heard? Roles, acts and guards, clocks, notices and the file of a matter, to its remedy."""
