"""Tools for your own tests: a suite that checks any game, and pytest fixtures of the simulated table: TESTING.md."""
