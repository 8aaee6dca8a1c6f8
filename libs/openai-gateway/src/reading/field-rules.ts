import type { ImageHandling } from '@app/policy';
import { isObject, type JsonObject, type JsonValue } from '../json';
import { refuse } from './bounds';
import type { TextPlaces } from './text-places';
import type { Thoughts } from '../thoughts';

/**
 * What happens to a field before it is sent to the provider. An identifier passes unless it contains personal data. A
 * hash uses a key of this service.
 */
export type Fate = 'hidden' | 'identifier' | 'hashed' | 'passed' | 'dropped' | 'refused';

/** The copy of an object that is filled field by field and may be sent. */
export interface Target {
  read: JsonObject;
  places: TextPlaces;
  /** Unknown parameters, which are left out. */
  dropped: string[];
  pseudonym(value: string): string;
  /** What happens to images of users. */
  images: ImageHandling;
  /** Verifies what models thought. Absent in dialects without signatures. */
  thoughts?: Thoughts;
}

/** What happens to one field: its documentation and its implementation. */
export interface Rule {
  fate: Fate;
  /** Details that the fate alone does not express. */
  about?: string;
  /** The rules of the fields inside this field, by relative path: `[]`, `[].function`. */
  within?: Readonly<Record<string, Fields>>;
  /** Writes the part that may be sent into the copy. If absent, the field is not sent. */
  read?(target: Target, field: string, value: JsonValue, at: string): void;
}

export type Fields = Readonly<Record<string, Rule>>;

/** The key of the rule for all fields without a rule of their own. */
export const OTHERS = 'other fields';

/**
 * Reads each field of an object by its rule. A field without a rule is read by the rule of `OTHERS`. Null counts as absent.
 *
 * @param at the path of the object in error messages; empty for the body itself
 * @throws AppError `bad_request` that names the field
 */
export function readFields(given: JsonObject, fields: Fields, target: Target, at: string): void {
  for (const [field, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const rule = Object.hasOwn(fields, field) ? fields[field] : fields[OTHERS];
    rule?.read?.(target, field, value, at === '' ? field : `${at}.${field}`);
  }
}

/** Returns a rule that hides a text. */
export const hiddenText = (about?: string): Rule => ({
  fate: 'hidden',
  ...(about !== undefined && { about }),
  read: ({ read, places }, field, value, at) => {
    read[field] = text(value, at);
    places.addText(read, field);
  },
});

/** Returns a rule for an identifier that `check` validates. */
export const identifierOf = (check: (value: JsonValue, at: string) => string): Rule => ({
  fate: 'identifier',
  read: ({ read, places }, field, value, at) => {
    read[field] = check(value, at);
    places.addIdentifier(read, field);
  },
});

/** A rule for the arguments and results of tools. */
export const TREE: Rule = {
  fate: 'hidden',
  about: 'inside strings and keys: numbers and order stay',
  read: ({ read, places }, field, value, at) => {
    if (!isObject(value)) return refuse(at, 'must be an object');
    read[field] = value;
    return places.addTree(read, field, true);
  },
};

/** A rule that hashes identifiers of end users. */
export const HASHED: Rule = {
  fate: 'hashed',
  read: ({ read, pseudonym }, field, value) =>
    void (read[field] = pseudonym(typeof value === 'string' ? value : JSON.stringify(value))),
};

/**
 * Returns a rule that sends the result of `check` unchanged. The result must be a known word or number, not a user's
 * text.
 */
export const passed = (
  check: (value: JsonValue, at: string) => JsonValue | undefined,
  about?: string,
): Rule => ({
  fate: 'passed',
  ...(about !== undefined && { about }),
  read: ({ read }, field, value, at) => {
    const known = check(value, at);
    if (known !== undefined) read[field] = known;
  },
});

/** Returns a rule that passes one of these words and leaves out anything else. */
export const word = (...words: readonly string[]): Rule =>
  passed(
    (value) => (words.includes(String(value)) ? String(value) : undefined),
    'known words; others dropped',
  );

export const dropped = (about?: string): Rule => ({ fate: 'dropped', ...(about !== undefined && { about }) });

/** Returns a rule that refuses a parameter because of its effect. `false` and 0 have no effect and are left out. */
export const refused = (why: string): Rule => ({
  fate: 'refused',
  read: (_, __, value, at) => {
    if (value !== false && value !== 0) refuse(at, why);
  },
});

/** Refuses a field that may contain personal data in a form that no rule reads. */
export const NOT_FORWARDED = refused('is not forwarded, since it may contain personal data');

export function text(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' ? value : refuse(at, 'must be a text');
}
