import type { Decisions } from './proof';

const ROWS = 'test/contract/interface-rows.ts';
const EXAMPLES = 'test/contract/describe-examples.ts';
const HERE = 'test/contract/describe-decisions.ts';
const CHAT = 'test/e2e/chat.e2e-spec.ts';
const HISTORY = 'test/e2e/history.e2e-spec.ts';
const IMAGES = 'test/e2e/images.e2e-spec.ts';
const TROUBLE = 'test/e2e/trouble.e2e-spec.ts';
const STORES = 'test/integration/stores-away.e2e-spec.ts';
const HTTP = 'apps/api/src/http/';

/** The answers of every endpoint (contract: Addresses and the envelope). */
export const ON_ENVELOPE: Decisions = {
  '1: base paths': [ROWS, 'version / prefix'],
  '1: success bodies as documented': [EXAMPLES, 'leaves no operation and no status out'],
  '1: one envelope for every cause': [`${HTTP}to-app-error.spec.ts`, 'is the envelope under {ai_base}'],
  '1: errors only where fields are at fault': [
    `${HTTP}to-app-error.spec.ts`,
    'leaves errors out where no single field',
  ],
  '1: failures under {idm_base}': [
    `${HTTP}to-app-error.spec.ts`,
    'is errorDate and errorMessage under {idm_base}',
  ],
  '1: 401 with WWW-Authenticate': [ROWS, 'authentication / 2'],
  '1: 404 and 405 for addresses': ['test/contract/describe-malformed.ts', 'answers %s with the envelope'],
  '1: 413 without reading to the end': [
    'test/contract/describe-malformed.ts',
    'does not read a body that is too large',
  ],
  '1: 429 with Retry-After': [TROUBLE, 'answers 429 with Retry-After'],
  '1: 502 upstream model failed': [TROUBLE, 'answers 502 where the model fails'],
  '1: 503 a store is down': [TROUBLE, 'answers 503 where the database is away'],
  '1: 503 capability not configured': [IMAGES, 'says that images are not configured, by 503'],
  '1: 504 upstream timed out': [TROUBLE, 'answers 504 where the model does not answer in time'],
  '1: a 5xx tells nothing': [`${HTTP}to-app-error.spec.ts`, 'tells the caller nothing of %s'],
  "1: someone else's is as none": [HISTORY, 'is answered as if the chat did not exist'],
  '1: identifiers are UUIDv7': [HERE, 'gives every thing a UUIDv7'],
  '1: unknown fields are ignored': [
    CHAT,
    'takes empty and null ids for none, and fields that it does not know',
  ],
  '1: blank prompt or text': [ROWS, 'chat / prompt'],
  '1: text as sent': [CHAT, 'keeps the text as it was sent'],
  '1: a lone surrogate becomes U+FFFD': [HERE, 'reads a lone surrogate as U+FFFD'],
  '1: prompt bytes': [
    'apps/api/src/chat/read-prompt.spec.ts',
    'counts the bytes of a prompt, not its characters',
  ],
  '1: JSON depth': [HERE, 'takes JSON of 32 levels and no deeper'],
  '1: limits per minute, chat and gateway together': [TROUBLE, 'counts chat and the gateway together'],
  '1: Redis away': [STORES, 'logs in and counts failures by itself without Redis'],
  "1: the provider's words stay": ['libs/llm/src/openai-compatible.spec.ts', 'without quoting the server'],
  '1: X-Request-Id': [HERE, 'echoes a proper X-Request-Id, and makes one'],
};
