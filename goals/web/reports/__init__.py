"""Reports as pages and files. Doors: they read, draw and never decide a figure."""
