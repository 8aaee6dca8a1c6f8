import type { EntityType, ReplacementStyle } from '../../kinds/entity-type';
import type { Language } from '../../text/language';
import type { Rules } from '../rules/rules';
import type { Range } from '../../text/spans/ranges';
import type { Span } from '../../text/spans/span';

export interface TextToAnonymize {
  text: string;
  /** The recognizers' findings of all kinds, in order. Those of different kinds may overlap */
  spans: readonly Span[];
  /** The kinds of new values to hide. Values in the table are always hidden */
  choices: readonly EntityType[];
  language: Language;
  /** Spans to hide whatever the rules of their text are: pieces of values that continue in another text */
  decided?: readonly Span[];
  /** The rules of the organization's policy and of the request. If absent, there are none */
  rules?: Rules;
  /**
   * The field of the request that contains this text. If absent, the text was sent before, and blocked values are
   * removed
   */
  field?: string;
  /** `own`: stored output of this service, in which replacements stay unchanged. Default `foreign` */
  origin?: 'foreign' | 'own';
  /** Spans of an `own` text that look like replacements but are not: they are hidden as in a foreign text */
  madeUp?: readonly Span[];
  /**
   * Offsets at which the hidden text is cut into `parts`, in ascending order, in UTF-16 code units of `text`. The text before
   * the first and after the last one is not sent.
   */
  seams?: readonly number[];
}

export interface Replacement {
  type: EntityType;
  original: string;
  replacement: string;
  /** Whether it is never restored, and its original never shown */
  removed?: boolean;
}

/** A part of an input text, in UTF-16 code units, and what replaces it. */
export interface Change extends Range {
  replacement: string;
}

export interface AnonymizedText {
  text: string;
  /** The replacements in `text`, each once, by first appearance */
  replacements: Replacement[];
  /** The hidden spans of the input text, in order, without overlaps */
  detected: Span[];
  /** The parts of the input text that `text` replaces, in order, without overlaps */
  changes: Change[];
  /** `text`, cut at the input's seams. A replacement of a value that contains a seam belongs to the part before it. */
  parts: string[];
  /**
   * The number of values of the chosen kinds that stay in `text` because a user keeps them or the policy excepts them
   */
  left: number;
}

const COMMON =
  'Copy them letter by letter, never abbreviate, translate, renumber, complete or explain them, and never make up new ones.';

/** Returns the instructions for a model that keep the replacements in its answer restorable. */
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
