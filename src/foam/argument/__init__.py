"""What can be said? Trees and their workings, Toulmin parts, typed syllogisms, schemes, outlines, flows."""
