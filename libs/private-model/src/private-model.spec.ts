import { anonymize, EntityTable, type Restorer, type RestoringText } from '@app/anonymization';
import { array, assert, asyncProperty, boolean, constantFrom, nat, option } from 'fast-check';
import type { EndedCall, EndedCallsStore, PlannedCall, Spending } from '@app/budgets';
import { newId } from '@app/common';
import type { CompletionEvent, OnLost } from '@app/llm';
import type { CountedTokens } from '@app/usage';
import { PrivateModel, type PrivateAnswer, type PrivateCall, type RestoringParts } from './private-model';

const NAME = 'Hans Müller';
const PROMPT = `Dear ${NAME}, hello.`;
const PROTECTION = { level: 'all', leftOutKinds: 0, leftInClear: 0 } as const;
const COST = { promptTokens: 7, completionTokens: 3, source: 'provider' as const };
const RESERVATION = { id: 'reserved' };
const forever = new AbortController().signal;

class Text implements RestoringParts<CompletionEvent, string> {
  private readonly text: RestoringText;

  constructor(restorer: Restorer) {
    this.text = restorer.begin();
  }

  async write(event: CompletionEvent): Promise<string[]> {
    return 'text' in event ? [await this.text.write(event.text)] : [];
  }

  async end(): Promise<string[]> {
    return [await this.text.end()];
  }
}

/** A caller that hides one name, a model that answers as `ask` does, and a record of what was counted. */
async function scene(
  ask: (hidden: string, signal: AbortSignal, onLost: OnLost) => AsyncIterable<CompletionEvent>,
  budget?: 'open' | 'used up',
) {
  const counted: EndedCall[] = [];
  const calls = { record: async (call: EndedCall) => void counted.push(call) };
  const settled: (CountedTokens | undefined)[] = [];
  const cancelled: unknown[] = [];
  const spending = {
    reserve: async (_: unknown, call: PlannedCall) => {
      if (!budget) return undefined;
      if (budget === 'used up') throw new Error('used up');
      planned.push({ prompt: await call.promptTokens(), answer: call.completionTokens });
      return RESERVATION;
    },
    settle: async (_: unknown, used?: CountedTokens) => void settled.push(used),
    cancel: async (reservation: unknown) => void cancelled.push(reservation),
  };
  const planned: { prompt: number; answer: number }[] = [];
  const table = EntityTable.create('placeholders');
  const start = PROMPT.indexOf(NAME);
  const [hidden] = await anonymize(table, [
    {
      text: PROMPT,
      spans: [{ start, end: start + NAME.length, type: 'Names' }],
      choices: ['Names'],
      language: { code: 'en', regions: ['US'] },
    },
  ]);
  const call: PrivateCall<CompletionEvent, string> = {
    owner: { userId: newId(), organizationId: newId(), groups: [] },
    model: 'm',
    protection: PROTECTION,
    answerTokens: 100,
    table,
    sent: [hidden!.text],
    ask: (signal, onLost) => ask(hidden!.text, signal, onLost),
    read: (event) => ('text' in event ? event : { text: '', usage: event.usage }),
    restoring: (restorer) => new Text(restorer),
  };
  return {
    model: new PrivateModel(calls as EndedCallsStore, spending as unknown as Spending),
    call,
    counted,
    planned,
    settled,
    cancelled,
  };
}

async function* events(...parts: readonly (CompletionEvent | Error)[]): AsyncGenerator<CompletionEvent> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

async function drain(asked: AsyncGenerator<string, PrivateAnswer>) {
  let shown = '';
  for (;;) {
    const { done, value } = await asked.next();
    if (done) return { shown, ...value };
    shown += value;
  }
}

