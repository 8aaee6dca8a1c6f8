import fc from 'fast-check';
import { TimeSlice } from '@app/common';
import { unescaped } from './escaped-text';

const read = (raw: string) => unescaped(raw, new TimeSlice());

const NAME = 'Zoë Müller';
const WORDS = ['cat ', 'é', '\n', '\t', '\\', '${x}', '/', 'no', ' = ', '’', '😀'];
const textOf = (words: readonly string[]) =>
  fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(''));

const unit = (character: string, digits: number): string =>
  character.codePointAt(0)!.toString(16).padStart(digits, '0');
const bytes = (text: string, write: (byte: number) => string): string =>
  [...Buffer.from(text)].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : write(byte))).join('');
const isAscii = (character: string): boolean => character.codePointAt(0)! < 0x80;
const eachOther = (text: string, write: (character: string) => string): string =>
  [...text].map((character) => (isAscii(character) ? character : write(character))).join('');
/** Ways in which programs write a text in a literal. */
const WRITERS: Readonly<Record<string, (text: string) => string>> = {
  JSON: (text) => JSON.stringify(text),
  'JSON in ASCII': (text) =>
    JSON.stringify(text).replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${unit(letter, 4)}`),
  'JavaScript with single quotes': (text) =>
    `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  'a template': (text) =>
    `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``,
  'code points': (text) => eachOther(JSON.stringify(text), (letter) => `\\u{${unit(letter, 1)}}`),
  'octal bytes, as git does': (text) =>
    bytes(JSON.stringify(text), (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  'hexadecimal bytes, as Python does': (text) =>
    bytes(JSON.stringify(text), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`),
};
const writer = fc.constantFrom(...Object.keys(WRITERS));

describe('a text without its escapes', () => {
  it('contains a name, however it is written, in up to three literals inside each other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(writer, { minLength: 1, maxLength: 3 }),
        textOf([...WORDS, '"', "'", '`']),
        async (writers, before) => {
          const literal = writers.reduce((text, name) => WRITERS[name]!(text), `${before} ${NAME}.`);
          const code = `text(await run({cmd: ${literal}}))`;
          expect((await read(code))?.text ?? code).toContain(NAME);
        },
      ),
    );
  });

  it('has offsets that cut the name alone out of the original, and encodes another in its place', async () => {
    await fc.assert(
      fc.asyncProperty(
        writer,
        textOf(WORDS),
        textOf(WORDS),
        fc.constantFrom('[NAME_1]', 'Eva "O\'Neil" `x`'),
        async (name, before, after, other) => {
          const write = WRITERS[name]!;
          const raw = `a = ${write(before + NAME + after)};`;
          const decoded = await read(raw);
          if (!decoded) return;
          const at = decoded.text.indexOf(NAME);
          const cut = [decoded.originOf(at), decoded.originOf(at + NAME.length)] as const;
          const replaced = raw.slice(0, cut[0]) + decoded.encode(other, at) + raw.slice(cut[1]);
          const again = (await read(replaced))?.text ?? replaced;
          expect(again).toBe(decoded.text.slice(0, at) + other + decoded.text.slice(at + NAME.length));
        },
      ),
    );
  });

  it.each([
    String.raw`Don't change the boys' toys in C:\new\table, please`,
    String.raw`cd "C:\Users\nora"`,
    String.raw`\d+ and \w`,
    String.raw`grep -E "\d+\.\d" x`,
  ])('is absent if nothing in it is escaped: %s', async (text) => expect(await read(text)).toBeUndefined());

  it.each([
    [String.raw`Umlaut: M\u00fcller`, 'Umlaut: Müller'],
    [String.raw`{\"name\":\"M\\u00fcller\"}`, String.raw`{\"name\":\"Müller\"}`],
    [String.raw`f'M\u00fcller\n' and don't`, "f'Müller\n' and don't"],
    [String.raw`say "cut M\u00fcl`, 'say "cut Mül'],
  ])('is right for %s', async (raw, text) => expect((await read(raw))?.text).toBe(text));

  it('is read in one pass, however many quotes it has', async () => {
    const quotes = `'\\n${'\\\'"'.repeat(200_000)}`;
    const decoded = await read(quotes);
    expect(decoded?.originOf(decoded.text.length)).toBe(quotes.length);
  });

  it.each(Object.entries(WRITERS))(
    'is decoded in slices of at most 1,000 escapes, so that other requests are answered meanwhile: %s',
    async (_, write) => {
      const slice = new TimeSlice();
      jest.spyOn(slice, 'isOver', 'get').mockReturnValue(true);
      const next = jest.spyOn(slice, 'next').mockResolvedValue();
      const decoded = await unescaped(write('é\n`\'"'.repeat(10_000)), slice);
      expect(decoded?.text).toContain('é\n');
      expect(next.mock.calls.length).toBeGreaterThan(10);
    },
  );

  it('is right for bytes of any number', async () => {
    const letters = fc.array(fc.constantFrom('a', 'é', '€', '😀'), { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(letters, fc.nat(1_500), async (some, count) => {
        const text = some.join('').repeat(1 + count / some.length);
        const raw = [...Buffer.from(text)].map((byte) => `\\x${unit(String.fromCharCode(byte), 2)}`).join('');
        const decoded = (await read(`print(b"${raw}")`))!;
        expect(decoded.text).toBe(`print(b"${text}")`);
        const last = [...text].at(-1)!;
        const at = decoded.text.length - 2 - last.length;
        expect(decoded.originOf(at)).toBe(8 + raw.length - 4 * Buffer.byteLength(last));
      }),
    );
  });

  it('is refused if it has more than half a million escapes', async () => {
    await expect(read(`"${'\\n'.repeat(500_001)}"`)).rejects.toThrow('500000 escapes');
  });
});
