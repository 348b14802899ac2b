"""One step, one short answer, no tools: the least a model can do. Used where only the path is measured."""

from goals.agent.scripted.conversation import Conversation
from goals.agent.scripted.reply import Reply, say

ANSWER = say("Done: one step, nothing left to do.")


def decide(conversation: Conversation) -> Reply:
    return ANSWER
