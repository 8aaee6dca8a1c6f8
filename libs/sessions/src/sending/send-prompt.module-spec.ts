import { ENTITY_TYPES } from '@app/anonymization';
import { newId, type Caller } from '@app/common';
import { knownDetector, startModelContext, type ModelContext, type Upstream } from '@app/testing';
import { PromptsModule } from '../chats.module';
import { DeleteChats } from '../history/delete-chats';
import { ReadHistory } from '../history/read-history';
import type { PromptInput } from './prepare-prompt';
import { SendPrompt, type ChatEvent, type ChatResult } from './send-prompt';

const NAME = 'Hans Müller';
const OTHER = 'Eva Petersen';
const EMAIL = 'hans@example.com';
const PROMPT = `Write to ${NAME} <${EMAIL}>`;
const forever = new AbortController().signal;

const detector = knownDetector([NAME, OTHER]);
let upstream: Upstream;
let context: ModelContext;
let owner: Caller;

beforeAll(async () => {
  context = await startModelContext([PromptsModule], detector);
  ({ upstream } = context);
});
beforeEach(() => {
  owner = { userId: newId(), organizationId: newId(), groups: [] };
  upstream.requests.length = 0;
  upstream.answer = (lastMessage) => `You said: ${lastMessage}`;
  upstream.intercept = undefined;
  detector.asked.length = 0;
  detector.before = async () => undefined;
});
afterAll(() => context?.stop());

const input = (parts: Partial<PromptInput> = {}): PromptInput => ({
  prompt: PROMPT,
  choices: ENTITY_TYPES,
  language: { code: 'en', regions: ['US'] },
  model: 'test-model',
  ...parts,
});
const send = (parts: Partial<PromptInput> = {}, signal = forever): Promise<ChatResult> =>
  context.get(SendPrompt).execute(owner, input(parts), signal);
const stream = (parts: Partial<PromptInput> = {}, signal = forever): AsyncGenerator<ChatEvent, void, void> =>
  context.get(SendPrompt).stream(owner, input(parts), signal);

async function streamed(parts: Partial<PromptInput> = {}): Promise<{ text: string; result: ChatResult }> {
  let text = '';
  for await (const event of stream(parts)) {
    if ('delta' in event) text += event.delta;
    if ('result' in event) return { text, result: event.result };
  }
  throw new Error('A stream ends with its result');
}

const turnsOf = async (chatId: string) => (await context.get(ReadHistory).execute(owner, chatId)).turns;

/** Counts the rows of the owner. */
async function kept(): Promise<{ chats: number; turns: number; calls: number; keys: number }> {
  const { rows } = await context.db.query<Record<'chats' | 'turns' | 'calls' | 'keys', string>>(
    `SELECT
       (SELECT count(*) FROM chats WHERE user_id = $1) AS chats,
       (SELECT count(*) FROM turns JOIN chats ON chats.id = chat_id WHERE user_id = $1) AS turns,
       (SELECT count(*) FROM token_usage WHERE user_id = $1) AS calls,
       (SELECT count(*) FROM data_keys JOIN chats ON chats.id = subject_id WHERE user_id = $1) AS keys`,
    [owner.userId],
  );
  const { chats, turns, calls, keys } = rows[0]!;
  return { chats: Number(chats), turns: Number(turns), calls: Number(calls), keys: Number(keys) };
}

