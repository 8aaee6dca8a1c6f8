/** The value null. OpenAPI 3.0 has no type for it. */
const NULL = { type: 'object', nullable: true, enum: [null] };

/**
 * Returns a document in which each reference that may be null is one of two schemas. OpenAPI 3.0 applies `nullable` only to
 * the `type` beside it: `nullable` beside `allOf` or `$ref` does not allow null, although the generator of the document
 * writes it so.
 */
export function withNullableReferences<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withNullableReferences(one)) as T;
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      EXAMPLES.has(key) ? (part as unknown) : withNullableReferences(part as unknown),
    ]),
  );
  return (schema.nullable === true ? nullable(schema) : schema) as T;
}

/** Their values are no schemas. */
const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'default']);

function nullable(schema: Record<string, unknown>): Record<string, unknown> {
  // The referenced schema has the type.
  const { nullable: _nullable, type: _type, allOf, $ref, ...rest } = schema;
  if (allOf === undefined && $ref === undefined) return schema;
  const parts = [...((allOf as object[] | undefined) ?? []), ...($ref === undefined ? [] : [{ $ref }])];
  const alone = parts.length === 1 ? parts[0]! : { allOf: parts };
  return { ...rest, oneOf: [alone, NULL] };
}
