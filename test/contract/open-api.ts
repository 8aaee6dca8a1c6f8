import type { ApiAnswer } from '../support/api-client';

interface Content {
  example?: unknown;
  /** By error code, if several failures have one status */
  examples?: Record<string, { value: unknown }>;
  schema?: { $ref?: string; example?: unknown };
}
interface OperationObject {
  security?: object[];
  'x-roles'?: string[];
  'x-scope'?: string | null;
  requestBody?: {
    required?: boolean;
    content: Record<
      string,
      { example?: unknown; schema?: { example?: unknown; $ref?: string; properties?: object } }
    >;
  };
  responses: Record<string, { content?: Record<string, Content>; headers?: Record<string, unknown> }>;
}
interface Document {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, { properties: Record<string, { example?: unknown }> }> };
}

/** An endpoint as the OpenAPI document describes it. */
export class Operation {
  constructor(
    private readonly document: Document,
    readonly method: string,
    readonly path: string,
    private readonly described: OperationObject,
  ) {}

  get name(): string {
    return `${this.method} ${this.path}`;
  }

  get statuses(): number[] {
    return Object.keys(this.described.responses).map(Number);
  }

  /** The roles that may call the endpoint; empty if every role may. */
  get roles(): string[] {
    return this.described['x-roles'] ?? [];
  }

  /** The scope that a key needs; null if the endpoint accepts no key. */
  get scope(): string | null {
    return this.described['x-scope'] ?? null;
  }

  get needsToken(): boolean {
    return !this.described.security?.some((scheme) => Object.keys(scheme).length === 0);
  }

  /** Returns the path with `values` in place of its parameters, in order. */
  at(...values: string[]): string {
    return this.path.replaceAll(/\{[^}]+\}/g, () => values.shift() ?? 'x');
  }

  /** The JSON body that the document shows: its own example, or the example of each field. */
  get request(): Record<string, unknown> {
    const { example, schema = {} } = jsonOf(this.described.requestBody?.content) ?? {};
    const whole = example ?? schema.example;
    if (whole) return whole as Record<string, unknown>;
    const { properties = {} } = this.document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? {};
    const examples = Object.entries(properties).map(([field, shown]) => [field, shown.example]);
    return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
  }

  /** The fields of the form that the document describes. */
  get formFields(): string[] {
    const { schema = {} } = this.described.requestBody?.content['multipart/form-data'] ?? {};
    const { properties } = this.document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
    return Object.keys(properties ?? {});
  }

  get requiresBody(): boolean {
    return this.described.requestBody?.required === true;
  }

  get bodyTypes(): string[] {
    return Object.keys(this.described.requestBody?.content ?? {});
  }

  /** The statuses, with each error code of those that have several examples: `409 case_closed`. */
  get answers(): string[] {
    return this.statuses.flatMap((status) => {
      const { examples } = jsonOf(this.described.responses[status]?.content) ?? {};
      return examples ? Object.keys(examples).map((code) => `${status} ${code}`) : String(status);
    });
  }

  /**
   * Returns the example of an answer with this status, or `undefined` if the answer is not JSON.
   *
   * @param code of a failure, if several have this status
   */
  shown(status: number, code?: string): unknown {
    const { example, examples, schema } = jsonOf(this.described.responses[status]?.content) ?? {};
    return (code === undefined ? undefined : examples?.[code]?.value) ?? example ?? schema?.example;
  }

  /** Returns the server-sent events of an answer with this status. */
  shownStream(status: number): string {
    const example = this.described.responses[status]?.content?.['text/event-stream']?.example;
    if (typeof example !== 'string') throw new Error(`${this.name} shows no events for ${status}`);
    return example;
  }

  /** Whether `body` is this operation's documented 503 for a feature that is not configured. */
  isNotSetUp(body: string): boolean {
    const shown = (this.shown(503) as { errorMessage?: string } | undefined)?.errorMessage;
    return shown !== undefined && /is not set up/.test(shown) && messageOf(body) === shown;
  }

  headers(status: number): string[] {
    return Object.keys(this.described.responses[status]?.headers ?? {});
  }
}

/** Returns the JSON of a request or an answer, also that of SCIM. */
const jsonOf = <T>(content: Record<string, T> = {}): T | undefined =>
  content['application/json'] ?? content['application/scim+json'];

/** @param get requests a path of the service */
export async function readDocument(get: (path: string) => Promise<ApiAnswer>): Promise<Operation[]> {
  const document = (await get('/docs-json')).body as unknown as Document;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, described]) => new Operation(document, method.toUpperCase(), path, described),
    ),
  );
}

/** Replaces numbers, ids, times, secrets and other variable values by their type, since only their form is compared. */
export const form = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(form);
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'string') return formOfText(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      form(key),
      key === 'kid' || key === 'encrypts' ? 'a key id' : form(inner),
    ]),
  );
};

const formOfText = (text: string): string =>
  text
    .replace(/^[\w.-]+@company\.example$/, 'a user name')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'an id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d{4})/g, 'a time')
    .replace(/^\d{4}-\d\d-\d\d$/, 'a day')
    .replace(/^\d+$/, 'digits')
    .replace(/^\d+(\.\d+)+$/, 'a version')
    .replace(/^(?:[0-9a-f]{40}|unknown)$/, 'a commit')
    .replace(/^https?:.*(\/scim\/v2\/)/, '$1')
    .replace(/^https?:.*#invitation=pci_.*$/, 'an invitation link')
    .replace(/^pck_.*$/, 'a key')
    .replace(/^whsec_.*$/, 'a webhook secret')
    .replace(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/, 'a one-time password')
    .replace(/^[0-9a-f]{64}$/, 'a hash')
    .replace(/(?<=^otpauth:\/\/totp\/privacy-chat:)[^?]+/, 'a user name')
    .replace(/\b[A-Z2-7]{32}\b/, 'a secret in base32')
    .replace(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/, 'a recovery code')
    .replace(/^https:\/\/[^/]+\/[\w-]+$/, 'a webhook address')
    .replace(/^eyJ[\w.-]+$|^[\w-]{43}$/, 'a secret')
    .replace(/^http.*(?=\/ai\/)/, 'an address')
    .replace(/expires=\d+&signature=[\w-]+/, 'a signature')
    .replace(/at most \d+ bytes|: \d+ a minute|in \d+ s/g, 'a limit');

/** Returns the `errorMessage` of a failure, or `undefined` if the body is not a failure. */
function messageOf(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { errorMessage?: string }).errorMessage;
  } catch {
    return undefined;
  }
}
