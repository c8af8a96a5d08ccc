"""The experiment on real models: consultancy and debate over a gold set, preregistered, recorded, logged."""
