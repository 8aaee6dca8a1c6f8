import { z } from 'zod';
import { fold, foldCue } from './fold';
import { CUE_KINDS, FIELD_KINDS, LONGEST_CUE, LONGEST_FIELD } from './language-kinds';
import { joinPiece, type Piece } from './pieces';

const MONTHS = 12;

/** Returns what an entry must be, if it is not. */
type Rule = (entry: string) => string | undefined;

const matching =
  (pattern: RegExp, fault: string): Rule =>
  (entry) =>
    pattern.test(entry) ? undefined : fault;

const isWord = matching(/^\S+$/, 'must be one word');
const isLower: Rule = (entry) => (entry === entry.toLowerCase() ? undefined : 'must be in lower case');
const isPhrase = matching(/^\S+(?: \S+)*$/, 'must be words with single blanks between them');
const hasAtMost =
  (longest: number): Rule =>
  (entry) =>
    entry.split(' ').length > longest ? `must have at most ${longest} words` : undefined;
/** As a function of `fold.ts` leaves it. */
const isFolded =
  (folded: (written: string) => string): Rule =>
  (entry) =>
    entry === folded(entry) ? undefined : `must be "${folded(entry)}", without capitals and accents`;

/** Pieces become parts of larger patterns that run on any text: none may capture, or repeat without a bound. */
const isPiece: Rule = (source) => {
  try {
    if (new RegExp(source, 'u').test('')) return 'must not match an empty text';
  } catch (error) {
    return `must be a regular expression (${error instanceof Error ? error.message : String(error)})`;
  }
  const bare = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gu, '_');
  if (/[*+]|\{\d+,\}/.test(bare)) return 'must bound every repetition: {1,30} instead of +';
  return /\((?!\?(?:[:=!]|<[=!]))/.test(bare) ? 'must not capture: (?:...) instead of (...)' : undefined;
};

/** Applies the rules to each entry, and refuses entries that are repeated. */
const keeping =
  (...rules: Rule[]) =>
  (entries: readonly Piece[], context: z.RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [at, piece] of entries.entries()) {
      const entry = joinPiece(piece);
      const fault = seen.has(entry) ? `repeats "${entry}"` : firstFault(rules, entry);
      if (fault !== undefined) context.addIssue({ code: 'custom', path: [at], message: fault });
      seen.add(entry);
    }
  };

