import type { TestSystem } from '@app/testing';
import { ApiClient, type ApiAnswer, type Caller } from '../api-client';
import { aPrompt } from '../chat';
import type { Belongings } from './belongings';
import type { IdSlot } from './id-slots';

/** Returns the kind of resource that an id identifies, by the endpoint or field that accepts it. Add new ids here. */
export function belongingOf({ path, name }: Pick<IdSlot, 'path' | 'name'>): keyof Belongings {
  if (name === 'user_id') return 'user';
  if (path.includes('/groups/')) return 'group';
  if (path.includes('/budgets/')) return 'budgeted';
  if (path.includes('/keys/')) return 'key';
  if (path.includes('/job/') || path.includes('/jobs/')) return 'job';
  if (path.includes('/events/')) return 'event';
  if (path.includes('/images/')) return 'image';
  if (path.includes('/upload/') || name === 'doc') return 'document';
  if (name === 'chat_id' || name === 'session_id') return 'chat';
  throw new Error(`No kind of resource is defined for ${name} of ${path}`);
}

/** Requests that are valid except possibly for the id. */
const BODIES: Readonly<Record<string, object>> = {
  // Body of a budget.
  '{subject_id}': { unit: 'tokens', hard: 1_000_000 },
  // A document in place of a prompt.
  anonymize: { lang: 'eng', choices: ['Names'], model: 'test-model', anonymized: true },
  chat: aPrompt('Hello'),
  preview: { prompt: 'Hello', lang: 'eng', choices: ['Names'], model: 'test-model' },
  'generate-image': { prompt: 'A red bicycle' },
  'rename-session': { session_id: '', new_name: 'Another name' },
};

/** Values of path parameters that are not ids. */
const WORDS: Readonly<Record<string, string>> = { kind: 'group' };

/** Calls the endpoint with `id` in the slot. @param beside values of the other path parameters */
export function askFor(
  system: Pick<TestSystem, 'ai' | 'url'>,
  user: Caller,
  { method, path, in: place, name }: IdSlot,
  id: string,
  beside: Belongings,
): Promise<ApiAnswer> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, other: string) =>
    place === 'path' && other === name ? id : (WORDS[other] ?? beside[belongingOf({ path, name: other })]),
  );
  const url = new URL(system.url(address));
  if (place === 'query') url.searchParams.set(name, id);
  const body = { ...BODIES[path.split('/').at(-1)!], ...(place === 'body' && { [name]: id }) };
  return new ApiClient(system, user).call(method, url.toString(), method === 'GET' ? {} : { body });
}
