"""What is FOAM compared with? Baselines, and FOAM with a part taken away: `python -m bench.arms`."""
