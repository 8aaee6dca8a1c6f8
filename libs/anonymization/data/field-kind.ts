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
  'amount',
  'postcode',
  /** Says something about persons beside it, and is none of the kinds above: street, gender */
  'personal',
  /** A property of the value, not the value: type, status, verified */
  'property',
  /** Adds nothing: value, number, home, work */
  'neutral',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
