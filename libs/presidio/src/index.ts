/** Presidio's interface: analyze, anonymize and deanonymize texts in its forms. */
export { Analyze, type RecognizerResult } from './analyze';
export { AnonymizeResults } from './anonymize';
export { deanonymize } from './deanonymize';
export { SUPPORTED_ENTITIES } from './entities';
export { MAX_NEW_VALUE } from './operators';
export { PresidioModule } from './presidio.module';
export { readLanguage } from './read-language';
export type { Item, Replaced } from './replace-results';
