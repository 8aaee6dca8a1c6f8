/** What a key, an element, a column head or a form's label says about its value. */
export const FIELD_KINDS = [
  'phone',
  /** The short number behind a switchboard */
  'extension',
  'email',
  'firstName',
  'lastName',
  /** Certainly a person's whole name */
  'fullName',
  /** A name of anything: what stands around decides */
  'name',
  /** A person by what they do or are: customer, patient, author */
  'person',
  /** A person, or a program: user, owner, editor */
  'actor',
  'organization',
  /** A thing that has a name or a number of its own: product, file, host */
  'thing',
  'place',
  /** Numbers that are no telephone numbers */
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
  /** Says something about persons beside it, and is none of the kinds above: gender, age */
  'personal',
  /** A property of the value, not the value: type, status, verified */
  'property',
  /** Adds nothing: value, number, home, work */
  'neutral',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** What a word or a phrase announces: the value follows it in a sentence, or stands in its field. */
export const CUE_KINDS = [
  /** Numbers of customers, patients, cases, contracts ... by words that say "number" themselves */
  'reference',
  /** What has such a number: order, ticket, invoice. The value must look like one */
  'referenceWord',
  /** Numbers that an authority or an insurance gave to a person */
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
  /** What has a number plate, and who drives it */
  'vehicle',
  /** Passwords, keys, tokens */
  'secret',
  /** Secrets in few digits: PIN, door code */
  'pin',
  /** What opens something: code, combination; the word for what it opens stands near it */
  'code',
  /** What is opened by a code: gate, padlock, safe */
  'lock',
  'username',
  /** Who has a login name: user, account. The value must look like one */
  'usernameWord',
  /** What has an address in a network */
  'address',
  /** What the words of the other kinds would announce, and is none of it: page number, telephone number */
  'none',
] as const;
export type CueKind = (typeof CUE_KINDS)[number];

/**
 * Words that announce values, by kind, in lower case, accents and umlauts as `fold` leaves them; several words are joined
 * by `_`, and `*nummer` stands for every longer word that ends so.
 */
export type CueWords = Readonly<
  Partial<Record<CueKind, string>> & {
    /** May stand between such a word and its value */
    fillers: string;
    /** Of these, what says that the value follows: "is", "lautet" */
    copulas: string;
  }
>;

/**
 * Everything that the service knows of a language. Words are parted by blanks. A language has at least the words of fields,
 * numbers and titles; one that requests may name (`lang`) also has `request`.
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
  /** What stands in fields for persons and names none: "unknown", "keine" */
  nobody?: string;
  numbers: NumberWords;
  phones: PhoneWords;
  dates: DateWords;
  addresses: AddressWords;
  companies: CompanyWords;
  places: PlaceWords;
  request?: RequestLanguage;
}

