import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPrompt } from '../../support/chat';
import { useApi } from './scene';

interface CaseBody {
  data: { case_id: string; entities: number };
  message: string;
}
interface Restored {
  data: { text: string; restored: number; spans?: object[][] };
}

const scene = useApi();

const post = <T = { message: string; errors?: { field: string }[]; code?: string }>(
  path: string,
  body: object,
) => scene.api.post<T>(path, body);
const makeCase = async (fields: object = {}): Promise<string> =>
  (await post<CaseBody>('cases', { name: 'Schmidt ./. Nordwerk', ...fields })).body.data.case_id;
const hide = async (caseId: string, text: string): Promise<string> => {
  const { status, body } = await post<{ anonymized_prompt: string }>(
    'anonymize',
    aPrompt(text, { anonymized: true, case_id: caseId, choices: ['All'] }),
  );
  expect(status).toBe(200);
  return body.anonymized_prompt;
};
const restore = async (caseId: string, text: string, more: object = {}) =>
  (await post<Restored>('restore', { text, case_id: caseId, ...more })).body.data;
const chat = (prompt: string, more: object) =>
  scene.api.post<{
    session_id: string;
    anonymized_prompt: string;
    replaced_response: string;
    message: string;
    code: string;
  }>('chat', aPrompt(prompt, { anonymized: true, choices: ['All'], ...more }));

const LETTER =
  'Dear Mr. Hans Müller, your contract with Anna Schmidt (anna.schmidt@firma.de) ends on Friday.';
const NOTE = 'Mrs. Anna Schmidt called. Her number is +49 30 1234567.';

