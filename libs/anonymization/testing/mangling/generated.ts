import type { CorpusCase, Pair } from './corpus-case';
import {
  KIND_PLACEHOLDERS,
  KIND_SURROGATES,
  NAMED,
  NAMED_GENITIVES,
  NAMED_SENTENCES,
  REGROUPED,
} from './kinds';

type Mangling = readonly [kind: string, mangle: (text: string) => string];

/** Sentences as models write them, in both languages; `%` marks the value. */
const SENTENCES = [
  'Dear %,\n\nthank you for your message.',
  'Sehr geehrte Damen und Herren,\n\n% hat uns geschrieben.',
  'Please contact % as soon as possible.',
  'Bitte wenden Sie sich an %.',
  'The parties are:\n- %\n- the company',
  '| Kontakt | % | offen |',
  '{"kontakt": "%", "status": "offen"}',
  'Zusammenfassung: % (siehe oben) ist zuständig; mehr ist nicht bekannt.',
  'Is that %?',
  '"%" steht im Vertrag.',
] as const;

const same = (text: string) => text;

/** Text around a value that must stay unchanged. */
const AROUND: readonly Mangling[] = [
  ['as sent', same],
  ['bold', (text) => `**${text}**`],
  ['italic', (text) => `*${text}*`],
  ['underscores', (text) => `_${text}_`],
  ['code', (text) => `\`${text}\``],
  ['curly quotes', (text) => `“${text}”`],
  ['German quotes', (text) => `„${text}“`],
  ['parentheses', (text) => `(${text})`],
  ['HTML', (text) => `<b>${text}</b>`],
  ['link text', (text) => `[${text}](https://example.edu/page)`],
  ['strikethrough', (text) => `~~${text}~~`],
];

const upper = (text: string) => text.toUpperCase();
const nbsp = (text: string) => text.replace(/ /g, '\u00a0');
const narrow = (text: string) => text.replace(/ /g, '\u202f');
const escaped = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Variants of a name. Its restored form has the same variation. */
const NAME_MANGLINGS: readonly Mangling[] = [
  ['capitals', upper],
  ['small letters', (text) => text.toLowerCase()],
  ['no-break space', nbsp],
  ['narrow no-break space', narrow],
  ['line break', (text) => text.replace(' ', '\n')],
  ['curly possessive', (text) => `${text}’s`],
  ['possessive', (text) => `${text}'s`],
  ['code escapes', escaped],
  ['escaped quotes', (text) => `\\"${text}\\"`],
  ['non-breaking hyphen', (text) => text.replace(/-/g, '‑')],
  ['last name first', (text) => text.replace(/^(\S+) (\S+)$/, '$2, $1')],
];

const NAMES: readonly Pair[] = [
  ['Jan Weber', 'Hans Müller'],
  ['Petra Weber', 'Anna Müller'],
  ['Holger Köhler', 'Klaus Jäger'],
  ['Jörg-Udo von der Lindner', 'Karl-Heinz von der Aue'],
  ['Harriet Pemberton', 'Mary Jones'],
];

/** Single parts of names, with the text before them. */
const LONE: readonly (readonly [lead: string, ...Pair])[] = [
  ['Herr ', 'Weber', 'Müller'],
  ['Frau ', 'Weber', 'Müller'],
  ['Mr. ', 'Köhler', 'Jäger'],
  ['Ms ', 'Pemberton', 'Jones'],
  ['Dr. ', 'Lindner', 'Aue'],
  ['', 'Jan', 'Hans'],
  ['', 'Petra', 'Anna'],
  ['Liebe ', 'Harriet', 'Mary'],
  ['Familie ', 'Weber', 'Müller'],
  ['Kollege ', 'Holger', 'Klaus'],
];

const GENITIVES: readonly Pair[] = [
  ['Webers', 'Müllers'],
  ['Jan Webers', 'Hans Müllers'],
  ['Jans', "Hans'"],
  ['Petras', 'Annas'],
  ['Holgers', "Klaus'"],
  ['Köhlers', 'Jägers'],
  ['Holger Köhlers', 'Klaus Jägers'],
  ['Harriets', 'Marys'],
  ['HOLGER KÖHLERS', 'KLAUS JÄGERS'],
];

