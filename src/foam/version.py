"""The version of FOAM, in a module of its own so that every folder can name it without importing the package's door."""

__version__ = "0.1.0"
