"""Repeats requests that are safe to repeat."""

import random
import re
import time
import uuid
from collections.abc import Callable

import httpx

from .errors import retry_after_of

# A longer wait is left to the caller.
LONGEST_WAIT_S = 30
TEMPORARY = frozenset({429, 502, 503, 504})
# The submissions of jobs, whose header Idempotency-Key makes a retry safe.
SUBMISSION = re.compile(r"/job/(?:anonymize|anonymize-file|transcribe)$")


class RetryTransport(httpx.BaseTransport):
    """Sends a request again if it only reads, if it submits a job, or if the rate limit refused it before the service did
    anything. A prompt is never sent twice."""

    def __init__(
        self,
        inner: httpx.BaseTransport,
        max_retries: int,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._inner = inner
        self._max_retries = max_retries
        self._wait = wait

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if _is_submission(request):
            request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        for retries in range(self._max_retries if _has_bytes(request) else 0):
            delay_s = 0.5 * 2**retries * random.uniform(0.5, 1)
            try:
                response = self._inner.handle_request(request)
            except httpx.TransportError:
                if not _is_repeatable(request):
                    raise
            else:
                after_s = retry_after_of(response)
                delay_s = delay_s if after_s is None else after_s
                if not _may_retry(request, response) or delay_s > LONGEST_WAIT_S:
                    return response
                response.close()
            self._wait(delay_s)
        return self._inner.handle_request(request)

    def close(self) -> None:
        self._inner.close()


def _has_bytes(request: httpx.Request) -> bool:
    """Returns whether the body is in memory; a stream can be sent only once."""
    try:
        request.read()
    except httpx.StreamError:
        return False
    return True


def _is_submission(request: httpx.Request) -> bool:
    return request.method == "POST" and SUBMISSION.search(request.url.path) is not None


def _is_repeatable(request: httpx.Request) -> bool:
    return request.method == "GET" or _is_submission(request)


def _may_retry(request: httpx.Request, response: httpx.Response) -> bool:
    if response.status_code not in TEMPORARY or response.headers.get("X-Should-Retry") == "false":
        return False
    return _is_repeatable(request) or response.headers.get("X-Error-Code") == "too_many_requests"
