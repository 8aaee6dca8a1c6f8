import { assert, asyncProperty, dictionary, oneof, string, array, integer, boolean } from 'fast-check';
import { parse, stringify } from 'yaml';
import { readTexts, writeTexts } from '../editing/edit-file';
import { yamlCode } from './rewrite-yaml';

const options = { drop: new Set<never>(), codeOf: () => undefined };
const FILE = `# Owner: Anna Weber
customer: Anna Weber # asked twice
phone: 49301234
notes: |
  Anna Weber called.
  Twice.
list: [Anna Weber, 'it''s Anna Weber']
Anna Weber: &anchor {x: *other}
other: &other 5
---
second: true
`;

async function withTexts(file: string, change: (text: string) => string): Promise<string> {
  const { texts } = await readTexts(yamlCode, Buffer.from(file), options);
  const changes = texts.map(({ text }) => {
    const replacement = change(text);
    return {
      length: text.length,
      of: replacement === text ? [] : [{ start: 0, end: text.length, replacement }],
    };
  });
  return (await writeTexts(yamlCode, Buffer.from(file), { changes, memory: [] }, options)).content.toString();
}

describe('yamlCode', () => {
  it('writes changed scalars in quotes, and comments', async () => {
    expect(
      await withTexts(FILE.replace('*other', '5'), (text) =>
        text.replaceAll('Anna Weber', '[NAME_1]').replace('49301234', '[PHONE_1]'),
      ),
    ).toBe(`# Owner: [NAME_1]
customer: "[NAME_1]" # asked twice
phone: "[PHONE_1]"
notes: "[NAME_1] called.\\nTwice.\\n"
list: ["[NAME_1]", "it's [NAME_1]"]
"[NAME_1]": &anchor {x: 5}
other: &other 5
---
second: true
`);
  });

  it('changes all scalars of any document, and keeps the bytes of one without changes', async () => {
    const leaf = oneof(string({ unit: 'grapheme' }), integer(), boolean());
    const value = dictionary(string({ minLength: 1 }), oneof(leaf, array(leaf), dictionary(string(), leaf)));
    await assert(
      asyncProperty(value, async (given) => {
        const source = stringify(given);
        const before: unknown = parse(source);
        expect(await withTexts(source, (text) => text)).toBe(source);
        const written = parse(await withTexts(source, (text) => `[${text}]"`)) as object;
        const count = (node: unknown): number =>
          typeof node === 'object' && node !== null
            ? Object.values(node).reduce<number>((sum, each) => sum + count(each), 0)
            : 1;
        expect(count(written)).toBe(count(before));
      }),
    );
  });

  it.each(['a: [', 'a: b: c', '\t- x\n\t\tb'])('refuses %j', async (file) => {
    await expect(readTexts(yamlCode, Buffer.from(file), options)).rejects.toMatchObject({ why: 'damaged' });
  });
});
