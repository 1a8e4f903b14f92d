"""Scripts that make and check the files in hardware/ from its sources (hardware/README.md lists them)."""
