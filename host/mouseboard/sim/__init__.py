"""A simulated table: hands, magnets, reeds, lamps, a trap and a cable around the real firmware."""
