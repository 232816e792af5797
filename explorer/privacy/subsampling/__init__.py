"""A mechanism run on a secret random sample: Poisson, or of fixed size without replacement."""
