"""Simulated people at a simulated table: one obeys the referee, the other the doctor."""
