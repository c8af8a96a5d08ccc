"""Domain packs: what differs by domain, as data."""
