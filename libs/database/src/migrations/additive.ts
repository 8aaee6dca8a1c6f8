/** Statements that would break the previous version, which runs at the same time during a rolling deploy. */
const BREAKING: readonly [what: string, pattern: RegExp][] = [
  ['drops', /^DROP\b|^ALTER TABLE .*\bDROP (?!DEFAULT|NOT NULL)(?!\w+ (DROP|SET) )/],
  ['renames', /^ALTER .*\bRENAME\b/],
  ['changes a type', /^ALTER TABLE .*\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/],
  ['forbids NULL', /^ALTER TABLE .*\bSET NOT NULL\b/],
  ['constrains existing rows', /^CREATE UNIQUE INDEX\b/],
  ['deletes', /^(TRUNCATE|DELETE)\b/],
];

/**
 * Returns the reasons why a migration's SQL is not additive; empty if it is. Statements on tables that the migration itself
 * creates are allowed, because no program reads them yet, and unique values of a column that it adds, because existing rows
 * and those of the previous version have none.
 */
export function breaksPrevious(sql: string): string[] {
  const statements = split(sql);
  const made = new Set(statements.flatMap((statement) => /^CREATE TABLE (\S+)/.exec(statement)?.[1] ?? []));
  const added = new Set(
    statements.flatMap((statement) =>
      [...statement.matchAll(/\bADD COLUMN (\S+) (?![^,]*\bDEFAULT\b)/g)].map(([, column]) => column),
    ),
  );
  const isOfNewValues = (statement: string): boolean =>
    added.has(/^CREATE UNIQUE INDEX .* WHERE (\S+) IS NOT NULL$/.exec(statement)?.[1]);
  return statements
    .filter((statement) => !made.has(tableOf(statement)) && !isOfNewValues(statement))
    .flatMap((statement) => reasons(statement).map((what) => `${what}: ${statement}`));
}

/** Replaces a check, which a reviewer must find wider than before. */
const REPLACED_CHECK = /^ALTER TABLE \S+ DROP CONSTRAINT (\S+), ADD CONSTRAINT \1 CHECK\b[^;]*$/;

function reasons(statement: string): string[] {
  if (REPLACED_CHECK.test(statement)) return [];
  const found = BREAKING.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what);
  const added = [...statement.matchAll(/\bADD (?!CONSTRAINT|CHECK|UNIQUE|FOREIGN|EXCLUDE)(COLUMN )?[^,]*/g)];
  if (added.some(([column]) => /\bNOT NULL\b/.test(column) && !/\b(DEFAULT|GENERATED)\b/.test(column)))
    found.push('adds a column that must be filled');
  const columns = added.flatMap(([column]) => /^ADD (?:COLUMN )?(\S+)/.exec(column)?.[1] ?? []);
  const constraints = [
    ...statement.matchAll(/\bADD (?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|EXCLUDE)\b.*?(?=, ADD |$)/g),
  ];
  // On a column of its own, the constraint is met by the default, because the previous version does not write the
  // column.
  if (constraints.some(([constraint]) => !columns.some((column) => constraint.includes(column))))
    found.push('constrains existing rows');
  return found;
}

const tableOf = (statement: string): string =>
  /^(?:ALTER TABLE|CREATE UNIQUE INDEX \S+ ON|TRUNCATE|DELETE FROM) (?:IF EXISTS )?([^\s(;]+)/.exec(
    statement,
  )?.[1] ?? '';

/** Returns the statements without comments and quoted text, each on one line. */
function split(sql: string): string[] {
  return sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'[^']*'|\$\$[^]*?\$\$/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
}
