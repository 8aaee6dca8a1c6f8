import { createSecretKey } from 'node:crypto';
import { NO_RULES, type EntityType, type Rules, type Span } from '@app/anonymization';
import { correctionsOf, foundValues, hashOf } from './suggestions.store';

const [KEY, OTHER] = [createSecretKey(Buffer.alloc(32, 1)), createSecretKey(Buffer.alloc(32, 2))];
const TEXT = 'Acme wrote to Eva Schulz about 4111 1111 1111 1111.';

/** Returns a text with a value that was found as these kinds. */
const found = (value: string, ...kinds: EntityType[]) => {
  const start = TEXT.indexOf(value);
  const spans = kinds.map((type) => ({ start, end: start + value.length, type }) as Span);
  return { text: TEXT, spans };
};
const modes = (given: Rules['modes']) => ({ ...NO_RULES, modes: given });

describe('the keyed hash of a correction', () => {
  it('is the same for all ways to write a whole value', () => {
    const hashes = ['Acme GmbH', 'ACME  gmbh', ' acme GmbH '].map((value) =>
      hashOf(KEY, { action: 'keep', value }),
    );
    expect(new Set(hashes).size).toBe(1);
  });

  it('differs between values, between actions and between organizations', () => {
    const hashes = [
      hashOf(KEY, { action: 'keep', value: 'Acme' }),
      hashOf(KEY, { action: 'keep', value: 'Acme AG' }),
      hashOf(KEY, { action: 'hide', value: 'Acme' }),
      hashOf(OTHER, { action: 'keep', value: 'Acme' }),
    ];
    expect(new Set(hashes).size).toBe(4);
  });
});

describe('a word of a request', () => {
  it('is a correction unless it is blank or longer than a policy allows', () => {
    const long = 'x'.repeat(201);
    expect(correctionsOf({ keep: ['Acme', ' ', long], hide: ['Nordlicht', long] })).toEqual([
      { action: 'keep', value: 'Acme' },
      { action: 'hide', value: 'Nordlicht' },
    ]);
  });
});

describe('a kept value', () => {
  it('is a correction if it was found as a whole', () => {
    const texts = [found('Acme', 'Organizations'), found('Eva Schulz', 'Names')];
    expect(foundValues(['acme', 'Eva', 'Nordlicht'], texts, NO_RULES)).toEqual(['acme']);
  });

  it.each([
    ['of a kind that is never kept', found('4111 1111 1111 1111', 'Cards'), NO_RULES],
    ['that is also of such a kind', found('Acme', 'Organizations', 'Secrets'), NO_RULES],
    ['that is also of such a kind, in the other order', found('Acme', 'Secrets', 'Organizations'), NO_RULES],
    ['that the policy removes', found('Acme', 'Organizations'), modes({ Organizations: 'remove' })],
    ['that the policy blocks', found('Acme', 'Organizations'), modes({ Organizations: 'block' })],
  ])('is no correction if it is one %s', (_, text, rules) => {
    const keep = ['Acme', '4111 1111 1111 1111'];
    expect(foundValues(keep, [text], rules)).toEqual([]);
  });
});
