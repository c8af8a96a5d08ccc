"""Quotations of files, held against a library: the verdicts are those of `foam_quotes`."""
