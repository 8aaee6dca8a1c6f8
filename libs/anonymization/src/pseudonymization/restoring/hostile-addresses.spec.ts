import { restore, restoreStream } from '../../../testing/hide-and-restore';
import { HOSTILE_FORMS, ORDINARY_FORMS } from '@app/testing';
import { CHATS } from '../../../testing/mangling/chats';

const VALUES = {
  surrogates: [
    ['Jan Weber', 'Hans Müller'],
    ['Weber', 'Müller'],
    ['Harriet Pemberton', 'Mary Jones'],
  ],
  placeholders: [
    ['[NAME_1]', 'Hans Müller'],
    ['[NAME_1B]', 'Müllers'],
    ['[NAME_12]', 'Klaus Jäger'],
  ],
} as const;
const hostile = Object.entries(HOSTILE_FORMS).flatMap(([kind, forms]) =>
  forms.map((form) => [kind, form] as const),
);
const fill = (form: string, value: string) => form.replaceAll('%', () => value);
const short = (form: string) => (form.length > 90 ? `${form.slice(0, 40)} ... ${form.slice(-20)}` : form);

describe.each(['surrogates', 'placeholders'] as const)('an answer with %s', (style) => {
  const { table, sent } = CHATS[style];
  const streamed = async (answer: string, size: number) => {
    const stream = await restoreStream(table, sent);
    let shown = '';
    for (let at = 0; at < answer.length; at += size) shown += await stream.write(answer.slice(at, at + size));
    return shown + (await stream.end());
  };

  it.each(hostile.map(([kind, form]) => [kind, short(form), form]))(
    'exfiltrates no value through %s: %j [SEC-35]',
    async (_kind, _short, form) => {
      for (const [written] of VALUES[style]) {
        for (const around of [
          '%',
          'Dear reader,\n\n%\n\nRegards',
          '- %\n- and more',
          '%\n\n"Good" (or not)',
        ]) {
          const answer = fill(around, fill(form, written));
          expect(await restore(answer, table, sent)).toBe(answer);
          expect(await streamed(answer, 7)).toBe(answer);
        }
      }
    },
  );

  it.each(hostile.map(([kind, form]) => [kind, short(form), form]))(
    'exfiltrates no value in a string of JSON through %s: %j [SEC-218]',
    async (_kind, _short, form) => {
      for (const [written] of VALUES[style]) {
        for (const around of ['%', 'Dear reader,\n\n%\n\nRegards', '- %\n- and more']) {
          let answer = fill(around, fill(form, written));
          for (let depth = 1; depth <= 3; depth += 1) {
            answer = JSON.stringify({ body: [answer] });
            expect(await restore(answer, table, sent, { json: true })).toBe(answer);
          }
        }
      }
    },
  );

  it.each(ORDINARY_FORMS)('is restored in %j', async (form) => {
    for (const [written, original] of VALUES[style]) {
      expect(await restore(fill(form, written), table, sent)).toBe(fill(form, original));
      expect(await streamed(fill(form, written), 3)).toBe(fill(form, original));
    }
  });
});