describe('a prompt', () => {
  it("reaches the model without personal data, and its answer contains the caller's own values", async () => {
    const result = await send();
    expect(context.sent().at(-1)).toBe('Write to [NAME_1] <[EMAIL_1]>');
    expect(result).toMatchObject({
      anonymizedPrompt: 'Write to [NAME_1] <[EMAIL_1]>',
      replacedResponse: `You said: ${PROMPT}`,
      anonymizedValues: { Names: ['[NAME_1]'], Emails: ['[EMAIL_1]'] },
      totalTokens: 34,
    });
  });

  it('returns and stores, whole and streamed, its protection and its finish reason', async () => {
    upstream.intercept = ({ path, body }, response) => {
      if (!path.endsWith('/completions')) return false;
      const part = { index: 0, finish_reason: 'length' };
      const message = { content: 'Cut in the' };
      const choices = [body.stream ? { ...part, delta: message } : { ...part, message }];
      response.setHeader('content-type', body.stream ? 'text/event-stream' : 'application/json');
      response.end(
        body.stream
          ? `data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`
          : JSON.stringify({ choices }),
      );
      return true;
    };
    for (const [choices, protection] of [
      [ENTITY_TYPES, 'all'],
      [['Names'], 'some'],
      [[], 'off'],
    ] as const) {
      const { chatId, ...result } = await send({ choices });
      const { result: other } = await streamed({ choices });
      for (const each of [result, other]) expect(each).toMatchObject({ protection, finish: 'length' });
      const [turn] = await turnsOf(chatId);
      expect(turn!.findings).toMatchObject({ protection, finish: 'length' });
    }
    const { rows } = await context.db.query(
      `SELECT DISTINCT u.protection, a.counts FROM token_usage u JOIN audit_events a USING (organization_id)
       WHERE u.organization_id = $1 AND (u.protection = 'off') = (a.counts ? 'unprotected') ORDER BY 1`,
      [owner.organizationId],
    );
    expect(rows).toContainEqual({ protection: 'off', counts: { left_out_kinds: 17, unprotected: 1 } });
  });

  it('records the number of found values that stayed unchanged because its user keeps them', async () => {
    const { chatId } = await send({ keep: [NAME] });
    const [turn] = await turnsOf(chatId);
    expect(turn!.findings.left).toBe(1);
    const { rows } = await context.db.query<{ counts: object }>(
      `SELECT counts FROM audit_events WHERE organization_id = $1`,
      [owner.organizationId],
    );
    expect(rows).toEqual([{ counts: { Emails: 1, left_in_clear: 1 } }]);
  });

  it('has the same answer whole and streamed', async () => {
    upstream.answer = () => ['Dear [NA', 'ME_1], ', 'not [NAME_2', '], [EMAIL_', '1]'];
    const whole = await send();
    const { text, result } = await streamed();
    expect(text).toBe(whole.replacedResponse);
    expect(text).toBe(`Dear ${NAME}, not [NAME_2], ${EMAIL}`);
    expect(result).toEqual({ ...whole, chatId: result.chatId });
  });

  it('is stored with its chat, its key and its cost', async () => {
    const { chatId } = await send();
    expect(await kept()).toEqual({ chats: 1, turns: 1, calls: 1, keys: 1 });
    expect(await turnsOf(chatId)).toMatchObject([
      {
        prompt: PROMPT,
        anonymizedPrompt: 'Write to [NAME_1] <[EMAIL_1]>',
        answer: 'You said: Write to [NAME_1] <[EMAIL_1]>',
        restoredAnswer: `You said: ${PROMPT}`,
        model: 'test-model',
      },
    ]);
  });

  it('is nowhere in the database as plain text', async () => {
    await send();
    const { rows } = await context.db.query<{ row: string }>(
      `SELECT encode(convert_to(turns::text || chats::text, 'UTF8'), 'escape') AS row
       FROM turns JOIN chats ON chats.id = chat_id WHERE user_id = $1`,
      [owner.userId],
    );
    const hex = Buffer.from(NAME).toString('hex');
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain(NAME);
    expect(rows[0]!.row).not.toContain(hex);
  });

  it('is refused in a chat of another user like an unknown chat, and the model is not called', async () => {
    const { chatId } = await send();
    upstream.requests.length = 0;
    const stranger = { ...owner, userId: newId() };
    const refusal = { code: 'bad_request', message: 'chatId must be the id of one of your chats' };
    const ask = (chatId: string) => context.get(SendPrompt).execute(stranger, input({ chatId }), forever);
    await expect(ask(chatId)).rejects.toMatchObject(refusal);
    await expect(ask(newId())).rejects.toMatchObject(refusal);
    await expect(ask('none')).rejects.toMatchObject(refusal);
    expect(upstream.requests.filter(({ path }) => path.endsWith('/completions'))).toEqual([]);
  });
});

describe('the next prompt of a chat', () => {
  it('is sent with the turns before it and the same replacements', async () => {
    const { chatId } = await send();
    await send({ chatId, prompt: `And ${OTHER}? ${NAME}!` });
    expect(context.sent().slice(1)).toEqual([
      'Write to [NAME_1] <[EMAIL_1]>',
      'You said: Write to [NAME_1] <[EMAIL_1]>',
      'And [NAME_2]? [NAME_1]!',
    ]);
    expect(await kept()).toEqual({ chats: 1, turns: 2, calls: 2, keys: 1 });
  });

  it('hides values that were sent unchanged before, and searches for them once', async () => {
    const { chatId } = await send({ choices: [] });
    expect(context.sent().at(-1)).toBe(PROMPT);
    await send({ chatId, prompt: 'Go on' });
    expect(context.sent().join()).not.toMatch(/Müller|hans@/);
    detector.asked.length = 0;
    await send({ chatId, prompt: 'And on' });
    expect(detector.asked).toEqual(['And on']);
  });

  it('hides values that the chat knows even if no new value is hidden', async () => {
    const { chatId } = await send();
    await send({ chatId, choices: [], prompt: `${NAME} and ${OTHER}` });
    expect(context.sent().at(-1)).toBe(`[NAME_1] and ${OTHER}`);
  });

  it('is refused if its style differs from the style of the chat', async () => {
    const { chatId } = await send();
    await expect(send({ chatId, style: 'surrogates' })).rejects.toMatchObject({
      message: 'This chat already uses placeholders; omit X-Replacements or set it to that style',
    });
  });

  it.each([1, 2, 3, 4, 5])(
    'may be concurrent with others: no two people share a replacement, round %d',
    async () => {
      const { chatId } = await send({ prompt: 'Hello' });
      const names = [NAME, OTHER, NAME, OTHER];
      // All prompts are searched before the first of them is hidden.
      let searched = 0;
      const all = new Promise<void>((resolve) => {
        detector.before = () => {
          searched += 1;
          if (searched === names.length) resolve();
          return all;
        };
      });
      const results = await Promise.all(names.map((prompt) => send({ chatId, prompt })));
      const shown = results.map(({ anonymizedPrompt }) => anonymizedPrompt);
      expect([shown[0], shown[1]].sort()).toEqual(['[NAME_1]', '[NAME_2]']);
      expect(shown.slice(2)).toEqual(shown.slice(0, 2));
      const turns = await turnsOf(chatId);
      expect(turns.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5]);
    },
  );
});

