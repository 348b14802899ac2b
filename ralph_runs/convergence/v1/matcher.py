"""Version 1 as the registry offers it: how it reads, compares and judges."""

from ralph_runs.convergence.registry_types import Matcher
from ralph_runs.convergence.v1 import reading, rules, runs

MATCHER = Matcher(version=reading.VERSION, read=reading.read_item, compare=rules.compare, judge=runs.judge)
