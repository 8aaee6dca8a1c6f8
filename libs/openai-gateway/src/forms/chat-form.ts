import type { JsonObject } from '../json';
import { refuse } from '../reading/bounds';
import { CHAT_FIELDS, readBody } from '../reading/read-body';
import { hasTools, isJsonFormat, type BodyForm } from './body-form';

/** OpenAI's chat completions. */
export const CHAT: BodyForm = {
  isCached: hasTools,

  read(given, pseudonym, images) {
    if (!given.messages) refuse('messages', 'must be a list of messages');
    return readBody(given, CHAT_FIELDS, pseudonym, images);
  },

  /** Adds one system message if possible, since some models do not accept a second one. */
  instruct(body, before, behind) {
    if (before === '' && behind === '') return body;
    const [first, ...rest] = body.messages as JsonObject[];
    const isSystem = first?.role === 'system' || first?.role === 'developer';
    const own = isSystem && typeof first?.content === 'string' ? first.content : '';
    const content = [before, own, behind].filter((part) => part !== '').join('\n\n');
    if (own !== '') return { ...body, messages: [{ ...first, content }, ...rest] };
    return { ...body, messages: [{ role: 'system', content }, ...(first ? [first] : []), ...rest] };
  },

  opening: ({ messages }) => (messages as JsonObject[]).find(({ role }) => role === 'user')?.content ?? '',
  isJson: ({ response_format: format }) => isJsonFormat(format),
};
