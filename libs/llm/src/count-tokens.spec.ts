import { countTokens as exactly } from 'gpt-tokenizer';
import fc from 'fast-check';
import { anyText } from '@app/testing';
import { countMessageTokens, countTokens, estimateUsage, mostMessageTokens } from './count-tokens';

describe('countTokens', () => {
  it('agrees with the tokenizer on running text', async () => {
    const text = 'Hans Müller called from Berlin; please write back to him today. '.repeat(40);
    expect(Math.abs((await countTokens(text)) - exactly(text))).toBeLessThan(20);
  });

  it('counts special tokens as plain text', async () => {
    expect(await countTokens('<|endoftext|>')).toBeGreaterThan(3);
  });

  it.each([
    ['letters', 'a'],
    ['blanks', ' '],
    ['signs', '漢'],
    ['lines', '\n'],
  ])('counts 256 Ki of the same %s, which would otherwise take minutes', async (_, sign) => {
    expect(await countTokens(sign.repeat(256 * 1024))).toBeGreaterThan(1_000);
  });

  it('counts no tokens in an empty text', async () => {
    expect(await countTokens('')).toBe(0);
  });

  it('never exceeds the upper bound of a message', async () => {
    const text = fc.oneof(anyText(), fc.string({ unit: 'grapheme' }));
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        expect(await countMessageTokens(content)).toBeLessThanOrEqual(mostMessageTokens(content));
      }),
    );
  });

  it('reports that a tokenizer counted', async () => {
    expect(await estimateUsage([{ content: 'hello' }], 'hello')).toEqual({
      promptTokens: 5,
      completionTokens: 1,
      source: 'tokenizer',
    });
  });
});
