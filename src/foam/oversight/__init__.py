"""Can weak judges be trusted with it? Theory, simulation, estimation, experiments. Knows no page or terminal."""