const GENITIVE_SENTENCES = [
  '% Vertrag ist unterschrieben.',
  'Das ist % Akte.',
  'Wir haben % Antwort geprüft.',
];

const INITIALS: readonly Pair[] = [
  ['J. Weber', 'H. Müller'],
  ['P. Weber', 'A. Müller'],
  ['H. Köhler', 'K. Jäger'],
  ['H. Pemberton', 'M. Jones'],
];

const PLACEHOLDERS: readonly Pair[] = [
  ['[NAME_1]', 'Hans Müller'],
  ['[NAME_2]', 'Anna Jones'],
  ['[NAME_12]', 'Klaus Jäger'],
  ['[NAME_1B]', 'Müllers'],
  ['[EMAIL_1]', 'hans@firma.de'],
  ['[PHONE_1]', '089 7654321'],
];

/** Variants of a placeholder, which are restored to the unchanged value. */
const PLACEHOLDER_MANGLINGS: readonly Mangling[] = [
  [
    'first capital',
    (text) => text.replace(/[A-Z]+(?=_)/, (word) => word.charAt(0) + word.slice(1).toLowerCase()),
  ],
  ['small letters', (text) => text.toLowerCase()],
  ['without brackets', (text) => text.slice(1, -1)],
  ['blank for underscore', (text) => text.replace('_', ' ')],
  ['no-break space for underscore', (text) => text.replace('_', '\u00a0')],
  ['hyphen for underscore', (text) => text.replace('_', '-')],
  ['non-breaking hyphen', (text) => text.replace('_', '‑')],
  ['no underscore', (text) => text.replace('_', '')],
  ['escaped underscore', (text) => text.replace('_', '\\_')],
  ['escaped brackets', (text) => `\\${text.slice(0, -1)}\\]`],
  ['blanks inside', (text) => `[ ${text.slice(1, -1)} ]`],
  ['curly brackets', (text) => `{${text.slice(1, -1)}}`],
  ['double curly brackets', (text) => `{{${text.slice(1, -1)}}}`],
  ['wide brackets', (text) => `【${text.slice(1, -1)}】`],
  ['bold inside', (text) => `[**${text.slice(1, -1)}**]`],
];

const EMAILS: readonly Pair[] = [
  ['jan.weber@example.com', 'hans.mueller@firma.de'],
  ['hp34@example.org', 'mj77@mail.uk'],
];

const EMAIL_FORMS: readonly Mangling[] = [
  ['capitals', upper],
  ['first capital', (text) => text.charAt(0).toUpperCase() + text.slice(1)],
];

const EMAIL_AROUND: readonly Mangling[] = [
  ['angle brackets', (text) => `<${text}>`],
  ['mailto', (text) => `mailto:${text}`],
  ['mailto link', (text) => `[write](mailto:${text})`],
  ['label', (text) => `E-Mail: ${text}`],
  ['label without blank', (text) => `E-Mail:${text}`],
];

/** Numbers with other groups, and their restored forms. */
const PHONES: readonly Pair[] = [
  ['+49 30 23125042', '+49 89 7654321'],
  ['+49 30 231 250 42', '+49 89 7654321'],
  ['+49 (30) 23125042', '+49 89 7654321'],
  ['+49 (0)30 23125042', '+49 89 7654321'],
  ['+493023125042', '+49 89 7654321'],
  ['0049 30 23125042', '+49 89 7654321'],
  ['030 23125042', '+49 89 7654321'],
  ['030/23125042', '+49 89 7654321'],
  ['030-231-250-42', '+49 89 7654321'],
  ['+49\u00a030\u00a023125042', '+49 89 7654321'],
  ['+49-30-23125042', '+49 89 7654321'],
  ['+49.30.23125042', '+49 89 7654321'],
  ['0172/9925904', '0171/1234567'],
  ['0172 9925904', '0171/1234567'],
  ['0172 992 59 04', '0171/1234567'],
  ['01729925904', '0171/1234567'],
  ['+49 172 9925904', '0171/1234567'],
  ['(415) 555-0142', '(212) 987-6543'],
  ['415-555-0142', '(212) 987-6543'],
  ['415.555.0142', '(212) 987-6543'],
  ['4155550142', '(212) 987-6543'],
  ['+1 415 555 0142', '(212) 987-6543'],
  ['1-415-555-0142', '(212) 987-6543'],
  ['+1 (415) 555-0142', '(212) 987-6543'],
];

