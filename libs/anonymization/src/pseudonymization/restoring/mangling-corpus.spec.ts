import { restore, restoreInPieces, restoreStream } from '../../../testing/hide-and-restore';
import { handwrittenCases } from '../../../testing/mangling/handwritten';
import { CHATS } from '../../../testing/mangling/chats';
import { unmark } from '../../../testing/mangling/corpus-case';
import { generatedCases } from '../../../testing/mangling/generated';
import { score, type Score } from '../../../testing/mangling/score';

const byHand = handwrittenCases();
const generated = generatedCases();

describe('the mangling corpus', () => {
  let scores: readonly Score[] = [];
  beforeAll(async () => {
    scores = [await score(byHand), await score(generated)];
  });
  const sum = (of: 'cases' | 'restored' | 'left' | 'wrong') => scores.reduce((all, one) => all + one[of], 0);

  it('has a thousand answers', () => {
    expect(sum('cases')).toBeGreaterThanOrEqual(1_000);
  });

  it('has no answer in which a wrong value is restored [PRIV-25]', () => {
    const wrong = scores.flatMap(({ misses }) => misses).filter((miss) => miss.startsWith('WRONG'));
    expect(wrong).toEqual([]);
  });

  it('is restored to at least 98 % [PRIV-2]', () => {
    expect(sum('restored') / (sum('restored') + sum('left'))).toBeGreaterThanOrEqual(0.98);
  });

  it.each(['placeholders', 'surrogates', 'kinds, placeholders', 'kinds, surrogates'] as const)(
    'is restored the same as a stream, however it is cut (%s)',
    async (style) => {
      const { table, sent } = CHATS[style];
      const answers = [...byHand, ...generated.filter((_, index) => index % 20 === 0)]
        .filter((one) => one.style === style)
        .map(({ marked }) => unmark(marked).answer);
      // Collected and asserted once, because an assertion is slower than the comparison.
      const others: string[] = [];
      for (const answer of answers) {
        const whole = await restore(answer, table, sent);
        for (let cut = 0; cut <= answer.length; cut += 1) {
          const stream = await restoreStream(table, sent);
          const first = await stream.write(answer.slice(0, cut));
          // Text that was shown stays: no part of a replacement was shown.
          const streamed = first + (await stream.write(answer.slice(cut))) + (await stream.end());
          if (!whole.startsWith(first) || streamed !== whole) others.push(`${answer} (cut at ${cut})`);
        }
        expect(await restoreInPieces(answer, table, sent)).toBe(whole);
      }
      expect(others).toEqual([]);
    },
  );
});
