"""Cards before an audience: which one is in hand, its key number, its picture for a large screen."""
