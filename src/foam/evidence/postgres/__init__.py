"""The library in a PostgreSQL database; it needs the extra `postgres`. See docs/postgres.md."""
