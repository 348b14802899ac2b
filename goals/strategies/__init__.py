"""How a goal is worked on from round to round. `same-session` lives here, others register themselves."""

from goals.strategies.base import Conclusion, Conversation, Strategy, get, names, register

__all__ = ["Conclusion", "Conversation", "Strategy", "get", "names", "register"]
