import { read } from './files';
import { citedIn } from './test-evidence';

describe('SECURITY.md', () => {
  const text = read('SECURITY.md');
  /** The text under `Cannot`, by claim. */
  const claims = text
    .split(/^(?=#|Can:|Cannot)/m)
    .filter((part) => part.startsWith('Cannot'))
    .flatMap((part) => part.split(/^- /m).slice(1));

  it('cites a test or a check for each claim under "Cannot"', () => {
    const check = /`npm run check:[a-z]+`/;
    expect(claims.length).toBeGreaterThan(30);
    expect(claims.filter((claim) => citedIn(claim).length === 0 && !check.test(claim))).toEqual([]);
  });

  it('states the measured rate of missed names', () => {
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
