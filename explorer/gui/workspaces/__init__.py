"""Where the cards of a workspace stand, are built, and are gone around by keyboard."""
