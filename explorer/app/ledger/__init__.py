"""The ledger as it is looked at: accounts, what they have spent, and whether it is whole."""
