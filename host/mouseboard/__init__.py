"""The companion of a board-game table that knows what happens on it."""
