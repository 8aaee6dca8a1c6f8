import { invalid } from '@app/common';
import type { JsonObject, JsonValue } from '../json';
import { refuse, refuseMore } from '../reading/bounds';
import { HASHED, OTHERS, passed, type Fields, type Target } from '../reading/field-rules';
import { MODEL, readBody, type ReadBody } from '../reading/read-body';

const MAX_INPUTS = 2_048;
const FORMATS: ReadonlySet<JsonValue> = new Set(['float', 'base64']);

/** What happens to each field of a body of `POST embeddings` (contract: The OpenAI gateway). */
export const EMBEDDING_FIELDS: Fields = {
  model: MODEL,
  input: {
    fate: 'hidden',
    about: 'with pseudonyms of the organization; a text or a list of texts; lists of tokens are refused',
    read: readInput,
  },
  encoding_format: passed((value, at) =>
    FORMATS.has(value) ? value : refuse(at, 'must be float or base64'),
  ),
  dimensions: passed((value, at) =>
    Number.isSafeInteger(value) ? value : refuse(at, 'must be a whole number'),
  ),
  user: HASHED,
  [OTHERS]: {
    fate: 'dropped',
    about: 'and named in `X-Dropped-Parameters`',
    read: ({ dropped }, field) => void dropped.push(field),
  },
};

/** @throws AppError `bad_request` that names the field */
export function readEmbeddingsBody(given: JsonObject, pseudonym: (value: string) => string): ReadBody {
  if (given.input === undefined || given.input === null)
    throw invalid('input', 'must be a text or a list of texts');
  return readBody(given, EMBEDDING_FIELDS, pseudonym);
}

function readInput({ read, places }: Target, field: string, value: JsonValue): void {
  const inputs = Array.isArray(value) ? value : [value];
  refuseMore(inputs, MAX_INPUTS, field, 'texts');
  if (inputs.length === 0 || !inputs.every((one) => typeof one === 'string' && one !== ''))
    refuse(
      field,
      'must be a text or a list of texts, none empty: tokens cannot be searched for personal data',
    );
  read[field] = value;
  places.field = field;
  places.addTree(read, field);
  places.field = undefined;
}
