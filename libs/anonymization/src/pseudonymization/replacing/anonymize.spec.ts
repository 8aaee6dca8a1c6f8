import { hide as hideText, restore } from '../../../testing/hide-and-restore';
import { markedText } from '../../../testing/marked-text';
import { EntityTable } from '../entities/entity-table';
import type { EntityType, ReplacementStyle } from '../../kinds/entity-type';
import { parseLanguage } from '../../text/language';
import { fold } from '../../lexicon/fold';
import { anonymize } from './anonymize';
import type { AnonymizedText } from './anonymized-text';

const language = parseLanguage('de');
const ALL: readonly EntityType[] = ['Names', 'Emails', 'Phone'];

async function hide(marked: string, table: EntityTable, choices = ALL): Promise<AnonymizedText> {
  return await hideText(table, { ...markedText(marked), choices, language });
}

async function hidden(marked: string, style: ReplacementStyle = 'placeholders'): Promise<string> {
  return (await hide(marked, EntityTable.create(style))).text;
}

describe('placeholders', () => {
  it('number entities by first appearance, and add letters for their further forms', async () => {
    expect(await hidden('{N:Hans Müller} und {N:Eva Koch}. Herr {N:Müller} grüßt Frau {N:Koch}.')).toBe(
      '[NAME_1] und [NAME_2]. Herr [NAME_1B] grüßt Frau [NAME_2B].',
    );
  });

  it('assign a separate entity to a bare last name of two people', async () => {
    expect(await hidden('{N:Hans Müller}, {N:Anna Müller}: {N:Müller}, {N:Müllers}')).toBe(
      '[NAME_1], [NAME_2]: [NAME_3], [NAME_3B]',
    );
  });

  it('distinguish Frau Müller from Hans Müller', async () => {
    expect(await hidden('{N:Hans Müller}. Frau {N:Müller}.')).toBe('[NAME_1]. Frau [NAME_2].');
  });

  it('treat addresses as equal that differ in case, and numbers that are equal in E.164', async () => {
    expect(
      await hidden('{E:a.b@x.de} {E:A.B@X.DE} {P+49301234567:030/1234567} {P+49301234567:+49 30 1234567}'),
    ).toBe('[EMAIL_1] [EMAIL_1B] [PHONE_1] [PHONE_1B]');
  });

  it('skip numbers of placeholders that are in the text', async () => {
    expect(await hidden('[NAME_1] ist {N:Hans Müller}')).toBe('[NAME_1] ist [NAME_2]');
  });
});

