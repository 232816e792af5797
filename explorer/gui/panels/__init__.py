"""What stands in the cards: each panel is built once and then only renders."""
