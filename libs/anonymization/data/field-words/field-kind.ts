/** What a key, an element, a column head or a form's label says about its value. */
export type FieldKind =
  | 'phone'
  /** The short number behind a switchboard */
  | 'extension'
  | 'email'
  | 'firstName'
  | 'lastName'
  /** Certainly a person's whole name */
  | 'fullName'
  /** A name of anything: what stands around decides */
  | 'name'
  /** A person by what they do or are: customer, patient, author */
  | 'person'
  /** A person, or a program: user, owner, editor */
  | 'actor'
  | 'organization'
  /** A thing that has a name or a number of its own: product, file, host */
  | 'thing'
  | 'place'
  /** Numbers that are no telephone numbers */
  | 'reference'
  | 'account'
  | 'date'
  | 'amount'
  | 'postcode'
  /** Says something about persons beside it, and is none of the kinds above: street, gender */
  | 'personal'
  /** A property of the value, not the value: type, status, verified */
  | 'property'
  /** Adds nothing: value, number, home, work */
  | 'neutral';

export type WordLanguage = 'de' | 'en' | 'fr' | 'es' | 'it' | 'nl' | 'pl' | 'pt';

/**
 * Words by language, parted by blanks, in lower case, accents and umlauts as `fold` leaves them ("téléphone" is
 * "telephone", "größe" "groesse"); what takes several words is joined by `_`.
 */
export type FieldWords = Readonly<Partial<Record<WordLanguage, string>>>;
