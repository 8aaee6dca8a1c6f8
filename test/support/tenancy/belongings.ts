import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { TestSystem, TestUser, WebhookReceiver } from '@app/testing';
import { ApiClient, type Caller } from '../api-client';
import { aPrompt, readVersions } from '../chat';
import { accepted, formOf, JobClient } from '../jobs';

const PICTURE = 'test/fixtures/files/png/screenshot-narrow.png';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** One id of every kind of resource that a user can have. */
export interface Belongings {
  chat: string;
  /** A turn of the chat. */
  turn: string;
  document: string;
  /** A picture that can be sent in a prompt. */
  picture: string;
  image: string;
  /** An ended job with a delivered webhook and a file, which is restorable. */
  job: string;
  case: string;
  /** A colleague with a second factor. */
  user: string;
  /** A group that contains the colleague. */
  group: string;
  /** A group for the endpoints of SCIM. */
  provisionedGroup: string;
  /** A group that contains the user. */
  ownGroup: string;
  /** Another group, with a budget. */
  budgeted: string;
  key: string;
  /** A version of the organization's policy. */
  policyVersion: string;
  /** Another login of the user. */
  login: string;
  /** An assistant with a document. */
  assistant: string;
  documentOfAssistant: string;
  /** An evaluation that was measured, with a text that is done. */
  evaluation: string;
  textOfEvaluation: string;
  /** The link to the chat. */
  share: string;
  /** Values of the chat that are suggested to the admins. */
  suggestion: string;
  otherSuggestion: string;
  /** A file with a request, and a batch of it. */
  batchFile: string;
  batch: string;
  /** An event that was sent to the organization's webhook. */
  event: string;
}

/** An image server's answer, for the upstream of the tests. */
export const IMAGE_ANSWER = JSON.stringify({ data: [{ b64_json: PNG }] });

/** Creates one resource of every kind, with a document and an image in the chat. @param user an admin */
export async function makeBelongings(
  system: TestSystem,
  user: TestUser,
  receiver: WebhookReceiver,
): Promise<Belongings> {
  const api = new ApiClient(system, user);
  const { data: document } = (await api.upload('All about Mr. Hans Weber.', 'mine.txt')).body;
  const asked = await api.post<{ session_id: string }>(
    'chat',
    aPrompt('Who is Hans Weber?', { doc: document, hide: ['contract', 'invoice'] }),
  );
  const chat = asked.body.session_id;
  const [turn] = await readVersions(api, chat);
  const headers = { 'if-match': '0' };
  await api.call('PUT', '/admin/v1/policy', {
    body: { images: 'passed', provider_storage: true },
    headers,
  });
  const { data: picture } = (await api.upload(await readFile(PICTURE), 'mine.png')).body;
  const drawn = await api.post<{ image_url: string }>('generate-image', {
    prompt: 'A red bicycle',
    chat_id: chat,
  });
  const image = new URL(drawn.body.image_url).pathname.split('/').at(-1)!;
  const jobs = new JobClient(api, receiver);
  const job = await accepted(jobs.anonymizeFile('Hello Hans Weber', { lang: 'de', restorable: 'true' }));
  await jobs.deliveryIs(job, 'delivered');
  const made = async (path: string, body: object): Promise<string> => {
    const { data } = (await api.post<{ data: { id: string; user?: { id: string } } }>(path, body)).body;
    return data.user?.id ?? data.id;
  };
  const colleague = await made('/admin/v1/users', { user_name: `${randomUUID()}@company.example` });
  await system.db.query(
    `INSERT INTO second_factors (id, user_id, secret, confirmed_at) VALUES (gen_random_uuid(), $1, '', now())`,
    [colleague],
  );
  const group = await made('/admin/v1/groups', { name: 'Mine' });
  await api.call('PUT', `/admin/v1/groups/${group}/members/${colleague}`);
  const ownGroup = await made('/admin/v1/groups', { name: 'Own' });
  await api.call('PUT', `/admin/v1/groups/${ownGroup}/members/${user.id}`);
  const provisionedGroup = await made('/admin/v1/groups', { name: 'Provisioned' });
  const opened = await api.post<{ data: { case_id: string } }>('cases', { name: 'Mine' });
  const caseId = opened.body.data.case_id;
  await api.post('anonymize', aPrompt('Mr. Hans Weber called.', { case_id: caseId }));
  const budgeted = await made('/admin/v1/groups', { name: 'Budgeted' });
  await api.call('PUT', `/admin/v1/budgets/group/${budgeted}`, { body: { unit: 'tokens', hard: 1_000 } });
  const key = await made('/idm/v1/keys', { name: 'Mine', scopes: ['chat'] });
  const { assistant, documentOfAssistant } = await makeAssistant(api);
  const { evaluation, textOfEvaluation } = await makeEvaluation(api);
  const shared = await api.post<{ data: { share_id: string } }>(`sessions/${chat}/share`, {});
  const share = shared.body.data.share_id;
  const [suggestion, otherSuggestion] = await makeSuggestions(api, chat);
  const login = await openLogin(system, api, user);
  const webhook = { url: receiver.url, events: ['key.expiring'] };
  await api.call('PUT', '/admin/v1/webhook', { body: webhook });
  const tested = await api.post<{ data: { event_id: string } }>('/admin/v1/webhook/test');
  const event = tested.body.data.event_id;
  const { batchFile, batch } = await makeBatch(api);
  return {
    chat,
    turn: turn!.turnId,
    document,
    picture,
    image,
    job,
    case: caseId,
    user: colleague,
    group,
    provisionedGroup,
    ownGroup,
    budgeted,
    key,
    policyVersion: '1',
    login,
    share,
    suggestion: suggestion!,
    otherSuggestion: otherSuggestion!,
    assistant,
    documentOfAssistant,
    evaluation,
    textOfEvaluation,
    batchFile,
    batch,
    event,
  };
}

