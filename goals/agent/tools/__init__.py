"""What an agent may do besides answering. Each tool is a file; which are offered, the terms say."""
