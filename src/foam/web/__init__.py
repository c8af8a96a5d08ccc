"""The web face: `foam serve` shows what the home holds as pages on this machine. Parses, calls the home, shows."""
