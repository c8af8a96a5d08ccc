"""A small language model and sentence vectors on the CPU, from pulled weights."""
