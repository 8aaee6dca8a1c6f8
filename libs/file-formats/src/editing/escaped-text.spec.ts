import { array, assert, constantFrom, nat, oneof, property, string, tuple } from 'fast-check';
import { unescapeText, type Escaping } from './escaped-text';
import { CSS, HTML_ATTRIBUTE, HTML_TEXT, HTML_WITHIN, JAVASCRIPT, LINK, PERCENT } from './escapings';
import { applyChanges } from './text-editor';

/** Writes [NAME_1] for a value, and returns it with what is written when the value is restored. */
function hiddenAndRestored(raw: string, value: string, ...escapings: Escaping[]): [string, string] {
  const replaced = (from: string, to: string, source: string): string => {
    const { text, changesOfRaw } = unescapeText(source, ...escapings);
    const start = text.indexOf(from);
    return applyChanges(source, changesOfRaw([{ start, end: start + from.length, replacement: to }]));
  };
  const hidden = replaced(value, '[NAME_1]', raw);
  return [hidden, replaced('[NAME_1]', value, hidden)];
}

describe('unescapeText', () => {
  const escape = constantFrom(
    '&amp;',
    '&uuml;',
    '&#x41;',
    '\\u00fc',
    '\\"',
    '\\xe4',
    '\\00fc ',
    '%C3%BC',
    '%2F',
    '%FC',
  );
  const raw = array(oneof(escape, string({ unit: constantFrom('a', 'ß', ' ', '/', '😀', '=') })));
  const changes = array(tuple(nat(3), nat(5)), { maxLength: 5 });

  it.each([
    ['HTML', [HTML_TEXT]],
    ['attributes', [HTML_ATTRIBUTE, JAVASCRIPT, HTML_WITHIN, PERCENT]],
    ['scripts', [JAVASCRIPT, HTML_WITHIN, PERCENT]],
    ['style sheets', [CSS]],
    ['links', [LINK]],
  ])('changes what %s stand for, and nothing else', (_, escapings) => {
    assert(
      property(raw, changes, (pieces, steps) => {
        const source = pieces.join('');
        const { text, changesOfRaw } = unescapeText(source, ...escapings);
        expect(applyChanges(source, changesOfRaw([]))).toBe(source);
        let at = 0;
        const made = steps.flatMap(([gap, length]) => {
          const start = at + gap + 1;
          at = start + length;
          return at <= text.length && isWhole(text, start, at)
            ? [{ start, end: at, replacement: '[X_1]' }]
            : [];
        });
        const written = applyChanges(source, changesOfRaw(made));
        expect(unescapeText(written, ...escapings).text).toBe(applyChanges(text, made));
      }),
    );
  });
});

/** Returns whether a range divides no surrogate pair. */
const isWhole = (text: string, start: number, end: number): boolean =>
  text.slice(start, end).isWellFormed() && text.slice(0, start).isWellFormed();

describe('LINK', () => {
  it.each([
    [
      'https://a.de/x%2Fy?q=A%26B&n=Anna%20Weber',
      'Anna Weber',
      'https://a.de/x%2Fy?q=A%26B&n=%5B%4EAME_1%5D',
    ],
    ['https://a.de/?to=anna%40b.de&x=%2F', 'anna@b.de', 'https://a.de/?to=%5B%4EAME_1%5D&x=%2F'],
    ['mailto:anna@b.de?subject=50%25%20ab', 'anna@b.de', 'mailto:%5BNAME_1%5D?subject=50%25%20ab'],
    [
      'https://a.de/?n=M%C3%BCller%20%26%20S%C3%B6hne#%41',
      'Müller & Söhne',
      'https://a.de/?n=%5B%4EAME_1%5D#%41',
    ],
    ['file:///C:/Akte%20100%.pdf?Anna', 'Anna', 'file:///C:/Akte%20100%.pdf?%5BNAME_1%5D'],
  ])('changes in %s only %s, and restores it as it was written', (address, value, hidden) => {
    expect(hiddenAndRestored(address, value, LINK)).toEqual([hidden, address]);
  });
});

describe('JAVASCRIPT', () => {
  it('never ends the string or the script in which it replaces a value', () => {
    const [hidden] = hiddenAndRestored('a = "x"', 'x', JAVASCRIPT);
    expect(hidden).toBe('a = "[NAME_1]"');
    const { changesOfRaw } = unescapeText('a = "x"', JAVASCRIPT);
    const changes = changesOfRaw([{ start: 5, end: 6, replacement: '"</script>\n\\' }]);
    expect(applyChanges('a = "x"', changes)).toBe(String.raw`a = "\u0022\u003c/script>\u000a\u005c"`);
  });
});
