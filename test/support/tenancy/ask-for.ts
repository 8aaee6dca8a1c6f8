import type { TestSystem } from '@app/testing';
import { ApiClient, type ApiAnswer, type Caller } from '../api-client';
import { aPrompt } from '../chat';
import type { Belongings } from './belongings';
import type { IdSlot } from './id-slots';

/** What an id is of, by the endpoint or field that takes it. A new one has to be added here. */
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
  throw new Error(`Nobody said what ${name} of ${path} is an id of`);
}

/** A request that is right in everything but perhaps the id. */
const BODIES: Readonly<Record<string, object>> = {
  // A budget.
  '{subject_id}': { unit: 'tokens', hard: 1_000_000 },
  // A document stands in the place of a prompt.
  anonymize: { lang: 'eng', choices: ['Names'], model: 'test-model', anonymized: true },
  chat: aPrompt('Hello'),
  preview: { prompt: 'Hello', lang: 'eng', choices: ['Names'], model: 'test-model' },
  'generate-image': { prompt: 'A red bicycle' },
  'rename-session': { session_id: '', new_name: 'Another name' },
};

/** What stands in a path that is no id. */
const WORDS: Readonly<Record<string, string>> = { kind: 'group' };

/** Calls the endpoint with `id` where the slot is. @param beside what stands in the other places of its path */
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