describe('PrivateModel', () => {
  it("returns the answer with the caller's own values, and as the model wrote it", async () => {
    const { model, call, counted } = await scene((hidden) =>
      events({ text: `You: ${hidden}` }, { usage: COST, finish: 'stop' }),
    );
    const answer = await drain(model.ask(call, forever));
    expect(answer).toMatchObject({ shown: `You: ${PROMPT}`, text: 'You: Dear [NAME_1], hello.' });
    const { owner } = call;
    const hidden = { Names: 1 };
    expect(answer.call).toEqual({ owner, model: 'm', protection: PROTECTION, hidden, cost: COST });
    expect(counted).toEqual([]);
  });

  it('returns the same text for a whole answer and for one in pieces', async () => {
    const piece = constantFrom('[NAME_1]', '[NAME', '_1]', 'Dear ', ',', ' [NAME_2]', '\n', 'Hans');
    await assert(
      asyncProperty(array(piece), array(nat(9), { minLength: 1 }), async (pieces, sizes) => {
        const text = pieces.join('');
        const cut: CompletionEvent[] = [];
        for (let at = 0, i = 0; at < text.length; i += 1) {
          const end = at + 1 + sizes[i % sizes.length]!;
          cut.push({ text: text.slice(at, end) });
          at = end;
        }
        const whole = await scene(() => events({ text }));
        const streamed = await scene(() => events(...cut));
        const [one, other] = [
          await drain(whole.model.ask(whole.call, forever)),
          await drain(streamed.model.ask(streamed.call, forever)),
        ];
        expect(other.shown).toBe(one.shown);
        expect(other.text).toBe(one.text);
      }),
    );
  });

  it.each([
    [true, 100],
    [false, 0],
  ])(
    'counts two calls if a second provider answers after a timeout (at once: %s)',
    async (comesAtOnce, tokens) => {
      const { model, call, counted, settled, planned } = await scene(async function* (hidden, _, onLost) {
        await onLost();
        yield* events({ text: hidden }, { usage: COST, finish: 'stop' });
      }, 'open');
      const { call: answered } = await drain(model.ask({ ...call, comesAtOnce }, forever));
      const lost = { promptTokens: expect.any(Number), completionTokens: tokens, source: 'tokenizer' };
      expect(counted).toEqual([
        {
          owner: call.owner,
          model: 'm',
          protection: PROTECTION,
          hidden: { Names: 1 },
          reservation: RESERVATION,
          cutShort: 'broken_off',
          cost: lost,
        },
      ]);
      expect(settled).toEqual([lost]);
      expect(planned).toHaveLength(2);
      expect(answered).toMatchObject({ cost: COST, reservation: RESERVATION });
    },
  );

  it('prepares the restoring while the model works', async () => {
    let isPrepared: () => void;
    const prepared = new Promise<void>((resolve) => (isPrepared = resolve));
    const { model, call } = await scene(async function* () {
      await prepared;
      yield { text: 'late' };
    });
    const restoring = (restorer: Restorer) => {
      isPrepared();
      return new Text(restorer);
    };
    expect((await drain(model.ask({ ...call, restoring }, forever))).shown).toBe('late');
  });

  it('fails, and ends the call, if the restoring cannot be prepared', async () => {
    let ended = false;
    const { model, call, counted } = await scene(async function* () {
      try {
        yield { text: 'words' };
        yield { text: 'more' };
      } finally {
        ended = true;
      }
    });
    const restoring = () => Promise.reject(new Error('no table'));
    await expect(drain(model.ask({ ...call, restoring }, forever))).rejects.toThrow('no table');
    expect(ended).toBe(true);
    expect(counted).toHaveLength(1);
  });

  it('estimates the cost if the provider does not report it', async () => {
    const { model, call } = await scene(() => events({ text: 'three short words' }));
    const { call: ended } = await drain(model.ask(call, forever));
    expect(ended.cost).toMatchObject({ source: 'tokenizer', completionTokens: 3 });
  });
});

describe('a call with a caller that disconnects', () => {
  const leaving = (gone: AbortController, parts: readonly CompletionEvent[]) =>
    scene(async function* () {
      yield* events(...parts);
      gone.abort(new Error('gone'));
      throw new Error('stopped');
    });

  it('ends with the restored partial answer if it stores stopped answers', async () => {
    const gone = new AbortController();
    const { model, call, counted } = await leaving(gone, [
      { text: 'Dear [NAME_1], many words come before [NAME' },
    ]);
    const shown: string[] = [];
    const answer = model.ask({ ...call, keepsStopped: true }, gone.signal);
    for (;;) {
      const { done, value } = await answer.next();
      if (done) {
        expect(value.call).toMatchObject({ cutShort: 'broken_off', cost: { source: 'tokenizer' } });
        break;
      }
      shown.push(String(value));
    }
    expect(shown.join('')).toBe(`Dear ${NAME}, many words come before [NAME`);
    // The caller of `ask` counts the call, together with the turn that it stores.
    expect(counted).toEqual([]);
  });

  it('is cut short if no text was shown, or if it does not store stopped answers', async () => {
    for (const [keepsStopped, parts] of [
      [true, []],
      [false, [{ text: 'many words are shown before the caller leaves ' }]],
    ] as const) {
      const gone = new AbortController();
      const { model, call, counted } = await leaving(gone, parts);
      await expect(drain(model.ask({ ...call, keepsStopped }, gone.signal))).rejects.toThrow('stopped');
      expect(counted).toMatchObject([{ cutShort: 'broken_off' }]);
    }
  });
});

