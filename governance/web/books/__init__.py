"""Finance's own pages: budgets, prices, duties, and the frame that reports share."""
