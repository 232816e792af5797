"""The cards of the ledger, and the questions about an account."""