describe('a call without a whole answer', () => {
  it('is recorded once, with its cost if an answer began or its caller disconnected', async () => {
    const broken = new Error('broken off');
    const end = constantFrom('fails', 'unread', 'gone' as const);
    await assert(
      asyncProperty(
        end,
        boolean(),
        option(constantFrom(COST), { nil: undefined }),
        async (end, wrote, cost) => {
          const gone = new AbortController();
          const said = [
            ...(cost ? [{ usage: cost, finish: 'stop' }] : []),
            ...(wrote ? [{ text: 'words ' }] : []),
          ];
          const { model, call, counted } = await scene(async function* () {
            yield* events(...said);
            if (end === 'gone') gone.abort(new Error('gone'));
            if (end === 'unread') yield { text: '' };
            throw broken;
          });
          const asked = model.ask(call, gone.signal);
          if (end === 'unread') {
            for (let i = 0; i <= (wrote ? 1 : 0); i += 1) await asked.next();
            await asked.return(undefined as never);
          } else await expect(drain(asked)).rejects.toThrow();
          expect(counted).toHaveLength(1);
          const isPaid = wrote || end === 'gone';
          for (const count of counted)
            expect(count).toEqual({
              owner: call.owner,
              model: 'm',
              hidden: { Names: 1 },
              protection: PROTECTION,
              cutShort: isPaid ? 'broken_off' : 'failed',
              ...(isPaid && {
                cost: cost ?? expect.objectContaining({ source: 'tokenizer' }),
              }),
            });
        },
      ),
    );
  });

  it('is counted with its largest answer if answers arrive at once and its caller disconnects before', async () => {
    const gone = new AbortController();
    const { model, call, counted, settled } = await scene(async function* () {
      gone.abort(new Error('gone'));
      yield* events(new Error('stopped'));
    }, 'open');
    const whole = { ...call, comesAtOnce: true };
    await expect(drain(model.ask(whole, gone.signal))).rejects.toThrow();
    const cost = { promptTokens: expect.any(Number), completionTokens: 100, source: 'tokenizer' };
    expect(counted).toEqual([expect.objectContaining({ cutShort: 'broken_off', cost })]);
    expect(settled).toEqual([cost]);
  });

  it('is settled even if it cannot be recorded', async () => {
    const { call, settled, model } = await scene(
      () => events({ text: 'Hello' }, { usage: COST, finish: 'stop' }),
      'open',
    );
    const asked = await drain(model.ask(call, forever));
    Object.assign(model, { calls: { record: () => Promise.reject(new Error('away')) } });
    await expect(model.count(asked.call)).rejects.toThrow('away');
    expect(settled).toEqual([COST]);
  });

  it('is counted if its caller disconnects at the last word', async () => {
    const gone = new AbortController();
    const { model, call, counted } = await scene(async function* () {
      yield { text: 'all of it' };
      yield { usage: COST, finish: 'stop' };
      gone.abort(new Error('gone'));
    });
    await expect(drain(model.ask(call, gone.signal))).rejects.toThrow('gone');
    expect(counted).toEqual([
      {
        owner: call.owner,
        model: 'm',
        hidden: { Names: 1 },
        protection: PROTECTION,
        cutShort: 'broken_off',
        cost: COST,
      },
    ]);
  });

  it('reserves the cost of the messages and the largest answer before it calls the model, and does not call it if a budget is exhausted', async () => {
    let asked = 0;
    const ask = () => {
      asked += 1;
      return events({ text: 'Hello' }, { usage: COST, finish: 'stop' });
    };
    const { model, call, planned } = await scene(ask, 'open');
    expect(await drain(model.ask(call, forever))).toMatchObject({ call: { reservation: RESERVATION } });
    expect(planned).toEqual([{ prompt: expect.any(Number), answer: 100 }]);
    expect(planned[0]!.prompt).toBeGreaterThan(4);
    const refused = await scene(ask, 'used up');
    await expect(drain(refused.model.ask(refused.call, forever))).rejects.toThrow('used up');
    expect([asked, refused.counted, refused.settled]).toEqual([1, [], []]);
  });

  it('is neither sent nor counted if its caller disconnects before, and its reservation is released', async () => {
    const gone = new AbortController();
    let asked = 0;
    const { model, call, counted, settled, cancelled } = await scene(() => {
      asked += 1;
      return events({ text: 'Hello' });
    }, 'open');
    const leaving = drain(model.ask({ ...call, comesAtOnce: true }, gone.signal));
    gone.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    await expect(drain(model.ask(call, gone.signal))).rejects.toThrow('gone');
    expect({ asked, counted, settled, cancelled }).toEqual({
      asked: 0,
      counted: [],
      settled: [],
      cancelled: [RESERVATION],
    });
  });

  it.each([
    ['breaks off', [{ text: 'Hello' }, { usage: COST, finish: 'stop' }, new Error('broken')], COST],
    ['comes to nothing', [new Error('away')], undefined],
  ])('settles a call that %s, and ends its reservation together with its count', async (_, parts, used) => {
    const { model, call, counted, settled } = await scene(() => events(...parts), 'open');
    await expect(drain(model.ask(call, forever))).rejects.toThrow();
    expect(counted).toEqual([expect.objectContaining({ reservation: RESERVATION })]);
    expect(settled).toEqual([used]);
  });
});

