import { createSecretKey } from 'node:crypto';
import { EntityTable, type AnonymizedText, type EntityType } from '@app/anonymization';
import { Pseudonyms } from './pseudonyms';
import { shapeEmbeddings } from './vectors';

const key = createSecretKey(Buffer.alloc(32, 1));

/** Builds the detection result of a text that contains these values. */
function found(text: string, values: Readonly<Record<string, EntityType>>, removed: readonly string[] = []) {
  const detected = Object.entries(values)
    .map(([value, type]) => ({ start: text.indexOf(value), end: text.indexOf(value) + value.length, type }))
    .sort((one, other) => one.start - other.start);
  const replacements = removed.map((original) => ({
    type: values[original]!,
    original,
    replacement: 'x',
    removed: true,
  }));
  return { text, detected, replacements, parts: [text], changes: [], left: 0 } satisfies AnonymizedText;
}
const write = (text: string, values: Readonly<Record<string, EntityType>>, under = key): string =>
  new Pseudonyms(under).write(text, found(text, values));

describe('pseudonyms of an organization', () => {
  it('replace each part of a name, so that one part is enough to find a text', () => {
    const whole = write('Dear Hans Müller, hello', { 'Hans Müller': 'Names' });
    expect(whole).toMatch(/^Dear \[NAME_[A-Z2-7]{13}\] \[NAME_[A-Z2-7]{13}\], hello$/);
    expect(whole).toContain(write('Müller', { Müller: 'Names' }));
  });

  it.each<[EntityType, string, string]>([
    ['Names', 'MÜLLER', 'Müller'],
    ['Phone', '+49 30 23125-123', '+493023125123'],
    ['BankAccounts', 'DE89 3704 0044 0532 0130 00', 'de89370400440532013000'],
    ['Emails', 'Hans@Firma.de', 'hans@firma.de'],
  ])('are the same for every spelling of a value of %s', (type, one, other) => {
    expect(write(one, { [one]: type })).toBe(write(other, { [other]: type }));
  });

  it('differ between organizations, and between kinds [SEC-103]', () => {
    const one = write('Berlin', { Berlin: 'Names' });
    expect(write('Berlin', { Berlin: 'Names' }, createSecretKey(Buffer.alloc(32, 2)))).not.toBe(one);
    expect(write('Berlin', { Berlin: 'Locations' }).slice(-14)).not.toBe(one.slice(-14));
  });

  it('show only the kind of a value that the policy removes', () => {
    const text = 'Write to a@firma.de';
    expect(new Pseudonyms(key).write(text, found(text, { 'a@firma.de': 'Emails' }, ['a@firma.de']))).toBe(
      'Write to [EMAIL]',
    );
  });

  it('never have the form of a placeholder in a chat', () => {
    const pseudonym = write('Müller', { Müller: 'Names' });
    expect(EntityTable.create('placeholders').behind(pseudonym)).toBeUndefined();
    expect(pseudonym).not.toMatch(/^\[NAME_\d+[A-Z]?\]$/);
  });
});

describe('vectors', () => {
  const floats = [0.5, -1, 0.25];
  const base64 = Buffer.from(new Float32Array(floats).buffer).toString('base64');

  it.each([
    ['float', floats, floats],
    ['float', base64, floats],
    [undefined, base64, floats],
    ['base64', floats, base64],
    ['base64', base64, base64],
  ])('are returned as %s, whatever the server sent', (encoding, sent, shown) => {
    const answer = { data: [{ embedding: sent }], model: 'm', usage: { prompt_tokens: 2, total_tokens: 2 } };
    expect(shapeEmbeddings(answer, encoding)).toEqual({
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: shown }],
      model: 'm',
      usage: { prompt_tokens: 2, total_tokens: 2 },
    });
  });
});
