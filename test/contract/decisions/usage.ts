import type { Decisions } from './proof';

const USAGE = 'test/e2e/usage.e2e-spec.ts';

/** Token usage (contract: Token usage). */
export const ON_USAGE: Decisions = {
  '7: forms of dates': ['apps/api/src/usage/read-date-range.spec.ts', 'their digits'],
  '7: start <= end, 400 days': ['apps/api/src/usage/read-date-range.spec.ts', 'refuses more than 400 days'],
  '7: both ends, UTC days': [USAGE, 'includes both ends, to the millisecond, and groups by UTC days'],
  '7: exact under chats at once': [USAGE, 'is exact under chats at once, by model and by day'],
  '7: stays when a chat is deleted': [USAGE, 'stays when the chat is deleted'],
};
