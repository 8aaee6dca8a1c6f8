import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { newId, AppError } from '@app/common';
import { RestoreTexts, type Issuer } from '@app/restoring';
import { readerOf } from '../../testing/reader-of';
import { serve, type Answer, type Served } from '../../testing/serve';
import { MOST_TEXT_BYTES } from './read-text';
import { RestoreController, RestoreDto } from './restore.controller';

const user = { userId: newId(), organizationId: newId() };
const TEXTS = 'texts must be a list of 1 to 1000 texts';

describe('the body of a restoring', () => {
  const { refusal } = readerOf(RestoreDto);

  it.each([
    ['text', 7, 'text must be a string'],
    ['texts', [], TEXTS],
    ['texts', 'Anna', TEXTS],
    ['texts', [7], TEXTS],
    ['texts', ['a', null], TEXTS],
    ['texts', Array.from({ length: 1_001 }, () => 'x'), TEXTS],
    ['case_id', ['c'], 'case_id must be a string'],
    ['chat_id', 7, 'chat_id must be a string'],
    ['job_id', {}, 'job_id must be a string'],
    ['mapping', true, 'mapping must be a string'],
    ['format', 'html', 'format must be text or json'],
    ['format', '', 'format must be text or json'],
    ['spans', 'true', 'spans must be a boolean value'],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ [field]: value })).toBe(message);
  });

  it('has up to 1,000 texts, which may be empty', async () => {
    expect(await refusal({ texts: Array.from({ length: 1_000 }, () => '') })).toBeUndefined();
  });
});

