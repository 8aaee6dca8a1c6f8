import type { Decisions } from './proof';

const E2E = 'test/e2e/';
const ROWS = 'test/contract/interface-rows.ts';
const CHAT = 'test/e2e/chat.e2e-spec.ts';
const STREAM = 'test/e2e/chat-streaming.e2e-spec.ts';
const GATEWAY = 'test/e2e/openai-gateway.e2e-spec.ts';
const HISTORY = 'test/e2e/history.e2e-spec.ts';
const DOCUMENTS = 'test/e2e/documents-in-chat.e2e-spec.ts';
const HTTP = 'apps/api/src/http/';

/** Chats, the gateway and history (contract: Chat). */
export const ON_CHATS: Decisions = {
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
  "5: the chat's name": ['libs/sessions/src/chat.spec.ts', 'of at most 60 characters'],
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
  '5: the gateway, whole': [GATEWAY, 'gets its answer, and the model sees nobody'],
  '5: the gateway, streamed': [GATEWAY, 'gets it streamed, without half a replacement'],
  '5: the gateway, X-Anonymize': [GATEWAY, 'hides what X-Anonymize names'],
  "5: the gateway, OpenAI's errors": [GATEWAY, "has OpenAI's form for a missing token"],
  '5: the gateway, tools': [GATEWAY, 'calls tools with the real values'],
  '5: the gateway, what is hidden, passed, dropped and refused': [
    'libs/openai-gateway/src/reading/read-body.spec.ts',
    'drops what is for storing, and names',
  ],
  '5: the gateway, a list that grows': [GATEWAY, 'keeps its replacements while the list of messages grows'],
  '5: the gateway, what a model made up': [
    GATEWAY,
    'gives nobody away for a replacement that a model made up',
  ],
  '5: the gateway, JSON': [
    'libs/openai-gateway/src/restore-answer.spec.ts',
    'is escaped as a whole where JSON was asked for',
  ],
  '5: the chat list, the last used first': [HISTORY, 'maps ids to names, the last used first'],
  '5: pages of chats': [HISTORY, 'comes in pages too, each chat once'],
  '5: pages of turns': [HISTORY, 'from the newest turn backwards'],
  '5: deleting is complete': [CHAT, 'is complete: no row and no key is left'],
  '5: documents and images go with the chat': [DOCUMENTS, 'goes with the last chat that uses it'],
  '5: names of 1 to 200 characters': [ROWS, 'error / rename-session, invalid session id or name'],
};
