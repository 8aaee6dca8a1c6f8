import { assert, asyncProperty, jsonValue, nat } from 'fast-check';
import { partsWithValues, readTexts, writeTexts } from '../editing/edit-file';
import { jsonCode } from './rewrite-json';

const options = { drop: new Set<never>(), codeOf: () => undefined };

async function withTexts(file: string, change: (text: string) => string): Promise<string> {
  const { texts } = await readTexts(jsonCode, Buffer.from(file), options);
  const changes = texts.map(({ text }) => {
    const replacement = change(text);
    return {
      length: text.length,
      of: replacement === text ? [] : [{ start: 0, end: text.length, replacement }],
    };
  });
  return (await writeTexts(jsonCode, Buffer.from(file), { changes, memory: [] }, options)).content.toString();
}

/** Returns a value with `change` applied to its strings and names. */
function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number')
    return change(String(value)) === String(value) ? value : change(String(value));
  if (Array.isArray(value)) return value.map((each) => changed(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [change(name), changed(each, change)]),
  );
}

describe('jsonCode', () => {
  it('shows names with their values', async () => {
    const { texts } = await readTexts(
      jsonCode,
      Buffer.from('{"a":{"phone":49301234},"l":["x",true]}'),
      options,
    );
    expect(texts).toEqual([
      { part: 'names', text: 'a' },
      { part: 'names', text: 'phone' },
      { part: 'values', text: '49301234', joins: 'field' },
      { part: 'names', text: 'l' },
      { part: 'values', text: 'x' },
    ]);
  });

  it('writes a changed number as a string', async () => {
    expect(await withTexts('{"a": 12, "b": 3}', (text) => (text === '12' ? '[PHONE_1]' : text))).toBe(
      '{"a": "[PHONE_1]", "b": 3}',
    );
  });

  it('changes strings and names only, and keeps the bytes of a file without changes', async () => {
    const value = jsonValue({ stringUnit: 'binary', noUnicodeString: false });
    await assert(
      asyncProperty(value, nat(3), async (given, indent) => {
        const source = JSON.stringify(given, undefined, indent);
        expect(await withTexts(source, (text) => text)).toBe(source);
        const written = await withTexts(source, (text) => (text === '' ? text : `"${text}\\`));
        expect(JSON.parse(written)).toEqual(
          JSON.parse(
            JSON.stringify(changed(JSON.parse(source), (text) => (text === '' ? text : `"${text}\\`))),
          ),
        );
      }),
    );
  });

  it('changes a value at a depth of two hundred thousand', async () => {
    const file = '[{"a":'.repeat(100_000) + '"Anna"' + '}]'.repeat(100_000);
    const written = await withTexts(file, (text) => (text === 'Anna' ? '[NAME_1]' : text));
    expect(written).toBe(file.replace('Anna', '[NAME_1]'));
    expect(await partsWithValues(jsonCode, Buffer.from(written), ['Anna', 'a'], options)).toEqual(['names']);
  });

  it('keeps a byte order mark', async () => {
    expect(await withTexts('\ufeff{"a":1}', (text) => text)).toBe('\ufeff{"a":1}');
  });

  it.each(['{"a":', 'hello', '{a: 1}'])('refuses %j', async (file) => {
    await expect(readTexts(jsonCode, Buffer.from(file), options)).rejects.toMatchObject({ why: 'damaged' });
  });
});