describe('restoring', () => {
  let served: Served;
  const asked: Record<string, unknown>[] = [];
  const issuers: Issuer[] = [];
  let isKnown = true;

  beforeAll(async () => {
    served = await serve({
      user,
      controllers: [RestoreController],
      providers: [
        {
          provide: RestoreTexts,
          useValue: {
            execute: async (
              _: unknown,
              { fieldOf, ...rest }: Record<string, unknown> & { fieldOf(i: number): string },
            ) => {
              const texts = rest.texts as string[];
              asked.push({ ...rest, fields: texts.map((_text, i) => fieldOf(i)) });
              const values = texts.map(() => [
                { start: 0, end: 4, type: 'Names', original: 'Anna', replacement: '[NAME_1]' },
              ]);
              return {
                texts: texts.map((text) => text.replaceAll('[NAME_1]', 'Anna')),
                restored: 1,
                ...(rest.withValues === true && { values }),
              };
            },
            stream: async function* stream(_: unknown, issuer: Issuer, pieces: AsyncIterable<string>) {
              issuers.push(issuer);
              if (!isKnown)
                throw new AppError('bad_request', 'X-Case must be the id of one of your open cases');
              for await (const piece of pieces) if (piece !== '') yield piece.replaceAll('[NAME_1]', 'Anna');
            },
          },
        },
      ],
    });
  });
  beforeEach(() => {
    asked.length = 0;
    issuers.length = 0;
    isKnown = true;
  });
  afterAll(() => served.close());

  const refused = async (answer: Promise<Answer>) => {
    const { status, json } = await answer;
    return `${status} ${(json as { message: string }).message}`;
  };

  it('answers one text with one, and several with several', async () => {
    const one = await served.post('restore', { text: 'Dear [NAME_1]', case_id: 'c' });
    expect(one.json).toEqual({
      success: true,
      message: 'Restored',
      data: { text: 'Dear Anna', restored: 1 },
    });
    const several = await served.post('restore', { texts: ['[NAME_1]', ''], chat_id: 'c', format: 'json' });
    expect(several.json).toMatchObject({ data: { texts: ['Anna', ''], restored: 1 } });
    expect(asked).toEqual([
      { texts: ['Dear [NAME_1]'], fields: ['text'], format: 'text', withValues: false, caseId: 'c' },
      {
        texts: ['[NAME_1]', ''],
        fields: ['texts[0]', 'texts[1]'],
        format: 'json',
        withValues: false,
        chatId: 'c',
      },
    ]);
  });

  it('names where the values are, without repeating them', async () => {
    const { json } = await served.post('restore', { text: '[NAME_1]', job_id: 'j', spans: true });
    expect(json).toMatchObject({
      data: { text: 'Anna', spans: [[{ start: 0, end: 4, kind: 'Names', replacement: '[NAME_1]' }]] },
    });
    expect(JSON.stringify((json as { data: { spans: unknown } }).data.spans)).not.toContain('Anna');
  });

  it.each([
    [{ case_id: 'c' }, '400 text must be given, or texts, but not both'],
    [{ text: null, texts: null, case_id: 'c' }, '400 text must be given, or texts, but not both'],
    [{ text: 'a', texts: ['a'], case_id: 'c' }, '400 text must be given, or texts, but not both'],
    [{ text: 'a' }, '400 case_id must be given, or chat_id, job_id or mapping, but only one of them'],
    [
      { text: 'a', case_id: 'c', mapping: 'm' },
      '400 case_id must be given, or chat_id, job_id or mapping, but only one of them',
    ],
    [
      { text: 'a', case_id: 'c', spans: true, format: 'json' },
      '400 spans must be absent or false with format json',
    ],
  ])('is refused as %j', async (body, message) => {
    expect(await refused(served.post('restore', body))).toBe(message);
    expect(asked).toEqual([]);
  });

  it.each([
    { text: '', mapping: 'm', chat_id: null },
    { text: 'a', case_id: '', format: null, spans: null },
  ])('takes null for absent: %j', async (body) => {
    expect((await served.post('restore', body)).status).toBe(200);
  });

  describe('a text while it arrives', () => {
    const TYPE = { 'content-type': 'text/plain; charset=utf-8' };
    const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
      served.ask('restore', { method: 'POST', body, headers: { ...TYPE, 'x-case': 'c', ...headers } });
    /** Begins a request. The test sends its body piece by piece. */
    const begun = (headers: Record<string, string | number> = {}) =>
      httpRequest(`${served.url}/restore`, {
        method: 'POST',
        headers: { ...TYPE, 'x-case': 'c', ...headers },
      });

    it('answers the text alone', async () => {
      const { status, headers, text } = await send('Dear [NAME_1], grüß Gott');
      expect([status, text]).toEqual([200, 'Dear Anna, grüß Gott']);
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect((await send('')).text).toBe('');
    });

    it('answers the beginning before the end has arrived', async () => {
      const client = begun();
      client.write('Dear [NAME_1], ');
      const [response] = (await once(client, 'response')) as [IncomingMessage];
      const [beginning] = (await once(response, 'data')) as [Buffer];
      expect(beginning.toString()).toBe('Dear Anna, ');
      client.end('bye');
      expect(await textOf(response)).toBe('bye');
    });

    it('reads characters of several bytes across pieces', async () => {
      const bytes = Buffer.from('ü😀');
      const client = begun();
      const answered = once(client, 'response') as Promise<[IncomingMessage]>;
      for (const byte of bytes) {
        client.write(Buffer.from([byte]));
        await new Promise((done) => setImmediate(done));
      }
      client.end();
      expect(await textOf((await answered)[0])).toBe('ü😀');
    });

    it.each([
      [{ 'x-case': 'c' }, { caseId: 'c' }],
      [{ 'x-chat': 'h' }, { chatId: 'h' }],
      [{ 'x-job': 'j' }, { jobId: 'j' }],
    ] as [Record<string, string>, object][])(
      'names its issuer in a header: %j',
      async (headers, expected) => {
        await served.ask('restore', { method: 'POST', body: 'x', headers: { ...TYPE, ...headers } });
        expect(issuers).toEqual([
          { ...expected, fields: { caseId: 'X-Case', chatId: 'X-Chat', jobId: 'X-Job' } },
        ]);
      },
    );

    it.each([{}, { 'x-case': 'c', 'x-chat': 'h' }, { 'x-case': '', 'x-job': '' }] as Record<
      string,
      string
    >[])('is refused unless it has one issuer: %j', async (headers) => {
      const answer = served.ask('restore', { method: 'POST', body: 'x', headers: { ...TYPE, ...headers } });
      expect(await refused(answer)).toBe(
        '400 X-Case must be given, or X-Chat or X-Job, but only one of them',
      );
    });

    it('is a failure if the first piece fails', async () => {
      isKnown = false;
      expect(await refused(send('x'))).toBe('400 X-Case must be the id of one of your open cases');
    });

    it.each([
      [
        'another encoding of its characters',
        'x',
        { 'content-type': 'text/plain; charset=iso-8859-1' },
        '415 The text must be encoded in UTF-8',
      ],
      [
        'a content encoding',
        'x',
        { 'content-encoding': 'gzip' },
        '415 The text must be sent without Content-Encoding',
      ],
      ['bytes that are not UTF-8', Buffer.from([0xff]), {}, '400 The text is not valid UTF-8'],
      ['a character that is cut off', Buffer.from('ü').subarray(0, 1), {}, '400 The text is not valid UTF-8'],
    ] as [string, string | Buffer, Record<string, string>, string][])(
      'is refused with %s',
      async (_, body, headers, message) => {
        expect(await refused(send(body, headers))).toBe(message);
      },
    );

    it('is refused by its length before it arrives', async () => {
      const client = begun({ 'content-length': MOST_TEXT_BYTES + 1 });
      client.on('error', () => undefined).write('x');
      // The service waits for the rest of the body, which a client may still send.
      const answered = once(client, 'response') as Promise<[IncomingMessage]>;
      for (let sent = 1; sent <= MOST_TEXT_BYTES; sent += 1024 ** 2)
        client.write(Buffer.alloc(1024 ** 2, 'x'));
      const [response] = await answered;
      expect(response.statusCode).toBe(413);
      expect(await textOf(response)).toContain('The text is too large: at most 52428800 bytes are accepted');
      client.destroy();
    });

    it('breaks the connection if a later piece fails', async () => {
      const long = Buffer.concat([Buffer.alloc(200_000, 'x'), Buffer.from([0xff])]);
      const response = fetch(`${served.url}/restore`, {
        method: 'POST',
        body: long,
        headers: { ...TYPE, 'x-case': 'c' },
      });
      await expect(response.then((answer) => answer.text())).rejects.toThrow();
    });
  });
});
