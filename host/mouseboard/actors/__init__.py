"""Simulated people at a simulated table: one who obeys the referee, and one who obeys the doctor."""
