"""Pages about people: who could do what on a day, one person, standing in, being away, leaving."""
