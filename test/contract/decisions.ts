const E2E = 'test/e2e/';
const ROWS = 'test/contract/interface-rows.ts';
const EXAMPLES = 'test/contract/describe-examples.ts';
const HERE = 'test/contract/describe-decisions.ts';
const CHAT = `${E2E}chat.e2e-spec.ts`;
const STREAM = `${E2E}chat-streaming.e2e-spec.ts`;
const DOOR = `${E2E}openai-door.e2e-spec.ts`;
const HISTORY = `${E2E}history.e2e-spec.ts`;
const DOCUMENTS = `${E2E}documents-in-chat.e2e-spec.ts`;
const UPLOAD = `${E2E}upload.e2e-spec.ts`;
const IMAGES = `${E2E}images.e2e-spec.ts`;
const USAGE = `${E2E}usage.e2e-spec.ts`;
const TROUBLE = `${E2E}trouble.e2e-spec.ts`;
const LOGIN = 'test/integration/login.e2e-spec.ts';
const TOKENS = 'test/integration/tokens.e2e-spec.ts';
const STORES = 'test/integration/stores-away.e2e-spec.ts';
const HTTP = 'apps/api/src/http/';
const HIDE = 'libs/anonymization/src/replacing/';
const RESTORE = 'libs/anonymization/src/restoring/';

/** The test that holds a decision: its file, and words of its name. */
export type Proof = readonly [file: string, words: string];

