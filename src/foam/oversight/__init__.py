"""Can weak judges be trusted with it? Consultancy against debate: theory, simulation, estimates, policy."""
