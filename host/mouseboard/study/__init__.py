"""Studies: the effect of a rule on a game, over as many games as it takes, played through the rules alone.

`definition` says what is studied. `playing`, `measures` and `standing` are the pure core: they play and measure one
game. `running` keeps a `crew` (processes or a Dask cluster) busy with `tasks`, and `database` stores the rows.
`figures` sums the rows up; `sentences`, `plots` and `report` present the figures. STUDIES.md is the user's guide.
"""
