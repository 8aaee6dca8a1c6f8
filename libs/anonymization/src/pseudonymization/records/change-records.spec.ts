import { TimeSlice } from '@app/common';
import { array, assert, asyncProperty, constantFrom, nat, pre, record, subarray, tuple } from 'fast-check';
import { markedText } from '../../../testing/marked-text';
import { RecordsInMemory } from '../../../testing/records-in-memory';
import { REPLACEMENT_STYLES } from '../../kinds/entity-type';
import { ENTITY_TYPES, kindOf, type EntityType } from '../../kinds/kinds';
import { parseLanguage } from '../../text/language';
import type { Span } from '../../text/spans/span';
import { placeholderOf, type Entity, type Form } from '../entities/entity';
import { EntityTable } from '../entities/entity-table';
import { parseName } from '../entities/parse-name';
import { isDate } from '../restoring/moved-dates';
import { readKeysOfTexts, type TextToLookUp } from './lookup-keys';
import { TableInRecords } from './table-in-records';

const language = parseLanguage('de');

const GIVEN = ['Hans', 'Anna', 'Maria', 'Jan', 'Björn', 'Hans-Peter'];
const FAMILY = ['Müller', 'Weber', 'Mueller', 'Schmidts', "O'Brien", 'von der Lühe', 'Becker'];

const name = tuple(constantFrom(...GIVEN), constantFrom(...FAMILY)).chain(([given, family]) =>
  constantFrom(
    `${given} ${family}`,
    family,
    given,
    `${family}, ${given}`,
    `${given.charAt(0)}. ${family}`,
    family.toUpperCase(),
    `${family}s`,
  ),
);
const email = tuple(
  constantFrom('hans', 'anna.mueller', 'hmueller', 'info', 'j.weber'),
  constantFrom('firma.de', 'example.com', 'Mueller.de'),
).map((pieces) => pieces.join('@'));
const phone = constantFrom('+49 30 1234567', '030/1234567', '+49 (0)30 1234567', '0171 23 45 678');
const valueOf = constantFrom(
  ...ENTITY_TYPES.flatMap((type) =>
    kindOf(type).values.map((value) => ({ type, value, canonical: value.toLowerCase() })),
  ),
);
type Value = { type: EntityType; value: string; canonical?: string };
const value = constantFrom(0, 0, 0, 1, 2, 3).chain(
  (pick) =>
    [
      name.map((written): Value => ({ type: 'Names', value: written })),
      email.map((written): Value => ({ type: 'Emails', value: written, canonical: written.toLowerCase() })),
      phone.map((written): Value => ({
        type: 'Phone',
        value: written,
        canonical: written.startsWith('0171') ? '+491712345678' : '+49301234567',
      })),
      valueOf.map((given): Value =>
        given.type === 'Names' ? { type: given.type, value: given.value } : given,
      ),
    ][pick]!,
);
const between = constantFrom(' und ', ', ', '\n', ': ', ' (', ' hat mit Herrn ');

function laidOut(values: readonly { value: Value; lead: string }[]): { text: string; spans: Span[] } {
  let text = 'Vermerk';
  const spans = values.map(({ value: { type, value: written, canonical }, lead }): Span => {
    text += lead;
    const start = text.length;
    text += written;
    return { start, end: text.length, type, ...(canonical !== undefined && { canonical }) };
  });
  return { text: `${text}.`, spans };
}

