"""The door: one object that opens settings, record, models and library, and does what every command does."""

from foam.home.home import Home, open_home

__all__ = ["Home", "open_home"]
