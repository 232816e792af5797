"""Controls that several cards use. They know no subject."""