/** Names that share their parts, with addresses. */
const relatives = subarray(
  ['Hans Müller', 'Hans Weber', 'Anna Müller', 'Anna Weber', 'Maria Becker', 'Anna Becker'].flatMap(
    (written): Value[] => {
      const address = `${written.toLowerCase().replace('ü', 'ue').replace(' ', '.')}@firma.de`;
      return [
        { type: 'Names', value: written },
        { type: 'Emails', value: address, canonical: address },
      ];
    },
  ),
  { minLength: 6 },
).map((values) => laidOut(values.map((one) => ({ value: one, lead: ', ' }))));
const texts = array(array(record({ value, lead: between }), { minLength: 1, maxLength: 5 }).map(laidOut), {
  minLength: 2,
  maxLength: 7,
});
/** Returns one of a thousand invented originals. */
const organization = (n: number): Value => {
  const syllables = [n % 10, Math.floor(n / 10) % 10, Math.floor(n / 100)].map(
    (at) => ['ba', 'ke', 'lo', 'mi', 'ru', 'ta', 'vo', 'za', 'fe', 'gu'][at],
  );
  return { type: 'Organizations', value: `Firma${syllables.join('')}` };
};
/** Returns the parts of a name, without particles. */
const partsIn = (name: string): string[] =>
  parseName(name)
    .filter(({ kind }) => kind === 'given' || kind === 'family')
    .map(({ folded }) => folded.replace(/s$/, ''));
const input = (text: { text: string; spans: Span[] }) => ({ ...text, choices: ENTITY_TYPES, language });

/** Reads all records as one table, which fails if two originals have one replacement, or two parts one surrogate. */
async function wholeOf({ records, style }: RecordsInMemory): Promise<EntityTable> {
  const table = EntityTable.create(style);
  const parts = new Map<string, string>();
  for (const { json } of records.values()) {
    const { entity, parts: ofEntity = [], domain } = JSON.parse(json);
    for (const part of ofEntity) {
      const known = parts.get(part.surrogate.toLowerCase());
      if (known === undefined) table.parts.add(part);
      parts.set(part.surrogate.toLowerCase(), known ?? JSON.stringify(part));
      expect(parts.get(part.surrogate.toLowerCase())).toBe(JSON.stringify(part));
    }
    if (domain) {
      expect([...table.domains.values()]).not.toContain(domain.surrogate);
      expect(table.domains.has(domain.original)).toBe(false);
      table.replaceDomain(domain.original, domain.surrogate);
    }
    if (!entity) continue;
    const added = table.add({ ...entity, forms: [] });
    for (const form of entity.forms) table.record(added, form);
  }
  return table;
}

/** Returns the keys of texts in the steps in which they are read. */
async function keysOf(...given: TextToLookUp[]): Promise<(readonly string[])[]> {
  const steps: (readonly string[])[] = [];
  await readKeysOfTexts(given, new TimeSlice(), async (keys) => void steps.push(keys));
  return steps;
}

describe('the keys of a text', () => {
  it('contain the letters of an address at any position, and nothing across its signs and digits', async () => {
    const address = 'hans.mueller1234567890@firma1234.de';
    const spans = [{ start: 0, end: address.length, type: 'Emails' }] as const;
    const [keys] = await keysOf({ text: address, spans });
    for (const key of ['name:mueller', 'name:ell', 'name:hans', 'domain:firma1234.de'])
      expect(keys).toContain(key);
    expect(keys!.filter((key) => /^name:.*[.@]/.test(key))).toEqual([]);
    expect(keys!.length).toBeLessThan(50);
  });

  it('are added in several turns of the event loop, also of one long address', async () => {
    const address = `${'abcdefghijklmnopqrstuvwxyz'.repeat(200)}@firma.de`;
    const spans = [{ start: 0, end: address.length, type: 'Emails' }] as const;
    let time = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (time += 1));
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    await keysOf({ text: address, spans });
    clearImmediate(counting);
    clock.mockRestore();
    expect(turns).toBeGreaterThan(500);
  });

  it('contain the codes of numbers in any grouping, and none of letters', async () => {
    const keys = (
      await keysOf({ text: '12 34-567 und DE 89 3704 \\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n' })
    ).flat();
    const codes = keys.filter((key) => key.startsWith('code:'));
    expect(codes).toEqual(expect.arrayContaining(['code:1234567', 'code:1234567und', 'code:de893704']));
    expect(codes.filter((code) => !/\d.*\d.*\d.*\d/.test(code))).toEqual([]);
  });

  it('are read in steps, of any number of numbers and addresses', async () => {
    const numbers = Array.from({ length: 30_000 }, (_, n) => 1_000_000 + n).join(' ');
    const addresses = Array.from(
      { length: 3_000 },
      (_, n) => `kunde${String.fromCharCode(97 + (n % 26))}${n}@firma.de`,
    );
    const joined = addresses.join(' ');
    const spans = addresses.map((address) => {
      const start = joined.indexOf(address);
      return { start, end: start + address.length, type: 'Emails' as const };
    });
    const steps = await keysOf({ text: numbers }, { text: joined, spans });
    expect(steps.length).toBeGreaterThan(5);
    for (const keys of steps) expect(keys.length).toBeLessThan(20_500);
    const all = new Set(steps.flat());
    expect(all).toContain('code:1029999');
    expect(all).toContain('value:Emails kundej2999@firma.de');
    // The letters of an address are added once.
    expect(steps.flat().filter((key) => key === 'name:irm').length).toBe(1);
  });
});

