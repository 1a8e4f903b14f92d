"""Simulated people at a simulated table: one who obeys the referee, one who obeys the doctor, some with a temper."""
