"""An evening: who was let in, who sits where, who may do what, and its games one after the other. It knows no HTTP."""
