"""What the goals add to a person's inbox: requests, questions, goals that stand still, proposals."""

from goals.web.inbox.proposals import Proposals
from goals.web.inbox.questions import Questions
from goals.web.inbox.requests import Requests
from goals.web.inbox.standing_still import StandingStill
from governance.web.inbox import items


def register_all() -> None:
    """Name the sources for the inbox."""
    items.register("requests", Requests())
    items.register("questions", Questions())
    items.register("standing-still", StandingStill())
    items.register("proposals", Proposals())
