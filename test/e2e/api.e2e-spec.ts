/**
 * What needs no settings of its own: parts that share one system, each with an organization of its own (`useChatScene`).
 * `npm test -- test/e2e/api -t 'the chat list'` runs one.
 */
import './api/anonymize';
import './api/chat-streaming';
import './api/history';
import './api/http-hardening';
import './api/not-set-up';
import './api/openai-gateway';
import './api/usage';
