import { parse, type Compare, type Filter } from 'scim2-parse-filter';
import { invalid } from '@app/common';
import { pathOf } from './attributes';

type Value = Compare['compValue'];
type Comparison = Compare['op'] | 'pr';

/** Adds a value to the statement. @returns its placeholder */
export type AddValue = (value: unknown) => string;

/** Returns the SQL of a comparison with an attribute. */
export type Attribute = (operator: Comparison, value: Value, add: AddValue) => string;

/** The attributes of a resource by path, in lower case. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** Longer filters would need deep recursion. */
const LONGEST = 1_000;

const wrong = (message: string) => invalid('filter', message);

/**
 * Returns the SQL of a filter (RFC 7644, section 3.4.2.2).
 *
 * @throws AppError `bad_request` if the filter is malformed, or names an unknown attribute
 */
export function toCondition(filter: string, attributes: Attributes, add: AddValue): string {
  return conditionOf(parsed(filter), attributes, add);
}

/** @throws AppError `bad_request` */
export function parsed(filter: string): Filter {
  // The parser takes exponential time for line breaks in a text without an end.
  if (filter.length > LONGEST || /\p{Cc}/u.test(filter))
    throw wrong(`must have at most ${LONGEST} characters, without control characters`);
  try {
    return parse(filter);
  } catch {
    throw wrong('is malformed: see RFC 7644, section 3.4.2.2');
  }
}

function conditionOf(filter: Filter, attributes: Attributes, add: AddValue, parent = ''): string {
  const inner = (one: Filter) => conditionOf(one, attributes, add, parent);
  switch (filter.op) {
    case 'and':
    case 'or':
      return `(${filter.filters.map(inner).join(filter.op === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT coalesce(${inner(filter.filter)}, false)`;
    case '[]':
      return conditionOf(filter.valFilter, attributes, add, `${pathOf(filter.attrPath)}.`);
    default: {
      const path = parent + pathOf(filter.attrPath);
      const attribute = Object.hasOwn(attributes, path) ? attributes[path] : undefined;
      if (!attribute) throw wrong('names an attribute that cannot be searched');
      return attribute(filter.op, 'compValue' in filter ? filter.compValue : null, add);
    }
  }
}

/** Returns an attribute with a text. @param fold maps a value as the column is mapped */
export const text =
  (sql: string, fold: (value: string) => string = (value) => value): Attribute =>
  (operator, value, add) => {
    if (operator === 'pr') return `(${sql} IS NOT NULL AND ${sql} <> '')`;
    if (value === null && operator === 'eq') return `${sql} IS NULL`;
    if (value === null && operator === 'ne') return `${sql} IS NOT NULL`;
    if (typeof value !== 'string') throw wrong('compares a text with another type');
    const given = `${add(fold(value))}::text`;
    const known = {
      eq: `${sql} = ${given}`,
      ne: `coalesce(${sql} <> ${given}, true)`,
      co: `position(${given} IN ${sql}) > 0`,
      sw: `starts_with(${sql}, ${given})`,
      ew: `right(${sql}, length(${given})) = ${given}`,
      gt: `${sql} > ${given}`,
      ge: `${sql} >= ${given}`,
      lt: `${sql} < ${given}`,
      le: `${sql} <= ${given}`,
    };
    return known[operator];
  };

/** Returns an attribute with a text, in which case does not matter. */
export const folded = (sql: string): Attribute => text(`lower(${sql})`, (value) => value.toLowerCase());

export const truth =
  (sql: string): Attribute =>
  (operator, value, add) => {
    if (operator === 'pr') return 'true';
    const given = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value;
    if (typeof given !== 'boolean' || (operator !== 'eq' && operator !== 'ne'))
      throw wrong('compares a truth value otherwise than by eq or ne with true or false');
    return `${sql} ${operator === 'eq' ? '=' : '<>'} ${add(given)}::boolean`;
  };

const TIMES: Partial<Record<Comparison, string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

const [EARLIEST, LATEST] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map((at) => Date.parse(at)) as [
  number,
  number,
];

export const time =
  (sql: string): Attribute =>
  (operator, value, add) => {
    if (operator === 'pr') return 'true';
    const sign = TIMES[operator];
    const given = typeof value === 'string' ? Date.parse(value) : NaN;
    // PostgreSQL has fewer years.
    if (!sign || !(given >= EARLIEST && given <= LATEST)) throw wrong('compares a time with another type');
    return `${sql} ${sign} ${add(new Date(given))}::timestamptz`;
  };
