import { hasTest, read, referencesIn as references } from './test-references';

describe('SECURITY.md', () => {
  const text = read('SECURITY.md');
  /** What stands under `Cannot`, by claim. */
  const claims = text
    .split(/^(?=#|Can:|Cannot)/m)
    .filter((part) => part.startsWith('Cannot'))
    .flatMap((part) => part.split(/^- /m).slice(1));

  it('points at tests that exist', () => {
    expect(references(text).length).toBeGreaterThan(40);
    expect(references(text).filter((reference) => !hasTest(reference))).toEqual([]);
  });

  it('shows for each claim by what it is held', () => {
    const held = /`(?:npm run check:[a-z]+)`/;
    expect(claims.length).toBeGreaterThan(30);
    expect(claims.filter((claim) => references(claim).length === 0 && !held.test(claim))).toEqual([]);
  });

  it('would notice a test that is gone', () => {
    const file = 'libs/crypto/src/key-ring.spec.ts';
    expect(hasTest({ file, title: 'does not open in %s' })).toBe(true);
    expect(hasTest({ file, title: 'does not open' })).toBe(false);
    expect(hasTest({ file: 'libs/crypto/src/gone.spec.ts', title: 'does not open in %s' })).toBe(false);
  });

  it('says of names that are missed what was measured', () => {
    const rows = read('libs/anonymization/model/MODEL_CARD.md').matchAll(
      /^\| \S+ \| PERSON \| \d+ \|(?: [\d.]+ \|){4} ([\d.]+) \|/gm,
    );
    const missed = [...rows].map(([, leak]) => Number(leak) * 100);
    const [, least, most] = /between ([\d.]+) % and ([\d.]+) % of the characters of names/.exec(text) ?? [];
    expect(missed.length).toBeGreaterThan(5);
    expect([Number(least), Number(most)]).toEqual([
      expect.closeTo(Math.min(...missed), 1),
      expect.closeTo(Math.max(...missed), 1),
    ]);
  });
});
