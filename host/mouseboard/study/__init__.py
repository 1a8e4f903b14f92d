"""Studies: what a rule does to a game, over as many games as it takes, played through the rules alone.

`definition` says what is studied. `playing`, `measures` and `standing` are the pure core: one game, and what is
measured of it. `running` keeps a `crew` of processes, or of a Dask cluster, busy with `tasks`; `database` keeps their
rows. `figures`, `sentences`, `plots` and `report` say what these amount to. STUDIES.md is for those who use it.
"""
