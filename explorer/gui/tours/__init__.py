"""The callout of a tour, beside the real control that a step is about."""
