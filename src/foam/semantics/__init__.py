"""What survives: audiences, extensions, gradual strength, sublation, what-if. Pure code: no model, no files."""
