"""Benchmarks: `make bench` prints them as a table and writes `out/bench.json`."""
