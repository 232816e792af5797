"""What is declared before any row is read: the plan, its rules, its margins, its signature."""
