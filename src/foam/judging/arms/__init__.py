"""What are they compared with? Baselines, and FOAM with a part taken away."""
