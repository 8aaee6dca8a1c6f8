/** What would take something from the version that runs beside the new one during a rolling deploy. */
const BREAKING: readonly [what: string, pattern: RegExp][] = [
  ['drops', /^DROP\b|^ALTER TABLE .*\bDROP (?!DEFAULT|NOT NULL)(?!\w+ (DROP|SET) )/],
  ['renames', /^ALTER .*\bRENAME\b/],
  ['changes a type', /^ALTER TABLE .*\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/],
  ['forbids NULL', /^ALTER TABLE .*\bSET NOT NULL\b/],
  ['constrains what is there', /^CREATE UNIQUE INDEX\b/],
  ['deletes', /^(TRUNCATE|DELETE)\b/],
];

/**
 * Why a migration's SQL is not additive; empty where it is. What it does to tables that it makes itself is its own
 * business: nobody reads them yet.
 */
export function breaksPrevious(sql: string): string[] {
  const statements = split(sql);
  const made = new Set(statements.flatMap((statement) => /^CREATE TABLE (\S+)/.exec(statement)?.[1] ?? []));
  return statements
    .filter((statement) => !made.has(tableOf(statement)))
    .flatMap((statement) => reasons(statement).map((what) => `${what}: ${statement}`));
}

function reasons(statement: string): string[] {
  const found = BREAKING.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what);
  const added = [...statement.matchAll(/\bADD (?!CONSTRAINT|CHECK|UNIQUE|FOREIGN|EXCLUDE)(COLUMN )?[^,]*/g)];
  if (added.some(([column]) => /\bNOT NULL\b/.test(column) && !/\b(DEFAULT|GENERATED)\b/.test(column)))
    found.push('adds a column that must be filled');
  const columns = added.flatMap(([column]) => /^ADD (?:COLUMN )?(\S+)/.exec(column)?.[1] ?? []);
  const constraints = [
    ...statement.matchAll(/\bADD (?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|EXCLUDE)\b.*?(?=, ADD |$)/g),
  ];
  // On a column of its own: the previous version, which does not write it, meets its default.
  if (constraints.some(([constraint]) => !columns.some((column) => constraint.includes(column))))
    found.push('constrains what is there');
  return found;
}

const tableOf = (statement: string): string =>
  /^(?:ALTER TABLE|CREATE UNIQUE INDEX \S+ ON|TRUNCATE|DELETE FROM) (?:IF EXISTS )?([^\s(;]+)/.exec(
    statement,
  )?.[1] ?? '';

/** Without comments and without what stands in quotes, each in one line of capital keywords as they were written. */
function split(sql: string): string[] {
  return sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'[^']*'|\$\$[^]*?\$\$/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
}
