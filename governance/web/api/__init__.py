"""The API's own manners: problem documents, strict bodies, one answer per key. Decides nothing else."""
