"""Speed, side by side in one run. Ratios count; times are stated for the machine they were taken on."""
