"""What a signed request of each of governance's own kinds does. One file per kind; registered in `ready`."""
