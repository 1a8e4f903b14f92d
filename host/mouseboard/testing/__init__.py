"""For other people's tests: the contract of all games, and the simulated table as pytest fixtures. See TESTING.md."""
