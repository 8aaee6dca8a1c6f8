import type { Span } from '@app/anonymization';
import { speakerNames } from './speaker-names';

const NAMES = ['Anna Weber', 'Anna Schmidt', 'Anna', 'Hans Müller'];

/** Returns the names of the speakers of these segments: `S1: ...`. `S1+` marks an overlap. */
function named(...said: string[]): Record<string, string> {
  let text = '';
  const segments = said.map((line) => {
    const [, speaker, plus, words = ''] = /^(S\d)(\+?): (.*)$/.exec(line)!;
    const from = text.length === 0 ? 0 : text.length + 1;
    text = text.length === 0 ? words : `${text} ${words}`;
    return { from, to: text.length, speaker: speaker!, ...(plus && { overlap: true as const }) };
  });
  const found: Span[] = [];
  for (const { index: start, 0: name } of text.matchAll(new RegExp(NAMES.join('|'), 'g')))
    found.push({ start, end: start + name.length, type: 'Names' });
  const names = speakerNames(text, segments, found);
  return Object.fromEntries([...names].map(([speaker, { from, to }]) => [speaker, text.slice(from, to)]));
}

describe('the names of speakers', () => {
  it('are those that they say of themselves', () => {
    expect(
      named('S1: Hello, this is Anna Weber.', 'S2: My name is Hans Müller.', 'S1: Hello Hans Müller.'),
    ).toEqual({ S1: 'Anna Weber', S2: 'Hans Müller' });
  });

  it('may be said across segments of one speaker, but not of two', () => {
    expect(named('S1: Hello, my name is', 'S1: Anna Weber.')).toEqual({ S1: 'Anna Weber' });
    expect(named('S1: Hello, my name is', 'S2: Anna Weber.')).toEqual({});
  });

  it('are the longest of several forms', () => {
    expect(named("S1: I'm Anna.", 'S2: Who?', 'S1: My name is Anna Weber.')).toEqual({ S1: 'Anna Weber' });
  });

  it('are left out if a speaker says different ones', () => {
    expect(named("S1: I'm Anna Weber.", 'S2: Who?', "S1: I'm Hans Müller.")).toEqual({});
  });

  it('are left out if two speakers say the same one', () => {
    expect(named("S1: I'm Anna.", "S2: And I'm Anna.", "S3: I'm Anna Schmidt.")).toEqual({
      S3: 'Anna Schmidt',
    });
  });

  it('are left out where two speak', () => {
    expect(named("S1+: I'm Anna Weber.")).toEqual({});
  });
});
