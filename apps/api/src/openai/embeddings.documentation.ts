import { MODEL_CALL_HEADERS } from '../http/model-call-headers';
import type { ApiResponseOptions } from '@nestjs/swagger';
import { fieldTable } from './leak-matrix';
import { DROPPED, MODEL_FORM, WHERE_REFUSED } from './openai.documentation';

export const EMBEDDINGS_DESCRIPTION = [
  'Served where the operator has set `EMBEDDINGS=pseudonyms`; else 400. Each value that is hidden, of a person each ' +
    'part of the name, becomes a pseudonym of the organization, the same in every text, so that a search finds what is ' +
    'about it. What is hidden is not the request’s to choose: names, e-mail addresses and phone numbers, and what ' +
    'the policy of the organization adds.',
  fieldTable('embeddings'),
  WHERE_REFUSED,
].join('\n\n');

const INPUT = { type: 'string', minLength: 1 };

/** OpenAI's body: what every request has. The rest is OpenAI's to describe. */
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
  description: "OpenAI's answer: a vector for each text",
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
