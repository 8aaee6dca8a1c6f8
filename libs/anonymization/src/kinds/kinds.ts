/** Groups of similar kinds. The console shows the values of one group in one color. */
export const FAMILIES = ['person', 'contact', 'place', 'time', 'organization', 'number', 'term'] as const;

/** The declaration of a kind of personal data. Lists, types and tables of kinds derive from it. */
export interface Kind {
  /** The label of its placeholders: `[LABEL_1]` */
  label: string;
  family: (typeof FAMILIES)[number];
  /**
   * Which requests hide it. `basic`: those that name it or `All`, and embeddings. `all`: those that name it or `All`.
   * `named`: only those that name it
   */
  chosenBy: 'basic' | 'all' | 'named';
  /** The class of the entity model that stands for it. Absent if the recognizers alone find it */
  modelClass?: string;
  /** Whether a policy can leave it out, and a policy or a request can leave single values unchanged */
  mayStay: boolean;
  /** Whether a policy can refuse requests that contain it: not if it is found only by meaning, which is too uncertain */
  mayBeBlocked: boolean;
  /**
   * Its surrogate. `drawn`: a function of this kind draws it. `invented`: an invented word replaces the name, and the text
   * around the name stays. `moved`: a date is moved. `placeholder`: it has none
   */
  surrogate: 'drawn' | 'invented' | 'moved' | 'placeholder';
  /** The generation of detection that found it first (`DETECTION_GENERATION`) */
  generation: number;
  /** Other spellings in `choices` */
  spellings?: readonly string[];
  /** What it covers, for the contract and the OpenAPI document */
  covers: string;
  /** What its surrogate is, for the contract, if `surrogate` does not say it */
  surrogateIs?: string;
  /** Its name as an entity in Presidio's interface, and other entities of Presidio that it covers */
  presidio: readonly [string, ...string[]];
  /** The name of one value in the languages of the console */
  name: { en: string; de: string };
  /** Made-up values for tests, as recognizers find them. None of the numbers is assigned */
  values: readonly [string, ...string[]];
  /** Its labels in the annotated texts of `bench:kinds`; empty if the texts do not mark it */
  annotatedAs: readonly string[];
}

/**
 * The kinds that can be hidden, by their names in the interface. The order resolves overlaps of equal length
 * (contract: Kinds of personal data). Stored data contains names, labels and generations: they never change.
 */
