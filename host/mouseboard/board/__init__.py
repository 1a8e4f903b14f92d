"""The board: what is drawn of a game's layout, from the same data on the page, over a photograph and on paper."""