/** What the contract's sections 1 to 8 decide beyond the interface, and where each decision is tested. */
export const DECISIONS: Readonly<Record<string, Proof>> = {
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
  '1: limits per minute, chat and door together': [TROUBLE, 'counts chat and the door together'],
  '1: Redis away': [STORES, 'logs in and counts failures by itself without Redis'],
  "1: the provider's words stay": ['libs/llm/src/openai-compatible.spec.ts', 'without quoting the server'],
  '1: X-Request-Id': [HERE, 'echoes a proper X-Request-Id, and makes one'],

  '2: wrong password, unknown and inactive users': [ROWS, 'error / login, unknown or inactive user'],
  '2: user names without regard to case': [LOGIN, 'compares user names without regard to case'],
  '2: argon2id': ['libs/auth/src/users/passwords.spec.ts', 'hashes with argon2id'],
  '2: signature, kid, claims': [LOGIN, 'says who the user is in the claims'],
  '2: keys rotate without a logout': [TOKENS, 'changes the signing key without a logout'],
  '2: 30 s of leeway': ['libs/auth/src/guards/jwt-auth.guard.spec.ts', 'half a minute of leeway aside'],
  '2: a deactivation, a revoked grant and a logout count at once': [
    TOKENS,
    'grants and revokes the job endpoints at once',
  ],
  '2: refresh rotates': [TOKENS, 'refreshes: a new pair of tokens'],
  '2: reuse of a spent token ends the login': [
    TOKENS,
    'ends the whole login when a spent refresh token comes back',
  ],
  '2: logout': [TOKENS, 'logs out, with a spent token too'],
  '2: ends of refresh tokens and logins': [TOKENS, 'takes no refresh token after its end'],
  '2: ten failures of one name from one address': [LOGIN, 'refuses the eleventh try'],
  '2: a hundred failures of an address': [LOGIN, 'refuses an address after a hundred failures'],
  '2: keyed hashes in Redis': [LOGIN, 'counts under keyed hashes'],

  '3: languages in any form': [ROWS, 'chat / lang'],
  '3: both spellings of choices': [ROWS, 'chat / choices'],
  '3: regions of numbers': [
    'libs/anonymization/src/detection/recognizers/phone.recognizer.spec.ts',
    'describe(',
  ],
  '3: an empty choice': [
    'apps/api/src/chat/read-prompt.spec.ts',
    'hides nothing new where nothing is to be anonymized',
  ],
  '3: choices in a form': [`${E2E}transcription-job.e2e-spec.ts`, "choices: 'Names,Emails'"],

  '4.1: round trip': [`${HIDE}round-trip.spec.ts`, 'does so for any text and any spans'],
  '4.1: nothing found stands in what goes out': [`${HIDE}privacy.spec.ts`, 'stands nowhere in what goes out'],
  '4.2: same address, same number': [`${HIDE}anonymize.spec.ts`, 'treat addresses alike that differ in case'],
  '4.2: same person only where one is possible': [
    `${HIDE}anonymize.spec.ts`,
    'give a bare last name that two people bear',
  ],
  '4.3: placeholders by first appearance': [
    `${HIDE}anonymize.spec.ts`,
    'number entities by first appearance',
  ],
  '4.3: surrogates part by part': [`${HIDE}anonymize.spec.ts`, 'replace names part by part'],
  '4.3: reserved domains': [`${HIDE}anonymize.spec.ts`, 'put addresses on one reserved domain'],
  '4.3: numbers kept for fiction': [`${HIDE}anonymize.spec.ts`, 'keep country and grouping of phone numbers'],
  '4.3: none is issued twice': [`${HIDE}privacy.spec.ts`, 'of which none stands for two values'],
  '4.4: an address that holds a chosen name': [
    `${HIDE}anonymize.spec.ts`,
    'hides an address that is made of it',
  ],
  '4.5: planted replacements': [
    `${HIDE}planted.spec.ts`,
    'are hidden in any form in which they would be turned back',
  ],
  '4.6: only what was sent in that call': [
    `${RESTORE}restore.spec.ts`,
    'turns back only what stood in the messages',
  ],
  '4.6: tolerant of what models do to text': [
    `${RESTORE}mangling-corpus.spec.ts`,
    'is restored to 98 % at least',
  ],
  '4.6: nothing inside longer tokens': [
    `${RESTORE}restore.spec.ts`,
    'puts nothing into an address, path or identifier',
  ],
  '4.6: streamed as whole': [`${RESTORE}restore-stream.spec.ts`, 'comes out as the whole, however it is cut'],
  '4: pairs of values': [`${E2E}anonymize.e2e-spec.ts`, 'pairs them with what they stand for'],
  '4: the model is checked, not called': [`${E2E}anonymize.e2e-spec.ts`, 'asks no model, and keeps nothing'],
  '4: detection that fails is a 503': [
    'libs/sessions/src/find-personal-data.spec.ts',
    'fails where detection fails',
  ],
  '4: the style of a chat': [CHAT, 'shows placeholders where they are asked for, and keeps to them'],

  '5: both spellings of the flag': [CHAT, 'takes the flag in both spellings, and not two minds'],
  '5: ids that are none': [ROWS, 'chat / chat_id'],
  '5: one table for the conversation': [CHAT, 'keeps its replacements from turn to turn'],
  '5: hidden once, hidden for the life of the chat': [
    CHAT,
    'hides for the life of the chat what was hidden once',
  ],
  '5: false, then true': [CHAT, 'looks at earlier turns again'],
  '5: the oldest turns first': [CHAT, 'leaves the oldest turns out first'],
  '5: a prompt that does not fit': [CHAT, 'refuses a prompt that does not fit alone'],
  '5: room for a prompt, at start': ['libs/config/src/llm.config.spec.ts', 'which has none'],
  '5: values of this turn, values of the chat': [HISTORY, 'with what was replaced in all of them'],
  '5: include=restored': [HISTORY, 'shows the turns in order'],
  '5: documents stay with their chat': [DOCUMENTS, 'belongs to the chat: later turns read it too'],
  '5: passages are chosen anew': [DOCUMENTS, 'is read in the passages that matter'],
  '5: the order of acceptance': [CHAT, 'end as two complete turns, in the order in which they were accepted'],
  '5: replacements stay reserved': [CHAT, 'and its replacements reserved'],
  '5: deletion wins': [CHAT, 'wins over a call that runs'],
  '5: a client that goes away': [STREAM, 'is stopped when its client goes away %s'],
  '5: a failure leaves no trace': [CHAT, 'leaves the earlier turns of its chat as they were'],
  "5: the chat's name": ['libs/sessions/src/chat-name.spec.ts', 'of at most 60 characters'],
  '5: the events of a stream': [STREAM, 'starts with the id, goes on with restored text'],
  '5: never half a replacement': [STREAM, 'never shows a part of a replacement'],
  '5: an ordinary failure before the first text': [
    STREAM,
    'fails as an ordinary answer before the first text',
  ],
  '5: an error event after it': [STREAM, 'ends with an error where the model breaks off'],
  '5: a comment every 15 s': [`${HTTP}event-stream.spec.ts`, 'sends a comment every 15 s'],
  '5: a slow reader': [`${HTTP}event-stream.spec.ts`, 'waits for a client that does not read'],
  '5: models': [`${E2E}anonymize.e2e-spec.ts`, 'lists what the server offers'],
  '5: the door, whole': [DOOR, 'gets its answer, and the model sees nobody'],
  '5: the door, streamed': [DOOR, 'gets it streamed, without half a replacement'],
  '5: the door, X-Anonymize': [DOOR, 'hides what X-Anonymize names'],
  "5: the door, OpenAI's errors": [DOOR, "has OpenAI's form for a missing token"],
  '5: the door, tools': [DOOR, 'calls tools with the real values'],
  '5: the door, what is hidden, passed, dropped and refused': [
    'libs/door/src/read-body.spec.ts',
    'and drops what is for storing',
  ],
  '5: the door, a list that grows': [DOOR, 'keeps its replacements while the list of messages grows'],
  '5: the door, what a model made up': [DOOR, 'gives nobody away for a replacement that a model made up'],
  '5: the door, JSON': [
    'libs/door/src/restore-chunks.spec.ts',
    'is escaped as a whole where JSON was asked for',
  ],
  '5: the chat list, the last used first': [HISTORY, 'maps ids to names, the last used first'],
  '5: pages of chats': [HISTORY, 'comes in pages too, each chat once'],
  '5: pages of turns': [HISTORY, 'from the newest turn backwards'],
  '5: deleting is complete': [CHAT, 'is complete: no row and no key is left'],
  '5: documents and images go with the chat': [DOCUMENTS, 'goes with the last chat that uses it'],
  '5: names of 1 to 200 characters': [ROWS, 'error / rename-session, invalid session id or name'],

  '6: raw or multipart': [UPLOAD, 'takes multipart/form-data with one part file'],
  '6: the name, decoded': [
    'libs/documents/src/file-name.spec.ts',
    'reads back whatever a client percent-encodes',
  ],
  '6: the header before the part': [UPLOAD, 'lets File-Name go before the name of the part'],
  '6: eleven kinds': [
    'libs/documents/src/text/extract-text.spec.ts',
    'takes body, tables, headers and footers',
  ],
  '6: empty, damaged, encrypted': [UPLOAD, 'an encrypted PDF'],
  '6: at most so large': [UPLOAD, 'refuses what is too large with 413'],
  '6: limits of time and memory': [UPLOAD, 'upload of what is made to exhaust the reader'],
  '6: unattached documents go': [DOCUMENTS, 'is deleted after its time, and one that a chat uses is not'],
  '6: DELETE upload/{id}': [UPLOAD, 'deletes for good, for its owner alone'],

  '7: forms of dates': ['apps/api/src/usage/read-date-range.spec.ts', 'their digits'],
  '7: start <= end, 400 days': ['apps/api/src/usage/read-date-range.spec.ts', 'refuses more than 400 days'],
  '7: both ends, UTC days': [USAGE, 'includes both ends, to the millisecond, and groups by UTC days'],
  '7: exact under chats at once': [USAGE, 'is exact under chats at once, by model and by day'],
  '7: stays when a chat is deleted': [USAGE, 'stays when the chat is deleted'],

  '8: prompt and chat_id': [ROWS, 'error / generate-image'],
  '8: personal data never leaves': [IMAGES, 'is made from a prompt without the personal data in it'],
  "8: a provider's address": [IMAGES, 'is fetched where the provider answers with an address'],
  '8: at most 20 MiB': ['libs/images/src/fetch-image.spec.ts', 'stops at 20 MiB'],
  '8: types by content': ['libs/images/src/image-type.spec.ts', 'serves nothing that begins with'],
  '8: how it is served': [IMAGES, 'is served by its link alone, as what it is and nothing else'],
  '8: links that end': [IMAGES, 'is one and the same 404 where its link is %s'],
  '8: a fresh link in history': [IMAGES, 'stands in its history with a fresh link'],
};
