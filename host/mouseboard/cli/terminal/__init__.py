"""The table in a terminal: pictures of a situation, and typed answers."""