describe('a call that does not end with a turn', () => {
  it('stores nothing if the provider fails', async () => {
    upstream.intercept = ({ path }, response) =>
      path.endsWith('/completions') && Boolean(response.writeHead(500).end(PROMPT));
    const failed = { code: 'provider_failed', message: expect.not.stringContaining(NAME) };
    await expect(send()).rejects.toMatchObject(failed);
    await expect(stream().next()).rejects.toMatchObject(failed);
    expect(await kept()).toEqual({ chats: 0, turns: 0, calls: 0, keys: 0 });
  });

  it('stores only its cost if the provider ends the stream early', async () => {
    upstream.intercept = ({ path }, response) => {
      if (!path.endsWith('/completions')) return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const choices = [{ index: 0, delta: { content: 'some words ' }, finish_reason: null }];
      response.write(`data: ${JSON.stringify({ choices })}\n\n`, () => response.destroy());
      return true;
    };
    const events = stream();
    await expect(
      (async () => {
        for await (const event of events) expect(event).not.toHaveProperty('result');
      })(),
    ).rejects.toMatchObject({ code: 'provider_broke_off', details: { promptSent: true } });
    expect(await kept()).toEqual({ chats: 0, turns: 0, calls: 1, keys: 0 });
  });

  it.each<['whole' | 'streamed']>([['whole'], ['streamed']])(
    'stores only its cost if its caller disconnects, %s',
    async (form) => {
      const gone = new AbortController();
      upstream.intercept = ({ path }) => {
        if (!path.endsWith('/completions')) return false;
        gone.abort(new Error('gone'));
        return true;
      };
      const call = form === 'whole' ? send({}, gone.signal) : stream({}, gone.signal).next();
      await expect(call).rejects.toThrow('gone');
      expect(await kept()).toEqual({ chats: 0, turns: 0, calls: 1, keys: 0 });
    },
  );

  it('stores a turn marked as stopped if its caller requested that and disconnected after the first part', async () => {
    const gone = new AbortController();
    upstream.intercept = ({ path }, response) => {
      if (!path.endsWith('/completions')) return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const content = 'Dear [NAME_1], some words and more words and ';
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
      return true;
    };
    let result: ChatResult | undefined;
    for await (const event of stream({ keepsStopped: true }, gone.signal)) {
      if ('delta' in event) gone.abort(new Error('gone'));
      if ('result' in event) result = event.result;
    }
    expect(result).toMatchObject({ finish: 'stopped' });
    expect(result!.replacedResponse).toBe(`Dear ${NAME}, some words and more words and `);
    const [turn] = await turnsOf(result!.chatId);
    expect(turn!.findings).toMatchObject({ finish: 'stopped', protection: 'all' });
    expect(await kept()).toEqual({ chats: 1, turns: 1, calls: 1, keys: 1 });
    const { rows } = await context.db.query(
      `SELECT reason, counts FROM audit_events WHERE action = 'model.call' AND organization_id = $1`,
      [owner.organizationId],
    );
    expect(rows).toEqual([{ reason: 'broken_off', counts: { Names: 1, Emails: 1 } }]);
  });

  it('stores only its cost if the caller does not read the stream to its end', async () => {
    upstream.answer = () => ['one ', 'two ', 'three '];
    for await (const event of stream()) if ('delta' in event) break;
    expect(await kept()).toEqual({ chats: 0, turns: 0, calls: 1, keys: 0 });
  });

  it('stores only its cost if its chat is deleted meanwhile', async () => {
    const { chatId } = await send();
    upstream.intercept = async ({ path }) => {
      if (path.endsWith('/completions')) await context.get(DeleteChats).one(owner, chatId);
      return false;
    };
    await expect(send({ chatId })).rejects.toMatchObject({
      code: 'bad_request',
      message: 'The chat was deleted while the model answered',
    });
    expect(await kept()).toEqual({ chats: 0, turns: 0, calls: 2, keys: 0 });
  });
});
