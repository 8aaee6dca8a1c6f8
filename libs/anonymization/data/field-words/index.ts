import { EMAIL, EXTENSION, PHONE } from './contact';
import type { FieldKind, FieldWords } from './field-kind';
import { ACCOUNT, AMOUNT, DATE, NEUTRAL, ORGANIZATION, PLACE, POSTCODE, PROPERTY, REFERENCE, THING } from './others';
import { ACTOR, FIRST_NAME, FULL_NAME, LAST_NAME, NAME, PERSON, PERSONAL } from './people';

export type { FieldKind, FieldWords, WordLanguage } from './field-kind';

/** The words of keys, heads and labels by what they say; a new kind is a line here. */
export const FIELD_WORDS: Readonly<Record<FieldKind, FieldWords>> = {
  phone: PHONE,
  extension: EXTENSION,
  email: EMAIL,
  firstName: FIRST_NAME,
  lastName: LAST_NAME,
  fullName: FULL_NAME,
  name: NAME,
  person: PERSON,
  actor: ACTOR,
  organization: ORGANIZATION,
  thing: THING,
  place: PLACE,
  reference: REFERENCE,
  account: ACCOUNT,
  date: DATE,
  amount: AMOUNT,
  postcode: POSTCODE,
  personal: PERSONAL,
  property: PROPERTY,
  neutral: NEUTRAL,
};
