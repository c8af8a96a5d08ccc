"""The acts of a deliberation: each one form, one prompt file, its checks, and one engine that asks and records."""
