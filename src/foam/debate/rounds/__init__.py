"""Whole debates: formats, debaters, cross-examination, the job and its replay."""
