"""What the window says about itself: promises, keys, accessibility, reference, exit codes, and faults."""
