"""Running a game on a table: ask the rules what is next, the players what they want, the table what happened."""
