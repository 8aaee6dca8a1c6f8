"""Verifies webhooks."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

TOLERANCE_S = 300


class WebhookVerificationError(Exception):
    """A webhook that no secret signed, or that is too old."""


@dataclass(frozen=True)
class Webhook:
    """A webhook with a valid signature.

    id: the same for every attempt of one event; ignore an id that was processed before.
    timestamp: when this attempt was signed, in seconds since 1970.
    """

    id: str
    timestamp: int
    body: Any


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes,
    secrets: str | Iterable[str],
    *,
    tolerance_s: float = TOLERANCE_S,
    now: float | None = None,
) -> Webhook:
    """Returns a webhook if one of the secrets signed it (Standard Webhooks, "v1"). Compares in constant time.

    body: the body exactly as it arrived.
    secrets: "whsec_..."; during a rotation, the new and the previous one.
    Raises WebhookVerificationError.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (_header(lower, f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    at = int(timestamp) if re.fullmatch(r"[0-9]{1,12}", timestamp) else None
    if at is None or abs((time.time() if now is None else now) - at) > tolerance_s:
        raise WebhookVerificationError(f"webhook-timestamp must be within {tolerance_s} seconds of now")
    signed = f"{id}.{timestamp}.".encode() + body
    given = [signature.encode() for signature in signatures.split(" ")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        mac = hmac.new(_key_of(secret), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(mac)
        for signature in given:
            if hmac.compare_digest(signature, expected):
                return Webhook(id, at, json.loads(body))
    raise WebhookVerificationError("webhook-signature has no signature of these secrets")


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(f"The header {name} is missing")
    return value


def _key_of(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as cause:
        raise ValueError("A secret must be whsec_ and base64") from cause
