import { MODEL_CALL_HEADERS } from '../http/model-call';
import type { ApiResponseOptions } from '@nestjs/swagger';
import { fieldTable } from './leak-matrix';
import { DROPPED, MODEL_FORM, WHERE_REFUSED } from './openai.documentation';

export const EMBEDDINGS_DESCRIPTION = [
  'Requires that the operator has set `EMBEDDINGS=pseudonyms`; otherwise 400. Each hidden value, ' +
    "or each part of a person's name, becomes a pseudonym of the organization. The pseudonym is the " +
    'same in every text, so a search finds the texts about a value. The request cannot choose what ' +
    "is hidden: names, e-mail addresses, phone numbers, and what the organization's policy adds.",
  fieldTable('embeddings'),
  WHERE_REFUSED,
].join('\n\n');

const INPUT = { type: 'string', minLength: 1 };

/** The required fields of OpenAI's body. OpenAI documents the others. */
export const EMBEDDINGS_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['model', 'input'],
  properties: {
    model: MODEL_FORM,
    input: { oneOf: [INPUT, { type: 'array', minItems: 1, items: INPUT }] },
  },
  example: { model: 'demo-echo', input: ['Write to Anna Schmidt.'], encoding_format: 'float' },
};

const VECTOR = [0.5, 0, 0.5, 0, 0, 0.5, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0];

export const EMBEDDINGS: ApiResponseOptions = {
  status: 200,
  description: "OpenAI's answer: one vector per text",
  headers: { ...MODEL_CALL_HEADERS, ...DROPPED },
  content: {
    'application/json': {
      schema: { type: 'object', additionalProperties: true },
      example: {
        object: 'list',
        data: [
          {
            object: 'embedding',
            index: 0,
            embedding: VECTOR,
          },
        ],
        model: 'demo-echo',
        usage: { prompt_tokens: 24, total_tokens: 24 },
      },
    },
  },
};