export const KINDS = {
  Terms: {
    label: 'TERM',
    family: 'term',
    chosenBy: 'all',
    mayStay: false,
    mayBeBlocked: true,
    surrogate: 'placeholder',
    generation: 2,
    covers: "the organization's own terms",
    presidio: ['TERM'],
    name: { en: 'Own term', de: 'Eigener Begriff' },
    values: ['Projekt Nordlicht', 'Nordlicht'],
    annotatedAs: [],
  },
  Secrets: {
    label: 'SECRET',
    family: 'number',
    chosenBy: 'all',
    mayStay: false,
    mayBeBlocked: true,
    surrogate: 'placeholder',
    generation: 2,
    covers: 'API keys, tokens, private keys, passwords, the password in a connection string',
    presidio: ['SECRET'],
    name: { en: 'Secret', de: 'Geheimnis' },
    values: ['hunter2-Xy77', 'key-abcDEF0123456789abcdef', 'hunter2!X'],
    annotatedAs: ['SECRET'],
  },
  Cards: {
    label: 'CARD',
    family: 'number',
    chosenBy: 'all',
    mayStay: false,
    mayBeBlocked: true,
    surrogate: 'drawn',
    generation: 2,
    covers: 'payment cards, with a security code or expiry beside them',
    surrogateIs: "the network's published test numbers",
    presidio: ['CREDIT_CARD'],
    name: { en: 'Payment card', de: 'Zahlungskarte' },
    values: ['4929 1234 5678 9012', '4929123456789012', '371234567890123'],
    annotatedAs: ['CARD'],
  },
  BankAccounts: {
    label: 'ACCOUNT',
    family: 'number',
    chosenBy: 'all',
    mayStay: false,
    mayBeBlocked: true,
    surrogate: 'drawn',
    generation: 2,
    covers: 'IBAN, national accounts with their bank code, a BIC beside them',
    surrogateIs: 'IBAN: the same country, right check digits, a bank code that is not assigned',
    presidio: ['IBAN_CODE', 'US_BANK_NUMBER', 'ABA_ROUTING_NUMBER'],
    name: { en: 'Bank account', de: 'Bankkonto' },
    values: ['DE12 5001 0517 0648 4898 90', 'DE12500105170648489890', 'GB33BUKB20201555555555', '0648489890'],
    annotatedAs: ['IBAN'],
  },
  IdNumbers: {
    label: 'ID',
    family: 'number',
    chosenBy: 'all',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'placeholder',
    generation: 2,
    covers:
      'tax, social security, health insurance, passport, identity card, driving license, VAT of persons',
    presidio: [
      'ID',
      'US_SSN',
      'US_ITIN',
      'US_PASSPORT',
      'US_DRIVER_LICENSE',
      'UK_NHS',
      'UK_NINO',
      'DE_TAX_ID',
      'DE_ID_CARD',
      'DE_SOCIAL_SECURITY',
      'ES_NIF',
      'ES_NIE',
      'IT_FISCAL_CODE',
      'PL_PESEL',
    ],
    name: { en: 'ID number', de: 'Ausweisnummer' },
    values: ['65 929 970 489', 'C01X00T47'],
    annotatedAs: ['TAXID', 'SSN', 'IDNUM'],
  },
  Emails: {
    label: 'EMAIL',
    family: 'contact',
    chosenBy: 'basic',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'drawn',
    generation: 1,
    spellings: ['Email'],
    covers: 'e-mail addresses',
    surrogateIs: 'a reserved domain',
    presidio: ['EMAIL_ADDRESS'],
    name: { en: 'E-mail address', de: 'E-Mail-Adresse' },
    values: ['hans.mueller@firma.de'],
    annotatedAs: ['EMAIL'],
  },
  Urls: {
    label: 'URL',
    family: 'contact',
    chosenBy: 'all',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'drawn',
    generation: 2,
    covers: 'addresses that contain a person, a user name or a token',
    surrogateIs: '`https://example.com/...`, the same shape',
    presidio: ['URL', 'DOMAIN_NAME'],
    name: { en: 'Personal link', de: 'Persönlicher Link' },
    values: [
      'https://intern.firma.de/u/hmueller',
      'https://intern.firma.de/u/hmueller?token=Ab12',
      'firma.de/~hschulz71',
    ],
    annotatedAs: ['URL'],
  },
  Phone: {
    label: 'PHONE',
    family: 'contact',
    chosenBy: 'basic',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'drawn',
    generation: 1,
    spellings: ['Phones'],
    covers: 'telephone, fax and pager numbers',
    surrogateIs: 'unassigned numbers',
    presidio: ['PHONE_NUMBER'],
    name: { en: 'Phone number', de: 'Telefonnummer' },
    values: ['+49 89 7654321'],
    annotatedAs: ['PHONE'],
  },
  IpAddresses: {
    label: 'IP',
    family: 'contact',
    chosenBy: 'all',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'drawn',
    generation: 2,
    covers: 'IPv4, IPv6, MAC',
    surrogateIs: 'the documentation ranges (RFC 5737, 3849, 7042)',
    presidio: ['IP_ADDRESS', 'MAC_ADDRESS'],
    name: { en: 'IP address', de: 'IP-Adresse' },
    values: ['10.20.30.40', 'fe80::1ff:fe23:4567:890a', '3C-5A-B4-12-34-56'],
    annotatedAs: ['IP'],
  },
  Birthdates: {
    label: 'BIRTHDATE',
    family: 'time',
    chosenBy: 'all',
    modelClass: 'DOB',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'moved',
    generation: 2,
    covers: 'birth and death dates of persons, a year alone too, by cue, field or context',
    presidio: ['DATE_TIME'],
    name: { en: 'Birthdate', de: 'Geburtsdatum' },
    values: ['3. Mai 1971'],
    annotatedAs: ['DOB'],
  },
  Dates: {
    label: 'DATE',
    family: 'time',
    chosenBy: 'named',
    modelClass: 'DATE',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'moved',
    generation: 2,
    covers:
      'every other calendar date, in part too (3 May, 6.5., 05/2024), but no weekday, month or year alone; not in `All`',
    presidio: ['DATE_TIME'],
    name: { en: 'Date', de: 'Datum' },
    values: ['5 June 2024', '2024-05-03'],
    annotatedAs: ['DATE'],
  },
  Addresses: {
    label: 'ADDRESS',
    family: 'place',
    chosenBy: 'all',
    modelClass: 'ADDRESS',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'placeholder',
    generation: 2,
    covers: 'street with number, postcode with town, PO box; one span for each line',
    presidio: ['LOCATION', 'UK_POSTCODE', 'DE_PLZ'],
    name: { en: 'Postal address', de: 'Anschrift' },
    values: ['Lange Straße 12, 80331 München', 'Lange Str. 12, 80331 München'],
    annotatedAs: ['ADDRESS'],
  },
  Plates: {
    label: 'PLATE',
    family: 'number',
    chosenBy: 'all',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'placeholder',
    generation: 2,
    covers: 'number plates',
    presidio: ['LICENSE_PLATE', 'DE_KFZ', 'UK_VEHICLE_REGISTRATION'],
    name: { en: 'Number plate', de: 'Kennzeichen' },
    values: ['M-AB 1234'],
    annotatedAs: ['PLATE'],
  },
  References: {
    label: 'REF',
    family: 'number',
    chosenBy: 'all',
    modelClass: 'REF',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'placeholder',
    generation: 2,
    covers: 'customer, patient, case, contract, employee, order, ticket numbers, by cue or field',
    presidio: ['REFERENCE'],
    name: { en: 'Reference number', de: 'Aktenzeichen' },
    values: ['KD-4711-88'],
    annotatedAs: ['REF'],
  },
  Usernames: {
    label: 'USER',
    family: 'person',
    chosenBy: 'all',
    modelClass: 'USERNAME',
    mayStay: true,
    mayBeBlocked: true,
    surrogate: 'placeholder',
    generation: 2,
    covers: 'handles, login names',
    presidio: ['USERNAME'],
    name: { en: 'User name', de: 'Benutzername' },
    values: ['@hmueller71'],
    annotatedAs: ['USERNAME'],
  },
  Names: {
    label: 'NAME',
    family: 'person',
    chosenBy: 'basic',
    modelClass: 'PERSON',
    mayStay: true,
    mayBeBlocked: false,
    surrogate: 'drawn',
    generation: 1,
    spellings: ['Name'],
    covers: 'persons; public figures too',
    surrogateIs: 'another name, part by part',
    presidio: ['PERSON'],
    name: { en: 'Name', de: 'Name' },
    values: ['Hans Müller'],
    annotatedAs: ['PERSON'],
  },
  Organizations: {
    label: 'ORG',
    family: 'organization',
    chosenBy: 'all',
    modelClass: 'ORG',
    mayStay: true,
    mayBeBlocked: false,
    surrogate: 'invented',
    generation: 2,
    covers: 'companies, authorities, schools, clinics, clubs',
    surrogateIs: 'an invented name, with the original legal form and kind of institution',
    presidio: ['ORGANIZATION'],
    name: { en: 'Organization', de: 'Organisation' },
    values: ['Acme Werkzeugbau GmbH'],
    annotatedAs: ['ORG'],
  },
  Locations: {
    label: 'LOCATION',
    family: 'place',
    chosenBy: 'all',
    modelClass: 'LOC',
    mayStay: true,
    mayBeBlocked: false,
    surrogate: 'invented',
    generation: 2,
    covers: 'towns and regions; not countries, languages, nationalities',
    surrogateIs: "an invented town with a name that fits the request's language",
    presidio: ['LOCATION'],
    name: { en: 'Place', de: 'Ort' },
    values: ['Oberammergau'],
    annotatedAs: ['LOC'],
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type EntityType = keyof typeof KINDS;

/** The kinds with a value in a field of their declaration. */
export type KindsWith<Field extends keyof Kind, Value> = {
  [Type in EntityType]: (typeof KINDS)[Type] extends Readonly<Record<Field, Value>> ? Type : never;
}[EntityType];

export const ENTITY_TYPES = Object.keys(KINDS) as readonly EntityType[];

/** Returns the declaration of a kind. */
export const kindOf = (type: EntityType): Kind => KINDS[type];

/** Returns the kinds with declarations that fulfill a condition, in the order of `ENTITY_TYPES`. */
export const kindsThat = (fulfill: (kind: Kind) => boolean): readonly EntityType[] =>
  ENTITY_TYPES.filter((type) => fulfill(KINDS[type]));