describe.each(REPLACEMENT_STYLES)('A table in records, with %s', (style) => {
  it('has one replacement for each value in several texts, and restores each to the byte', async () => {
    await assert(
      asyncProperty(texts, async (given) => {
        const store = new RecordsInMemory(style);
        const hidden: string[] = [];
        for (const text of given) {
          const { text: sent, detected } = (await store.hide([input(text)]))[0]!;
          for (const { start, end } of text.spans)
            expect(detected.some((span) => span.start <= start && span.end >= end)).toBe(true);
          hidden.push(sent);
        }
        for (const [i, sent] of hidden.entries()) expect(await store.restore(sent)).toBe(given[i]!.text);
        const whole = await wholeOf(store);
        const originals = new Map<string, Set<string>>();
        for (const { entity, form } of whole.forms()) {
          if (entity.canonical === undefined) continue;
          const key = `${entity.type} ${entity.canonical}`;
          originals.set(key, (originals.get(key) ?? new Set()).add(String(whole.entities.indexOf(entity))));
          expect(form.original).not.toBe(form.replacement);
        }
        for (const entities of originals.values()) expect(entities.size).toBe(1);
      }),
    );
  });

  it('hides known values that no recognizer finds again', async () => {
    await assert(
      asyncProperty(texts, async (given) => {
        const store = new RecordsInMemory(style);
        for (const text of given) await store.hide([input(text)]);
        for (const text of given) {
          const whole = [input({ text: text.text, spans: [] })];
          const [again] = await store.hide(whole);
          for (const { start, end, type } of text.spans) {
            const written = text.text.slice(start, end);
            // A single word of a name may also be a word of the language.
            if (type === 'Names' && !/[ ,]/.test(written)) continue;
            expect(again!.detected.some((span) => span.start <= start && span.end >= end)).toBe(true);
          }
        }
      }),
    );
  });

  it('does not change if a text with values of all kinds is hidden again', async () => {
    const store = new RecordsInMemory(style);
    const values = ENTITY_TYPES.flatMap((type) =>
      kindOf(type).values.map((one): Value => ({ type, value: one, canonical: one.toLowerCase() })),
    );
    const persons = ['Hans Müller', 'Anna Weber'].map((one): Value => ({ type: 'Names', value: one }));
    const text = laidOut(
      [...values.filter(({ type }) => type !== 'Names'), ...persons].map((one) => ({
        value: one,
        lead: ', ',
      })),
    );
    await store.hide([input(text)]);
    await store.hide([input(text)]);
    expect(store.writes).toBe(1);
  });

  it('does not assign a bare name to one of more persons than it reads', async () => {
    const store = new RecordsInMemory(style, 2);
    const hide = async (marked: string) => (await store.hide([input(markedText(marked))]))[0]!.text;
    for (const name of ['Anna Müller', 'Hans Müller', 'Maria Müller']) await hide(`{N:${name}} kam.`);
    await hide('Frau {N:Müller} kam.');
    const entities = [...store.records.values()].map(({ json }) => JSON.parse(json).entity);
    expect(entities.map(({ forms }) => forms.map(({ original }: Form) => original))).toEqual([
      ['Anna Müller'],
      ['Hans Müller'],
      ['Maria Müller'],
      ['Müller'],
    ]);
  });

  it('draws listed names and domains that no other record has, also after the lists changed', async () => {
    const store = new RecordsInMemory(style);
    for (let n = 0; n < 60; n += 1) {
      if (n === 30) store.head = store.head!.replace(/"version":"[^"]+"/, '"version":"other"');
      const syllables = [n % 8, n >> 3].map((at) => ['ba', 'ke', 'lo', 'mi', 'ru', 'ta', 'vo', 'za'][at]);
      await store.hide([input(markedText(`{N:Kunde${syllables.join('')}} {E:a@firma${n}.de}`))]);
    }
    // A drawn name can collide with words of other records, which only the store knows.
    expect(store.runs).toBeLessThanOrEqual(63);
    await wholeOf(store);
  });

  it('draws surrogates after a value was written in several ways', async () => {
    const store = new RecordsInMemory(style);
    for (const [type, value, canonical] of [
      ['Organizations', 'Acme GmbH', 'acme gmbh'],
      ['Organizations', 'Acme', 'acme gmbh'],
      ['Phone', '030/1234567', '+49301234567'],
      ['Phone', '+49 30 1234567', '+49301234567'],
      ['Emails', 'info@firma.de', 'info@firma.de'],
      ['Emails', 'INFO@firma.de', 'info@firma.de'],
    ] as const) {
      const spans = [{ start: 0, end: value.length, type, canonical }];
      await store.hide([input({ text: value, spans })]);
    }
    for (const { json } of store.records.values())
      for (const { replacement } of (JSON.parse(json) as { entity?: Entity }).entity?.forms ?? [])
        expect(placeholderOf(replacement) !== undefined).toBe(style === 'placeholders');
  });

  it('gives each of many new values a surrogate, as long as its kind has free ones', async () => {
    const numbered = (count: number, write: (n: number) => Value) =>
      Array.from({ length: count }, (_, n) => write(n));
    const kinds = {
      Organizations: numbered(800, (n) => organization(n)),
      Locations: numbered(800, (n) => ({ ...organization(n), type: 'Locations' })),
      IpAddresses: numbered(400, (n) => ({ type: 'IpAddresses', value: `10.1.${n >> 8}.${n & 255}` })),
      Phone: numbered(200, (n) => ({
        type: 'Phone',
        value: `0171 23${45_000 + n}`,
        canonical: `+4917123${45_000 + n}`,
      })),
    };
    for (const values of Object.values(kinds)) {
      const store = new RecordsInMemory(style);
      for (let from = 0; from < values.length; from += 80) {
        const some = values.slice(from, from + 80).map((one) => ({
          value: { canonical: one.value.toLowerCase(), ...one },
          lead: ', ',
        }));
        const text = laidOut(some);
        const [hidden] = await store.hide([input(text)]);
        if (style === 'surrogates') expect(hidden!.text).not.toMatch(/\[[A-Z]+_\d/);
        expect(await store.restore(hidden!.text)).toBe(text.text);
      }
      await wholeOf(store);
    }
  });

  it('gives a name a placeholder if all initials of its last name are taken, and other names surrogates', async () => {
    const store = new RecordsInMemory(style);
    const hide = async (marked: string) => (await store.hide([input(markedText(marked))]))[0]!.text;
    for (const initial of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') await hide(`{N:${initial}. Müller} kam.`);
    const lang = await hide('{N:Petra Lang} kam.');
    if (style === 'surrogates') expect(lang).not.toContain('[');
    await wholeOf(store);
  });

  it('gives a namesake the same surrogate, unless another namesake with it was forgotten', async () => {
    const store = new RecordsInMemory(style);
    const hide = async (marked: string) => (await store.hide([input(markedText(marked))]))[0]!.text;
    const [, first] = (await hide('Herr {N:Müller} kam.')).split(' ');
    const second = await hide('Frau {N:Müller} kam.');
    expect(store.records.size).toBe(2);
    if (style === 'surrogates') expect(second).toBe(`Frau ${first} kam.`);
    expect(await store.restore(second)).toBe('Frau Müller kam.');
    store.forget(1);
    store.forget(2);
    const third = await hide('Frau {N:Müller} kam.');
    expect(third).not.toContain(first);
    expect(await store.restore(third)).toBe('Frau Müller kam.');
  });

  it('reads a few of many URLs of one site, and of many addresses of one network', async () => {
    const store = new RecordsInMemory(style);
    const originals = Array.from({ length: 100 }, (_, n): Value[] => [
      { type: 'Urls', value: `https://www.firma.de/kunden/akte-${n}` },
      { type: 'IpAddresses', value: `10.1.${n}.${n}` },
    ]).flat();
    const sent: string[] = [];
    for (const one of originals)
      sent.push((await store.hide([input(laidOut([{ value: one, lead: ' ' }]))]))[0]!.text);
    store.readRecords = 0;
    for (const at of [20, 21]) {
      expect(await store.restore(sent[at]!)).toBe(`Vermerk ${originals[at]!.value}.`);
      const again = input({ text: `Siehe ${originals[at]!.value}.`, spans: [] });
      expect((await store.hide([again]))[0]!.text).not.toContain(originals[at]!.value);
    }
    expect(store.readRecords).toBeLessThan(10);
  });

  it('forgets a name with all its parts', async () => {
    const store = new RecordsInMemory(style);
    const { text, spans } = markedText("{N:Sean O'Brien}");
    const [hidden] = await store.hide([
      input({
        text: `Acme GmbH, ${text}`,
        spans: [
          { start: 0, end: 9, type: 'Organizations', canonical: 'acme gmbh' },
          ...spans.map((span) => ({ ...span, start: span.start + 11, end: span.end + 11 })),
        ],
      }),
    ]);
    for (const { json } of store.records.values())
      if (json.includes('Acme')) expect(json).not.toMatch(/Brien/);
    expect(await store.restore(hidden!.text)).toBe(`Acme GmbH, ${text}`);
  });

  it('restores no replacement of a forgotten entity, except parts that other names have', async () => {
    await assert(
      asyncProperty(texts, relatives, nat(), async (given, related, pick) => {
        const store = new RecordsInMemory(style);
        for (const text of [related, ...given]) await store.hide([input(text)]);
        const entities = [...store.records.values()]
          .map(({ id, json }) => ({ id, entity: (JSON.parse(json) as { entity?: Entity }).entity }))
          .filter((one): one is { id: number; entity: Entity } => one.entity !== undefined);
        const { id, entity } = entities[pick % entities.length]!;
        // The others' dates are moved by the same number of days.
        pre(!(isDate(entity) && style === 'surrogates'));
        store.forget(id);
        const others = entities
          .filter((other) => other.id !== id && other.entity.type === 'Names')
          .flatMap((other) => other.entity.forms.map(({ original }) => partsIn(original)));
        for (const { original, replacement } of entity.forms) {
          const restored = await store.restore(replacement);
          if (restored === replacement) continue;
          expect(entity.type).toBe('Names');
          // Parts with a comma or particles between them count as apart.
          if (original.includes(',') || parseName(original).some(({ kind }) => kind === 'kept')) continue;
          const left = partsIn(restored).filter((word) => partsIn(original).includes(word));
          expect(others.some((words) => left.every((word) => words.includes(word)))).toBe(true);
        }
      }),
    );
  });

  it('restores no part of a forgotten name from the addresses with it, or from two other names', async () => {
    for (const marked of [
      'Frau {N:Anna Schmidt} schrieb von {E:anna.schmidt@firma.de}.',
      '{E:anna.schmidt@firma.de} {E:a.schmidt@firma.de} Frau {N:Anna Schmidt} kam.',
      'Frau {N:Anna Schmidt} kam mit {N:Anna Becker} und {N:Hans Schmidt}.',
    ]) {
      const store = new RecordsInMemory(style);
      const { text, spans } = markedText(marked);
      // In several texts, the later ones read what the earlier ones stored.
      const ends = spans.map(({ end }) => end + 1);
      const [first] = await store.hide([input({ text: text.slice(0, ends[0]), spans: spans.slice(0, 1) })]);
      const [hidden] = await store.hide([input({ text, spans })]);
      const { id, json } = [...store.records.values()].find((one) => one.json.includes('"Anna Schmidt"'))!;
      const [{ replacement }] = (JSON.parse(json) as { entity: Entity }).entity.forms as [Form];
      store.forget(id);
      for (const sent of [first!.text, hidden!.text, `${replacement} kommt.`, `Frau ${replacement}s Kind`]) {
        const restored = await store.restore(sent);
        expect(restored).not.toContain('Anna Schmidt');
        if (sent.includes(replacement)) expect(restored).toContain(replacement);
      }
    }
  });

  it('restores no word of a forgotten address from other names, whatever encloses it', async () => {
    for (const enclosing of [
      'Kontakt: {E:hans.mueller@firma.de}.',
      '[1]: {E:hans.mueller@firma.de}',
      '<mailto:{E:hans.mueller@firma.de}>',
      'https://x.de/?an={E:hans.mueller@firma.de}&von={E:anna@firma.de}',
      '[Akte](https://x.de/{E:hans.mueller@firma.de}/ "{N:Hans Weber}")',
      '[1]: https://x.de/?an={E:hans.mueller%40firma.de}',
      '[1]: {E:hans.mueller&#64;firma.de}',
    ]) {
      const store = new RecordsInMemory(style);
      const hide = async (marked: string) => (await store.hide([input(markedText(marked))]))[0]!.text;
      await hide('{N:Hans Weber} und {N:Anna Müller} kamen.');
      const hidden = await hide(enclosing);
      expect(await store.restore(hidden)).toMatch(/hans.mueller(?:@|%40|&#64;)firma.de/);
      const { id } = [...store.records.values()].find(({ json }) => json.includes('"hans.mueller'))!;
      store.forget(id);
      expect(await store.restore(hidden)).not.toMatch(/hans\.|mueller|Müller/);
    }
  });

  it('finds a name by its initial, unless two first names have it', async () => {
    const store = new RecordsInMemory(style);
    const hide = async (marked: string) => (await store.hide([input(markedText(marked))]))[0]!.text;
    await hide('{N:Anna Müller} und {N:Hans Weber} kamen.');
    await hide('{N:A. Müller} kam.');
    expect([...store.records.values()].filter(({ json }) => json.includes('"Names"')).length).toBe(2);
    await hide('{N:Andreas Müller} kam.');
    const sent = await hide('{N:A. Müller} und {N:H. Weber} kamen.');
    expect(await store.restore(sent)).toBe('A. Müller und H. Weber kamen.');
  });

  it('reserves of a forgotten domain only its replacement', () => {
    const json = JSON.stringify({ version: 1, domain: { original: 'firma.de', surrogate: 'example.org' } });
    expect(TableInRecords.forgettingOf(json)).toEqual({ reserved: ['reserved:example.org'], contexts: [] });
  });

  it('reads a few of many records, and issues no replacement twice', async () => {
    const store = new RecordsInMemory(style);
    const syllables = ['ba', 'ke', 'lo', 'mi', 'ru', 'ta', 'vo', 'za'];
    const family = (n: number): string => {
      const word = [n % 8, (n >> 3) % 8, (n >> 6) % 8].map((at) => syllables[at]).join('');
      return word.charAt(0).toUpperCase() + word.slice(1);
    };
    for (let n = 0; n < 150; n += 1) {
      const text = markedText(
        `{N:Kunde${family(n)} ${family(n)}} {E:${family(n).toLowerCase()}@firma${n}.de} {P+4930${1234000 + n}:030 ${1234000 + n}}`,
      );
      await store.hide([input(text)]);
    }
    await wholeOf(store);
    store.readRecords = 0;
    const text = `Bitte rufen Sie ${family(7)} unter 030/1234007 an.`;
    const [hidden] = await store.hide([input({ text, spans: [] })]);
    expect(hidden!.text).not.toMatch(/1234007/);
    expect(hidden!.text).not.toContain(family(7));
    expect(await store.restore(hidden!.text)).toBe(text);
    expect(store.readRecords).toBeLessThan(30);
  });
});
