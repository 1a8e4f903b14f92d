"""The table's 3D-printed parts as code: their shapes, checks, files and pictures. The trap uses the same tools."""
