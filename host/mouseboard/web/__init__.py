"""The page: what happens at the table, shown to every phone and screen in the house, and answered from there."""
