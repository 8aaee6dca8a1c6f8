import type { TestSystem } from '@app/testing';
import { ApiClient, type ApiAnswer, type Caller } from '../api-client';
import { aPrompt } from '../chat';
import { aTranscription, formOf } from '../jobs';
import type { Belongings } from './belongings';
import type { IdSlot } from './id-slots';

/** Returns the kind of resource that an id identifies, by the endpoint or field that accepts it. Add new ids here. */
export function belongingOf({ path, name }: Pick<IdSlot, 'path' | 'name'>): keyof Belongings {
  if (name === 'user_id') return 'user';
  if (name === 'group_id' && path.includes('/scim/')) return 'provisionedGroup';
  if (name === 'case_id') return 'case';
  if (name === 'batch_id') return 'batch';
  if (name === 'file_id' || name === 'input_file_id') return 'batchFile';
  if (name === 'login_id') return 'login';
  if (name === 'share_id') return 'share';
  if (name === 'assistant_id') return 'assistant';
  if (name === 'document_id') return 'documentOfAssistant';
  if (name === 'suggestion_id') return path.endsWith('/accept') ? 'suggestion' : 'otherSuggestion';
  if (name === 'evaluation_id') return 'evaluation';
  if (name === 'text_id') return 'textOfEvaluation';
  if (name === 'version') return 'policyVersion';
  if (path.includes('/cases') || path.includes('/assistants')) return 'ownGroup';
  if (path.includes('/groups/')) return 'group';
  if (path.includes('/budgets/')) return 'budgeted';
  if (path.includes('/keys/')) return 'key';
  if (path.includes('/job/') || path.includes('/jobs/') || name === 'job_id') return 'job';
  if (path.includes('/events/')) return 'event';
  if (path.includes('/images/')) return 'image';
  if (path.includes('/upload/') || name === 'doc' || name === 'docs') return 'document';
  if (name === 'images') return 'picture';
  if (name === 'turn_id') return 'turn';
  if (name === 'chat_id' || name === 'session_id') return 'chat';
  throw new Error(`No kind of resource is defined for ${name} of ${path}`);
}

const WEBHOOK = 'https://127.0.0.1:9999/hook';

/** Requests that are valid except possibly for the id. */
const BODIES: Readonly<Record<string, object>> = {
  // Body of a budget.
  '{subject_id}': { unit: 'tokens', hard: 1_000_000 },
  forget: { value: 'Hans Weber' },
  restore: { text: 'Hello' },
  // A document in place of a prompt.
  assistants: { name: 'Letters', audience: 'group' },
  '{assistant_id}': { name: 'Letters', version: 1 },
  anonymize: { lang: 'eng', choices: ['Names'], model: 'test-model', anonymized: true },
  chat: aPrompt('Hello'),
  preview: { prompt: 'Hello', lang: 'eng', choices: ['Names'], model: 'test-model' },
  batches: { endpoint: '/v1/chat/completions', completion_window: '24h' },
  'generate-image': { prompt: 'A red bicycle' },
  texts: { texts: [{ text: 'Mr. Hans Weber called.' }] },
  '{text_id}': { spans: [], state: 'done' },
  suggestions: { action: 'hide', value: 'contract' },
  'rename-session': { session_id: '', new_name: 'Another name' },
};

/** Bodies by endpoint and field, where another field of the endpoint needs another one. */
const BODIES_FOR: Readonly<Record<string, object>> = {
  '/idm/v1/scim/v2/Users/{user_id} user_id': {
    userName: 'provisioned@company.example',
    Operations: [{ op: 'replace', path: 'displayName', value: 'Provisioned' }],
  },
  '/idm/v1/scim/v2/Groups/{group_id} group_id': {
    displayName: 'Provisioned again',
    Operations: [{ op: 'replace', path: 'displayName', value: 'Provisioned again' }],
  },
  '/ai/v1/anonymize case_id': { prompt: 'Hello' },
  '/ai/v1/cases/{case_id}/forget/preview case_id': { value: 'Hans Weber' },
  // The request for the assistant alone has made version 2.
  '/ai/v1/assistants/{assistant_id} group_id': { audience: 'group', version: 2 },
  '/admin/v1/evaluations/{evaluation_id}/texts/{text_id} evaluation_id': { version: 2 },
  // The request for its evaluation alone has made version 3.
  '/admin/v1/evaluations/{evaluation_id}/texts/{text_id} text_id': { version: 3 },
  '/ai/v1/job/anonymize case_id': { text: 'Hello', lang: 'de', webhook_url: WEBHOOK },
};

const aFile = (): File => new File(['Hello'], 'a.txt');
/** Forms by endpoint. */
const FORMS: Readonly<Record<string, (fields: Record<string, string>) => FormData>> = {
  'files/anonymize': (fields) => formOf({ ...fields, file: aFile() }),
  'files/preview': (fields) => formOf({ ...fields, file: aFile() }),
  'files/restore': (fields) => formOf({ ...fields, file: aFile() }),
  'job/anonymize-file': (fields) => formOf({ delivery: 'poll', ...fields, file: aFile() }),
  'job/transcribe': (fields) => aTranscription(WEBHOOK, Buffer.from('not audio'), fields),
};

/** Values of path parameters that are not ids. */
const WORDS: Readonly<Record<string, string>> = { kind: 'group' };

/** Calls the endpoint with `id` in the slot. @param beside values of the other path parameters */
export function askFor(
  system: Pick<TestSystem, 'ai' | 'url'>,
  user: Caller,
  { method, path, in: place, name, isList }: IdSlot,
  id: string,
  beside: Belongings,
): Promise<ApiAnswer> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, other: string) =>
    place === 'path' && other === name ? id : (WORDS[other] ?? beside[belongingOf({ path, name: other })]),
  );
  const url = new URL(system.url(address));
  if (place === 'query') url.searchParams.set(name, id);
  const fields = place === 'body' && !isList ? { [name]: id } : {};
  const turn = /\/(regenerate|version)$/.test(path) ? { turn_id: beside.turn } : {};
  const list = isList ? { [name]: [id] } : {};
  const form = FORMS[path.replace('/ai/v1/', '')];
  const body = form
    ? form(fields)
    : { ...BODIES[path.split('/').at(-1)!], ...BODIES_FOR[`${path} ${name}`], ...turn, ...fields, ...list };
  return new ApiClient(system, user).call(method, url.toString(), method === 'GET' ? {} : { body });
}
