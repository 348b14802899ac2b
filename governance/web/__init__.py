"""Pages: what people see. Decides how things read, never what is true."""
