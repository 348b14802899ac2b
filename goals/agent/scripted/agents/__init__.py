"""The registry of demonstration agents: each decides its next action from the request alone."""

from collections.abc import Callable

from goals.agent.scripted.agents import chat, demo, echo, endless, hungry, ralph, reconcile
from goals.agent.scripted.conversation import Conversation
from goals.agent.scripted.reply import Reply

Agent = Callable[[Conversation], Reply]

AGENTS: dict[str, Agent] = {
    "demo": demo.decide,
    "echo": echo.decide,
    "chat": chat.decide,
    "reconcile": reconcile.decide,
    "endless": endless.decide,
    "hungry": hungry.decide,
    "ralph": ralph.decide,
}
PREFIX = "scripted-"
# The plain name that the settings give when no model is named.
STANDARD = "scripted-1"
MODELS = (STANDARD, *(PREFIX + name for name in AGENTS))


class UnknownModel(LookupError):
    """No script answers to this model name."""


def script_for(model: str, *, fallback: str | None) -> str:
    """The script of a model name; any name without the prefix goes to `fallback`, None refuses it."""
    if model == STANDARD:
        return "demo"
    if model.startswith(PREFIX):
        name = model.removeprefix(PREFIX)
        if name in AGENTS:
            return name
    elif fallback is not None:
        return fallback
    raise UnknownModel(f"the model {model!r} does not exist; there are {', '.join(MODELS)}")
