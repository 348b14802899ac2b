"""What is known of a provider before it is asked: names of parameters, limits, hidden tokens.

Decides nothing about a budget. An OpenAI-compatible address that is not listed gets DEFAULT; a new
provider is one more entry in PROVIDERS.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Everything in tokens. The overheads cover what a provider adds to a request without showing it."""

    name: str
    limit_parameter: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    min_output: int = 512
    max_output: int = 8_192
    context_tokens: int = 128_000
    request_overhead: int = 64
    message_overhead: int = 32
    tools_overhead: int = 512
    tool_overhead: int = 32
    streams: bool = True
    asks_usage: bool = True


@dataclass(frozen=True, slots=True)
class Limits:
    """What one model can read and write, in tokens."""

    context_tokens: int
    max_output: int


DEFAULT = Profile(name="openai-compatible")

PROVIDERS: dict[str, Profile] = {
    "api.openai.com": Profile(
        name="openai", limit_parameter="max_completion_tokens", max_output=16_384, request_overhead=256
    ),
    "api.anthropic.com": Profile(name="anthropic", context_tokens=200_000, tools_overhead=1_024),
    "generativelanguage.googleapis.com": Profile(name="google", context_tokens=1_000_000),
    "api.mistral.ai": Profile(name="mistral", asks_usage=False),
    "api.x.ai": Profile(name="xai", request_overhead=256),
    "api.deepseek.com": Profile(name="deepseek"),
    "api.groq.com": Profile(name="groq"),
    "api.perplexity.ai": Profile(name="perplexity"),
    "openrouter.ai": Profile(name="openrouter", tools_overhead=1_024, request_overhead=256),
}

# Longest matching beginning of a model's name (after any vendor/) wins.
MODEL_LIMITS: dict[str, Limits] = {
    "gpt-4o": Limits(128_000, 16_384),
    "gpt-4.1": Limits(1_047_576, 32_768),
    "gpt-5": Limits(400_000, 32_768),
    "o3": Limits(200_000, 32_768),
    "o4-mini": Limits(200_000, 32_768),
    "claude-": Limits(200_000, 8_192),
    "gemini-2": Limits(1_000_000, 8_192),
}


def profile_for(
    base_url: str,
    model: str,
    *,
    min_output: int = 512,
    context_tokens: int = 128_000,
    most_context: int | None = None,
) -> Profile:
    """The profile of a model behind an address; the first two settings fill in what no entry says."""
    known = PROVIDERS.get(urlsplit(base_url).hostname or "", DEFAULT)
    usual = context_tokens if known.context_tokens == DEFAULT.context_tokens else known.context_tokens
    limits = _model_limits(model) or Limits(usual, known.max_output)
    context = limits.context_tokens if most_context is None else min(limits.context_tokens, most_context)
    return replace(known, min_output=min_output, max_output=limits.max_output, context_tokens=context)


def _model_limits(model: str) -> Limits | None:
    name = model.rsplit("/", 1)[-1]
    found = max((start for start in MODEL_LIMITS if name.startswith(start)), key=len, default="")
    return MODEL_LIMITS.get(found)