describe('a call for an image or a transcript', () => {
  const made = async (): Promise<string> => 'image';
  /** A call that a budget applies to. */
  async function media() {
    const { model, call, counted, cancelled } = await scene(() => events(), 'open');
    const { owner, protection } = call;
    const recorded = { owner, model: 'm', hidden: {}, protection };
    return { model, counted, cancelled, recorded, call: { ...recorded, prompt: 'A house' } };
  }

  it('is recorded once, and its reservation is released', async () => {
    const { model, call, recorded, counted, cancelled } = await media();
    expect(await model.make(call, made, forever)).toBe('image');
    expect({ counted, cancelled }).toEqual({ counted: [recorded], cancelled: [RESERVATION] });
  });

  it('is not recorded if the caller stores it with the answer', async () => {
    const { model, call, counted, cancelled } = await media();
    expect(await model.make({ ...call, isStoredWithAnswer: true }, made, forever)).toBe('image');
    expect({ counted, cancelled }).toEqual({ counted: [], cancelled: [RESERVATION] });
  });

  it('is recorded as failed if it fails', async () => {
    const { model, call, recorded, counted, cancelled } = await media();
    const broken = () => Promise.reject(new Error('broken'));
    const stored = { ...call, isStoredWithAnswer: true };
    await expect(model.make(stored, broken, forever)).rejects.toThrow('broken');
    expect({ counted, cancelled }).toEqual({
      counted: [{ ...recorded, cutShort: 'failed' }],
      cancelled: [RESERVATION],
    });
  });

  it.each([
    ['before the answer', () => Promise.reject(new Error('stopped')), 'stopped'],
    ['with the answer', made, 'gone'],
  ])('is recorded as broken off if its caller disconnects %s', async (_, answer, message) => {
    const { model, call, recorded, counted, cancelled } = await media();
    const gone = new AbortController();
    const ask = () => {
      gone.abort(new Error('gone'));
      return answer();
    };
    await expect(model.make(call, ask, gone.signal)).rejects.toThrow(message);
    expect({ counted, cancelled }).toEqual({
      counted: [{ ...recorded, cutShort: 'broken_off' }],
      cancelled: [RESERVATION],
    });
  });

  it('is recorded once even if that fails, and fails with that error', async () => {
    const { model, call, cancelled } = await media();
    const record = jest.fn(async () => {}).mockRejectedValueOnce(new Error('away'));
    Object.assign(model, { calls: { record } });
    await expect(model.make(call, made, forever)).rejects.toThrow('away');
    expect(record).toHaveBeenCalledTimes(1);
    expect(cancelled).toEqual([RESERVATION]);
  });

  it('is neither sent nor recorded if its caller disconnects before, and its reservation is released', async () => {
    const { model, call, counted, cancelled } = await media();
    const gone = new AbortController();
    const ask = jest.fn(made);
    const leaving = model.make(call, ask, gone.signal);
    gone.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    await expect(model.make(call, ask, gone.signal)).rejects.toThrow('gone');
    expect(ask).not.toHaveBeenCalled();
    expect({ counted, cancelled }).toEqual({ counted: [], cancelled: [RESERVATION] });
  });
});
