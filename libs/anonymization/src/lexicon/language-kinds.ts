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
  /** Secrets in few digits: PIN, entry code */
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
  /** Those of all these that mean something else in small letters: "NIE", "SIN". They announce a value only in capitals */
  'abbreviation',
  /** Words that contain words of the other kinds, but announce none: page number, telephone number */
  'none',
] as const;
export type CueKind = (typeof CUE_KINDS)[number];

/** The longest phrases of fields and cues, in words. Longer ones would never be found. */
export const LONGEST_FIELD = 5;
export const LONGEST_CUE = 6;
