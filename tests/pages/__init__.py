"""The pages, each as a person in the role that opens it: what is seen, what may be done, what is refused in words."""
