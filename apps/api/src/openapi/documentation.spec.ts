import { withSettings } from '@app/testing';
import { previewDocument } from './documentation';

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  nullable?: boolean;
  required?: string[];
  $ref?: string;
}
interface Parameter {
  name: string;
  required?: boolean;
  example?: unknown;
  schema?: Schema & { example?: unknown };
}
interface Operation {
  operationId: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    {
      description?: string;
      headers?: Record<string, object>;
      content?: Record<string, { example?: unknown }>;
    }
  >;
}

describe('the OpenAPI document', () => {
  let document: {
    servers?: { url: string }[];
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  let operations: Operation[];
  beforeAll(async () => {
    document = (await previewDocument()) as unknown as typeof document;
    operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  });

  it('uses the address that it was loaded from', () => {
    expect(document.servers).toEqual([{ url: '/' }]);
  });

  it('gives every operation a unique name that reads as a function', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('includes null in every nullable enumeration', () => {
    const enumerations = schemasOf(document).filter((schema) => schema.nullable && schema.enum);
    expect(enumerations.length).toBeGreaterThan(0);
    expect(enumerations.filter((schema) => !schema.enum?.includes(null))).toEqual([]);
  });

  it('writes nullable only beside a type, which it extends, and never beside a reference or a composition', () => {
    const all = objectsIn(document);
    const nullable = all.filter((one) => one.nullable === true);
    expect(nullable.length).toBeGreaterThan(50);
    const others = ['$ref', 'allOf', 'anyOf', 'oneOf'];
    expect(nullable.filter((one) => !('type' in one) || others.some((name) => name in one))).toEqual([]);
    const { delivery } = (document.components.schemas.JobDto as { properties: Record<string, object> })
      .properties;
    expect(delivery).toEqual({
      description: 'Null until the job ends',
      oneOf: [{ $ref: '#/components/schemas/DeliveryDto' }, { type: 'object', nullable: true, enum: [null] }],
    });
  });

  it('declares every count as an integer', () => {
    const whole = schemasOf(document, /^(status_code|duration_ms|response_code|limit|\w+_tokens|requests)$/);
    expect(whole.length).toBeGreaterThan(5);
    expect(whole.filter(({ type }) => type === 'number')).toEqual([]);
  });

  it('gives no default to optional headers and parameters', () => {
    const optional = operations.flatMap(({ parameters = [] }) => parameters).filter((one) => !one.required);
    expect(optional.map(({ name }) => name)).toContain('X-Anonymize');
    const filledIn = optional.filter(({ example, schema }) => example ?? schema?.example);
    expect(filledIn.map(({ name }) => name)).toEqual([]);
  });

  it('documents the failures of guards and limits for every operation', () => {
    const wants = ({ operationId, security, requestBody }: Operation): string[] => [
      ...(security?.some((one) => 'bearer' in one) === false ? [] : ['401', '503']),
      ...(requestBody ? ['400', '408', '413', '415'] : []),
      ...(operationId.startsWith('submit') ? ['403', '429'] : []),
    ];
    const lacking = operations.map((operation) => [
      operation.operationId,
      wants(operation).filter((status) => !(status in operation.responses)),
    ]);
    expect(lacking.filter(([, statuses]) => statuses!.length > 0)).toEqual([]);
    expect(operations.filter((operation) => wants(operation).includes('401')).length).toBeGreaterThan(15);
  });

  it('requires a JSON body if it requires a field of it, and a whole policy', () => {
    const bodies = operations.flatMap(({ operationId, requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema;
      const { required = [] } = schema?.$ref
        ? document.components.schemas[nameIn(schema.$ref)]!
        : (schema ?? {});
      return schema
        ? [{ operationId, isRequired: requestBody!.required, hasRequired: required.length > 0 }]
        : [];
    });
    expect(bodies.filter(({ isRequired }) => !isRequired).length).toBeGreaterThan(5);
    const different = bodies.filter(({ isRequired, hasRequired }) => isRequired !== hasRequired);
    // An empty body would remove the policy, so only an explicit body does. Forgetting and restoring need one field of two.
    expect(different.map(({ operationId }) => operationId)).toEqual(['setPolicy', 'forgetValue', 'restore']);
  });

  it('describes X-Protection for every operation that a budget can refuse', () => {
    const calls = operations.filter(({ responses }) => responses[429]?.description?.includes('budget'));
    expect(calls.length).toBeGreaterThan(6);
    const lacking = calls.filter(({ responses }) => !responses[200]?.headers?.['X-Protection']);
    expect(lacking.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('describes the values of every property and parameter', () => {
    expect(JSON.stringify(document)).not.toContain('#/components/schemas/Object"');
  });

  it('shows configured limits in the format of the route', async () => {
    const { paths } = (await withSettings(
      { RATE_LIMIT_CHAT: '7/10s', RATE_LIMIT_LOGIN: '8/1m', MAX_TEXT_BYTES: '1MiB' },
      previewDocument,
    )) as unknown as typeof document;
    const example = (path: string, status: number): unknown =>
      paths[path]!.post!.responses[status]!.content!['application/json']!.example;
    const words = 'Too many requests: 7 in 10 s are allowed; try again in 12 s';
    expect(example('/ai/v1/chat', 429)).toEqual({
      success: false,
      message: words,
      response_code: 429,
      code: 'too_many_requests',
    });
    expect(example('/ai/v1/openai/v1/chat/completions', 429)).toEqual({
      error: { message: words, type: 'invalid_request_error', param: null, code: 'too_many_requests' },
    });
    expect(example('/idm/v1/auth/login', 429)).toEqual({
      errorDate: expect.any(String),
      errorMessage: 'Too many requests from one address: 8 a minute are allowed; try again in 12 s',
    });
    expect(example('/ai/v1/job/anonymize', 413)).toMatchObject({
      message: 'The body is too large: at most 1114112 bytes are accepted',
    });
  });

  it('describes forms as objects and gives examples only of JSON and text', () => {
    const forms = operations.flatMap(({ requestBody }) => requestBody?.content['multipart/form-data'] ?? []);
    expect(forms.length).toBeGreaterThan(1);
    expect(forms.filter(({ schema }) => schema.type === 'string')).toEqual([]);
    const shown = operations
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ content = {} }) => Object.entries(content))
      .flatMap(([type, { example }]) => (example ? [type] : []));
    expect(new Set(shown)).toEqual(
      new Set(['application/json', 'application/scim+json', 'text/event-stream']),
    );
  });
});

/** Returns every object in a value. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [value as Record<string, unknown>, ...inside];
}

const nameIn = (ref: string): string => ref.split('/').at(-1)!;

/** Returns every schema below a value; with `name`, only those of properties and parameters with that name. */
function schemasOf(value: unknown, name?: RegExp, called?: string): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  const parameter = value as Parameter;
  if (parameter.schema && parameter.name) return schemasOf(parameter.schema, name, parameter.name);
  const isWanted = name ? called !== undefined && name.test(called) : 'type' in value || 'enum' in value;
  return [
    ...(isWanted && 'type' in value ? [value as Schema] : []),
    ...Object.entries(value).flatMap(([key, part]) =>
      key === 'example' || key === 'examples' ? [] : schemasOf(part, name, key),
    ),
  ];
}
