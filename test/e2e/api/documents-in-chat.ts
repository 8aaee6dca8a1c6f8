import { ApiClient } from '../../support/api-client';
import { aPrompt, readHistory, sendPrompt } from '../../support/chat';
import { useApi } from './scene';

const scene = useApi();

async function upload(text: string, name = 'report.txt', by = scene.user): Promise<string> {
  const { status, body } = await new ApiClient(scene.system, by).upload(text, name);
  expect(status).toBe(200);
  return body.data;
}
const lastSent = (): string => scene.upstream.requests.at(-1)!.body.messages!.at(-1)!.content;
const count = async (table: string, id: string): Promise<number> => {
  const column = table === 'documents' ? 'id' : 'document_id';
  const { rows } = await scene.system.db.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id]);
  return rows.length;
};
const filler = (topic: string): string =>
  Array.from({ length: 60 }, (_, i) => `Paragraph ${i} is about ${topic} in general and nothing else.`).join(
    ' ',
  );

describe('a document in a chat', () => {
  it('is sent to the model without its personal data and without its name [SEC-90]', async () => {
    const doc = await upload(
      'Dear Mr. Hans Müller, your number is +49 30 1234567.',
      'Geheimakte Lehmann.txt',
    );
    scene.upstream.answer = (last) =>
      `The letter says: ${/Dear [^,]*,/.exec(last.slice(last.indexOf('Dear')))?.[0]}`;
    const { status, body } = await sendPrompt(scene.api, 'Who is the letter for?', { doc });
    expect(status).toBe(200);
    const { raw } = scene.upstream.requests.at(-1)!;
    for (const value of ['Müller', '1234567', 'Lehmann', 'Geheimakte']) expect(raw).not.toContain(value);
    expect(lastSent()).toContain('They are complete.');
    expect(body.replaced_response).toContain('Mr. Hans Müller');
    expect(body.anonymized_prompt).toBe('Who is the letter for?');
    expect(body.anonymized_values).toEqual({});
  });

  it('belongs to the chat: later turns include it with the same replacements', async () => {
    const doc = await upload('Anna Schmidt signed the contract. Her address is anna.schmidt@firma.de.');
    const first = await sendPrompt(scene.api, 'What did Anna Schmidt sign?', { doc });
    const [replacement] = first.body.anonymized_values['Names']!;
    await sendPrompt(scene.api, 'And where does she live?', { chat_id: first.body.session_id });
    expect(lastSent()).toContain(`${replacement} signed the contract`);
    expect(lastSent()).not.toContain('firma.de');
    const { data } = await readHistory(scene.api, first.body.session_id, '?include=restored');
    expect(data.prompts.map((entry) => entry.doc)).toEqual([doc, '']);
  });

  it('is reduced to the passages relevant to the prompt if it is too long, and the prompt says so', async () => {
    const text = [
      filler('delivery'),
      'The notice period is three months, says Hans Müller.',
      filler('liability'),
    ];
    const doc = await upload(text.join('\n\n').repeat(3));
    const { body } = await sendPrompt(scene.api, 'How long is the notice period?', { doc });
    expect(lastSent()).toContain('three months');
    expect(lastSent()).toContain('Do not claim to have read more than this');
    expect(lastSent()).not.toContain('Müller');
    expect(body.replaced_response).toContain('says Hans Müller');
    await sendPrompt(scene.api, 'What about liability?', { chat_id: body.session_id });
    expect(lastSent()).toContain('is about liability');
  });

  it('is searched for personal data only in the passages that are sent, and each passage once', async () => {
    const doc = await upload(`${filler('weather')} `.repeat(40));
    const { body } = await sendPrompt(scene.api, 'What about the weather?', { doc });
    const searched = await count('passage_findings', doc);
    expect(searched).toBeGreaterThan(0);
    expect(searched).toBeLessThan(15);
    await sendPrompt(scene.api, 'What about the weather?', { chat_id: body.session_id });
    expect(await count('passage_findings', doc)).toBe(searched);
  });

  it('has the values hidden that the chat already hides, even if the request hides no further kinds', async () => {
    const doc = await upload('Hans Müller and Karl Weber signed.');
    const first = await sendPrompt(scene.api, 'Dear Mr. Hans Müller, thank you.');
    const chat_id = first.body.session_id;
    await sendPrompt(scene.api, 'Who signed?', { chat_id, doc, anonymized: false });
    expect(lastSent()).not.toContain('Müller');
    expect(lastSent()).toContain('Weber');
  });

  it.each(['nonsense', '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10'])(
    'answers the unknown document %s by 400',
    async (doc) => {
      expect((await sendPrompt(scene.api, 'Hello', { doc })).status).toBe(400);
    },
  );

  it("is answered as an unknown document if it is another user's", async () => {
    const doc = await upload('Anna', 'a.txt', await scene.system.user());
    const theirs = await scene.api.post('chat', aPrompt('Hello', { doc }));
    const none = await scene.api.post(
      'chat',
      aPrompt('Hello', { doc: '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10' }),
    );
    expect([theirs.status, theirs.body]).toEqual([none.status, none.body]);
  });

  it('is not attached by a failed turn', async () => {
    const doc = await upload('Anna');
    scene.upstream.intercept = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    expect((await sendPrompt(scene.api, 'Hello', { doc })).status).toBe(502);
    expect(await count('chat_documents', doc)).toBe(0);
  });

  it('is one of several: all have the replacements of the chat, and history shows what was sent of each', async () => {
    const docs = [
      await upload('Hans Müller signed the contract.', 'a.txt'),
      await upload('Karl Weber and Hans Müller met in Ulm.', 'b.txt'),
    ];
    const doc = await upload('Anna Schmidt was absent.', 'c.txt');
    const { status, body } = await sendPrompt(scene.api, 'Who met Hans Müller?', { doc, docs });
    expect(status).toBe(200);
    const [replacement] = body.anonymized_values['Names']!;
    for (const name of ['Müller', 'Weber', 'Schmidt']) expect(lastSent()).not.toContain(name);
    expect(lastSent()).toContain(`${replacement} signed the contract`);
    expect(lastSent()).toContain(`and ${replacement} met`);
    const include = '?include=restored,replacements,passages';
    const { data } = await readHistory(scene.api, body.session_id, include);
    const [entry] = data.prompts as unknown as {
      doc: string;
      docs: string[];
      passages: {
        doc: string;
        text: string;
        replacements: { start: number; end: number; original: string }[];
      }[];
    }[];
    expect([entry!.doc, entry!.docs]).toEqual([doc, [doc, ...docs]]);
    const shown = new Map(entry!.passages.map((sent) => [sent.doc, sent]));
    expect([...shown.keys()].sort()).toEqual([doc, ...docs].sort());
    for (const { text } of shown.values()) expect(lastSent()).toContain(text);
    const { text, replacements } = shown.get(docs[1]!)!;
    expect(replacements.map(({ original }) => original)).toEqual(['Karl Weber', 'Hans Müller']);
    expect(text.slice(replacements[1]!.start, replacements[1]!.end)).toBe(replacement);
    expect((await scene.api.delete(`upload/${docs[1]}`)).status).toBe(200);
    const after = await readHistory(scene.api, body.session_id, '?include=passages');
    const left = (after.data.prompts as unknown as typeof data.prompts & { passages: object[] }[])[0]!;
    expect(left.passages).toContainEqual({ doc: docs[1], text: null, replacements: [] });
  });

  it('is previewed with the prompt, before anything is sent', async () => {
    const doc = await upload('Hans Müller signed in Ulm.');
    const before = scene.upstream.requests.length;
    const asked = { prompt: 'Who signed?', lang: 'de', choices: ['Names'], docs: [doc] };
    const { body } = await scene.api.post<{ docs: object[] }>('preview', asked);
    expect(body.docs).toEqual([
      {
        doc,
        text: 'Hans Müller signed in Ulm.',
        is_cut: false,
        found: [{ start: 0, end: 11, kind: 'Names', mode: 'asked' }],
      },
    ]);
    expect(scene.upstream.requests).toHaveLength(before);
  });

  it.each([
    [
      'more than 10',
      Array.from({ length: 11 }, () => '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10'),
      'at most 10 ids',
    ],
    [
      'one that is unknown',
      ['019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10'],
      'must be ids of your uploaded documents',
    ],
    ['what is no id', ['nonsense'], 'must be ids of your uploaded documents'],
    ['what is no list', 'nonsense', 'must be a list of at most 10 ids'],
  ])('answers a list with %s by 400', async (_, docs, message) => {
    for (const path of ['chat', 'preview']) {
      const { status, body } = await scene.api.post(path, aPrompt('Hello', { docs }));
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'docs', message: expect.stringContaining(message) }] },
      });
    }
  });

  it('is deleted with the last chat that uses it', async () => {
    const doc = await upload('Anna');
    const chats = [await sendPrompt(scene.api, 'One', { doc }), await sendPrompt(scene.api, 'Two', { doc })];
    for (const [left, { body }] of [
      [1, chats[0]!],
      [0, chats[1]!],
    ] as const) {
      expect((await scene.api.delete(`delete-session/${body.session_id}`)).status).toBe(200);
      expect(await count('documents', doc)).toBe(left);
    }
  });
});