describe('a known name', () => {
  it('is found again if the recognizers missed it', async () => {
    const text = await hidden(
      '{N:Hans Müller} rief an. HANS MÜLLER, hans müller, Müllers Auto, Müller, Hans.',
    );
    expect(text).not.toMatch(/hans|müller/i);
  });

  it.each([
    ['{N:Hans Müller}: müller? hans?', '[NAME_1]: [NAME_1B]? [NAME_1C]?'],
    [
      '{N:Will Young}: I will, young man. Mr. Young? Will?',
      '[NAME_1]: I will, young man. Mr. [NAME_1B]? Will?',
    ],
    ['{N:Hans Müller}: Müller-Vertrag, Müllerstraße', '[NAME_1]: [NAME_1B]-Vertrag, Müllerstraße'],
    ['{N:Hans Müller}: H. Müller, z. B. Müller', '[NAME_1]: [NAME_1B], z. B. [NAME_1C]'],
    ['{N:Mary O’Brien}: O’Brien, o’brien', '[NAME_1]: [NAME_1B], [NAME_1C]'],
    ['{"a":"\\n{N:Hans Müller}\\nHans"}', '{"a":"\\n[NAME_1]\\n[NAME_1B]"}'],
  ])('alone counts if it is written as a name: %s', async (marked, expected) => {
    expect(await hidden(marked)).toBe(expected);
  });

  it('is hidden in later texts, whatever kinds they choose', async () => {
    const table = EntityTable.create('placeholders');
    await hide('{N:Hans Müller}', table);
    expect((await hide('Hans Müller, {E:x@y.de}', table, ['Phone'])).text).toBe('[NAME_1], x@y.de');
  });

  it('that is an address or a number is hidden in any spelling, though its kind is not chosen', async () => {
    const table = EntityTable.create('placeholders');
    await hide('{E:a.b@x.de} {P+49301234567:030/1234567}', table);
    const later = '{E:A.B@x.de} {E:c@x.de} {P+49301234567:+49 30 1234567} {P+49309999999:030 9999999}';
    expect((await hide(later, table, ['Names'])).text).toBe('[EMAIL_1B] c@x.de [PHONE_1B] 030 9999999');
  });

  it('is hidden in earlier texts of the same request', async () => {
    const table = EntityTable.create('placeholders');
    const inputs = ['Hans Müller kommt.', 'Das ist {N:Hans Müller}.'].map((marked) => ({
      ...markedText(marked),
      choices: ALL,
      language,
    }));
    expect((await anonymize(table, inputs)).map(({ text }) => text)).toEqual([
      '[NAME_1] kommt.',
      'Das ist [NAME_1].',
    ]);
  });

  it('causes an address that contains it to be hidden, even if addresses are not chosen', async () => {
    const table = EntityTable.create('placeholders');
    const { text, replacements } = await hide('{N:Hans Müller}, {E:hmueller@x.de}, {E:info@x.de}', table, [
      'Names',
    ]);
    expect(text).toBe('[NAME_1], [EMAIL_1], info@x.de');
    expect(replacements.map(({ type }) => type)).toEqual(['Names', 'Emails']);
  });
});

describe('surrogates', () => {
  it('replace names part by part: one surrogate part for each original part', async () => {
    const text = await hidden(
      '{N:Hans Müller} | {N:Anna Müller} | {N:Müller, Hans} | {N:HANS MÜLLER} | {N:Müllers}',
      'surrogates',
    );
    const [hans = '', anna = '', turned, capitals, genitive] = text.split(' | ');
    const [first, last] = hans.split(' ');
    expect(anna.split(' ')[1]).toBe(last);
    expect([turned, capitals, genitive]).toEqual([`${last}, ${first}`, hans.toUpperCase(), `${last}s`]);
  });

  it('keep country and grouping of phone numbers, in ranges reserved for fiction', async () => {
    expect(await hidden('{P+49301234567:+49 (30) 12345 67}', 'surrogates')).toMatch(
      /^\+49 \(\d\d\) \d{5} \d{3}$/,
    );
    expect(await hidden('{P+12125551234:(212) 555-1234}', 'surrogates')).toMatch(/^\(\d{3}\) 555-01\d\d$/);
    expect(await hidden('{P+442079468000:020 7946 8000}', 'surrogates')).toMatch(/^0\d\d\d? /);
  });

  it('use one reserved domain for each original domain of addresses, with the surrogate of the known name', async () => {
    const text = await hidden(
      '{N:Hans Müller} {E:hans.mueller@firma.de} {E:info@firma.de} {E:x@y.de}',
      'surrogates',
    );
    const [first = '', last = '', own = '', info = '', other = ''] = text.split(' ');
    const spelled = last.toLowerCase().replace('ü', 'ue').replace('ö', 'oe').replace('ä', 'ae');
    expect(own).toBe(
      `${first.toLowerCase().replace('ü', 'ue').replace('ö', 'oe')}.${spelled}@${own.split('@')[1]}`,
    );
    expect(info.split('@')[1]).toBe(own.split('@')[1]);
    expect(other.split('@')[1]).not.toBe(own.split('@')[1]);
    expect(own).toMatch(/@example\.(com|org|net)$/);
  });

  it('keep the case of an address', async () => {
    const [small = '', first, capitals, mixed] = (
      await hidden('{E:a.koch@x.de} {E:A.Koch@x.de} {E:A.KOCH@X.DE} {E:A.Koch@X.de}', 'surrogates')
    ).split(' ');
    const [local = '', host] = small.split('@');
    const title = local.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));
    expect([first, capitals, mixed]).toEqual([
      `${title}@${host}`,
      small.toUpperCase(),
      `${title}@Example.com`,
    ]);
  });

  it('use the surrogate of the name in an address before the name', async () => {
    const [own = '', first = '', last = ''] = (
      await hidden('{E:hans.koch@firma.de} {N:Hans Koch}', 'surrogates')
    ).split(' ');
    expect(own.split('@')[0]).toBe(`${fold(first)}.${fold(last)}`);
  });

  it.each(['Müller', 'Schmidt', 'Mueller'])(
    'never contain the name that they replace, and are never contained in it: %s',
    async (name) => {
      // Enough draws so that each name of the list almost certainly occurs.
      for (let seed = 0; seed < 1_000; seed += 1) {
        const table = EntityTable.create('surrogates', Buffer.from(String(seed)));
        expect(fold((await hide(`Herr {N:${name}}`, table)).text)).not.toContain(fold(name));
      }
    },
  );

  it('are the same for the same secret seed', async () => {
    const draw = async () =>
      (await hide('{N:Hans Müller} {E:a@b.de}', EntityTable.create('surrogates', Buffer.from('secret'))))
        .text;
    expect(await draw()).toBe(await draw());
  });
});

