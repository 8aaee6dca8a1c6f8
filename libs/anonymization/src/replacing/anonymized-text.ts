import type { EntityType } from '../entity-type';
import type { Language } from '../language';
import type { Span } from '../spans/span';

export interface AnonymizeInput {
  text: string;
  /** What the recognizers found: of all types, in order, without overlaps */
  spans: readonly Span[];
  /** The types of which new values are hidden; what the table knows is hidden in any case */
  choices: readonly EntityType[];
  language: Language;
  /** `own`: this service's stored output, whose replacements are left standing. Default `foreign` */
  origin?: 'foreign' | 'own';
  /** In an `own` text, what reads as a replacement and is none: it is hidden as a foreign text's would be */
  madeUp?: readonly Span[];
}

export interface Replacement {
  type: EntityType;
  original: string;
  replacement: string;
}

export interface AnonymizedText {
  text: string;
  /** Those standing in `text`, each once, by first appearance */
  replacements: Replacement[];
  /** What was hidden in the input text, in order, without overlaps */
  detected: Span[];
}
