import type { TestSystem } from '@app/testing';
import { ApiClient } from '../api-client';

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
}

interface Operation {
  parameters?: { name: string; in: string; schema?: { enum?: unknown[] } }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** A part of a request that identifies a resource, which can belong to another user. */
export interface IdSlot {
  method: string;
  /** The path template of the OpenAPI document. */
  path: string;
  in: 'path' | 'query' | 'body';
  name: string;
  /** Whether it is a list of ids. */
  isList?: boolean;
}

const IS_ID = /(^|_)ids?$|Id$|^doc$/;
/** Lists of ids. */
const LISTS = new Set(['docs', 'images']);

/** Ids that callers make up, and images that are addresses. They name nothing that another user has; `test/e2e/api/litellm.ts` tries them. */
const OWN_IDS = new Set([
  '/ai/v1/litellm/beta/litellm_basic_guardrail_api images',
  '/ai/v1/litellm/beta/litellm_basic_guardrail_api litellm_call_id',
  '/ai/v1/mcp id',
  '/idm/v1/scim/v2/Groups externalId',
  '/idm/v1/scim/v2/Groups/{group_id} externalId',
  '/idm/v1/scim/v2/Users externalId',
  '/idm/v1/scim/v2/Users/{user_id} externalId',
  '/ai/v1/mcp/{server} id',
]);

/** Returns every id that any endpoint accepts according to the OpenAPI document. */
export async function idSlots(system: Pick<TestSystem, 'ai' | 'url'>): Promise<IdSlot[]> {
  const { body: document } = await new ApiClient(system).get<OpenApi>('/docs-json');
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      [...parameters(operation), ...bodyFields(operation, document)]
        .filter(({ name }) => !OWN_IDS.has(`${path} ${name}`))
        .map((slot) => ({ method: method.toUpperCase(), path, ...slot })),
    ),
  );
}

/** Ids without an owner: the models and MCP servers of the deployment. */
const SHARED_IDS = new Set(['model', 'server']);

/** Every other path parameter identifies an owned resource, whatever its name, unless it has a fixed set of values. */
const parameters = ({ parameters = [] }: Operation): Pick<IdSlot, 'in' | 'name'>[] =>
  parameters.flatMap(({ name, in: place, schema }) =>
    (place === 'path' && !SHARED_IDS.has(name) && !schema?.enum) || (place === 'query' && IS_ID.test(name))
      ? [{ in: place, name }]
      : [],
  );

function bodyFields({ requestBody }: Operation, document: OpenApi): Pick<IdSlot, 'in' | 'name' | 'isList'>[] {
  return Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.entries(resolve(schema, document).properties ?? {}).flatMap(([name, { type }]) => {
      const isList = LISTS.has(name) && type === 'array';
      return isList || IS_ID.test(name) ? [{ in: 'body' as const, name, ...(isList && { isList }) }] : [];
    }),
  );
}

const resolve = (schema: Schema, { components }: OpenApi): Schema =>
  schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1)!] ?? {}) : schema;
