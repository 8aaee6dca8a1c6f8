import { createSecretKey } from 'node:crypto';
import { KeyRing } from '@app/crypto';
import type { DialectObject } from '@app/llm';
import { hide, hiderOf, restoringOf } from '../../testing/hiding';
import { Thoughts } from '../thoughts';
import { RestoringContent, writtenInContent } from './restore-content';

const keyRing = new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 1)) }]);
const thoughts = new Thoughts(keyRing, 'organization');

async function restoring(): Promise<RestoringContent> {
  const body = { messages: [{ role: 'user', content: 'Ask Anna Schmidt.' }] };
  const hidden = await hide(hiderOf(['Anna Schmidt']), body, { style: 'placeholders' });
  const identifiers = new Map([['x_1', 'own']]);
  return new RestoringContent({ ...(await restoringOf(hidden)), identifiers }, thoughts);
}

const chunk = (parts: DialectObject[], finishReason?: string): DialectObject => ({
  candidates: [
    {
      content: { role: 'model', parts },
      index: 0,
      ...(finishReason && { finishReason }),
      citationMetadata: {},
    },
  ],
  modelVersion: 'm',
  usageMetadata: { promptTokenCount: 1 },
});
const call = {
  functionCall: { id: 'x_1', name: 'x_1', args: { to: ['[NAME_1]'], n: 1 } },
  thoughtSignature: 'c2ln',
};
const partsOf = (chunks: readonly DialectObject[]): DialectObject[] =>
  chunks.flatMap(({ candidates }) =>
    (candidates as { content: { parts: DialectObject[] } }[]).flatMap(({ content }) => content.parts),
  );

describe('RestoringContent', () => {
  it('restores texts and arguments, and returns thoughts as the model wrote them, signed', async () => {
    const parts = [
      { text: 'I ask [NAME_1].', thought: true },
      { text: 'I ask [NAME_1].' },
      { executableCode: { code: '1' } },
      call,
    ];
    expect(await (await restoring()).write(chunk(parts, 'STOP'))).toEqual([
      {
        candidates: [
          {
            content: {
              role: 'model',
              parts: [
                { text: 'I ask [NAME_1].', thought: true },
                { text: 'I ask Anna Schmidt.' },
                {
                  functionCall: { id: 'own', name: 'own', args: { to: ['Anna Schmidt'], n: 1 } },
                  thoughtSignature: thoughts.sign('', 'c2ln'),
                },
              ],
            },
            index: 0,
            finishReason: 'STOP',
          },
        ],
        modelVersion: 'm',
        usageMetadata: { promptTokenCount: 1 },
      },
    ]);
  });

  it.each([1, 3])('returns no part of a replacement from chunks of %i characters', async (size) => {
    const content = await restoring();
    const pieces = 'I ask [NAME_1], and she'.match(new RegExp(`.{1,${size}}`, 'g'))!;
    const shown: DialectObject[] = [];
    for (const text of pieces) shown.push(...(await content.write(chunk([{ text }]))));
    shown.push(...(await content.write(chunk([call]))));
    shown.push(...(await content.write(chunk([{ text: 'Then [NAME_1' }]))));
    shown.push(...(await content.write(chunk([{ text: '].' }], 'STOP'))));
    const parts = partsOf(shown);
    for (const { text = '' } of parts) expect(text).not.toMatch(/[[\]]|NAME/);
    const at = parts.findIndex(({ functionCall }) => functionCall !== undefined);
    const textOf = (some: readonly DialectObject[]): string =>
      some.map(({ text = '' }) => String(text)).join('');
    expect([textOf(parts.slice(0, at)), textOf(parts.slice(at))]).toEqual([
      'I ask Anna Schmidt, and she',
      'Then Anna Schmidt.',
    ]);
  });

  it('returns the rest of a text that the provider did not finish', async () => {
    const content = await restoring();
    const shown = await content.write(chunk([{ text: 'I ask [NAME_1].' }]));
    expect(
      partsOf([...shown, ...(await content.end())])
        .map(({ text }) => text)
        .join(''),
    ).toBe('I ask Anna Schmidt.');
  });

  it('counts everything that the model wrote', () => {
    expect(writtenInContent(chunk([{ text: 'a', thought: true }, { text: 'b' }, call]))).toBe(
      'ab{"to":["[NAME_1]"],"n":1}',
    );
  });
});
