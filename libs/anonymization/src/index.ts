/** Finding personal data in text, replacing it, and putting it back. Usable without Nest. */
export { ALLOWED_CHOICES, parseChoices } from './choices';
export { createDetector } from './detection/create-detector';
export type { CreateDetectorOptions } from './detection/create-detector';
export { Detector } from './detection/detector';
export type { DetectorOptions } from './detection/detector';
export { ENTITY_TYPES, REPLACEMENT_STYLES } from './entity-type';
export type { EntityType, ReplacementStyle } from './entity-type';
export { parseLanguage, SUPPORTED_LANGUAGES } from './language';
export type { Language } from './language';
export type { Span } from './span';
