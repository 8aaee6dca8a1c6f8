"""The failures that the service reports."""

import json
from typing import Any

import httpx


class PrivacyChatError(Exception):
    """A failure that the service reports, or a stream that ends early.

    status: the HTTP status; 0 for a failed job and an interrupted stream.
    code: the stable code of docs/reference/errors.md; "unknown" if the answer has none, such as that of a proxy.
    errors: the invalid fields, each with "field" and "message".
    prompt_sent: whether the prompt reached the provider; None if the service did not report it.
    retry_after: the seconds after which a retry may succeed.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "unknown",
        errors: list[dict[str, str]] | None = None,
        prompt_sent: bool | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.errors = errors or []
        self.prompt_sent = prompt_sent
        self.retry_after = retry_after


def error_of(response: httpx.Response) -> PrivacyChatError:
    """Returns the error of a response that was read and is not a success."""
    body = _body_of(response.text)
    return PrivacyChatError(
        _message_of(body) or f"The service answered with the status {response.status_code}",
        status=response.status_code,
        code=response.headers.get("X-Error-Code") or body.get("code") or "unknown",
        errors=body.get("errors"),
        prompt_sent={"true": True, "false": False}.get(response.headers.get("X-Prompt-Sent", "")),
        retry_after=retry_after_of(response),
    )


def error_of_event(body: dict[str, Any]) -> PrivacyChatError:
    """Returns the error of a stream's event "error"."""
    return PrivacyChatError(
        _message_of(body) or "The stream failed",
        status=body.get("response_code", 0),
        code=body.get("code", "unknown"),
        errors=body.get("errors"),
        prompt_sent=body.get("prompt_sent"),
    )


def retry_after_of(response: httpx.Response) -> int | None:
    """Returns the seconds of Retry-After; None if it is absent or a date."""
    value = response.headers.get("Retry-After", "")
    return int(value) if value.isdecimal() else None


def _body_of(text: str) -> dict[str, Any]:
    """Returns a failure body; an empty one if a proxy answered with something else."""
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _message_of(body: dict[str, Any]) -> str | None:
    error = body.get("error")
    inner = error.get("message") if isinstance(error, dict) else error
    return body.get("message") or body.get("errorMessage") or inner
