"""The client."""

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from .errors import PrivacyChatError, error_of, error_of_event
from .generated import AuthenticatedClient
from .generated.models import (
    AnonymizedTextDto,
    ChatResultDto,
    JobResultDto,
    RestoredAnswerDto,
    RestoredDto,
    TokensDto,
)
from .retry import RetryTransport

# A model may take two minutes until the first byte of its answer.
TIMEOUT_S = 150


@dataclass(frozen=True)
class ChatEvent:
    """An event of a streamed chat: "start", "delta", "meta", and at the end "result"."""

    type: str
    data: dict[str, Any]

    @property
    def text(self) -> str:
        """The text of a delta; empty for other events."""
        return self.data["text"] if self.type == "delta" else ""


class PrivacyChat:
    """A client of one service, for one user or API key. Bodies are dicts with the fields of the OpenAPI document.

    base_url: the address of the service.
    token: an API key or an access token; login replaces it.
    max_retries: the retries of one request that is safe to repeat.
    transport: sends the requests; httpx's own by default.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: str = "",
        max_retries: int = 2,
        timeout: float = TIMEOUT_S,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._http = httpx.Client(
            base_url=base_url,
            timeout=timeout,
            transport=RetryTransport(transport or httpx.HTTPTransport(), max_retries),
            event_hooks={"response": [_raise_failure]},
        )
        self._authorize(token)
        self.api = AuthenticatedClient(base_url=base_url, token=token).set_httpx_client(self._http)
        """The client for the functions of privacy_chat_client.generated.api. A failure raises PrivacyChatError."""

    def __enter__(self) -> "PrivacyChat":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def login(self, user_name: str, password: str, **more: Any) -> TokensDto:
        """Logs in with a password. Later calls use the access token."""
        body = {"userName": user_name, "password": password, **more}
        tokens = TokensDto.from_dict(self._post("/idm/v1/auth/login", body).json())
        self._authorize(tokens.jwt_token)
        return tokens

    def chat(self, body: Mapping[str, Any]) -> ChatResultDto:
        """Sends a prompt to a model without its personal data, and returns the restored answer."""
        return ChatResultDto.from_dict(self._post("/ai/v1/chat", body).json())

    def stream_chat(self, body: Mapping[str, Any]) -> Iterator[ChatEvent]:
        """Yields the events of a chat as they arrive. The texts joined are the replaced_response of the result. If the
        caller stops early, the service stops the call of the model and stores nothing.

        Raises PrivacyChatError also with the code "stream_interrupted", if the stream ends without a result.
        """
        headers = {"Accept": "text/event-stream"}
        with self._http.stream("POST", "/ai/v1/chat", json=dict(body), headers=headers) as response:
            for event in events_of(response.iter_text()):
                if event.type == "error":
                    raise error_of_event(event.data)
                yield event
                if event.type == "result":
                    return
        raise PrivacyChatError("The stream ended without a result", code="stream_interrupted")

    def anonymize(self, body: Mapping[str, Any]) -> AnonymizedTextDto:
        """Returns a text without its personal data."""
        return AnonymizedTextDto.from_dict(self._post("/ai/v1/anonymize", body).json())

    def restore(self, body: Mapping[str, Any]) -> RestoredDto:
        """Puts the original values back into a text."""
        return RestoredAnswerDto.from_dict(self._post("/ai/v1/restore", body).json()).data

    def submit_anonymization(self, body: Mapping[str, Any]) -> str:
        """Submits a text to anonymize as a job, and returns the id of the job. A retry does not submit it twice."""
        return self._post("/ai/v1/job/anonymize", body).headers["X-Job-Id"]

    def wait_for_job(self, job_id: str, *, interval_s: float = 1) -> JobResultDto:
        """Polls a job until it ends, and returns its result.

        Raises PrivacyChatError with the code of the job if it failed.
        """
        while True:
            job = self._http.get(f"/ai/v1/job/{job_id}").json()
            if job["status"] == "completed":
                return JobResultDto.from_dict(self._http.get(f"/ai/v1/job/{job_id}/result").json())
            if job["status"] == "failed":
                raise PrivacyChatError(job["error"] or "The job failed", code=job["error_code"] or "unknown")
            time.sleep(interval_s)

    def _post(self, path: str, body: Mapping[str, Any]) -> httpx.Response:
        return self._http.post(path, json=dict(body))

    def _authorize(self, token: str) -> None:
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"


def events_of(texts: Iterable[str]) -> Iterator[ChatEvent]:
    """Yields the server-sent events of a text that arrives in pieces. Comments and incomplete events are omitted."""
    rest, event, data = "", "", []
    for text in texts:
        *lines, rest = (rest + text).split("\n")
        for line in (line.removesuffix("\r") for line in lines):
            if line.startswith("event:"):
                event = line[6:].strip()
            elif line.startswith("data:"):
                data.append(line[5:])
            elif line == "":
                if data:
                    yield ChatEvent(event, json.loads("\n".join(data)))
                event, data = "", []


def _raise_failure(response: httpx.Response) -> None:
    """Raises the error of a response that is not a success. A redirect, such as that of single sign-on, is one."""
    if response.status_code >= 400:
        response.read()
        raise error_of(response)
