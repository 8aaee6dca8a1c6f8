import type { Decisions } from './proof';

const E2E = 'test/e2e/';
const CHAT = 'test/e2e/chat.e2e-spec.ts';
const HIDE = 'libs/anonymization/src/replacing/';
const RESTORE = 'libs/anonymization/src/restoring/';

/** Anonymizing and restoring (contract: Anonymizing and restoring). */
export const ON_ANONYMIZING: Decisions = {
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
    'libs/sessions/src/sending/hide-conversation.spec.ts',
    'fails where detection fails',
  ],
  '4: the style of a chat': [CHAT, 'shows placeholders where they are asked for, and keeps to them'],
};
