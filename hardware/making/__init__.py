"""Makes and checks what lies in hardware/: everything follows from hardware/electronics and hardware/pins.toml."""
