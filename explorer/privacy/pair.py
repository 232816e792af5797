"""The two distributions that are hardest to tell apart, and the integrals that every guarantee is."""


class DominatingPair:
    """Placeholder"""
