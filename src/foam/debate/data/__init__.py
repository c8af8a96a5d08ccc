"""A few small debates of our own writing: what is remembered when nobody has built a memory. All of it is invented."""
