import type { JsonValue } from '../json';

/** Keywords of JSON Schema that contain a schema, or a list of schemas. */
export const SCHEMAS: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'contentSchema',
  'not',
  'if',
  'then',
  'else',
  'allOf',
  'anyOf',
  'oneOf',
]);

/** Keywords with names as keys, which the author of the schema chose, and schemas as values. */
export const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** The other keywords of JSON Schema and of OpenAPI's dialect. Any other keyword is the author's own. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...SCHEMAS,
  ...NAMED,
  ...(
    'type format required dependentRequired $ref $schema $id $anchor $dynamicRef $dynamicAnchor $vocabulary ' +
    '$comment title description enum const default example examples pattern contentEncoding contentMediaType ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems ' +
    'uniqueItems minContains maxContains minProperties maxProperties readOnly writeOnly deprecated nullable ' +
    'discriminator strict propertyOrdering'
  )
    .split(' ')
    .filter((word) => word !== ''),
]);

const TYPES = new Set<JsonValue>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const FORMAT = /^[a-z][a-z-]{0,40}$/;
/** The published dialects of JSON Schema. */
const DIALECT =
  /^https?:\/\/json-schema\.org\/(?:draft-0[3-7]\/|draft\/(?:2019-09|2020-12)\/)?(?:hyper-)?schema#?$/;

/** Returns whether a keyword's value is a word of the standard. */
export function isStandard(keyword: string, value: JsonValue): boolean {
  // Gemini writes the types in capitals.
  if (keyword === 'type')
    return [value]
      .flat()
      .every((type) => TYPES.has(type === String(type).toUpperCase() ? String(type).toLowerCase() : type));
  if (keyword === '$schema') return typeof value === 'string' && DIALECT.test(value);
  return false;
}

/** Returns whether a value can only be the name of a format, such as `date-time`. */
export const isFormat = (keyword: string, value: JsonValue): boolean =>
  keyword === 'format' && typeof value === 'string' && FORMAT.test(value);
