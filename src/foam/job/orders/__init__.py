"""What a home can be asked for, field by field; some of it can wait in the queue of work."""
