import { anonymize, EntityTable, Restorer } from '@app/anonymization';
import type { DialectObject } from '@app/llm';
import { RestoringAnswer, type Restoring } from './restore-answer';

const NAME = 'Hans "Hansi" Müller';
const TEXT = `Dear ${NAME}, hello.`;

const table = EntityTable.create('placeholders');
const hidden = anonymize(table, [
  {
    text: TEXT,
    spans: [{ start: 5, end: 5 + NAME.length, type: 'Names' }],
    choices: ['Names'],
    language: { code: 'en', regions: ['US'] },
  },
]);
const restoring = async (json = false) => ({
  restorer: await Restorer.prepare(table, [(await hidden)[0]!.text]),
  json,
  identifiers: new Map([['NAME_123456ABC', 'find_schmidt']]),
});
const placeholder = '[NAME_1]';

/** Restores one whole answer. */
const restoreAnswer = async (answer: DialectObject, restoring: Restoring): Promise<DialectObject> =>
  (await new RestoringAnswer(restoring).write(answer))[0]!;

describe('an answer of the gateway', () => {
  it('is restored in every choice, with JSON escapes if it is JSON', async () => {
    const call = (args: string, name = 'find_schmidt') => ({
      id: 'c',
      type: 'function',
      function: { name, arguments: args },
    });
    const choices = [
      { index: 0, message: { role: 'assistant', content: `Dear ${placeholder}` }, finish_reason: 'stop' },
      {
        index: 1,
        message: {
          content: null,
          refusal: `Not ${placeholder}`,
          tool_calls: [call(`{"to":"${placeholder}"}`, 'NAME_123456ABC')],
        },
      },
    ];
    const restored = await restoreAnswer({ id: 'x', choices }, await restoring());
    expect(restored).toEqual({
      id: 'x',
      choices: [
        { index: 0, message: { role: 'assistant', content: `Dear ${NAME}` }, finish_reason: 'stop' },
        {
          index: 1,
          message: {
            content: null,
            refusal: `Not ${NAME}`,
            tool_calls: [call(JSON.stringify({ to: NAME }))],
          },
        },
      ],
    });
  });

  it('is escaped as a whole if JSON was asked for', async () => {
    const choices = [{ index: 0, message: { content: `{"to":"${placeholder}"}` } }];
    const restored = await restoreAnswer({ choices }, await restoring(true));
    expect(restored.choices).toEqual([{ index: 0, message: { content: JSON.stringify({ to: NAME }) } }]);
  });

  it('is the same in chunks, wherever they are cut, for each choice and each call', async () => {
    const answers = [`Dear ${placeholder}, and ${placeholder}`, placeholder];
    const args = [`{"a":"${placeholder}"}`, `{"b":"${placeholder}"}`];
    for (let size = 1; size < 12; size += 1) {
      const cut = (text: string): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const restorer = new RestoringAnswer(await restoring());
      const seen = { content: ['', ''], calls: ['', ''] };
      const take = async (choices: unknown[]): Promise<void> => {
        const [restored] = await restorer.write({ choices });
        for (const { index, delta } of restored!.choices as Delta[]) {
          seen.content[index] += delta.content ?? '';
          for (const call of delta.tool_calls ?? []) seen.calls[call.index] += call.function.arguments;
        }
      };
      for (const [index, answer] of answers.entries())
        for (const content of cut(answer)) await take([{ index, delta: { content } }]);
      for (const [index, written] of args.entries())
        for (const piece of cut(written))
          await take([{ index: 0, delta: { tool_calls: [{ index, function: { arguments: piece } }] } }]);
      await take([{ index: 0, delta: {}, finish_reason: 'stop' }]);
      await take([{ index: 1, delta: {}, finish_reason: 'stop' }]);
      expect(seen).toEqual({
        content: [`Dear ${NAME}, and ${NAME}`, NAME],
        calls: [JSON.stringify({ a: NAME }), JSON.stringify({ b: NAME })],
      });
    }
  });
});

interface Delta {
  index: number;
  delta: { content?: string; tool_calls?: { index: number; function: { arguments: string } }[] };
}
