import { ApiClient } from '../../support/api-client';
import { aPrompt, sendPrompt } from '../../support/chat';
import { useApi } from './scene';

interface History {
  data: { prompts: { passages?: { doc: string; text: string | null; replacements: object[] }[] }[] };
}

const scene = useApi();
const INSTRUCTION = 'Answer for Mr. Hans Weber.';
const TERMS = 'Mr. Hans Weber delivers within ten days.';
const QUESTION = 'When is it delivered?';

const upload = async (api: ApiClient, text: string): Promise<string> =>
  (await api.upload(text, 'terms.txt')).body.data;
const lastSent = (): string => scene.upstream.requests.at(-1)!.body.messages!.at(-1)!.content;

/** Creates an assistant with a document, which a member of its group uses. */
async function anAssistant() {
  const user = await scene.system.user({ role: 'admin' });
  const { organizationId } = user;
  const colleague = await scene.system.user({ organizationId });
  const [admin, member] = [new ApiClient(scene.system, user), new ApiClient(scene.system, colleague)];
  const group = await admin.post<{ data: { id: string } }>('/admin/v1/groups', { name: 'Sales' });
  const { id } = group.body.data;
  for (const one of [user, colleague]) await admin.call('PUT', `/admin/v1/groups/${id}/members/${one.id}`);
  const fields = { name: 'Sales', instruction: INSTRUCTION, audience: 'group', group_id: id };
  const made = await admin.post<{ data: { assistant_id: string } }>('assistants', fields);
  const { assistant_id } = made.body.data;
  const document = await upload(admin, TERMS);
  const at = `assistants/${assistant_id}`;
  expect((await admin.call('PUT', `${at}/documents/${document}`)).status).toBe(200);
  const leave = () => admin.call('DELETE', `/admin/v1/groups/${id}/members/${colleague.id}`);
  return { admin, member, at, assistant_id, document, leave };
}

describe('the kinds of an assistant', () => {
  it('are hidden in follow-up prompts too, and the preview says so [SEC-181]', async () => {
    const { admin } = await anAssistant();
    const fields = { name: 'Letters', kinds: ['Names'] };
    const made = await admin.post<{ data: { assistant_id: string } }>('assistants', fields);
    const { assistant_id } = made.body.data;
    const started = await sendPrompt(admin, 'Hello', { assistant_id, choices: ['Phone'] });
    expect(started.status).toBe(200);
    const chat_id = started.body.session_id;
    const prompt = 'Write to Mr. Hans Weber.';
    const { anonymized: _, ...asked } = aPrompt(prompt, { chat_id, choices: ['Phone'] });
    const shown = await admin.post('preview', asked);
    expect(shown.body).toMatchObject({ data: [{ kind: 'Names' }] });
    await sendPrompt(admin, prompt, { chat_id, choices: ['Phone'] });
    expect(scene.upstream.requests.at(-1)!.raw).not.toContain('Weber');
  });
});

describe('the documents of an assistant', () => {
  it('are searched in its chats, and hidden with the table of the chat [SEC-178]', async () => {
    const { admin, member, at, assistant_id, document } = await anAssistant();
    const { body } = await sendPrompt(member, QUESTION, { assistant_id });
    expect(lastSent()).toContain('delivers within ten days');
    expect(scene.upstream.requests.at(-1)!.raw).not.toContain('Weber');
    const shown = await member.get<History>(`history/${body.session_id}?include=restored,passages`);
    const [turn] = shown.body.data.prompts;
    expect(turn!.passages).toEqual([
      { doc: document, text: expect.stringContaining('ten days'), replacements: [expect.anything()] },
    ]);
    expect((await admin.delete(`${at}/documents/${document}`)).status).toBe(200);
    await sendPrompt(member, QUESTION, { chat_id: body.session_id });
    expect(lastSent()).not.toContain('ten days');
  });

  it('are sent only while the user may use it, and are not shown after that either', async () => {
    const { member, assistant_id, leave } = await anAssistant();
    const { session_id: chat_id } = (await sendPrompt(member, QUESTION, { assistant_id })).body;
    expect((await leave()).status).toBe(200);
    expect((await sendPrompt(member, QUESTION, { chat_id })).status).toBe(200);
    expect(lastSent()).not.toContain('ten days');
    const { body } = await member.get<History>(`history/${chat_id}?include=restored,passages`);
    expect(body.data.prompts[0]!.passages).toMatchObject([{ text: null, replacements: [] }]);
    expect((await sendPrompt(member, QUESTION, { assistant_id })).status).toBe(400);
  });

  it('were uploaded by its editor, are used by no chat, and then belong to the assistant', async () => {
    const { admin, member, at, document } = await anAssistant();
    const used = await upload(admin, 'Used.');
    await sendPrompt(admin, 'What is it?', { doc: used });
    for (const id of [used, await upload(member, 'Of another user.')])
      expect((await admin.call('PUT', `${at}/documents/${id}`)).status).toBe(404);
    expect((await admin.call('PUT', `${at}/documents/${document}`)).status).toBe(200);
    expect((await admin.delete(`upload/${document}`)).status).toBe(404);
    expect((await sendPrompt(admin, 'What is it?', { doc: document })).status).toBe(400);
  });

  it('are shown before they are sent, with what will be hidden in them', async () => {
    const { member, assistant_id, document } = await anAssistant();
    const { anonymized: _, ...asked } = aPrompt(QUESTION, { assistant_id, docs: [document] });
    const { body } = await member.post('preview', asked);
    expect(body).toMatchObject({
      data: [],
      instruction: { text: INSTRUCTION, found: [{ kind: 'Names' }] },
      docs: [{ doc: document, text: TERMS, found: [{ kind: 'Names' }] }],
    });
  });

  it('are at most 20, also with additions at the same time', async () => {
    const { admin, at } = await anAssistant();
    const add = async () => {
      const id = await upload(admin, TERMS);
      return async () => (await admin.call('PUT', `${at}/documents/${id}`)).status;
    };
    for (let i = 0; i < 18; i += 1) expect(await (await add())()).toBe(200);
    const last = await Promise.all([add(), add(), add()]);
    expect((await Promise.all(last.map((one) => one()))).sort()).toEqual([200, 409, 409]);
    const { body } = await admin.get<{ data: { documents: object[] } }>(at);
    expect(body.data.documents).toHaveLength(20);
  });

  it('are deleted with it', async () => {
    const { admin, at, document } = await anAssistant();
    expect((await admin.delete(at)).status).toBe(200);
    for (const [table, column] of [
      ['documents', 'id'],
      ['chat_documents', 'document_id'],
      ['data_keys', 'subject_id'],
    ])
      expect(
        (await scene.system.db.query(`SELECT FROM ${table} WHERE ${column} = $1`, [document])).rows,
      ).toEqual([]);
  });
});
