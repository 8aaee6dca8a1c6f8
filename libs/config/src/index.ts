/** Typed, validated settings; the only reader of the process environment. */
export { ConfigError } from './config-error';
export { parseSettings } from './parse-settings';