function firstFault(rules: readonly Rule[], entry: string): string | undefined {
  for (const rule of rules) {
    const fault = rule(entry);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** A list with at least one entry, and none twice. */
const listOf = (...rules: Rule[]) =>
  z
    .array(z.string())
    .min(1)
    .superRefine(keeping(...rules))
    .readonly();

/** Words as they are written. */
const words = listOf(isWord);
const lowerWords = listOf(isWord, isLower);
const foldedWords = listOf(isWord, isFolded(fold));
const fieldPhrases = listOf(isPhrase, isFolded(fold), hasAtMost(LONGEST_FIELD));
const cueWords = listOf(isWord, isFolded(foldCue));
const cuePhrases = listOf(isPhrase, isFolded(foldCue), hasAtMost(LONGEST_CUE));

/** Pieces of regular expressions for the flag `u`, or `iu` where noted. A long one is written as an array of its parts. */
const pieces = z
  .array(
    z.union(
      [z.string(), z.array(z.string()).min(2)],
      'must be a regular expression, or an array of its parts',
    ),
  )
  .min(1)
  .superRefine(keeping(isPiece))
  .readonly();

/** Words by the gender that they indicate. */
const byGender = z.strictObject({
  man: words.optional(),
  woman: words.optional(),
  anyone: words.optional(),
});

/** Words next to a name that are not part of it, as they are written. */
const titles = z.strictObject({
  /** Forms of address that a name always follows; with a full stop if they have another meaning without it */
  address: byGender,
  /** Forms of address that are also initials, words or other abbreviations: they count only in fields for persons */
  addressInFields: words.optional(),
  /** Titles that belong to a name without announcing one: "Sir", "Lady" */
  courtesy: byGender.optional(),
  /** Degrees with a full stop that announce a name: "Dr." */
  degrees: words.optional(),
  /** Other degrees, including full forms */
  otherDegrees: words.optional(),
  /** Words after a degree: "med", "rer", "nat" */
  degreeFields: words.optional(),
  /** Words that a hyphen joins to a degree: "Dipl.-Ing." */
  degreeEndings: words.optional(),
  /** Titles, ranks and functions that are skipped before a name, but may be a part of it */
  ranks: words.optional(),
  /** Offices before a name: "Richterin Müller" */
  offices: words.optional(),
  /** After a name: "Jr", "PhD" */
  behind: lowerWords.optional(),
  /** Words for several people with one name: "Familie" */
  household: words.optional(),
});

/** The particles inside names. English lists those of languages without a file too. */
const particles = z
  .strictObject({
    /** Join two parts of a name in every context: "van" */
    clear: lowerWords.optional(),
    /** Everyday words that join parts only if the context shows a name: "der", "zu" */
    everyday: lowerWords.optional(),
    /** Occur inside names, but never show that one continues: "auf", "und" */
    within: lowerWords.optional(),
    /** Those of all these with which a name may begin: "von der Leyen" */
    leading: lowerWords.optional(),
  })
  .superRefine(({ clear = [], everyday = [], within = [], leading = [] }, context) => {
    const all = new Set([...clear, ...everyday, ...within]);
    for (const [at, particle] of leading.entries())
      if (!all.has(particle))
        context.addIssue({
          code: 'custom',
          path: ['leading', at],
          message: 'must also be in clear, everyday or within',
        });
  });

/** Words for people that are not names, and names that are words. */
const people = z.strictObject({
  /** Common last names. They distinguish `Müllers` (of Müller) from `Peters`, and persons from words */
  familyNames: words,
  /** Names that are words, folded: alone and without a title they may mean the word */
  namesThatAreWords: foldedWords,
  /** Offices and professions that also end longer words: "Ministerpräsident", "Staatssekretärin" */
  roleEndings: lowerWords,
  /** Offices and professions only as whole words: as endings they would match names ("Thomas", "Hauser") */
  roles: lowerWords,
  /** Endings of words for people in addition to their name: "Vertragspartner". Many last names have them too */
  compoundRoles: lowerWords.optional(),
  /** Endings of nouns that no name has */
  nounEndings: lowerWords.optional(),
  /** Words for people in letters and fields: "Dear colleagues", "Liebe alle" */
  addressed: lowerWords,
  /** Brands after "Dr.": "Dr. Oetker" */
  brands: lowerWords.optional(),
  /** The beginnings of shared mail addresses: "info" */
  mailboxes: lowerWords,
});

/** Words of organizations at the end of or after an apparent name. */
const organizations = z.strictObject({
  legalForms: pieces,
  /** "Bank", "University": words that are never a person's name */
  institutions: pieces.optional(),
  /** Words that may also be a person's name, or part of one: "Park" in "Hyde Park" */
  behindNames: pieces.optional(),
});

/** Words before and after names in letters and speech. */
const letters = z.strictObject({
  /** The beginning of a letter, before the person */
  greetings: pieces,
  /** The beginning before a further person: "Dear Anna, dear Bob" */
  furtherGreetings: pieces.optional(),
  /** Greetings in chats, in which names are in lower case */
  lowerGreetings: pieces.optional(),
  /** Lines that end a letter, before the signature */
  closings: pieces.optional(),
  /** Closings with the name on the same line: "LG Anna" */
  shortClosings: pieces.optional(),
  /** Before the name in a signature, with the blank: "gez. " */
  signing: pieces.optional(),
  /** Words that a name must follow, in any case (flag `i`) */
  introductions: pieces.optional(),
  /** Words that a name may follow: it counts if it is written and listed as one */
  possibleIntroductions: pieces.optional(),
  /** Words by which speakers name themselves, not others, before the name (flag `iu`): "my name is" */
  ownIntroductions: pieces.optional(),
  /** Headers of mails that list people (flag `i`) */
  mailHeaders: pieces.optional(),
  /** Labels of forms with a person as their value */
  personLabels: pieces.optional(),
});

/** Words that announce values. */
const cues = z.strictObject({
  /** Words and phrases by kind */
  words: z.partialRecord(z.enum(CUE_KINDS), cuePhrases),
  /** Endings of longer words by kind: `nummer` for "Vorgangsnummer" */
  endings: z.partialRecord(z.enum(CUE_KINDS), cueWords).optional(),
  /** Words that may be between such a word and its value */
  fillers: cueWords,
  /** Words that precede the value directly: "is", "lautet" */
  copulas: cueWords,
});

/** Column heads of price lists and of items of orders. */
const goods = z.strictObject({
  /** Numbers of articles; includes words that mean this only in such a table: "code" */
  numbers: foldedWords,
  /** Names of articles */
  items: foldedWords,
  /** Prices and units */
  prices: foldedWords,
});

/** Spoken numbers, in order, each in all its spellings. */
const numbers = z.strictObject({
  /** 0 to 9 */
  units: z.array(lowerWords).length(10),
  /** 10 to 19 */
  teens: z.array(lowerWords).length(10),
  /** 20, 30 ... 90 */
  tens: z.array(lowerWords).length(8),
  /** 100, 200 ... 900; absent if people do not dictate numbers by the hundred */
  hundreds: z.array(lowerWords).length(9).optional(),
  /** 21 to 99 in one word, by unit and ten: "{unit}und{ten}"; absent if they are two words */
  joined: listOf(
    matching(/^[^{}]*(?:\{(?:unit|ten)\}[^{}]*){1,2}$/u, 'must contain {unit}, {ten} or both'),
  ).optional(),
  double: lowerWords,
  triple: lowerWords.optional(),
  /** Between a ten and its unit: "treinta y cinco" */
  and: lowerWords.optional(),
});

/** Words that people say for the signs of an e-mail address (pieces for the flags `iu`). */
const spelled = z.strictObject({ at: pieces, dot: pieces, underscore: pieces, hyphen: pieces });

/** Words before a telephone number (pieces for the flags `iu`). */
const phones = z.strictObject({
  /** Words that announce a telephone number in running text, in addition to the words of fields */
  phrases: pieces,
  /** Words for numbers and contacts of any kind: the value must look like a telephone number */
  numberPhrases: pieces.optional(),
  /** Words between such words and the number */
  connectors: lowerWords,
});

/** The words of calendar dates (pieces for the flags `iu`). */
const dates = z
  .strictObject({
    /** January to December, each in all its forms: full ones (of every case) first, then abbreviations without full stop */
    months: z.array(lowerWords).length(MONTHS),
    /** Forms that are also words: in lower case they name a month only next to a year ("may", "set") */
    monthsThatAreWords: lowerWords.optional(),
    /** Endings of the number of a day: "3rd", "1er" */
    dayEndings: lowerWords.optional(),
    /** Words between day, month and year: "3 de mayo de 2024" */
    between: lowerWords.optional(),
    /** Words that join days of one month: "3. und 5. Mai" */
    joining: lowerWords.optional(),
    /** Words that announce a day and a month in numbers: "am 3.5."; includes weekdays, in full and abbreviated */
    announcing: lowerWords,
    /** Words before the date of a birth or death */
    birth: pieces,
    /** Words after the date of a birth or death: "am 3. Mai 1980 in Bonn geboren" */
    birthBehind: pieces.optional(),
  })
  .superRefine(({ months, monthsThatAreWords = [] }, context) => {
    const forms = new Set(months.flat());
    for (const [at, form] of monthsThatAreWords.entries())
      if (!forms.has(form))
        context.addIssue({
          code: 'custom',
          path: ['monthsThatAreWords', at],
          message: 'must also be a form of a month',
        });
  });

/** The words of postal addresses (pieces for the flags `iu`). */
const addresses = z.strictObject({
  /** Kinds of streets before the name: "rue", "Calle", "ul." */
  streetsBefore: pieces.optional(),
  /** Whether the number precedes the kind of street: "12, rue de la Paix" */
  isNumberFirst: z.boolean().optional(),
  /** Kinds of streets after the name, with the number before both: "12 Mill Street" */
  streetsBehind: pieces.optional(),
  /** Kinds of streets at the end of or after a word, followed by the number: "Mühlstraße 12", "Alter Weg 3" */
  streetEndings: pieces.optional(),
  /** Beginnings of street names that need no kind: "Am Hang 3" */
  beginnings: pieces.optional(),
  /** Small words inside names of streets and towns: "de la", "upon" */
  within: pieces.optional(),
  /** Between the name and the number: "n.º" */
  numbers: pieces.optional(),
  /** "PO Box" */
  boxes: pieces,
  /** Parts of a building, next to a number or a letter: "Apt", "3.º", "2. OG" */
  units: pieces,
});

/** The words of organizations' names. */
const companies = z.strictObject({
  /** Legal forms after the name, as they are written */
  forms: pieces,
  /** Beginnings of the names of institutions: "Amtsgericht Köln", "University of Leeds" */
  heads: pieces,
  /** Endings of the names of institutions: "Leeds University" */
  tails: pieces.optional(),
  /** Before a company's name: "Firma" */
  announcing: pieces.optional(),
  /** Words after the head of an institution that a place follows, not a name: "Apotheke in Ulm" */
  elsewhere: pieces,
  /** Words between the words of a name */
  within: pieces,
  /** Words before a name that are not part of it, even if they are capitalized at the beginning of a sentence */
  articles: lowerWords,
});

/** The words around places. */
const places = z.strictObject({
  /** Words after which a possible place is one: "in" */
  leading: lowerWords,
  /** Kinds of streets that are written like the name of one, folded: "Einbahnstraße" */
  noStreets: foldedWords.optional(),
});

/** What only languages have that a request may name. */
const request = z.strictObject({
  /** ISO 639-1, and the forms of ISO 639-2 */
  tags: listOf(matching(/^[a-z]{2,3}$/, 'must be two or three small letters')),
  /** ISO 3166-1 alpha-2: regions of the national telephone numbers, likeliest first */
  regions: listOf(matching(/^[A-Z]{2}$/, 'must be two capital letters')),
  /** Function words that no other such language has */
  functionWords: lowerWords,
  /** Surrogate names of this language, as they are written (rules: `data/README.md`) */
  surrogates: z.strictObject({ female: words, male: words, family: words }),
  /** Last syllables of invented towns */
  townEndings: lowerWords,
});

/** All words of one language that the service uses: `data/languages/<code>.json`. */
export const languageSchema = z
  .strictObject({
    titles,
    particles: particles.optional(),
    people: people.optional(),
    organizations: organizations.optional(),
    letters: letters.optional(),
    /** Words of fields by kind */
    fields: z.partialRecord(z.enum(FIELD_KINDS), fieldPhrases),
    cues,
    goods,
    /** Values of person fields that name no person: "unknown", "keine" */
    noPerson: lowerWords.optional(),
    numbers,
    spelled,
    phones,
    dates,
    addresses,
    companies,
    places,
    request: request.optional(),
  })
  .superRefine((language, context) => {
    if (language.request && !language.people)
      context.addIssue({
        code: 'custom',
        path: ['people'],
        message: 'is missing: a language with request needs it',
      });
  });

export type LanguageWords = z.infer<typeof languageSchema>;
