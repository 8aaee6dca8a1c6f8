import { isObject } from '../json';
import { refuse } from '../reading/bounds';
import { readBody } from '../reading/read-body';
import { RESPONSE_FIELDS } from '../reading/read-response-body';
import type { Thoughts } from '../thoughts';
import { hasTools, isJsonFormat, type BodyForm } from './body-form';

/** OpenAI's responses. Neither this service nor the provider stores them. @param thoughts verifies what models thought before */
export const responsesForm = (thoughts: Thoughts): BodyForm => ({
  isCached: (given) =>
    hasTools(given) ||
    (Array.isArray(given.input) && given.input.some((item) => isObject(item) && hasTools(item))),

  read(given, pseudonym, images) {
    if (given.input === undefined || given.input === null)
      refuse('input', 'must be a text or a list of items');
    const read = readBody(given, RESPONSE_FIELDS, pseudonym, images, thoughts);
    // Changes the body itself, because its texts are put into it later.
    read.body.store = false;
    return read;
  },

  instruct(body, before, behind) {
    if (before === '' && behind === '') return body;
    const own = typeof body.instructions === 'string' ? body.instructions : '';
    return { ...body, instructions: [before, own, behind].filter((part) => part !== '').join('\n\n') };
  },

  opening({ input }) {
    if (!Array.isArray(input)) return input ?? '';
    const first = input.find((item) => isObject(item) && item.role === 'user');
    return isObject(first) ? (first.content ?? '') : '';
  },
  isJson: ({ text }) => isObject(text) && isJsonFormat(text.format),
});