/** What a language has that a request may name. */
export interface RequestLanguage {
  /** ISO 639-1, and the forms of ISO 639-2 */
  tags: string;
  /** ISO 3166-1 alpha-2: regions whose national telephone numbers are tried, likeliest first */
  regions: string;
  /** Words that hold sentences together, of no other such language */
  functionWords: string;
  /** Names that stand in for those of this language (`data/README.md`) */
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

/** Titles by what they tell of the person. */
export interface ByGender {
  man?: string;
  woman?: string;
  anyone?: string;
}

/** What stands beside a name and is no part of it, as it is written. */
export interface TitleWords {
  /** Forms of address: a name follows wherever they stand; with a full stop where they mean something else without it */
  address: ByGender;
  /** Forms of address that are also initials, words or other abbreviations: they count in fields for persons alone */
  addressInFields?: string;
  /** Titles that belong to a name without announcing one: "Sir", "Lady" */
  courtesy?: ByGender;
  /** Degrees that announce a name where their full stop follows: "Dr." */
  degrees?: string;
  /** Other degrees, also in full */
  otherDegrees?: string;
  /** What follows a degree: "med", "rer", "nat" */
  degreeFields?: string;
  /** What a hyphen joins to a degree: "Dipl.-Ing." */
  degreeEndings?: string;
  /** Titles, ranks and functions that are passed over before a name, but may be a part of it */
  ranks?: string;
  /** Offices before a name: "Richterin Müller" */
  offices?: string;
  /** Behind a name: "Jr", "PhD" */
  behind?: string;
  /** Several people of one name: "Familie" */
  household?: string;
}

/** The small words within names. */
export interface ParticleWords {
  /** Join two parts of a name wherever they stand between them: "van" */
  clear?: string;
  /** Also everyday words: they join parts only where something else says that a name stands there: "der", "zu" */
  everyday?: string;
  /** Stand within names, but never tell that one goes on: "auf", "und" */
  within?: string;
  /** Of all these, what a name may begin with: "von der Leyen" */
  leading?: string;
}

/** Words that name people without being names, and names that are words. */
export interface PeopleWords {
  /** Common last names: what tells `Müllers` (of Müller) from `Peters`, and a person from a word */
  familyNames: string;
  /** Names that are words, folded: alone and without a title they may well mean the word */
  namesThatAreWords: string;
  /** Offices and professions that also end longer words: "Ministerpräsident", "Staatssekretärin" */
  roleEndings: string;
  /** The same as words of their own: as endings they would be those of names ("Thomas", "Hauser") */
  roles: string;
  /** Endings of what people are called beside their name: "Vertragspartner". Many last names end so too */
  compoundRoles?: string;
  /** Endings of nouns that no name has */
  nounEndings?: string;
  /** What letters and fields call people by: "Dear colleagues", "Liebe alle" */
  addressed: string;
  /** What "Dr." names besides people: "Dr. Oetker" */
  brands: string;
  /** What mail addresses of several people begin with: "info" */
  mailboxes: string;
}

/** Names of organizations, as pieces of regular expressions. */
export interface OrganizationWords {
  legalForms: string;
  /** "Bank", "University": no person is called so */
  institutions?: string;
  /** What also is a person's name, or stands in one: "Park" in "Hyde Park" */
  behindNames?: string;
}

/** What announces or follows names in letters and speech. Pieces of regular expressions for the flags `u`, parted by `;`. */
export interface LetterWords {
  /** What a letter begins with, before the person */
  greetings: string;
  /** The same before a further person: "Dear Anna, dear Bob" */
  furtherGreetings?: string;
  /** Greetings in chats, where names lose their capitals */
  lowerGreetings?: string;
  /** Lines that end a letter, before the signature */
  closings?: string;
  /** The same with the name in one line: "LG Anna" */
  shortClosings?: string;
  /** Before the name in a signature: "gez." */
  signing?: string;
  /** After these a name must follow, in whatever case it is written (flag `i`) */
  introductions?: string;
  /** After these a name may follow: it counts where it is written and listed as one */
  possibleIntroductions?: string;
  /** Headers of mails that list people (flag `i`) */
  mailHeaders?: string;
  /** Labels of forms whose value is a person */
  personLabels?: string;
}

/** Words of fields by kind, in lower case, accents and umlauts as `fold` leaves them; several words are joined by `_`. */
export type FieldWords = Readonly<Partial<Record<FieldKind, string>>>;

/** What price lists and the items of orders call their columns. Words as `fold` leaves them. */
export interface GoodsWords {
  /** Numbers of articles; also what only such a table means by it: "code" */
  numbers: string;
  /** What an article is */
  items: string;
  /** What it costs, and how it is counted */
  prices: string;
}

/** How numbers below a hundred are said: in order; other spellings of a number by `/`. */
export interface NumberWords {
  /** 0 to 9 */
  units: string;
  /** 10 to 19 */
  teens: string;
  /** 20, 30 ... 90 */
  tens: string;
  /** 21 to 99 in one word, by unit and ten; absent where they are two words */
  joined?: readonly string[];
  double: string;
  triple?: string;
  /** Between a ten and its unit: "treinta y cinco" */
  and?: string;
}

/** How calendar dates are written and announced. */
export interface DateWords {
  /** January to December; the forms of one by `/`, the full ones (of every case) first, abbreviations without their full stop */
  months: string;
  /** Of the forms, those that are words too: in small letters they name a month beside a year alone ("may", "set") */
  monthsThatAreWords?: string;
  /** What is written behind the number of a day: "3rd", "1er" */
  dayEndings?: string;
  /** What may stand between day, month and year: "3 de mayo de 2024" */
  between?: string;
  /** What joins days of one month: "3. und 5. Mai" */
  joining?: string;
  /** What announces a day and a month in numbers alone: "am 3.5."; weekdays too, in full and short */
  announcing: string;
  /** What stands before the date of a birth or death. Pieces of regular expressions for the flags `iu`, parted by `;` */
  birth: string;
  /** The same behind the date: "am 3. Mai 1980 in Bonn geboren" */
  birthBehind?: string;
}

/** How organizations are called. Pieces of regular expressions for the flag `u`, parted by `;`. */
export interface CompanyWords {
  /** Legal forms behind the name, as they are written */
  forms: string;
  /** What the name of an institution begins with: "Amtsgericht Köln", "University of Leeds" */
  heads: string;
  /** What it ends with: "Leeds University" */
  tails?: string;
  /** Before a company's name: "Firma" */
  announcing?: string;
  /** After the head of an institution, where a place and no name follows: "Apotheke in Ulm" */
  elsewhere: string;
  /** Between the words of a name */
  within: string;
  /** What stands before a name and is no part of it, though it has a capital at the beginning of a sentence */
  articles: string;
}

/** How places are spoken of. Words. */
export interface PlaceWords {
  /** After these a name that may be a place is one: "in" */
  leading: string;
  /** Kinds of streets that are written like the name of one, folded: "Einbahnstraße" */
  noStreets?: string;
}

/** What postal addresses are made of. Pieces of regular expressions for the flags `iu`, parted by `;`. */
export interface AddressWords {
  /** Kinds of streets before the name: "rue", "Calle", "ul." */
  streetsBefore?: string;
  /** Whether the number stands before the kind of street: "12, rue de la Paix" */
  isNumberFirst?: boolean;
  /** Kinds of streets behind the name, with the number before both: "12 Mill Street" */
  streetsBehind?: string;
  /** Kinds of streets that end a word or follow one, with the number behind: "Mühlstraße 12", "Alter Weg 3" */
  streetEndings?: string;
  /** What a name begins with that needs no kind beside it: "Am Hang 3" */
  beginnings?: string;
  /** Small words within names of streets and towns: "de la", "upon" */
  within?: string;
  /** Between the name and the number: "n.º" */
  numbers?: string;
  /** "PO Box" */
  boxes: string;
  /** Parts of a building, beside a number or a letter: "Apt", "3.º", "2. OG" */
  units: string;
}

export interface PhoneWords {
  /**
   * What announces a telephone number in running text, beside the words of fields. Pieces of regular expressions for
   * the flags `iu`, parted by `;`.
   */
  phrases: string;
  /** Words for numbers and contacts of any kind, in the same way: what follows must look like a telephone number */
  numberPhrases?: string;
  /** What may stand between such words and the number */
  connectors: string;
}
