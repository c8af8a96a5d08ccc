"""What can be said? Toulmin parts, typed syllogisms, schemes, template trees, flows."""
