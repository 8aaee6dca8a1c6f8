import type { TestSystem } from '@app/testing';
import { ApiClient } from '../api-client';

interface Schema {
  $ref?: string;
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

/** A place in a request where a caller names something that may be another's. */
export interface IdSlot {
  method: string;
  /** As the document writes it. */
  path: string;
  in: 'path' | 'query' | 'body';
  name: string;
}

const IS_ID = /(^|_)ids?$|Id$|^doc$/;

/** Every id that any endpoint takes, as its OpenAPI document says. */
export async function idSlots(system: Pick<TestSystem, 'ai' | 'url'>): Promise<IdSlot[]> {
  const { body: document } = await new ApiClient(system).get<OpenApi>('/docs-json');
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      [...parameters(operation), ...bodyFields(operation, document)].map((slot) => ({
        method: method.toUpperCase(),
        path,
        ...slot,
      })),
    ),
  );
}

/** What is nobody's own: the models that the deployment offers. */
const OF_EVERYBODY = new Set(['model']);

/** What else stands in a path names something of somebody's, whatever it is called, unless it is one word of a few. */
const parameters = ({ parameters = [] }: Operation): Pick<IdSlot, 'in' | 'name'>[] =>
  parameters.flatMap(({ name, in: place, schema }) =>
    (place === 'path' && !OF_EVERYBODY.has(name) && !schema?.enum) || (place === 'query' && IS_ID.test(name))
      ? [{ in: place, name }]
      : [],
  );

function bodyFields({ requestBody }: Operation, document: OpenApi): Pick<IdSlot, 'in' | 'name'>[] {
  return Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.keys(resolve(schema, document).properties ?? {})
      .filter((name) => IS_ID.test(name))
      .map((name) => ({ in: 'body' as const, name })),
  );
}

const resolve = (schema: Schema, { components }: OpenApi): Schema =>
  schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1)!] ?? {}) : schema;
