import type { ApiQueryOptions, ApiResponseOptions } from '@nestjs/swagger';
import { ENTITY_TYPES, kindOf } from '@app/anonymization';
import { AppError, codeOfStatus } from '@app/common';
import { MAX_NEW_VALUE, SUPPORTED_ENTITIES } from '@app/presidio';
import { presidioError } from '../http/failure-body';
import { ApiAnswer, PresidioFailureDto } from '../openapi/api-answer.decorator';

export const ANONYMIZE_DESCRIPTION = [
  'The service adds the values that it finds under the policy to `analyzer_results`. Offsets count code points, as in ' +
    'Python. `hash` is an HMAC with a key of the organization. `encrypt` is AES in CBC mode with the key of the request. ' +
    'A value that the policy removes is only replaced or redacted; of a value that it always hides, `keep` and `mask` leave ' +
    'nothing. `custom` is not supported. The request is not stored.',
  ['| kind | entity |', '| --- | --- |', ...ENTITY_TYPES.map(rowOf)].join('\n'),
].join('\n\n');

function rowOf(type: (typeof ENTITY_TYPES)[number]): string {
  return `| \`${type}\` | \`${kindOf(type).presidio[0]}\` |`;
}

const offset = { type: 'integer', minimum: 0 };
const PLACE = {
  type: 'object',
  additionalProperties: true,
  required: ['start', 'end', 'entity_type'],
  properties: { start: offset, end: offset, entity_type: { type: 'string', minLength: 1 } },
};

export const ANALYZE_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['text', 'language'],
  properties: {
    text: {
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 500 }],
    },
    language: { type: 'string' },
    entities: { type: 'array', items: { type: 'string' }, nullable: true },
    score_threshold: { type: 'number', minimum: 0, maximum: 1, nullable: true },
    allow_list: {
      type: 'array',
      items: { type: 'string' },
      nullable: true,
      description: 'Values to leave out, if the policy allows users to keep values',
    },
    ad_hoc_recognizers: {
      type: 'array',
      maxItems: 10,
      nullable: true,
      description: "Patterns in RE2's syntax, and words",
      items: {
        type: 'object',
        additionalProperties: true,
        required: ['supported_entity'],
        properties: {
          supported_entity: { type: 'string', minLength: 1, maxLength: 512 },
          patterns: {
            type: 'array',
            maxItems: 20,
            nullable: true,
            items: {
              type: 'object',
              additionalProperties: true,
              required: ['regex', 'score'],
              properties: {
                regex: { type: 'string', minLength: 1, maxLength: 512 },
                score: { type: 'number', minimum: 0, maximum: 1 },
              },
            },
          },
          deny_list: {
            type: 'array',
            maxItems: 1000,
            nullable: true,
            items: { type: 'string', minLength: 1, maxLength: 512 },
          },
        },
      },
    },
  },
  example: {
    text: 'Anna Schmidt called. The zip code is 12345.',
    language: 'en',
    entities: ['PERSON', 'ZIP'],
    ad_hoc_recognizers: [
      { supported_entity: 'ZIP', patterns: [{ name: 'zip', regex: '\\b\\d{5}\\b', score: 0.5 }] },
    ],
  },
};

const jsonAnswer = (example: unknown, schema: object): ApiResponseOptions => ({
  status: 200,
  description: '',
  content: { 'application/json': { schema, example } },
});

const RESULT = {
  type: 'object',
  required: ['entity_type', 'start', 'end', 'score'],
  properties: {
    entity_type: { type: 'string' },
    start: offset,
    end: offset,
    score: { type: 'number' },
    analysis_explanation: { type: 'object', nullable: true },
  },
};

export const ANALYZE_ANSWER = jsonAnswer(
  [
    { entity_type: 'PERSON', start: 0, end: 12, score: 1, analysis_explanation: null },
    { entity_type: 'ZIP', start: 37, end: 42, score: 0.5, analysis_explanation: null },
  ],
  {
    description: 'The results of one text, or for a list of texts a list of results for each',
    type: 'array',
    items: { oneOf: [RESULT, { type: 'array', items: RESULT }] },
  },
);

