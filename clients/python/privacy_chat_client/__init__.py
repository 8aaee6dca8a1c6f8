"""Client of privacy-chat."""

from .client import ChatEvent, PrivacyChat
from .errors import PrivacyChatError
from .webhooks import Webhook, WebhookVerificationError, verify_webhook

__all__ = (
    "ChatEvent",
    "PrivacyChat",
    "PrivacyChatError",
    "Webhook",
    "WebhookVerificationError",
    "verify_webhook",
)
