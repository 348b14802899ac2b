"""What is shown, as files: tables as CSV and XLSX, the trail as JSON Lines."""
