"""Tests the package without a service."""

import base64
import hashlib
import hmac
import json
import unittest

import httpx

from privacy_chat_client import PrivacyChat, PrivacyChatError, WebhookVerificationError, verify_webhook
from privacy_chat_client.client import events_of
from privacy_chat_client.retry import RetryTransport

NOW = 1_800_000_000
BODY = '{"job_id":"1","anonymized_text":"Grüße"}'.encode()
NEW, OLD = ("whsec_" + base64.b64encode(text.ljust(24, b".")).decode() for text in (b"new", b"old"))


def sign(*secrets):
    macs = (
        hmac.new(base64.b64decode(secret[6:]), f"msg_1.{NOW}.".encode() + BODY, hashlib.sha256).digest()
        for secret in secrets
    )
    signatures = " ".join("v1," + base64.b64encode(mac).decode() for mac in macs)
    return {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(NOW), "Webhook-Signature": signatures}


class Webhooks(unittest.TestCase):
    def test_returns_the_webhook_that_the_service_signed(self):
        webhook = verify_webhook(sign(NEW), BODY, NEW, now=NOW)
        self.assertEqual((webhook.id, webhook.timestamp, webhook.body), ("msg_1", NOW, json.loads(BODY)))

    def test_accepts_either_secret_during_a_rotation(self):
        for signing, known in ((NEW, OLD), [OLD]), ((NEW, OLD), [NEW]), ((NEW,), [OLD, NEW]):
            self.assertEqual(verify_webhook(sign(*signing), BODY, known, now=NOW).id, "msg_1")

    def test_refuses_other_secrets_times_and_contents(self):
        good = sign(NEW)
        refused = [
            (good, BODY, OLD, NOW),
            (good, BODY, NEW, NOW + 301),
            (good, BODY, NEW, NOW - 301),
            (good, BODY + b" ", NEW, NOW),
            ({**good, "Webhook-Id": "msg_2"}, BODY, NEW, NOW),
            ({**good, "Webhook-Timestamp": str(NOW + 1)}, BODY, NEW, NOW),
            ({**good, "Webhook-Timestamp": "soon"}, BODY, NEW, NOW),
            ({**good, "Webhook-Signature": "v1,ü v2,a"}, BODY, NEW, NOW),
            *(({k: v for k, v in good.items() if k != name}, BODY, NEW, NOW) for name in good),
        ]
        for headers, body, secret, now in refused:
            with self.subTest(headers=headers, body=body, now=now), self.assertRaises(WebhookVerificationError):
                verify_webhook(headers, body, secret, now=now)


class Errors(unittest.TestCase):
    def failure(self, status, body, headers=None):
        answer = httpx.MockTransport(lambda _: httpx.Response(status, json=body, headers=headers))
        with self.assertRaises(PrivacyChatError) as raised:
            PrivacyChat("https://service.example", max_retries=0, transport=answer).chat({})
        return raised.exception

    def test_have_everything_that_a_failure_states(self):
        errors = [{"field": "prompt", "message": "is missing"}]
        headers = {"X-Error-Code": "provider_rate_limited", "X-Prompt-Sent": "true", "Retry-After": "7"}
        error = self.failure(429, {"message": "Wait", "errors": errors}, headers)
        self.assertEqual((error.status, error.code, error.message), (429, "provider_rate_limited", "Wait"))
        self.assertEqual((error.errors, error.prompt_sent, error.retry_after), (errors, True, 7))

    def test_do_not_state_what_the_service_does_not_report(self):
        error = self.failure(502, ["a proxy"])
        self.assertEqual((error.code, error.errors, error.prompt_sent, error.retry_after), ("unknown", [], None, None))

    def test_read_the_bodies_of_logins_and_gateways(self):
        self.assertEqual(self.failure(401, {"errorMessage": "Wrong"}).message, "Wrong")
        self.assertEqual(self.failure(404, {"error": {"message": "No model"}}).message, "No model")


class Streams(unittest.TestCase):
    def test_have_the_same_events_however_their_text_is_divided(self):
        text = 'event: delta\r\ndata: {"text": "ä"}\r\n\r\n: comment\n\nevent: result\ndata: {}\n\nevent: delta\ndata: {}\n'
        for size in range(1, len(text) + 1):
            pieces = [text[at : at + size] for at in range(0, len(text), size)]
            events = [(event.type, event.data) for event in events_of(pieces)]
            self.assertEqual(events, [("delta", {"text": "ä"}), ("result", {})])

    def test_raise_their_event_error_and_an_early_end(self):
        start = 'event: start\ndata: {"session_id": "1"}\n\n'
        failed = 'event: error\ndata: {"message": "No", "code": "provider_broke_off", "prompt_sent": true}\n\n'
        for end, code, sent in (failed, "provider_broke_off", True), ("", "stream_interrupted", None):
            answer = httpx.MockTransport(lambda _, text=start + end: httpx.Response(200, text=text))
            with self.assertRaises(PrivacyChatError) as raised:
                list(PrivacyChat("https://service.example", transport=answer).stream_chat({}))
            self.assertEqual((raised.exception.code, raised.exception.prompt_sent), (code, sent))


class Retries(unittest.TestCase):
    def send(self, method, path, *answers):
        """Returns the status, the sent requests and the waits."""
        sent, waits, left = [], [], list(answers)

        def answer(request):
            sent.append((request.headers.get("Idempotency-Key"), request.content))
            given = left.pop(0)
            if isinstance(given, Exception):
                raise given
            return given

        with httpx.Client(transport=RetryTransport(httpx.MockTransport(answer), 2, waits.append)) as client:
            try:
                status = client.request(method, f"https://service.example/ai/v1/{path}").status_code
            except httpx.ConnectError:
                status = 0
        return status, sent, waits

    def test_repeat_a_request_that_only_reads(self):
        for failure in [httpx.Response(status) for status in (429, 502, 503, 504)] + [httpx.ConnectError("no")]:
            self.assertEqual(self.send("GET", "models", failure, httpx.Response(200))[0], 200)

    def test_end_after_the_largest_number(self):
        status, sent, _ = self.send("GET", "models", *(httpx.Response(503) for _ in range(4)))
        self.assertEqual((status, len(sent)), (503, 3))

    def test_repeat_a_submission_with_the_same_key(self):
        for path in "job/anonymize", "job/anonymize-file", "job/transcribe":
            status, sent, _ = self.send("POST", path, httpx.ConnectError("no"), httpx.Response(503), httpx.Response(202))
            self.assertEqual((status, len(sent), len(set(sent))), (202, 3, 1))
            self.assertRegex(sent[0][0], r"^[\da-f-]{36}$")

    def test_repeat_a_prompt_only_if_the_rate_limit_refused_it(self):
        limit = httpx.Response(429, headers={"X-Error-Code": "too_many_requests", "Retry-After": "3"})
        self.assertEqual(self.send("POST", "chat", limit, httpx.Response(200))[::2], (200, [3]))
        provider = httpx.Response(429, headers={"X-Error-Code": "provider_rate_limited"})
        for failure in provider, httpx.Response(503), httpx.ConnectError("no"):
            self.assertEqual(len(self.send("POST", "chat", failure, httpx.Response(200))[1]), 1)

    def test_do_not_happen_if_they_change_nothing_or_must_wait_long(self):
        for headers in {"X-Should-Retry": "false"}, {"Retry-After": "3600"}:
            status, sent, waits = self.send("GET", "models", httpx.Response(429, headers=headers), httpx.Response(200))
            self.assertEqual((status, len(sent), waits), (429, 1, []))


if __name__ == "__main__":
    unittest.main()
