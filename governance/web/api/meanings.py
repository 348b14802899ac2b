"""The published table of codes, as the API itself answers it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from governance.web.api.codes import CODES
from governance.web.api.operation import Call, Read
from governance.web.api.outputs import Flag, Number, Text


class MeaningOut(serializers.Serializer[Any]):
    code = Text()
    status = Number()
    title = Text()
    retryable = Flag()


class ListCodes(Read):
    """Every code an error can have: its HTTP status, and whether waiting alone can help."""

    public = True

    class Output(serializers.Serializer[Any]):
        codes = MeaningOut(many=True)

    def run(self, call: Call) -> dict[str, Any]:
        return {
            "codes": [
                {"code": code, "status": one.status, "title": one.title, "retryable": one.retryable}
                for code, one in sorted(CODES.items())
            ]
        }
