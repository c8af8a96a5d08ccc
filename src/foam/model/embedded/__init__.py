"""A small language model and sentence vectors on the CPU, from pulled weights. Knows no endpoint and no network."""
