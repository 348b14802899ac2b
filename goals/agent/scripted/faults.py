"""The error answers of the protocol, status by status. Never decides when one is due."""

from typing import Any

from goals.agent.scripted.behaviour import Behaviour

KINDS = {
    400: ("invalid_request_error", "bad_request"),
    401: ("authentication_error", "invalid_api_key"),
    403: ("permission_error", "permission_denied"),
    404: ("invalid_request_error", "model_not_found"),
    429: ("rate_limit_error", "rate_limit_exceeded"),
}


def error_body(
    status: int, message: str, *, code: str | None = None, param: str | None = None
) -> dict[str, Any]:
    kind, usual = KINDS.get(status, ("server_error" if status >= 500 else "invalid_request_error", None))
    return {"error": {"message": message, "type": kind, "param": param, "code": code or usual}}


def ordered_error(behaviour: Behaviour) -> tuple[int, dict[str, Any], dict[str, str]]:
    """(status, body, headers) of a status fault."""
    assert behaviour.fault is not None
    status = int(behaviour.fault)
    headers = {} if behaviour.retry_after is None else {"retry-after": str(behaviour.retry_after)}
    return status, error_body(status, f"ordered fault {status}", code=behaviour.error_code), headers
