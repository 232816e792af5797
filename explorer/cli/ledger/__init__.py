"""The verbs of the ledger, and what they share with a release: who, what for, which folder."""
