import type { Random } from './random';

export const PROTOTYPE_NAMES = [
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
  'toJSON',
  'then',
  'length',
];

const ROLES = ['user', 'system', 'assistant', 'tool', 'developer'];
const WORDS = [
  '',
  ' ',
  '\0',
  '\u202eabc',
  '\ufffd',
  'e\u0301'.repeat(50),
  'مرحبا שלום',
  '👩‍👩‍👧‍👦',
  "' OR 1=1 --",
  '../../etc/passwd',
  'Names',
  'Phones',
  'en',
  'de_CH',
  'test-model',
  '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10',
  'https://127.0.0.1/hook',
  'https://168.63.129.16/',
  '[NAME_1]',
  'Dear Anna Schmidt, write to anna.schmidt@example.com or +49 30 901820.',
  '{"customer":"Petersen"}',
  '[[[[',
  '1e999',
  '9'.repeat(400),
];
/** Parts of a long text: names, numbers, unclosed brackets, one word, nothing. */
const PIECES = [
  'x',
  ' ',
  '7',
  '@',
  '[',
  '<a href="',
  '\\',
  '\n',
  'Anna Schmidt, ',
  'a@b.de ',
  '+49 30 901820 ',
  '[NAME_1] ',
  'é',
  '😀',
];

/** A word, a property name of every object, or a value that is not text. */
export function oddValue(random: Random, depth = 3): unknown {
  switch (random.below(depth > 0 ? 9 : 7)) {
    case 0:
      return random.of(PROTOTYPE_NAMES);
    case 1:
      return random.of([null, true, false]);
    case 2:
      return random.of([0, -1, 1.5, 1e308, -0, 2 ** 53, 1763812800000]);
    case 3:
      return random.of(ROLES);
    case 7:
      return Array.from({ length: random.below(6) }, () => oddValue(random, depth - 1));
    case 8:
      return oddObject(random, depth - 1);
    default:
      return random.of(WORDS);
  }
}

/** Returns an object with any property names, including its own `__proto__`. */
export function oddObject(random: Random, depth = 3): object {
  const members = Array.from({ length: random.below(6) }, () => [
    random.oneIn(2) ? random.of(PROTOTYPE_NAMES) : random.of(WORDS),
    oddValue(random, depth),
  ]);
  return Object.fromEntries(members) as object;
}

export const longText = (random: Random, length: number): string => {
  const piece = random.of(PIECES);
  return piece.repeat(Math.ceil(length / piece.length));
};

/** Returns JSON of about this many bytes: very many elements, very deep, or very long. */
export function hugeJson(random: Random, bytes: number): string {
  const list = (one: string): string => `[${`${one},`.repeat(Math.floor(bytes / (one.length + 1)))}${one}]`;
  switch (random.below(6)) {
    case 0:
      return list(
        random.of([
          '1',
          '""',
          '"x"',
          '{}',
          '[]',
          'null',
          '{"role":"user","content":"hi"}',
          '{"type":"text","text":"Anna"}',
        ]),
      );
    case 1:
      return `{${Array.from({ length: Math.floor(bytes / 12) }, (_, i) => `"m${i}":1`).join()}}`;
    case 2:
      return `{${Array.from({ length: Math.floor(bytes / 20) }, () => `"${random.of(PROTOTYPE_NAMES)}":1`).join()}}`;
    case 3: {
      const depth = Math.min(100_000, Math.floor(bytes / 8));
      return `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`;
    }
    case 4:
      return list(`{${Array.from({ length: 900 }, (_, i) => `"m${i}":{}`).join()}}`);
    default:
      return JSON.stringify(longText(random, bytes));
  }
}
