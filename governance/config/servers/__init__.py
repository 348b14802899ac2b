"""Real servers out of wheels, for tests, `make run` and the benchmark. Each is ended by its process id."""
