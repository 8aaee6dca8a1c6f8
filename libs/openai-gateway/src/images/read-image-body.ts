import type { EditOptions } from '@app/images';
import type { JsonObject, JsonValue } from '../json';
import { MAX_READ_IMAGES, refuse } from '../reading/bounds';
import { dropped, hiddenText, OTHERS, passed, type Fields, type Rule } from '../reading/field-rules';
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

/** A part with a file. A text in its place is refused. */
const file = (about: string): Rule => ({
  fate: 'passed',
  about: `${about}, without metadata; read by OCR and painted over, passed unread or refused, as the policy says for the model`,
  read: (_, field, __, at) => refuse(at, `must be a part with a file, named ${field}`),
});

const known = (...words: readonly string[]): Rule =>
  passed((value, at) =>
    words.includes(String(value)) ? String(value) : refuse(at, `must be one of ${words.join(', ')}`),
  );

/** What happens to each field of a form of `POST images/edits` (contract: The OpenAI gateway). */
export const EDIT_FIELDS: Fields = {
  image: file(`PNG or JPEG, also as \`image[]\`, at most ${MAX_READ_IMAGES}`),
  mask: file('PNG or JPEG; refused if images are read by OCR'),
  ...IMAGE_FIELDS,
  n: fixed('1', 'must be 1: one image is made at a time'),
  stream: fixed('false', 'must be false: images come whole'),
  background: known('auto', 'transparent', 'opaque'),
  input_fidelity: known('low', 'high'),
  output_format: known('png', 'jpeg', 'webp'),
};

const OPTIONS = ['size', 'quality', 'background', 'input_fidelity', 'output_format'] as const;

/**
 * @param fields the rules of the endpoint
 * @throws AppError `bad_request` that names the field
 */
export function readImageBody(given: JsonObject, fields: Fields): ReadBody & { options: EditOptions } {
  const prompt = given.prompt;
  if (typeof prompt !== 'string' || prompt.trim() === '') refuse('prompt', 'must be a text');
  const read = readBody(given, fields, String);
  const options: EditOptions = {};
  for (const option of OPTIONS)
    if (read.body[option] !== undefined) options[option] = String(read.body[option]);
  return { ...read, options };
}
