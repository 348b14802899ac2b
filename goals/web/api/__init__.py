"""Goals over the API: one small class per operation. Decides nothing."""
