import { assert, asyncProperty, constantFrom, string, tuple } from 'fast-check';
import { HOSTILE_FORMS, ORDINARY_FORMS } from '@app/testing';
import { markedText } from '../../../testing/marked-text';
import { RecordsInMemory } from '../../../testing/records-in-memory';
import { REPLACEMENT_STYLES, type ReplacementStyle } from '../../kinds/entity-type';
import { ENTITY_TYPES } from '../../kinds/kinds';
import { parseLanguage } from '../../text/language';

const language = parseLanguage('de');
const NAMES = ['Hans Müller', 'Klaus Jäger'];
const fill = (form: string, value: string) => form.replaceAll('%', () => value);
const short = (form: string) => (form.length > 90 ? `${form.slice(0, 40)} ... ${form.slice(-20)}` : form);

/** A table that issued replacements for two names, and the replacements. */
async function issued(style: ReplacementStyle) {
  const store = new RecordsInMemory(style);
  const { text, spans } = markedText(NAMES.map((name) => `{N:${name}}`).join(' und '));
  const [hidden] = await store.hide([{ text, spans, choices: ENTITY_TYPES, language }]);
  return { store, replacements: hidden!.text.split(' und ') };
}

describe.each(REPLACEMENT_STYLES)(
  'a text that is restored with everything a table issued, with %s',
  (style) => {
    const scene = issued(style);

    it.each(
      Object.entries(HOSTILE_FORMS).flatMap(([kind, forms]) =>
        forms.map((form) => [kind, short(form), form] as const),
      ),
    )('exfiltrates no value through %s: %j', async (_kind, _short, form) => {
      const { store, replacements } = await scene;
      for (const replacement of replacements) {
        for (const around of ['%', 'Dear reader,\n\n%\n\nRegards', '- %\n- and more']) {
          const text = fill(around, fill(form, replacement));
          expect(await store.restore(text)).toBe(text);
        }
      }
    });

    it.each(ORDINARY_FORMS)('is restored in %j', async (form) => {
      const { store, replacements } = await scene;
      for (const [i, replacement] of replacements.entries())
        expect(await store.restore(fill(form, replacement))).toBe(fill(form, NAMES[i]!));
    });

    it('stays as it is where a replacement was never issued, is divided, or is written in another script', async () => {
      const { store, replacements } = await scene;
      // Within the first word: a first name may have any number of letters.
      const at = style === 'surrogates' ? 1 : 4;
      const divided = (text: string, sign: string): string => `${text.slice(0, at)}${sign}${text.slice(at)}`;
      const otherScript = (text: string): string =>
        text.replace(/[aeoAE]/, (letter) => ({ a: 'а', e: 'е', o: 'о', A: 'А', E: 'Е' })[letter]!);
      for (const replacement of replacements)
        for (const text of [
          divided(replacement, '\u200b'),
          divided(replacement, 'x'),
          // A name may have none of these letters.
          ...[otherScript(replacement)].filter((other) => other !== replacement),
        ])
          for (const name of NAMES) expect(await store.restore(text)).not.toContain(name);
      const never = style === 'surrogates' ? '[NAME_1] [NAME_2B]' : 'Jan Weber [NAME_3] [NAME_1Z]';
      expect(await store.restore(never)).toBe(never);
    });

    it('contains a value only where its whole replacement was written', async () => {
      const { store, replacements } = await scene;
      const parts = replacements.flatMap((replacement) => replacement.split(/[ _]/));
      const piece = constantFrom(
        ...parts,
        ...parts.map((part) => part.slice(0, -1)),
        '[NAME_',
        '1]',
        ' ',
        '.',
        '_',
        '-',
      );
      await assert(
        asyncProperty(tuple(piece, string({ maxLength: 3 }), piece, piece), async (pieces) => {
          const text = pieces.join('');
          const restored = await store.restore(text);
          for (const [i, name] of NAMES.entries())
            if (restored.includes(name))
              expect(text.toLowerCase().replace(/[^a-z0-9äöüß]/g, '')).toContain(
                replacements[i]!.toLowerCase().replace(/[^a-z0-9äöüß]/g, ''),
              );
        }),
      );
    });
  },
);
