"""Tools for your own tests: a suite that checks any game, and the simulated table as pytest fixtures. See TESTING.md."""
