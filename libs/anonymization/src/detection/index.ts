export { createDetector } from './create-detector';
export { Detector } from './detector';
export type { Detection } from './detector';
export { kindsToSearch } from './kinds-to-search';
export { ownNames } from './recognizers/names/own-names';