describe('a growing message list with one secret seed', () => {
  it('keeps the surrogates of its first messages', async () => {
    const messages = [
      'Ich bin {N:Hans Müller}.',
      'Guten Tag, {N:Hans Müller}!',
      'Grüße {N:Anna Müller} und {N:Eva Koch}.',
    ];
    const sendFirst = async (count: number) =>
      (
        await anonymize(
          EntityTable.create('surrogates', Buffer.from('user and first message')),
          messages.slice(0, count).map((marked) => ({ ...markedText(marked), choices: ALL, language })),
        )
      ).map(({ text }) => text);
    const whole = await sendFirst(3);
    expect([await sendFirst(1), await sendFirst(2)]).toEqual([whole.slice(0, 1), whole.slice(0, 2)]);
  });
});

describe('a planted replacement', () => {
  it.each(['placeholders', 'surrogates'] as const)('is hidden and restored literally (%s)', async (style) => {
    const table = EntityTable.create(style);
    const [planted] = (await hide('{N:Hans Müller}', table)).replacements;
    const question = `Who is ${planted?.replacement}, or ${planted?.replacement.toLowerCase()}?`;
    const { text } = await hide(question, table);
    expect(text).not.toContain(planted?.replacement);
    expect(await restore(text, table, [text])).toBe(question);
  });

  it('stays unchanged in stored output of the service, in which known originals are hidden', async () => {
    const table = EntityTable.create('placeholders');
    await hide('{N:Hans Müller}', table);
    const own = {
      text: 'Dear [NAME_1] (Hans Müller)',
      spans: [],
      choices: ALL,
      language,
      origin: 'own' as const,
    };
    expect((await hideText(table, own)).text).toBe('Dear [NAME_1] ([NAME_1])');
  });
});

describe('a stored table', () => {
  it.each(['placeholders', 'surrogates'] as const)('continues as before (%s)', async (style) => {
    const table = EntityTable.create(style);
    const before = (await hide('{N:Hans Müller}, {E:hans@x.de}, {P+49301234567:030 1234567}', table)).text;
    const again = await EntityTable.read(await table.write());
    expect((await hide('{N:Hans Müller}, {E:hans@x.de}, {P+49301234567:030 1234567}', again)).text).toBe(
      before,
    );
    expect(JSON.parse(await again.write())).toEqual(JSON.parse(await table.write()));
  });

  it.each([
    'Hans Müller',
    'null',
    '{}',
    '{"version":2}',
    '{"version":1,"style":"none","entities":[],"parts":[],"domains":[]}',
  ])('that is invalid is refused: %s', (json) =>
    expect(EntityTable.read(json)).rejects.toThrow('not an entity table of version 1'),
  );
});