/** Suggests what was hidden in the chat. @returns the ids of the suggestions */
async function makeSuggestions(api: ApiClient, chat: string): Promise<string[]> {
  for (const value of ['contract', 'invoice'])
    await api.post(`sessions/${chat}/suggestions`, { action: 'hide', value });
  const { body } = await api.get<{ data: { suggestion_id: string }[] }>('/admin/v1/suggestions');
  return body.data.map((suggestion) => suggestion.suggestion_id);
}

/** Logs the user in once more. @returns the id of the new login */
async function openLogin(system: TestSystem, api: ApiClient, user: TestUser): Promise<string> {
  const { userName, password } = user;
  const body = { userName, password };
  await new ApiClient(system).call('POST', system.url('/idm/v1/auth/login'), { body });
  const { data } = (await api.get<{ data: { id: string; current: boolean }[] }>('/idm/v1/logins')).body;
  return data.find(({ current }) => !current)!.id;
}

async function makeAssistant(api: ApiClient): Promise<Pick<Belongings, 'assistant' | 'documentOfAssistant'>> {
  const fields = { name: 'Letters', instruction: 'Sign as Hans Weber.', starters: ['Write a letter.'] };
  const made = await api.post<{ data: { assistant_id: string } }>('assistants', fields);
  const assistant = made.body.data.assistant_id;
  const { data: document } = (await api.upload('Mr. Hans Weber delivers.', 'terms.txt')).body;
  await api.call('PUT', `assistants/${assistant}/documents/${document}`);
  return { assistant, documentOfAssistant: document };
}

/** Creates an evaluation with a text, in which a name is marked, and measures it. */
export async function makeEvaluation(
  api: ApiClient,
): Promise<Pick<Belongings, 'evaluation' | 'textOfEvaluation'>> {
  const list = '/admin/v1/evaluations';
  const made = await api.post<{ data: { evaluation_id: string } }>(list, { name: 'Letters' });
  const { evaluation_id: evaluation } = made.body.data;
  const texts = `${list}/${evaluation}/texts`;
  const added = await api.post<{ data: { text_id: string }[] }>(texts, {
    texts: [{ text: 'Mr. Hans Weber called.' }],
  });
  const textOfEvaluation = added.body.data[0]!.text_id;
  const spans = [{ start: 4, end: 14, kind: 'Names' }];
  const body = { spans, state: 'done', version: 1 };
  await api.call('PUT', `${texts}/${textOfEvaluation}`, { body });
  await api.post(`${list}/${evaluation}/measure`, {});
  return { evaluation, textOfEvaluation };
}

/** Uploads a file with a request, and creates a batch of it. */
export async function makeBatch(api: ApiClient): Promise<{ batchFile: string; batch: string }> {
  const body = { model: 'test-model', messages: [{ role: 'user', content: 'Mr. Hans Weber called.' }] };
  const line = { custom_id: 'mine', method: 'POST', url: '/v1/chat/completions', body };
  const file = new File([JSON.stringify(line)], 'mine.jsonl');
  const uploaded = await api.post<{ id: string }>('openai/v1/files', formOf({ purpose: 'batch', file }));
  const created = await api.post<{ id: string }>('openai/v1/batches', {
    input_file_id: uploaded.body.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  });
  return { batchFile: uploaded.body.id, batch: created.body.id };
}

/** Creates a key with which an identity provider manages the organization of an admin. */
export async function makeProvider(system: TestSystem, admin: TestUser): Promise<Caller> {
  const body = { name: 'Identity provider', scopes: ['scim'] };
  const made = await new ApiClient(system, admin).post<{ data: { key: string } }>('/admin/v1/keys', body);
  return { authorization: { authorization: `Bearer ${made.body.data.key}` } };
}
