"""The scripted model endpoint: a loopback OpenAI-compatible server for the demonstration, tests and bench."""

from goals.agent.scripted.behaviour import BadBehaviour, Behaviour
from goals.agent.scripted.calls import Call
from goals.agent.scripted.endpoint import ScriptedEndpoint
from goals.agent.scripted.loopback import NotLoopback

__all__ = ["BadBehaviour", "Behaviour", "Call", "NotLoopback", "ScriptedEndpoint"]
