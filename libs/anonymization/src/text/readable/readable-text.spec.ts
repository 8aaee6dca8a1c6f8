import { TimeSlice } from '@app/common';
import * as fc from 'fast-check';
import { ReadableText } from './readable-text';

const readableOf = (written: string) => ReadableText.read(written, new TimeSlice());
const read = async (written: string): Promise<string> => (await readableOf(written)).text;

describe('ReadableText', () => {
  it.each([
    ['JSON escapes', 'Bj\\u00f6rn Sch\\u00e4fer', 'Björn Schäfer'],
    ['JSON in JSON', 'Bj\\\\u00f6rn Sch\\\\\\\\u00e4fer', 'Björn Schäfer'],
    ['code escapes', 'M\\xfcller, M\\u{fc}ller', 'Müller, Müller'],
    ['escaped halves of a character', '\\ud83d\\ude00', '😀'],
    ['escaped blanks and slashes', 'Anna\\tSchmidt\\nund 030\\/1234', 'Anna\tSchmidt\nund 030/1234'],
    ['escapes of Markdown', 'anna\\_schmidt@gruen\\-weiss\\.de', 'anna_schmidt@gruen-weiss.de'],
    ['named entities', 'M&uuml;ller&nbsp;&amp; S&ouml;hne', 'Müller & Söhne'],
    ['numeric entities', 'M&#252;ller, M&#xFC;ller, a&#64;b.de', 'Müller, Müller, a@b.de'],
    ['entities of entities', 'M&amp;uuml;ller', 'Müller'],
    ['percent encoding', 'J%C3%BCrgen%20M%c3%bcller', 'Jürgen Müller'],
    ['quoted-printable', 'M=C3=BCller=40web.de, Gro=DFe', 'Müller@web.de, Große'],
    ['soft line ends', 'Sch=C3=A4fer wohnt in M=\r\nünchen', 'Schäfer wohnt in München'],
    ['soft hyphens', 'Schä\u00adfer', 'Schäfer'],
    ['zero-width characters and marks', '\ufeff\u202aSchä\u200bf\u2060er\u202c', 'Schäfer'],
    ['a zero-width blank between words', 'Anna\u200bSchmidt', 'Anna Schmidt'],
    ['blanks', '030\u00a012\u202f34\u200956\u200778', '030 12 34 56 78'],
    ['hyphens', 'Müller\u2011Lüdenscheidt 030\u22121234\u20135', 'Müller-Lüdenscheidt 030-1234-5'],
    ['decomposed letters', 'Mu\u0308ller', 'Müller'],
    ['ligatures', 'Soﬁe Griﬄer', 'Sofie Griffler'],
    ['full-width signs', '＋４９ ３０ a＠b.de', '+49 30 a@b.de'],
    [
      'emphasis',
      '**Anna** Schmidt, __Anna__ *Schmidt*, `Anna` Schmidt',
      'Anna Schmidt, Anna Schmidt, Anna Schmidt',
    ],
    ['a link on a part', '[Anna](https://x.de) Schmidt', 'Anna Schmidt'],
    ['a link to a number', '[030 1234](tel:+49301234)', '030 1234'],
    ['tags', '<b>An</b>na <span class="x">Schmidt</span>', 'Anna Schmidt'],
    ['tags between words', '<span>Anna</span><span>Schmidt</span>', 'Anna Schmidt'],
    ['cells and line ends', '<td>Anna</td><td>Schmidt</td>a<br/>b', '; Anna; Schmidt; a\nb'],
    ['underscores', 'Anna_Schmidt', 'Anna Schmidt'],
    ['a hyphenated word', 'Groß-\nmüller, Groß-\r\n> müller', 'Großmüller, Großmüller'],
    ['a hyphenated double name', 'Müller-\nLüdenscheidt', 'Müller-Lüdenscheidt'],
    [
      'an address over two lines',
      'anna@\nweb.de a@t-\nonline.de an\n@web.de an-\nna@web.de anna.\n> lang@web.de',
      'anna@web.de a@t-online.de an@web.de an-na@web.de anna.lang@web.de',
    ],
    [
      'a number over two lines',
      'Tel. 030 1234\n567, +1\t212-265-1040, 07941\t/\t605510, +49 171\r\n> 1234567',
      'Tel. 030 1234 567, +1 212-265-1040, 07941 / 605510, +49 171 1234567',
    ],
    [
      'a name over two lines of running text',
      'Gestern hat Anna\nSchmidt angerufen',
      'Gestern hat Anna Schmidt angerufen',
    ],
  ])('reads %s', async (_, written, reading) => expect(await read(written)).toBe(reading));

  it.each([
    'Der Preis ist 2*3*4 = 24 für Leser*innen; snake_case, a_b@web.de',
    'Anna_Schmidt@web.de',
    '@Anna_Schmidt #Anna_Schmidt',
    'width=30 x=49301234',
    'Rabatt von 50% und 100%ig, %FF',
    'Müller & Söhne; &unknown; AT&T',
    'a < b > c <anna@web.de> <Anna>',
    '<img alt="Anna Schmidt">',
    '[Anna](https://web.de)',
    'Berlin\nMüller\nHamburg\nSchmidt',
    'Anna\nPeter\nSchmidt',
    'Das war es.\nanna@web.de schreibt.',
    'Tel. 030 1234567\n10115 Berlin',
    'Tel. 030 1234567\n0171 1234567\n1. Termin',
    'NAME=\nUSER=anna',
    '001\n002\n003',
    'Ja – nein',
  ])('does not change %j', async (written) => {
    const readable = await readableOf(written);
    expect(readable.text).toBe(written);
    expect(readable.isPlain).toBe(true);
  });

  it.each([
    ['"Bj\\u00f6rn Sch\\u00e4fer"', 'Björn Schäfer', 'Bj\\u00f6rn Sch\\u00e4fer'],
    ['<b>Anna</b> <i>Schmidt</i>', 'Anna Schmidt', 'Anna</b> <i>Schmidt'],
    ['**Anna** Schmidt', 'Anna Schmidt', 'Anna** Schmidt'],
    ['**Anna Schmidt**', 'Anna Schmidt', 'Anna Schmidt'],
    ['\u202aAnna\u202c', 'Anna', 'Anna'],
    ['&lt;M&amp;uuml;ller&gt;', 'Müller', 'M&amp;uuml;ller'],
    ['x %20Anna%20', 'Anna', 'Anna'],
    ['\\ud83d\\ude00 Anna', '😀', '\\ud83d\\ude00'],
    ['Mu\u0308', 'ü', 'u\u0308'],
  ])('maps in %j the decoded text %j to the characters %j', async (written, reading, original) => {
    const readable = await readableOf(written);
    const start = readable.text.indexOf(reading);
    const span = readable.toWritten({ start, end: start + reading.length });
    expect(written.slice(span.start, span.end)).toBe(original);
    expect(readable.slice(span.start, span.end)).toBe(reading);
  });

  it('never loses a character of a span, with any repeated encoding', async () => {
    const piece = fc.constantFrom(
      'Anna',
      'ü',
      ' ',
      '\n',
      '\\',
      'u00fc',
      '\\u00fc',
      '\\ud83d',
      '&',
      'amp;',
      '#252;',
      '%C3',
      '%BC',
      '=C3',
      '=BC',
      '=\n',
      '\u00ad',
      '\u0308',
      'ﬁ',
      '\ud83d',
      '\ude00',
      '<b>',
      '</b>',
      '**',
      '_',
      '[',
      '](x)',
      '-',
      '@',
      '.de',
      '030',
      '> ',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.nat(),
        fc.nat(20),
        async (pieces, from, length) => {
          const written = pieces.join('');
          const readable = await readableOf(written);
          const start = from % (written.length + 1);
          const end = Math.min(written.length, start + length);
          const whole = readable.completed({ start, end });
          expect(whole.start).toBeLessThanOrEqual(start);
          expect(whole.end).toBeGreaterThanOrEqual(end);
          const read = { start: from % (readable.text.length + 1), end: 0 };
          read.end = Math.min(readable.text.length, read.start + length);
          const back = readable.toWritten(read);
          expect(back.start).toBeGreaterThanOrEqual(0);
          expect(back.end).toBeLessThanOrEqual(written.length);
          if (read.start < read.end)
            expect(readable.slice(back.start, back.end)).toContain(readable.text.slice(read.start, read.end));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '\\',
    '&',
    '&#',
    '%C3',
    '=C3',
    '=\n',
    '\u00ad',
    'u\u0308',
    '<b',
    '<b ',
    '*a',
    '[a',
    '[a](',
    'a-\n',
    '@\n',
    '0\n',
    ' \n',
    'a\n',
    '\t0',
    'a Aa\nAa ',
    '_A',
  ])('stays linear on 100 kB of %j', async (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    expect((await read(text)).length).toBeLessThanOrEqual(text.length);
  });
});
