"""FOAM: contested questions, answered so that they can be examined, challenged and revised."""

__version__ = "0.1.0"
