"""Pages about requests: the list, and the forms that ask."""
