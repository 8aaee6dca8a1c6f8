import { randomNumbers } from '@app/testing';
import { shareOf, type Count } from './share';

/** Returns the share of at least one case. */
function known(texts: readonly Count[]) {
  const share = shareOf(texts);
  if (share.share === null) throw new Error('There are no cases');
  return share;
}

const apart = (count: number, of: number): Count[] =>
  Array.from({ length: of }, (_, i) => ({ of: 1, count: i < count ? 1 : 0 }));

describe('shareOf', () => {
  // Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('gives Wilson’s interval of 95 % for independent cases: %d of %d', (count, of, low, high) => {
    const share = known(apart(count, of));
    expect(share).toMatchObject({ of, count, share: count / of });
    expect(share.low).toBeCloseTo(low, 4);
    expect(share.high).toBeCloseTo(high, 4);
  });

  it('gives a wider interval if cases of one text are alike', () => {
    const alike = [10, 10, 10, 10, 10, 10, 10, 10, 0, 0].map((count): Count => ({ of: 10, count }));
    expect(shareOf(alike)).toMatchObject({ of: 100, count: 80, share: 0.8 });
    expect(known(alike).low).toBeLessThan(known(apart(80, 100)).low - 0.1);
  });

  it('counts texts, not cases, if all cases have the property', () => {
    const all = [50, 50].map((of): Count => ({ of, count: of }));
    expect(shareOf(all)).toMatchObject({ of: 100, count: 100, share: 1, low: shareOf(apart(2, 2)).low });
  });

  it('has no share without cases', () => {
    const none = { of: 0, count: 0, share: null, low: null, high: null };
    expect(shareOf([])).toEqual(none);
    expect(shareOf([{ of: 0, count: 0 }])).toEqual(none);
  });

  it.each([
    ['independent', 0],
    ['alike within a text', 1],
  ])('holds the known share in 95 of 100 samples of %s cases', (_, alike) => {
    const held = Array.from({ length: 10 }, (_, seed) => {
      const next = randomNumbers(seed + 1);
      const texts = Array.from({ length: 2_000 }, (): Count => {
        const ofText = next() < 0.9 ? 0.97 : 0.4;
        const of = 1 + Math.floor(next() * 8);
        const isFound = () => next() < (alike ? ofText : 0.913);
        return { of, count: Array.from({ length: of }, isFound).filter(Boolean).length };
      });
      const { share } = shareOf(texts);
      return Array.from({ length: 100 }, () => {
        const { low, high } = shareOf(
          Array.from({ length: 150 }, () => texts[Math.floor(next() * texts.length)]!),
        );
        return low! <= share! && share! <= high!;
      });
    }).flat();
    expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(0.95 * held.length);
  });
});
