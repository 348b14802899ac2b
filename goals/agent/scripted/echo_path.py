"""The echo answer, rendered once and only filled in per call. Never differs from what render would write."""

import json

from goals.agent.scripted import render
from goals.agent.scripted.agents.echo import ANSWER
from goals.agent.scripted.behaviour import PLAIN
from goals.agent.scripted.output import output
from goals.agent.scripted.tokens import Counts
from goals.agent.scripted.wire import response

# Marks that stand for the number of the call, the input and the total until they are known.
CALL, INPUT, TOTAL = 99_000_001, 770_000_001, 880_000_001


class EchoPath:
    """Bodies of plain echo answers of one server run."""

    def __init__(self, run: str) -> None:
        self.output = output(ANSWER, limit=None, behaviour=PLAIN)
        self.tokens = self.output.tokens
        answer = render.Answer(CALL, run, "MODEL", self.output, Counts(INPUT, TOTAL - INPUT), PLAIN)
        text = json.dumps(render.body(answer)).replace("%", "%%")
        text = text.replace(f'"completion_tokens": {TOTAL - INPUT}', f'"completion_tokens": {self.tokens}')
        for mark, field in ((CALL, "%(call)08d"), (INPUT, "%(input)d"), (TOTAL, "%(total)d")):
            text = text.replace(str(mark), field)
        self._template = text.replace('"MODEL"', "%(model)s")
        self._request_id = f"req-{run}%08d"

    def response(self, *, call: int, model: str, input_tokens: int) -> bytes:
        values = {"call": call, "model": json.dumps(model), "input": input_tokens}
        body = self._template % (values | {"total": input_tokens + self.tokens})
        return response(200, body.encode(), extra={"x-request-id": self._request_id % call})
