"""Picks the agent by what the request offers: a report tool, a goal round, or a person talking."""

from goals.agent.scripted.agents import chat, ralph, reconcile
from goals.agent.scripted.conversation import Conversation
from goals.agent.scripted.reply import Reply


def decide(conversation: Conversation) -> Reply:
    if "submit_report" in conversation.tools:
        return ralph.decide(conversation)
    if conversation.round is not None:
        return reconcile.decide(conversation)
    return chat.decide(conversation)