export const ANONYMIZE_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['text', 'analyzer_results'],
  properties: {
    text: { type: 'string' },
    anonymizers: {
      type: 'object',
      nullable: true,
      description: 'An operator for each entity; `DEFAULT` for the others',
      additionalProperties: {
        type: 'object',
        additionalProperties: true,
        required: ['type'],
        properties: {
          type: { enum: ['replace', 'redact', 'mask', 'hash', 'encrypt', 'keep'] },
          new_value: { type: 'string', nullable: true, maxLength: MAX_NEW_VALUE },
        },
      },
    },
    analyzer_results: {
      type: 'array',
      items: {
        ...PLACE,
        required: [...PLACE.required, 'score'],
        properties: { ...PLACE.properties, score: { type: 'number' } },
      },
    },
  },
  example: {
    text: 'hello world, my name is Jane Doe. My number is: 034453334',
    anonymizers: {
      DEFAULT: { type: 'replace', new_value: 'ANONYMIZED' },
      PHONE_NUMBER: { type: 'mask', masking_char: '*', chars_to_mask: 4, from_end: true },
    },
    analyzer_results: [
      { start: 24, end: 32, score: 0.8, entity_type: 'NAME' },
      { start: 48, end: 57, score: 0.95, entity_type: 'PHONE_NUMBER' },
    ],
  },
};

const ITEM = {
  type: 'object',
  required: ['start', 'end', 'entity_type', 'text', 'operator'],
  properties: {
    start: offset,
    end: offset,
    entity_type: { type: 'string' },
    text: { type: 'string' },
    operator: { type: 'string' },
    score: { type: 'number' },
  },
};
const REPLACED = {
  type: 'object',
  required: ['text', 'items'],
  properties: { text: { type: 'string' }, items: { type: 'array', items: ITEM } },
};

export const ANONYMIZE_ANSWER = jsonAnswer(
  {
    text: 'hello world, my name is ANONYMIZED. My number is: 03445****',
    items: [
      { entity_type: 'PHONE_NUMBER', text: '03445****', operator: 'mask', score: 0.95, start: 50, end: 59 },
      { entity_type: 'NAME', text: 'ANONYMIZED', operator: 'replace', score: 0.8, start: 24, end: 34 },
    ],
  },
  REPLACED,
);

const ENCRYPTED = 'e6HnOMnIxbd4a8Qea44LshQDnjvxwzBIaAz+YqHNnMW2mC5r3AWoay8Spsoajyyy';

export const DEANONYMIZE_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['text'],
  properties: {
    text: { type: 'string' },
    deanonymizers: {
      type: 'object',
      nullable: true,
      additionalProperties: {
        type: 'object',
        additionalProperties: true,
        required: ['type'],
        properties: { type: { enum: ['decrypt', 'deanonymize_keep'] }, key: { type: 'string' } },
      },
    },
    anonymizer_results: { type: 'array', items: PLACE, nullable: true },
  },
  example: {
    text: ENCRYPTED,
    deanonymizers: { NUMBER: { type: 'decrypt', key: '1111111111111111' } },
    anonymizer_results: [{ start: 0, end: ENCRYPTED.length, entity_type: 'NUMBER' }],
  },
};

export const DEANONYMIZE_ANSWER = jsonAnswer(
  {
    text: 'text_for_encryption',
    items: [{ entity_type: 'NUMBER', text: 'text_for_encryption', operator: 'decrypt', start: 0, end: 19 }],
  },
  REPLACED,
);

const NAMES = { type: 'array', items: { type: 'string' } };

export const RECOGNIZERS_ANSWER = jsonAnswer(
  ENTITY_TYPES.map((type) => `${type}Recognizer`),
  NAMES,
);
export const ENTITIES_ANSWER = jsonAnswer(SUPPORTED_ENTITIES, NAMES);

export const HEALTH_ANSWER: ApiResponseOptions = {
  status: 200,
  description: '',
  content: { 'text/plain': { schema: { type: 'string' } } },
};

export const LANGUAGE_QUERY: ApiQueryOptions = {
  name: 'language',
  schema: { type: 'string' },
  required: false,
};

/** Documents a failure in Presidio's form. */
export const ApiPresidioFailure = (status: number, message: string) =>
  ApiAnswer(PresidioFailureDto, presidioError(new AppError(codeOfStatus(status), message)), { status });
