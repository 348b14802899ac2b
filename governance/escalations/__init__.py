"""Questions that only people can answer: put, passed on, answered once, or left to expire."""

from governance.escalations.answering import answer
from governance.escalations.causes import ANSWERS, Answer, register
from governance.escalations.opening import open_of, open_question
from governance.escalations.silence import ask_again, expire_due, make_moot

__all__ = [
    "ANSWERS",
    "Answer",
    "answer",
    "ask_again",
    "expire_due",
    "make_moot",
    "open_of",
    "open_question",
    "register",
]