function fill(sentence: string, value: string): string {
  return sentence.replace('%', () => value);
}

/**
 * Combines each mangling with a few sentences, so that the number stays manageable and each kind meets each sentence.
 */
function* spread<T>(items: readonly T[], sentences: readonly string[], each: number): Generator<[T, string]> {
  let turn = 0;
  for (const item of items) {
    for (let count = 0; count < each; count += 1) {
      yield [item, sentences[turn % sentences.length] ?? '%'];
      turn += 1;
    }
  }
}

const place = (written: string, restored: string) => `⟦${written}→${restored}⟧`;

/** Returns the generated part of the corpus. */
export function generatedCases(): CorpusCase[] {
  const cases: CorpusCase[] = [];
  const add = (style: CorpusCase['style'], kind: string, marked: string) =>
    cases.push({ style, kind, marked });
  const wrapped = (
    style: CorpusCase['style'],
    pairs: readonly Pair[],
    around: readonly Mangling[],
    each: number,
  ) => {
    for (const [kind, wrap] of around) {
      for (const [[written, restored], sentence] of spread(pairs, SENTENCES, each)) {
        add(style, kind, fill(sentence, wrap(place(written, restored))));
      }
    }
  };
  const mangled = (
    style: CorpusCase['style'],
    pairs: readonly Pair[],
    ways: readonly Mangling[],
    both: boolean,
    each: number,
  ) => {
    for (const [kind, mangle] of ways) {
      for (const [[written, restored], sentence] of spread(pairs, SENTENCES, each)) {
        const wanted = both ? mangle(restored) : restored;
        if (mangle(written) !== written) add(style, kind, fill(sentence, place(mangle(written), wanted)));
      }
    }
  };
  wrapped('surrogates', NAMES, AROUND, 3);
  mangled('surrogates', NAMES, NAME_MANGLINGS, true, 3);
  for (const [[lead, written, restored], sentence] of spread(LONE, SENTENCES, 4)) {
    add('surrogates', 'lone part', fill(sentence, `${lead}${place(written, restored)}`));
  }
  for (const [[written, restored], sentence] of spread(GENITIVES, GENITIVE_SENTENCES, 3)) {
    add('surrogates', 'genitive', fill(sentence, place(written, restored)));
  }
  for (const [[written, restored], sentence] of spread(INITIALS, SENTENCES, 5)) {
    add('surrogates', 'initial', fill(sentence, place(written, restored)));
  }
  wrapped('surrogates', EMAILS, [...AROUND, ...EMAIL_AROUND], 3);
  mangled('surrogates', EMAILS, EMAIL_FORMS, false, 3);
  for (const [[written, restored], sentence] of spread(PHONES, SENTENCES, 3)) {
    add('surrogates', 'phone', fill(sentence, place(written, restored)));
  }
  for (const [[written, restored]] of spread(PHONES, SENTENCES, 1)) {
    if (!/\s/.test(written)) add('surrogates', 'tel', `[call](tel:${place(written, restored)})`);
  }
  wrapped('placeholders', PLACEHOLDERS, AROUND, 3);
  mangled('placeholders', PLACEHOLDERS, PLACEHOLDER_MANGLINGS, false, 3);
  // Each value in each way, every other sentence in German: more than sixty answers for a kind.
  wrapped('kinds, placeholders', KIND_PLACEHOLDERS, AROUND, 3);
  mangled('kinds, placeholders', KIND_PLACEHOLDERS, PLACEHOLDER_MANGLINGS, false, 3);
  wrapped('kinds, surrogates', KIND_SURROGATES, AROUND, 6);
  for (const [[written, restored], sentence] of spread(REGROUPED, SENTENCES, 6))
    add('kinds, surrogates', 'regrouped', fill(sentence, place(written, restored)));
  for (const [[written, restored], sentence] of spread(NAMED, [...SENTENCES, ...NAMED_SENTENCES], 18))
    add('kinds, surrogates', 'shortened name', fill(sentence, place(written, restored)));
  for (const [[written, restored], sentence] of spread(NAMED_GENITIVES, GENITIVE_SENTENCES, 3))
    add('kinds, surrogates', 'genitive of a thing', fill(sentence, place(written, restored)));
  return cases;
}