describe('a case', () => {
  it('has one replacement for a person in documents, chats and programs, and restores what a model writes', async () => {
    const caseId = await makeCase();
    const letter = await hide(caseId, LETTER);
    const note = await hide(caseId, NOTE);
    const anna = /with (.+?) \(/.exec(letter)![1]!;
    expect(note).toContain(anna);
    for (const name of ['Schmidt', 'Müller', '1234567']) expect(letter + note).not.toContain(name);
    const first = await chat('What does Mrs. Anna Schmidt owe?', { case_id: caseId });
    expect(first.body.anonymized_prompt).toContain(anna);
    expect(first.body.replaced_response).toContain('Anna Schmidt');
    const second = await chat('And Mr. Hans Müller?', { chat_id: first.body.session_id });
    expect(second.body.anonymized_prompt).toContain(/Mr\. (.+?), your/.exec(letter)![1]!);
    expect(await restore(caseId, letter)).toMatchObject({ text: LETTER });
    expect((await restore(caseId, `${anna} pays.`)).text).toBe('Anna Schmidt pays.');
    const json = `{"to": "${anna}", "n": 1.50}`;
    expect((await restore(caseId, json, { format: 'json' })).text).toBe('{"to": "Anna Schmidt", "n": 1.50}');
    const { data } = (
      await post<Restored>('restore', { text: `${anna} pays.`, case_id: caseId, spans: true })
    ).body;
    expect(data.spans).toEqual([[{ start: 0, end: 12, kind: 'Names', replacement: anna }]]);
    const ofChat = await post<Restored>('restore', { text: `${anna} pays.`, chat_id: first.body.session_id });
    expect(ofChat.body.data.text).toBe('Anna Schmidt pays.');
  });

  it('hides a known value in another spelling, whatever kinds a later text asks for', async () => {
    const caseId = await makeCase();
    await hide(caseId, 'Pay to DE89 3704 0044 0532 0130 00 please.');
    const later = aPrompt('The account DE89370400440532013000.', {
      anonymized: true,
      case_id: caseId,
      choices: ['Emails'],
    });
    const { body } = await post<{ anonymized_prompt: string }>('anonymize', later);
    expect(body.anonymized_prompt).not.toContain('DE89370400440532013000');
    expect((await restore(caseId, body.anonymized_prompt)).text).toBe('The account DE89370400440532013000.');
  });

  it('forgets a person: no text restores her any more, the others are restored', async () => {
    const caseId = await makeCase();
    const letter = await hide(caseId, 'Mr. Hans Müller met Mrs. Anna Schmidt.');
    const previewed = await post<{ data: object }>(`cases/${caseId}/forget/preview`, { value: 'Schmidt' });
    expect(previewed.body.data).toEqual({
      values: [{ value: 'Anna Schmidt', kind: 'Names', contains: true }],
      is_ambiguous: false,
    });
    const forgotten = await post<{ data: object }>(`cases/${caseId}/forget`, { value: 'Schmidt' });
    expect([forgotten.status, forgotten.body.data]).toEqual([200, { forgotten: 1 }]);
    const { text } = await restore(caseId, letter);
    expect(text).toContain('Hans Müller');
    expect(text).not.toContain('Schmidt');
    const both = await post(`cases/${caseId}/forget`, { value: 'Müller', values: ['Hans Müller'] });
    expect([both.status, both.body.errors?.[0]?.field]).toEqual([400, 'value']);
    expect((await post(`cases/${caseId}/forget`, { values: ['Hans Müller'] })).status).toBe(200);
    expect((await restore(caseId, letter)).text).toBe(letter);
  });

  it('ends for good: its chats stay readable and accept no prompts', async () => {
    const caseId = await makeCase();
    const sent = await hide(caseId, 'Mrs. Anna Schmidt called.');
    const { body } = await chat('Mrs. Anna Schmidt?', { case_id: caseId });
    const { data } = (await scene.api.get<{ data: { id: string; case_id: string }[] }>('sessions')).body;
    expect(data.find(({ id }) => id === body.session_id)?.case_id).toBe(caseId);
    expect((await scene.api.delete(`cases/${caseId}`)).status).toBe(200);
    const again = await chat('Again', { chat_id: body.session_id });
    expect([again.status, again.body.code]).toEqual([409, 'case_closed']);
    expect((await scene.api.get(`history/${body.session_id}`)).status).toBe(200);
    const gone = await post('restore', { text: sent, case_id: caseId });
    expect([gone.status, gone.body.errors?.[0]?.field]).toEqual([400, 'case_id']);
    expect((await scene.api.get(`cases/${caseId}`)).status).toBe(404);
  });

  it('shows in the preview of a new chat what the case has hidden before', async () => {
    const caseId = await makeCase();
    await hide(caseId, 'Mrs. Anna Schmidt called.');
    const { model: _, ...question } = aPrompt('Mrs. Anna Schmidt?', { choices: [], case_id: caseId });
    const { body } = await post<{ data: object[] }>('preview', question);
    expect(body.data).toEqual([{ start: 5, end: 17, kind: 'Names', mode: 'known' }]);
  });

  it.each([
    ['another style', 'anonymize', { anonymized: false }, 'style_conflict'],
    ['an unknown case', 'anonymize', { case_id: '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d20' }, 'bad_request'],
    ['a malformed id', 'chat', { case_id: 'x' }, 'bad_request'],
  ])('refuses %s', async (_, path, fault, code) => {
    const caseId = await makeCase();
    const asked = aPrompt('Mrs. Anna Schmidt', { anonymized: true, case_id: caseId, ...fault });
    expect((await post(path, asked)).body.code).toBe(code);
  });

  it('is listed, renamed and refused to other users', async () => {
    const caseId = await makeCase({ name: 'Old' });
    await scene.api.call('PATCH', `cases/${caseId}`, { body: { name: 'New' } });
    const { body } = await scene.api.get<{ data: { case_id: string; name: string }[] }>('cases');
    expect(body.data.find(({ case_id: id }) => id === caseId)?.name).toBe('New');
  });
});

describe("the operator's commands for cases", () => {
  const json = async <T>(args: readonly string[]): Promise<T> =>
    JSON.parse(await scene.system.cli([...args, '--user', scene.user.userName, '--json'])) as T;

  it('show counts, but neither names nor values, and restore a text', async () => {
    const caseId = await makeCase();
    const text = 'Mrs. Anna Schmidt called.';
    const sent = await hide(caseId, text);
    const counts = { id: caseId, entities: 1, members: 1, isOwner: true };
    expect(await json(['case', 'list'])).toContainEqual(expect.objectContaining(counts));
    const shown = await json(['case', 'show', caseId]);
    expect(shown).toMatchObject({ ...counts, waiting: 0 });
    expect(JSON.stringify(shown)).not.toMatch(/Nordwerk|Anna/);
    const entries = await scene.system.db.query<{ action: string; actor: string }>(
      `SELECT action, actor FROM audit_events
       WHERE action IN ('case.list', 'case.show') AND subject_id IN ($1, $2) ORDER BY action`,
      [caseId, scene.user.id],
    );
    expect(entries.rows).toEqual([
      { action: 'case.list', actor: 'operator' },
      { action: 'case.show', actor: 'operator' },
    ]);
    const restored = await scene.system.cli(
      ['restore', '--case', caseId, '--user', scene.user.userName],
      sent,
    );
    expect(restored).toBe(text);
  });

  it('delete a case, for which the audit trail names the operator', async () => {
    const caseId = await makeCase();
    expect(await json(['case', 'delete', caseId])).toEqual({ deleted: caseId });
    expect((await scene.api.get(`cases/${caseId}`)).status).toBe(404);
    await expect(json(['case', 'show', caseId])).rejects.toThrow('There is no such case');
    const { rows } = await scene.system.db.query<{ actor: string }>(
      "SELECT actor FROM audit_events WHERE action = 'case.delete' AND subject_id = $1",
      [caseId],
    );
    expect(rows).toEqual([{ actor: 'operator' }]);
  });
});

describe('POST restore', () => {
  it.each([
    ['no text', { case_id: 'x' }, 'text'],
    ['a text and texts', { text: 'a', texts: ['a'], case_id: 'x' }, 'text'],
    ['no issuer', { text: 'a' }, 'case_id'],
    ['places in JSON', { text: '1', case_id: 'x', format: 'json', spans: true }, 'spans'],
    ['a text that is not JSON', { text: '{', case_id: 'x', format: 'json' }, 'text'],
    ['the text that is not JSON', { texts: ['1', '{'], case_id: 'x', format: 'json' }, 'texts[1]'],
    ['two issuers', { text: 'a', case_id: 'x', chat_id: 'x' }, 'case_id'],
    ['an unknown chat', { text: 'a', chat_id: '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d20' }, 'chat_id'],
  ])('refuses %s and names the field', async (_, body, field) => {
    const refused = await post('restore', body);
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field]);
  });
});

