"""Parts for a 3D printer as code: what all of them must be, their files and pictures, and the table's own parts."""
