"""What survives? Audiences, extensions, gradual strength, sublation, what-if. Knows nothing of text or models."""
