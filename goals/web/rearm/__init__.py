"""The page on which many disarmed goals are armed again."""
