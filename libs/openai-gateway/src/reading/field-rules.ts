import type { JsonObject, JsonValue } from '../json';
import { refuse } from './bounds';
import type { TextPlaces } from './text-places';

/**
 * What happens to a field on its way to the provider. An identifier passes unless it tells of somebody; what is hashed
 * is hashed under a key of this service.
 */
export type Fate = 'hidden' | 'identifier' | 'hashed' | 'passed' | 'dropped' | 'refused';

/** An object of a request that is read field by field into a copy that may be sent. */
export interface Target {
  read: JsonObject;
  places: TextPlaces;
  /** Parameters that nobody here knows and that are left out. */
  dropped: string[];
  pseudonym(value: string): string;
  /** Whether the policy lets images through to the model. */
  images: boolean;
}

/** What happens to one field: what is documented of it, and what does it. */
export interface Rule {
  fate: Fate;
  /** Where the fate alone does not say it all. */
  about?: string;
  /** The rules of what stands in the field, by the path from it: `[]`, `[].function`. */
  within?: Readonly<Record<string, Fields>>;
  /** Puts what may be sent into the copy; absent: nothing of it is sent. */
  read?(target: Target, field: string, value: JsonValue, at: string): void;
}

export type Fields = Readonly<Record<string, Rule>>;

/** The rule of every field that has none of its own stands here. */
export const OTHERS = 'other fields';

/**
 * Reads each field of an object by its rule, and all that have none by that of the others; null is as good as absent.
 *
 * @param at the object as errors name it; empty: the body itself
 * @throws AppError `bad_request` that names the field
 */
export function readFields(given: JsonObject, fields: Fields, target: Target, at: string): void {
  for (const [field, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const rule = Object.hasOwn(fields, field) ? fields[field] : fields[OTHERS];
    rule?.read?.(target, field, value, at === '' ? field : `${at}.${field}`);
  }
}

/** A text like any other. */
export const hiddenText = (about?: string): Rule => ({
  fate: 'hidden',
  ...(about !== undefined && { about }),
  read: ({ read, places }, field, value, at) => {
    read[field] = text(value, at);
    places.addText(read, field);
  },
});

/** What a program goes by, of a form that `check` looks at. */
export const identifierOf = (check: (value: JsonValue, at: string) => string): Rule => ({
  fate: 'identifier',
  read: ({ read, places }, field, value, at) => {
    read[field] = check(value, at);
    places.addIdentifier(read, field);
  },
});

/** Names of end users and the like. */
export const HASHED: Rule = {
  fate: 'hashed',
  read: ({ read, pseudonym }, field, value) =>
    void (read[field] = pseudonym(typeof value === 'string' ? value : JSON.stringify(value))),
};

/** Known words and numbers: what `check` gives back is sent as it is, and may hold nobody's words. */
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

/** One of these words; anything else is left out. */
export const word = (...words: readonly string[]): Rule =>
  passed(
    (value) => (words.includes(String(value)) ? String(value) : undefined),
    'known words; others dropped',
  );

export const dropped = (about?: string): Rule => ({ fate: 'dropped', ...(about !== undefined && { about }) });

/** Refused for what it would do; `false` and 0 do nothing, and are left out. */
export const refused = (why: string): Rule => ({
  fate: 'refused',
  read: (_, __, value, at) => {
    if (value !== false && value !== 0) refuse(at, why);
  },
});

export function text(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' ? value : refuse(at, 'must be a text');
}
