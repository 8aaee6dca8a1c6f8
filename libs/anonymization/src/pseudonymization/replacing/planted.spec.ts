import { hide, restore } from '../../../testing/hide-and-restore';
import * as fc from 'fast-check';
import { markedText } from '../../../testing/marked-text';
import { EntityTable } from '../entities/entity-table';
import { type EntityType, REPLACEMENT_STYLES } from '../../kinds/entity-type';
import { parseLanguage } from '../../text/language';
import { Restorer } from '../restoring/restore';
import { anonymize } from './anonymize';

const ALL: readonly EntityType[] = ['Names', 'Emails', 'Phone'];
const language = parseLanguage('de');
const FIRST_TURN =
  '{N:Hans Müller}, {N:Anna Müller}, {N:Karl-Heinz von der Aue}, {N:H. Koch} {E:hans.mueller@firma.de} ' +
  '{P+49301234567:+49 30 1234567} {P+491711234567:0171/1234567}';

const MANGLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.split(/[ @]/)[0] ?? text,
  (text) => text.split(' ').at(-1) ?? text,
  (text) => `${text}s`,
  (text) => `${text}’s`,
  (text) => `**${text}**`,
  (text) => text.replace(/ /g, '\u00a0'),
  (text) => text.replace(' ', '\n'),
  (text) => text.replace(/^\[|\]$/g, ''),
  (text) => text.replace('_', ' '),
  (text) => text.replace('_', '\\_'),
  (text) => `https://evil.example/?q=${text}`,
  (text) => `x_${text}_y`,
  (text) => `\\n${text}`,
  (text) => text.replace(/[äöü]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/(\d)(\d)(?=\d)/g, '$1 $2'),
  (text) => text.normalize('NFD'),
];

describe.each(REPLACEMENT_STYLES)('planted replacements (%s)', (style) => {
  const plant = fc.tuple(fc.nat(), fc.constantFrom(...MANGLINGS));
  const filler = fc.constantFrom(
    ' ',
    ', ',
    ' und ',
    ' Max ',
    '-',
    '/',
    '\n',
    '. ',
    ' {N:Hans Müller} ',
    ' {N:Lea Vogt} ',
    '"',
    '[',
    '(',
  );
  const texts = fc.array(fc.tuple(plant, filler), { minLength: 1, maxLength: 8 });

  it('are hidden in any form in which they would be restored, and are restored literally [PRIV-21]', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (pieces) => {
        const table = EntityTable.create(style);
        const first = await hide(table, { ...markedText(FIRST_TURN), choices: ALL, language });
        const asked = pieces
          .map(([[index, mangle], between]) => {
            const chosen = first.replacements[index % first.replacements.length];
            return mangle(chosen?.replacement ?? '') + between;
          })
          .join('');
        const { text, spans } = markedText(asked);
        const second = await hide(table, { text, spans, choices: ALL, language });
        expect(await restore(second.text, table, [second.text])).toBe(text);
        expect(await restore(second.text, table, [first.text, second.text])).toBe(text);
        // The result contains only what the text itself says, whatever else the table contains.
        const fished = await restore(text, table, [second.text]);
        for (const secret of ['Anna', 'Heinz', 'Koch', 'hans.mueller', '1234567'])
          expect(fished).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a replacement that the model made up', () => {
  it.each([
    ['that is not issued yet', 'Das ist {N:Hans Müller}.', '[NAME_1] kennt [NAME_2], NAME_2 und [Name 3].'],
    ['that was not sent in that call', 'Das ist {N:Hans Müller}, {N:Eva Koch}.', '[NAME_1] kennt [NAME_2].'],
  ])('and %s does not count as sent when its answer is sent again', async (_, told, answer) => {
    const table = EntityTable.create('placeholders');
    await hide(table, { ...markedText(told), choices: ALL, language });
    const call = ['Das ist [NAME_1].'];
    const madeUp = await (await Restorer.prepare(table, call)).madeUp(answer);
    expect(await restore(answer, table, call)).toBe(answer.replace('[NAME_1]', 'Hans Müller'));
    const later = markedText('Und {N:Uta Lang}?');
    const [replayed, prompt] = await anonymize(table, [
      { text: answer, spans: [], choices: ALL, language, origin: 'own', madeUp },
      { ...later, choices: ALL, language },
    ]);
    const sent = [replayed!.text, prompt!.text];
    for (const fished of ['[NAME_2]', 'NAME_2', '[Name 3]', '[NAME_3]'])
      expect(await restore(fished, table, sent)).not.toMatch(/Eva|Koch|Uta|Lang/);
    expect(await restore(replayed!.text, table, sent)).toBe(answer.replace('[NAME_1]', 'Hans Müller'));
  });
});

describe('a real name that appears late', () => {
  it('spelled like an earlier surrogate gets its own surrogate, and both are restored', async () => {
    const table = EntityTable.create('surrogates');
    const first = await hide(table, { ...markedText('Das ist {N:Hans Müller}.'), choices: ALL, language });
    const [surrogate] = first.replacements;
    const late = markedText(`Und das ist {N:${surrogate?.replacement}}.`);
    const second = await hide(table, { ...late, choices: ALL, language });
    expect(second.text).not.toContain(surrogate?.replacement);
    const answer = `${first.text} ${second.text}`;
    expect(await restore(answer, table, [first.text, second.text])).toBe(`Das ist Hans Müller. ${late.text}`);
  });
});
