/** Schemas of values that use cases validate. Each describes its check as closely as JSON Schema allows. */

/** The name of a key, a group or a user: 1 to 200 characters, not blank, without control characters. */
export const NAME_FORM = {
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$',
};

/** A text with at least one visible character. */
export const NOT_BLANK_FORM = { minLength: 1, pattern: '\\S' };

/**
 * A text with a character that is neither blank nor a control character. Languages differ in which control characters `\s`
 * matches.
 */
export const VISIBLE_FORM = { minLength: 1, pattern: '[^\\s\\x00-\\x1f\\x7f-\\x9f]' };

/** A rate such as `300/1m`. */
export const RATE_FORM = { pattern: '^\\d{1,7}/\\d+(ms|s|m|h|d)$' };

const DATE = '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:?\\d{2})';

/** A point in time as text: ISO 8601 with Z or an offset, or Unix milliseconds. */
export const TIME_FORM = { pattern: `^(\\d{1,15}|${DATE})$` };
