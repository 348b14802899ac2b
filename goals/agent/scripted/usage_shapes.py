"""Every way of reporting usage that the endpoint can play. Never decides the true counts.

A shape turns counts into the keys it adds to a body or chunk, and those it adds to the choice.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from goals.agent.scripted.tokens import Counts


@dataclass(frozen=True, slots=True)
class Report:
    body: dict[str, Any] = field(default_factory=dict)
    choice: dict[str, Any] = field(default_factory=dict)


Shape = Callable[[Counts], Report]


def usage(value: Any) -> Report:
    return Report(body={"usage": value})


def parts(prompt: Any, completion: Any, total: Any) -> dict[str, Any]:
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": total}


def details(counts: Counts) -> dict[str, Any]:
    return {
        "prompt_tokens_details": {"cached_tokens": counts.cached},
        "completion_tokens_details": {"reasoning_tokens": counts.reasoning},
    }


def inside(counts: Counts) -> dict[str, Any]:
    """The OpenAI convention: cached within prompt, reasoning within completion."""
    return parts(counts.input, counts.output, counts.input + counts.output) | details(counts)


def mangled(change: Callable[[int], Any]) -> Shape:
    def shape(counts: Counts) -> Report:
        return usage(parts(change(counts.input), change(counts.output), change(counts.input + counts.output)))

    return shape


def cached_beside(counts: Counts) -> Report:
    total = counts.input + counts.output
    return usage(parts(counts.input - counts.cached, counts.output, total) | details(counts))


def reasoning_beside(counts: Counts) -> Report:
    total = counts.input + counts.output
    return usage(parts(counts.input, counts.output - counts.reasoning, total) | details(counts))


def hidden_reasoning(counts: Counts) -> Report:
    """Reasoning shows only in the total."""
    return usage(parts(counts.input, counts.output - counts.reasoning, counts.input + counts.output))


def anthropic(counts: Counts) -> Report:
    return usage(
        {
            "input_tokens": counts.input - counts.cached,
            "cache_read_input_tokens": counts.cached,
            "cache_creation_input_tokens": 0,
            "output_tokens": counts.output,
        }
    )


SHAPES: dict[str, Shape] = {
    "openai": lambda counts: usage(inside(counts)),
    "bare": mangled(lambda count: count),
    "absent": lambda counts: Report(),
    "null": lambda counts: usage(None),
    "empty": lambda counts: usage({}),
    "zeros": mangled(lambda count: 0),
    "negative": mangled(lambda count: -count),
    "strings": mangled(str),
    "text": mangled(lambda count: "many"),
    "nan": mangled(lambda count: float("nan")),
    "fraction": mangled(lambda count: count + 0.5),
    "whole-floats": mangled(float),
    "boolean": mangled(lambda count: True),
    "absurd": mangled(lambda count: 10**15 + count),
    "cached-beside": cached_beside,
    "reasoning-beside": reasoning_beside,
    "hidden-reasoning": hidden_reasoning,
    "anthropic": anthropic,
    "input-only": lambda counts: usage({"prompt_tokens": counts.input}),
    "output-only": lambda counts: usage({"completion_tokens": counts.output}),
    "total-only": lambda counts: usage({"total_tokens": counts.input + counts.output}),
    "input-zero": lambda counts: usage(parts(0, counts.output, counts.output)),
    "small-total": lambda counts: usage(parts(counts.input, counts.output, 1)),
    "in-choice": lambda counts: Report(choice={"usage": inside(counts)}),
    "groq": lambda counts: Report(body={"x_groq": {"usage": inside(counts)}}),
}
