import { AppError, invalid } from '@app/common';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const LONGEST = 255;

/** Returns the path of an attribute in lower case, since names ignore case, and without the address of its schema. */
export function pathOf(written: string): string {
  const path = written.trim().toLowerCase();
  for (const schema of [USER_SCHEMA, GROUP_SCHEMA])
    if (path.startsWith(`${schema.toLowerCase()}:`)) return path.slice(schema.length + 1);
  return path;
}

/** Returns the single value of an attribute. Entra ID also writes it as a list of one object. */
export function singleValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [only, ...more] = value as unknown[];
  if (more.length > 0) return value;
  return isObject(only) && 'value' in only ? only.value : only;
}

/** @throws AppError `bad_request` */
export function textOf(name: string, given: unknown): string | null {
  const value = singleValue(given);
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string' && value.length <= LONGEST && !/\p{Cc}/u.test(value)) return value;
  throw invalid(name, `must be a text of at most ${LONGEST} characters`);
}

/** Returns a truth value. Entra ID writes it as a text. @throws AppError `bad_request` */
export function booleanOf(name: string, given: unknown): boolean {
  const value = singleValue(given);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw invalid(name, 'must be true or false');
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns what a resource has of its attributes, if the request names those that it wants or does not want. */
export function selected(resource: Resource, { attributes, excludedAttributes }: Selection): Resource {
  const wanted = namesOf(attributes);
  const unwanted = namesOf(excludedAttributes);
  const keeps = (name: string): boolean =>
    ALWAYS.has(name) || (wanted ? wanted.has(name.toLowerCase()) : !unwanted?.has(name.toLowerCase()));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => keeps(name)));
}

/** Whether the request wants the attribute, which is expensive. */
export function wants(name: string, { attributes, excludedAttributes }: Selection): boolean {
  const wanted = namesOf(attributes);
  return wanted ? wanted.has(name) : !namesOf(excludedAttributes)?.has(name);
}

export type Resource = Readonly<Record<string, unknown>>;

export interface Selection {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

const ALWAYS = new Set(['schemas', 'id']);

/** Returns the names of the attributes. A part of an attribute stands for all of it. */
const namesOf = (list: string | undefined): Set<string> | undefined =>
  list === undefined ? undefined : new Set(list.split(',').map((path) => pathOf(path).split(/[.[]/, 1)[0]!));

/** @throws AppError `bad_request` if the body is no patch */
export function operationsOf(body: object): Operation[] {
  const given = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1] as unknown;
  if (!Array.isArray(given) || given.length === 0)
    throw new AppError('bad_request', 'The body must have a list of Operations');
  return given.map((operation): Operation => {
    const { op, path, value } = isObject(operation) ? operation : {};
    const verb = typeof op === 'string' ? VERBS.find((one) => one === op.toLowerCase()) : undefined;
    if (!verb) throw invalid('op', 'must be add, replace or remove');
    if (path === undefined || path === null || path === '') return { verb, value };
    if (typeof path === 'string') return { verb, path: path.trim(), value };
    throw invalid('path', 'must be the path of an attribute');
  });
}

const VERBS = ['add', 'replace', 'remove'] as const;

/** A change of a patch (RFC 7644, section 3.5.2). */
export interface Operation {
  verb: (typeof VERBS)[number];
  /** If absent, `value` is an object with the attributes. */
  path?: string;
  value: unknown;
}
