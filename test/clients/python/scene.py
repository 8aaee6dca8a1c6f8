"""Prompts and expected answers of every client, and the gateway's address, as in node/scene.mjs."""

import os
import sys
import traceback
from collections.abc import Callable

NAME = "Hans Müller"
EMAIL = "hans.mueller@firma.de"
GREETING = f"My name is {NAME}, write to {EMAIL}."
REMINDER = f"Who am I? Mr. {NAME}!"
LOOK_UP = f"Look up {NAME}, please."
TELL = f"Tell me about {NAME} at {EMAIL}, please."
FOUND = f'{{"customer": "{NAME}", "Müller": 10.10, "id": 1312345678901234567}}'
TOO_LONG = "This is far too long."
TOO_OFTEN = "This is once too often."
WRONG_KEY = "This comes with a wrong key."

BASE_URL = os.environ["GATEWAY_URL"]
API_KEY = os.environ["GATEWAY_KEY"]
MODEL = "test-model"

LOOPS: list[Callable[[], None]] = []


def loop(function: Callable[[], None]) -> Callable[[], None]:
    LOOPS.append(function)
    return function


def run_all() -> None:
    """Runs the loops one after the other, and reports those that failed."""
    failed = 0
    for function in LOOPS:
        try:
            function()
        except Exception:
            failed += 1
            print(f"{function.__name__}:", traceback.format_exc(), file=sys.stderr)
    sys.exit(1 if failed else 0)


def equal(actual: object, expected: object) -> None:
    if actual != expected:
        raise AssertionError(f"{actual!r} is not {expected!r}")
