import type { EntityType, ReplacementStyle } from '../entity-type';
import type { Language } from '../language';
import type { Rules } from '../policy/policy';
import type { Span } from '../spans/span';

export interface TextToAnonymize {
  text: string;
  /** What the recognizers found: of all types, in order; those of different types may overlap */
  spans: readonly Span[];
  /** The types of which new values are hidden; what the table knows is hidden in any case */
  choices: readonly EntityType[];
  language: Language;
  /** Spans that are hidden whatever the rules say of their text: pieces of values that continue in another text */
  decided?: readonly Span[];
  /** What the organization's policy and the request decide beside; absent: nothing */
  rules?: Rules;
  /** The request's field that brings this text; absent: it was sent before, and what policy blocks is removed from it */
  field?: string;
  /** `own`: this service's stored output, whose replacements are left standing. Default `foreign` */
  origin?: 'foreign' | 'own';
  /** In an `own` text, what reads as a replacement and is none: it is hidden as a foreign text's would be */
  madeUp?: readonly Span[];
  /**
   * Offsets at which the hidden text is cut into `parts`, in ascending order, in UTF-16 code units of `text`. What stands
   * before the first and behind the last is not sent.
   */
  seams?: readonly number[];
}

export interface Replacement {
  type: EntityType;
  original: string;
  replacement: string;
  /** It is never turned back, and its original is shown to nobody */
  removed?: boolean;
}

export interface AnonymizedText {
  text: string;
  /** Those standing in `text`, each once, by first appearance */
  replacements: Replacement[];
  /** What was hidden in the input text, in order, without overlaps */
  detected: Span[];
  /** `text`, cut at the input's seams. A replacement of a value that contains a seam belongs to the part before it. */
  parts: string[];
  /** How many values of the chosen kinds stay in `text` because a user keeps them or the policy excepts them */
  left: number;
}

/** The interface's entity map: the values of each type in their order, and only types that have any. */
export function toEntityMap(
  values: readonly { type: EntityType; value: string }[],
): Partial<Record<EntityType, string[]>> {
  const map: Partial<Record<EntityType, string[]>> = {};
  for (const { type, value } of values) (map[type] ??= []).push(value);
  return map;
}

const COMMON =
  'Copy them letter by letter, never abbreviate, translate, renumber, complete or explain them, and never make up new ones.';

/** What a model is told so that the replacements in its answer can be turned back. */
export function replacementInstructions(style: ReplacementStyle): string {
  if (style === 'surrogates') {
    return (
      'Write every personal name, e-mail address, number and other detail of a person exactly as it is spelled in this ' +
      'conversation, also where it is a word in capitals with an underscore and a number, in square brackets. ' +
      `${COMMON} Calculate nothing with dates and numbers of persons. Answer in the language of the user.`
    );
  }
  return (
    'Some names, e-mail addresses, phone numbers and other personal data in this conversation are hidden behind ' +
    'placeholders: NAME, EMAIL, PHONE or another word with an underscore and a number, in square brackets. Treat each as the value that it stands for, and ' +
    `write it exactly as given, with its capitals, brackets, underscore, number and letter. ${COMMON} Answer in the language of the user.`
  );
}
