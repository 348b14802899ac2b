"""The smallest agent loop there is: enough to let a scripted agent work on real files in a folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openai

from goals.agent.scripted import ScriptedEndpoint

STRING = {"type": "string"}
GOAL_ID = "goal-0c7e"


def client(endpoint: ScriptedEndpoint, **options: Any) -> openai.OpenAI:
    return openai.OpenAI(base_url=endpoint.base_url, api_key="none", max_retries=0, **options)


def schema(name: str, /, **properties: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties}
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


FILE_TOOLS = [
    schema("list_files", path=STRING),
    schema("read_file", path=STRING),
    schema("write_file", path=STRING, content=STRING),
]
GOAL_TOOLS = [
    schema("get_goal"),
    schema(
        "update_goal", goal_id=STRING, revision={"type": "integer"}, action=STRING, evidence={"type": "array"}
    ),
]


class Loop:
    """One session: rounds are opened by hand, tools act on `folder`, every message is kept."""

    def __init__(
        self, endpoint: ScriptedEndpoint, model: str, folder: Path, **more: Callable[..., Any]
    ) -> None:
        self.client = client(endpoint)
        self.model = model
        self.folder = folder
        self.tools = [*FILE_TOOLS, *GOAL_TOOLS]
        self.messages: list[Any] = [{"role": "system", "content": "You work in a folder."}]
        self.acts: dict[str, Callable[..., Any]] = {
            "list_files": self.list_files,
            "read_file": self.read_file,
            "write_file": self.write_file,
            "get_goal": lambda: {"goal": {"id": GOAL_ID, "revision": 4, "phase": "active"}},
            "update_goal": lambda **arguments: {"ok": True},
            **more,
        }
        self.usage: list[Any] = []
        self.called: list[tuple[str, dict[str, Any]]] = []

    def list_files(self, path: str = "") -> Any:
        names = sorted(self.folder.joinpath(path).iterdir())
        return [
            {"path": str(n.relative_to(self.folder)), "kind": "dir" if n.is_dir() else "file"} for n in names
        ]

    def read_file(self, path: str) -> Any:
        wanted = self.folder / path
        if not wanted.is_file():
            return {"error": f"there is no file {path}"}
        return {"path": path, "content": wanted.read_text()}

    def write_file(self, path: str, content: str) -> Any:
        wanted = self.folder / path
        wanted.parent.mkdir(parents=True, exist_ok=True)
        wanted.write_text(content)
        return {"path": path, "bytes": len(content.encode())}

    def round(self, number: int, cap: int, objective: str, *, steps: int = 60) -> str:
        """One round to its closing text; what the agent called is in `called`."""
        opening = f"<goal_round>\nObjective: {json.dumps(objective)}\nRound: {number}/{cap}\n</goal_round>"
        return self.turn(opening, steps=steps)

    def turn(self, text: str, *, steps: int = 60) -> str:
        self.called = []
        self.messages.append({"role": "user", "content": text})
        for _ in range(steps):
            said = self.step()
            if not said.tool_calls:
                return str(said.content)
        raise AssertionError("the turn did not end")

    def step(self) -> Any:
        answer = self.client.chat.completions.create(
            model=self.model, messages=self.messages, tools=self.tools, max_tokens=2_000
        )
        self.usage.append(answer.usage)
        said = answer.choices[0].message
        self.messages.append(said.model_dump(exclude_none=True))
        for call in said.tool_calls or []:
            arguments = json.loads(call.function.arguments)
            self.called.append((call.function.name, arguments))
            result = json.dumps(self.acts[call.function.name](**arguments))
            self.messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
        return said

    @property
    def tool_names(self) -> list[str]:
        return [name for name, _ in self.called]
