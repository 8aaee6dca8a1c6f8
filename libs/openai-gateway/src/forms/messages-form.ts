import { isObject, type JsonObject, type JsonValue } from '../json';
import { MESSAGES_FIELDS } from '../messages/read-message-body';
import type { Thoughts } from '../thoughts';
import { refuse } from '../reading/bounds';
import { readBody } from '../reading/read-body';
import type { BodyForm } from './body-form';

/** Anthropic's messages. @param thoughts verifies what models thought before */
export const messagesForm = (thoughts: Thoughts): BodyForm => ({
  isCached: () => true,

  read(given, pseudonym, images) {
    if (!given.messages) refuse('messages', 'must be a list of messages');
    if (given.max_tokens === undefined || given.max_tokens === null)
      refuse('max_tokens', 'must be a number of tokens');
    return readBody(given, MESSAGES_FIELDS, pseudonym, images, thoughts);
  },

  /** The blocks of the caller stay what they are, so that the provider finds them in its cache. */
  instruct(body, before, behind) {
    if (before === '' && behind === '') return body;
    const { system } = body;
    if (system === undefined || typeof system === 'string')
      return { ...body, system: [before, system ?? '', behind].filter((part) => part !== '').join('\n\n') };
    return { ...body, system: [...blockOf(before), ...(system as JsonObject[]), ...blockOf(behind)] };
  },

  /** The texts alone: clients move the marks of the cache from turn to turn. */
  opening({ messages }) {
    const first = (messages as JsonValue[]).find((message) => isObject(message) && message.role === 'user');
    const content = isObject(first) ? (first.content ?? '') : '';
    if (!Array.isArray(content)) return content;
    return content.flatMap((block) =>
      isObject(block) && typeof block.text === 'string' ? [block.text] : [],
    );
  },

  isJson: ({ output_config: output }) => isObject(output) && isObject(output.format),
});

const blockOf = (text: string): JsonObject[] => (text === '' ? [] : [{ type: 'text', text }]);
