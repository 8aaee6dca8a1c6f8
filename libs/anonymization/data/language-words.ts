/** The kind of value that a key, an element, a column head or a form's label indicates. */
export const FIELD_KINDS = [
  'phone',
  /** The extension after a switchboard's number */
  'extension',
  'email',
  'firstName',
  'lastName',
  /** Certainly a person's whole name */
  'fullName',
  /** A name of anything: the context decides */
  'name',
  /** A person by role: customer, patient, author */
  'person',
  /** A person, or a program: user, owner, editor */
  'actor',
  'organization',
  /** A thing with its own name or number: product, file, host */
  'thing',
  'place',
  /** Numbers other than telephone numbers */
  'reference',
  'account',
  'date',
  /** When a person was born or died */
  'birthdate',
  'amount',
  'postcode',
  /** A street with its number */
  'street',
  'houseNumber',
  /** A town as a part of an address */
  'city',
  /** A whole address */
  'address',
  /** A property of the person in the same object: gender, age */
  'personal',
  /** A property of the value, not the value: type, status, verified */
  'property',
  /** Adds no information: value, number, home, work */
  'neutral',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** The kind of value that a word or a phrase announces: the value follows in a sentence, or is in its field. */
export const CUE_KINDS = [
  /** Numbers of customers, patients, cases, contracts ... by words that include "number" */
  'reference',
  /** Things with such a number: order, ticket, invoice. The value must look like one */
  'referenceWord',
  /** Numbers that an authority or an insurance assigned to a person */
  'idNumber',
  'account',
  /** Codes of banks and branches in digits */
  'bank',
  'bic',
  'card',
  /** The security code of a card */
  'cardCode',
  'cardExpiry',
  'plate',
  /** Things with a number plate, and their drivers */
  'vehicle',
  /** Passwords, keys, tokens */
  'secret',
  /** Secrets in few digits: PIN, door code */
  'pin',
  /** A code for an opening: code, combination. A word of `lock` must be near */
  'code',
  /** Things that a code opens: gate, padlock, safe */
  'lock',
  'username',
  /** Persons with a login name: user, account. The value must look like one */
  'usernameWord',
  /** Things with a network address */
  'address',
  /** Words that contain words of the other kinds, but announce none: page number, telephone number */
  'none',
] as const;
export type CueKind = (typeof CUE_KINDS)[number];

/**
 * Words that announce values, by kind, in lower case, accents and umlauts as `fold` leaves them. `_` joins several words, and
 * `*nummer` matches every longer word with that ending.
 */
export type CueWords = Readonly<
  Partial<Record<CueKind, string>> & {
    /** Words that may be between such a word and its value */
    fillers: string;
    /** Those of them that precede the value directly: "is", "lautet" */
    copulas: string;
  }
>;

/**
 * All words of one language that the service uses. Words are separated by blanks. A language has at least the words of
 * fields, numbers and titles. One that requests may name (`lang`) also has `request`.
 */
export interface LanguageWords {
  titles: TitleWords;
  particles?: ParticleWords;
  people?: PeopleWords;
  organizations?: OrganizationWords;
  letters?: LetterWords;
  fields: FieldWords;
  cues: CueWords;
  goods: GoodsWords;
  /** Values of person fields that name no person: "unknown", "keine" */
  nobody?: string;
  numbers: NumberWords;
  phones: PhoneWords;
  dates: DateWords;
  addresses: AddressWords;
  companies: CompanyWords;
  places: PlaceWords;
  request?: RequestLanguage;
}

/** The words that only languages need which a request may name. */
export interface RequestLanguage {
  /** ISO 639-1, and the forms of ISO 639-2 */
  tags: string;
  /** ISO 3166-1 alpha-2: regions of the national telephone numbers, likeliest first */
  regions: string;
  /** Function words that no other such language has */
  functionWords: string;
  /** Surrogate names of this language (`data/README.md`) */
  surrogates: NameLists;
  /** Last syllables of invented towns */
  townEndings: string;
}

/** Names, as they are written. */
export interface NameLists {
  female: string;
  male: string;
  family: string;
}

/** Titles by the gender that they indicate. */
export interface ByGender {
  man?: string;
  woman?: string;
  anyone?: string;
}

/** Words next to a name that are not part of it, as they are written. */
export interface TitleWords {
  /** Forms of address that a name always follows; with a full stop if they have another meaning without it */
  address: ByGender;
  /** Forms of address that are also initials, words or other abbreviations: they count only in fields for persons */
  addressInFields?: string;
  /** Titles that belong to a name without announcing one: "Sir", "Lady" */
  courtesy?: ByGender;
  /** Degrees with a full stop that announce a name: "Dr." */
  degrees?: string;
  /** Other degrees, including full forms */
  otherDegrees?: string;
  /** Words after a degree: "med", "rer", "nat" */
  degreeFields?: string;
  /** Words that a hyphen joins to a degree: "Dipl.-Ing." */
  degreeEndings?: string;
  /** Titles, ranks and functions that are skipped before a name, but may be a part of it */
  ranks?: string;
  /** Offices before a name: "Richterin Müller" */
  offices?: string;
  /** After a name: "Jr", "PhD" */
  behind?: string;
  /** Words for several people with one name: "Familie" */
  household?: string;
}

/** The particles inside names. */
export interface ParticleWords {
  /** Join two parts of a name in every context: "van" */
  clear?: string;
  /** Everyday words that join parts only if the context shows a name: "der", "zu" */
  everyday?: string;
  /** Occur inside names, but never show that one continues: "auf", "und" */
  within?: string;
  /** Those of all these with which a name may begin: "von der Leyen" */
  leading?: string;
}

/** Words for people that are not names, and names that are words. */
export interface PeopleWords {
  /** Common last names. They distinguish `Müllers` (of Müller) from `Peters`, and persons from words */
  familyNames: string;
  /** Names that are words, folded: alone and without a title they may mean the word */
  namesThatAreWords: string;
  /** Offices and professions that also end longer words: "Ministerpräsident", "Staatssekretärin" */
  roleEndings: string;
  /** Offices and professions only as whole words: as endings they would match names ("Thomas", "Hauser") */
  roles: string;
  /** Endings of words for people in addition to their name: "Vertragspartner". Many last names have them too */
  compoundRoles?: string;
  /** Endings of nouns that no name has */
  nounEndings?: string;
  /** Words for people in letters and fields: "Dear colleagues", "Liebe alle" */
  addressed: string;
  /** Brands after "Dr.": "Dr. Oetker" */
  brands: string;
  /** The beginnings of shared mail addresses: "info" */
  mailboxes: string;
}

/** Words of organizations, as pieces of regular expressions. */
export interface OrganizationWords {
  legalForms: string;
  /** "Bank", "University": words that are never a person's name */
  institutions?: string;
  /** Words that may also be a person's name, or part of one: "Park" in "Hyde Park" */
  behindNames?: string;
}

/**
 * Words before and after names in letters and speech. Pieces of regular expressions for the flags `u`, separated by
 * `;`.
 */
export interface LetterWords {
  /** The beginning of a letter, before the person */
  greetings: string;
  /** The beginning before a further person: "Dear Anna, dear Bob" */
  furtherGreetings?: string;
  /** Greetings in chats, in which names are in lower case */
  lowerGreetings?: string;
  /** Lines that end a letter, before the signature */
  closings?: string;
  /** Closings with the name on the same line: "LG Anna" */
  shortClosings?: string;
  /** Before the name in a signature: "gez." */
  signing?: string;
  /** Words that a name must follow, in any case (flag `i`) */
  introductions?: string;
  /** Words that a name may follow: it counts if it is written and listed as one */
  possibleIntroductions?: string;
  /** Headers of mails that list people (flag `i`) */
  mailHeaders?: string;
  /** Labels of forms with a person as their value */
  personLabels?: string;
}

/** Words of fields by kind, in lower case, accents and umlauts as `fold` leaves them. `_` joins several words. */
export type FieldWords = Readonly<Partial<Record<FieldKind, string>>>;

/** Column heads of price lists and of items of orders. Words as `fold` leaves them. */
export interface GoodsWords {
  /** Numbers of articles; includes words that mean this only in such a table: "code" */
  numbers: string;
  /** Names of articles */
  items: string;
  /** Prices and units */
  prices: string;
}

/** Spoken numbers below a hundred, in order. `/` separates spellings of one number. */
export interface NumberWords {
  /** 0 to 9 */
  units: string;
  /** 10 to 19 */
  teens: string;
  /** 20, 30 ... 90 */
  tens: string;
  /** 21 to 99 in one word, by unit and ten; absent if they are two words */
  joined?: readonly string[];
  double: string;
  triple?: string;
  /** Between a ten and its unit: "treinta y cinco" */
  and?: string;
}

/** The words of calendar dates. */
export interface DateWords {
  /**
   * January to December. `/` separates the forms of one: full ones (of every case) first, then abbreviations without
   * full stop
   */
  months: string;
  /** Forms that are also words: in lower case they name a month only next to a year ("may", "set") */
  monthsThatAreWords?: string;
  /** Endings of the number of a day: "3rd", "1er" */
  dayEndings?: string;
  /** Words between day, month and year: "3 de mayo de 2024" */
  between?: string;
  /** Words that join days of one month: "3. und 5. Mai" */
  joining?: string;
  /** Words that announce a day and a month in numbers: "am 3.5."; includes weekdays, in full and abbreviated */
  announcing: string;
  /** Words before the date of a birth or death. Pieces of regular expressions for the flags `iu`, separated by `;` */
  birth: string;
  /** Words after the date of a birth or death: "am 3. Mai 1980 in Bonn geboren" */
  birthBehind?: string;
}

/** The words of organizations' names. Pieces of regular expressions for the flag `u`, separated by `;`. */
export interface CompanyWords {
  /** Legal forms after the name, as they are written */
  forms: string;
  /** Beginnings of the names of institutions: "Amtsgericht Köln", "University of Leeds" */
  heads: string;
  /** Endings of the names of institutions: "Leeds University" */
  tails?: string;
  /** Before a company's name: "Firma" */
  announcing?: string;
  /** Words after the head of an institution that a place follows, not a name: "Apotheke in Ulm" */
  elsewhere: string;
  /** Words between the words of a name */
  within: string;
  /** Words before a name that are not part of it, even if they are capitalized at the beginning of a sentence */
  articles: string;
}

/** The words around places. */
export interface PlaceWords {
  /** Words after which a possible place is one: "in" */
  leading: string;
  /** Kinds of streets that are written like the name of one, folded: "Einbahnstraße" */
  noStreets?: string;
}

/** The words of postal addresses. Pieces of regular expressions for the flags `iu`, separated by `;`. */
export interface AddressWords {
  /** Kinds of streets before the name: "rue", "Calle", "ul." */
  streetsBefore?: string;
  /** Whether the number precedes the kind of street: "12, rue de la Paix" */
  isNumberFirst?: boolean;
  /** Kinds of streets after the name, with the number before both: "12 Mill Street" */
  streetsBehind?: string;
  /** Kinds of streets at the end of or after a word, followed by the number: "Mühlstraße 12", "Alter Weg 3" */
  streetEndings?: string;
  /** Beginnings of street names that need no kind: "Am Hang 3" */
  beginnings?: string;
  /** Small words inside names of streets and towns: "de la", "upon" */
  within?: string;
  /** Between the name and the number: "n.º" */
  numbers?: string;
  /** "PO Box" */
  boxes: string;
  /** Parts of a building, next to a number or a letter: "Apt", "3.º", "2. OG" */
  units: string;
}

export interface PhoneWords {
  /**
   * Words that announce a telephone number in running text, in addition to the words of fields. Pieces of regular
   * expressions for the flags `iu`, separated by `;`.
   */
  phrases: string;
  /** Words for numbers and contacts of any kind, in the same format: the value must look like a telephone number */
  numberPhrases?: string;
  /** Words between such words and the number */
  connectors: string;
}
