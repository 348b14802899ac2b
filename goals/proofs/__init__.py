"""Proofs: the rules as queries over what is stored, and the refolding of every goal."""

from goals.proofs.invariants import RULES, Violation, check_all
from goals.proofs.refolding import Mismatch, refold_all

__all__ = ["RULES", "Mismatch", "Violation", "check_all", "refold_all"]