describe("the operator's command for folders", () => {
  it('writes each file with the replacements of a case, once, and reports refusals by exit code', async () => {
    const base = await mkdtemp(join(tmpdir(), 'folder-'));
    const [from, to] = [join(base, 'in'), join(base, 'out')];
    await mkdir(join(from, 'Hans Weber'), { recursive: true });
    await writeFile(join(from, 'Hans Weber/letter.txt'), 'Mrs. Anna Schmidt called.');
    await writeFile(join(from, 'list.csv'), 'name;phone\nAnna Schmidt;+49 30 1234567\n');
    const caseId = await makeCase();
    const run = () =>
      scene.system.cli([
        'files',
        'anonymize',
        from,
        to,
        '--case',
        caseId,
        '--user',
        scene.user.userName,
        '--json',
      ]);
    expect(JSON.parse(await run())).toEqual({ done: 2, refused: 0, kept: 0, report: `${to}.csv` });
    const sent = await hide(caseId, 'Mrs. Anna Schmidt called.');
    const folder = (await readdir(to)).find((name) => name !== 'list.csv');
    expect(folder).not.toMatch(/Weber/);
    expect(await readFile(join(to, folder!, 'letter.txt'), 'utf8')).toBe(sent);
    const name = /Mrs\. (.+) called/.exec(sent)![1]!;
    expect(await readFile(join(to, 'list.csv'), 'utf8')).toContain(`${name};`);
    const report = await readFile(`${to}.csv`, 'utf8');
    expect(report).toMatch(/^path,status,written,values,dropped,error,sha256\r\n/);
    expect(report).not.toMatch(/Anna|1234567/);
    await writeFile(join(from, 'tool.exe'), 'MZ');
    await expect(run()).rejects.toThrow('ended with 1');
    expect(await readFile(`${to}.csv`, 'utf8')).toContain('./tool.exe,refused,,,,invalid_file,');
    await rm(base, { recursive: true });
  });
});
