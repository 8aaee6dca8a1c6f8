import { EntityTable } from '../../src/pseudonymization/entities/entity-table';
import type { EntityTableJson } from '../../src/pseudonymization/entities/entity-table-json';
import { isBasicType } from '../../src/kinds/entity-type';
import { ENTITY_TYPES, kindOf, type EntityType } from '../../src/kinds/kinds';
import type { Pair } from './corpus-case';

type Entities = EntityTableJson['entities'];

const valueOf = (type: EntityType): string => kindOf(type).values[0];

/** A value of every kind except names, e-mail addresses and phone numbers. */
const KINDS = ENTITY_TYPES.filter((type) => !isBasicType(type)).map((type) => [type, valueOf(type)] as const);

/** The placeholder of each kind with its original. */
export const KIND_PLACEHOLDERS: readonly Pair[] = KINDS.map(([type, value]) => [
  `[${kindOf(type).label}_1]`,
  value,
]);

/** Surrogates that are read as a whole, with their originals. */
const SURROGATES: readonly (readonly [type: EntityType, ...Pair])[] = [
  ['Cards', '4111 1111 1111 1111', valueOf('Cards')],
  ['BankAccounts', 'DE68 9210 4412 7781 0334 25', valueOf('BankAccounts')],
  ['Urls', 'https://example.com/k/qwlemtra', valueOf('Urls')],
  ['IpAddresses', '198.51.100.23', valueOf('IpAddresses')],
  ['IpAddresses', '2001:db8:4c1f::9e02', 'fe80::1ff:fe23:4567:890a'],
  ['IpAddresses', '00-00-5E-00-53-A7', '3C-5A-B4-12-34-56'],
  ['Organizations', 'Torvudegan GmbH', valueOf('Organizations')],
  ['Organizations', 'Klinikum Velomeria', 'Klinikum Großhadern'],
  ['Locations', 'Zorendorf', valueOf('Locations')],
];
export const KIND_SURROGATES: readonly Pair[] = SURROGATES.map(([, written, original]) => [
  written,
  original,
]);

/** Organizations and places as answers shorten and inflect them, with their restored forms. */
export const NAMED: readonly Pair[] = [
  ['Torvudegan', 'Acme Werkzeugbau'],
  ['TORVUDEGAN GMBH', 'Acme Werkzeugbau GmbH'],
  ['TORVUDEGAN', 'Acme Werkzeugbau'],
  ['torvudegan gmbh', 'Acme Werkzeugbau GmbH'],
  ['Torvudegan\u00a0GmbH', 'Acme Werkzeugbau GmbH'],
  ['Torvudegan\nGmbH', 'Acme Werkzeugbau GmbH'],
  ['Velomeria', 'Klinikum Großhadern'],
  ['Klinikum\u202fVelomeria', 'Klinikum Großhadern'],
  ['ZORENDORF', 'Oberammergau'],
  ['zorendorf', 'Oberammergau'],
];

/** Organizations and places with a genitive. */
export const NAMED_GENITIVES: readonly Pair[] = [
  ['Torvudegans', 'Acme Werkzeugbaus'],
  ['Velomerias', 'Klinikum Großhaderns'],
  ['Klinikum Velomerias', 'Klinikum Großhaderns'],
  ['Zorendorfs', 'Oberammergaus'],
];

/** Text after such a name that stays unchanged, and longer names with such a name inside, which stay unchanged too. */
export const NAMED_SENTENCES = [
  'The %’s figures',
  "What is %'s offer?",
  'Die %-Mitarbeiter sind informiert.',
  'Im %-Vertrag steht nichts davon; der Torvudeganer Entwurf und info@torvudegan.example gelten nicht.',
  'Es gilt, was % (Zorendorfer Str. 5, Alt-Zorendorfstadt) schreibt: www.zorendorf.example.',
  '% & Partner',
  'Von % nach Berlin, dann zurück.',
  'the %/Berlin office',
] as const;

/** Accounts and cards in other groups. */
export const REGROUPED: readonly Pair[] = [
  ['4111111111111111', valueOf('Cards')],
  ['4111-1111-1111-1111', valueOf('Cards')],
  ['4111\u00a01111\u00a01111\u00a01111', valueOf('Cards')],
  ['4111.1111.1111.1111', valueOf('Cards')],
  ['DE68921044127781033425', valueOf('BankAccounts')],
  ['DE68-9210-4412-7781-0334-25', valueOf('BankAccounts')],
  ['DE68\u202f9210\u202f4412\u202f7781\u202f0334\u202f25', valueOf('BankAccounts')],
  ['de68 9210 4412 7781 0334 25', valueOf('BankAccounts')],
];

const placeholders: Entities = KINDS.map(([type, original]) => ({
  type,
  number: 1,
  canonical: original.toLowerCase(),
  forms: [{ original, replacement: `[${kindOf(type).label}_1]` }],
}));

const surrogates: Entities = SURROGATES.map(([type, replacement, original]) => ({
  type,
  canonical: original.toLowerCase(),
  forms: [{ original, replacement }],
}));

const tableOf = (style: 'placeholders' | 'surrogates', entities: Entities): Promise<EntityTable> =>
  EntityTable.read(JSON.stringify({ version: 1, style, entities, parts: [], domains: [] }));

/** Chats with values of every kind. */
export const KIND_CHATS = {
  'kinds, placeholders': {
    table: tableOf('placeholders', placeholders),
    sent: [KIND_PLACEHOLDERS.map(([written]) => written).join(', and ')],
  },
  'kinds, surrogates': {
    table: tableOf('surrogates', surrogates),
    sent: [KIND_SURROGATES.map(([written]) => written).join(' and ')],
  },
} as const;
