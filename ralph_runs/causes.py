"""The causes of questions that a run asks beside its stops. They belong to the run, and end with it."""

NEEDS_PERSON = "blocker-needs-person"
ALARM = "loop-alarm"
ASIDE = (NEEDS_PERSON, ALARM)
