"""The REST API, told from outside: what is sent, what comes back, what the record says afterwards."""
