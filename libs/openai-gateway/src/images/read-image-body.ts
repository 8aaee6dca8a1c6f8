import type { ImageOptions } from '@app/images';
import type { JsonObject, JsonValue } from '../json';
import { refuse } from '../reading/bounds';
import { dropped, hiddenText, OTHERS, passed, type Fields } from '../reading/field-rules';
import { readBody, type ReadBody } from '../reading/read-body';

const SIZE = /^(?:auto|\d{2,5}x\d{2,5})$/;
const QUALITIES: ReadonlySet<JsonValue> = new Set(['auto', 'standard', 'hd', 'low', 'medium', 'high']);

const fixed = (value: JsonValue, why: string) =>
  passed((given, at) => (given === value ? undefined : refuse(at, why)), 'checked, and not sent');

/** What happens to each field of a body of `POST images/generations` (contract: The OpenAI gateway). */
export const IMAGE_FIELDS: Fields = {
  model: dropped('the deployment has one image model'),
  prompt: hiddenText(),
  n: fixed(1, 'must be 1: one image is made at a time'),
  response_format: fixed('b64_json', 'must be b64_json: images are not stored, so there is no URL'),
  stream: fixed(false, 'must be false: images come whole'),
  size: passed((value, at) =>
    typeof value === 'string' && SIZE.test(value)
      ? value
      : refuse(at, 'must be auto or a size such as 1024x1024'),
  ),
  quality: passed((value, at) => (QUALITIES.has(value) ? value : refuse(at, 'is not a known quality'))),
  user: dropped('image servers receive no user'),
  [OTHERS]: {
    fate: 'dropped',
    about: 'and named in `X-Dropped-Parameters`',
    read: ({ dropped: left }, field) => void left.push(field),
  },
};

/** @throws AppError `bad_request` that names the field */
export function readImageBody(given: JsonObject): ReadBody & { options: ImageOptions } {
  const prompt = given.prompt;
  if (typeof prompt !== 'string' || prompt.trim() === '') refuse('prompt', 'must be a text');
  const read = readBody(given, IMAGE_FIELDS, String);
  const { size, quality } = read.body;
  return {
    ...read,
    options: {
      ...(size !== undefined && { size: String(size) }),
      ...(quality !== undefined && { quality: String(quality) }),
    },
  };
}
