import { anonymizeAll, EntityTable } from '@app/anonymization';
import { restoreAnswer } from './restore-answer';
import { RestoreChunks } from './restore-chunks';

const NAME = 'Hans "Hansi" Müller';
const TEXT = `Dear ${NAME}, hello.`;

const table = EntityTable.create('placeholders');
const [hidden] = anonymizeAll(table, [
  {
    text: TEXT,
    spans: [{ start: 5, end: 5 + NAME.length, type: 'Names' }],
    choices: ['Names'],
    language: { code: 'en', regions: ['US'] },
  },
]);
const sent = { table, sent: [hidden?.text ?? ''], json: false };
const placeholder = '[NAME_1]';

describe('an answer at the door', () => {
  it('is restored in every choice, with JSON escapes where it is JSON', () => {
    const call = (args: string) => ({ id: 'c', type: 'function', function: { name: 'f', arguments: args } });
    const choices = [
      { index: 0, message: { role: 'assistant', content: `Dear ${placeholder}` }, finish_reason: 'stop' },
      {
        index: 1,
        message: {
          content: null,
          refusal: `Not ${placeholder}`,
          tool_calls: [call(`{"to":"${placeholder}"}`)],
        },
      },
    ];
    const restored = restoreAnswer({ id: 'x', choices }, sent);
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

  it('is escaped as a whole where JSON was asked for', () => {
    const choices = [{ index: 0, message: { content: `{"to":"${placeholder}"}` } }];
    const restored = restoreAnswer({ choices }, { ...sent, json: true });
    expect(restored.choices).toEqual([{ index: 0, message: { content: JSON.stringify({ to: NAME }) } }]);
  });

  it('is the same in chunks, wherever they are cut, choice by choice and call by call', () => {
    const answers = [`Dear ${placeholder}, and ${placeholder}`, placeholder];
    const args = [`{"a":"${placeholder}"}`, `{"b":"${placeholder}"}`];
    for (let size = 1; size < 12; size += 1) {
      const cut = (text: string): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const restorer = new RestoreChunks(sent);
      const seen = { content: ['', ''], calls: ['', ''] };
      const take = (choices: unknown[]): void => {
        for (const { index, delta } of restorer.restore({ choices }).choices as Delta[]) {
          seen.content[index] += delta.content ?? '';
          for (const call of delta.tool_calls ?? []) seen.calls[call.index] += call.function.arguments;
        }
      };
      answers.forEach((answer, index) => {
        for (const content of cut(answer)) take([{ index, delta: { content } }]);
      });
      args.forEach((written, index) => {
        for (const piece of cut(written))
          take([{ index: 0, delta: { tool_calls: [{ index, function: { arguments: piece } }] } }]);
      });
      take([{ index: 0, delta: {}, finish_reason: 'stop' }]);
      take([{ index: 1, delta: {}, finish_reason: 'stop' }]);
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
