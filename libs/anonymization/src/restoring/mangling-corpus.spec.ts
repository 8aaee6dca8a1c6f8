import { casesByHand } from '../../testing/mangling/by-hand';
import { CHATS } from '../../testing/mangling/chats';
import { unmark } from '../../testing/mangling/corpus-case';
import { generatedCases } from '../../testing/mangling/generated';
import { score } from '../../testing/mangling/score';
import { restore, RestoreStream } from './restore';

const byHand = casesByHand();
const generated = generatedCases();

describe('the mangling corpus', () => {
  const scores = [score(byHand), score(generated)];
  const sum = (of: 'cases' | 'restored' | 'left' | 'wrong') => scores.reduce((all, one) => all + one[of], 0);

  it('has a thousand answers', () => {
    expect(sum('cases')).toBeGreaterThanOrEqual(1_000);
  });

  it('has none in which anything wrong is put in [PRIV-25]', () => {
    const wrong = scores.flatMap(({ misses }) => misses).filter((miss) => miss.startsWith('WRONG'));
    expect(wrong).toEqual([]);
  });

  it('is restored to 98 % at least [PRIV-2]', () => {
    expect(sum('restored') / (sum('restored') + sum('left'))).toBeGreaterThanOrEqual(0.98);
  });

  it.each(['placeholders', 'surrogates', 'kinds, placeholders', 'kinds, surrogates'] as const)(
    'comes out the same when it streams, however it is cut (%s)',
    (style) => {
      const { table, sent } = CHATS[style];
      const answers = [...byHand, ...generated.filter((_, index) => index % 20 === 0)]
        .filter((one) => one.style === style)
        .map(({ marked }) => unmark(marked).answer);
      // Collected, and expected once: an expectation costs more than the comparison that it makes.
      const others: string[] = [];
      for (const answer of answers) {
        const whole = restore(answer, table, sent);
        for (let cut = 0; cut <= answer.length; cut += 1) {
          const stream = new RestoreStream(table, sent);
          const first = stream.write(answer.slice(0, cut));
          // What was shown stays: no part of a replacement has come out.
          const streamed = first + stream.write(answer.slice(cut)) + stream.end();
          if (!whole.startsWith(first) || streamed !== whole) others.push(`${answer} (cut at ${cut})`);
        }
        const stream = new RestoreStream(table, sent);
        expect([...answer].map((character) => stream.write(character)).join('') + stream.end()).toBe(whole);
      }
      expect(others).toEqual([]);
    },
  );
});
