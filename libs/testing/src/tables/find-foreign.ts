import {
  forEachChild,
  isCallExpression,
  isImportDeclaration,
  isNamedImports,
  isPropertyAccessExpression,
  isStringLiteralLike,
  isTemplateExpression,
  type Node,
} from 'typescript';
import { ANY_TABLE, FOREIGN_READS, WITHOUT_ENTITY } from './foreign-tables';
import type { Source } from './product-sources';
import { entitiesOf, MIGRATION, NAMED_AT_RUN_TIME, STORE, tablesOf } from './tables-of';

/** The rules of the repository. Tests use others. */
export const RULES = { withoutEntity: WITHOUT_ENTITY, reads: FOREIGN_READS, anyTable: ANY_TABLE };

const SQL = /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|TRUNCATE|COPY)\b/;
const SQL_IN_A_STORE = new RegExp(SQL, 'i');
/** A word that no dot precedes, except that of the schema: `users.role` names the table, `calls.users` does not. */
const WORD = /(?:\bpublic\.|(?<![\w.]))[a-z_]+\b/g;
const WRITTEN =
  /\b(?:INSERT\s+INTO|MERGE\s+INTO|DELETE\s+FROM|UPDATE|TRUNCATE(?:\s+TABLE)?|(?:LOCK|ALTER|DROP)\s+TABLE|COPY)\s+(?:ONLY\s+)?(?:public\.)?"?(\w+)/gi;

const libOf = (file: string): string => /^libs\/([^/]+)\//.exec(file)?.[1] ?? file;

/** Returns the lib to which each table belongs: that of its entity, or the listed one. */
export function libsOf(
  sources: readonly Source[],
  withoutEntity: Readonly<Record<string, string>>,
): Map<string, string> {
  return new Map([
    ...Object.entries(withoutEntity),
    ...entitiesOf(sources).map(({ table, file }): [string, string] => [table, libOf(file)]),
  ]);
}

/**
 * Finds SQL that names a table of another lib: all writes, and reads that are not listed. A lib calls the other lib instead.
 * Migrations, which create all tables, are excepted. The check reads texts: a statement that another lib makes is that
 * lib's. It does not see a relation of an entity that TypeORM joins.
 *
 * @returns one line for each, with file and table
 */
export function findForeign(sources: readonly Source[], rules: typeof RULES = RULES): string[] {
  const libs = libsOf(sources, rules.withoutEntity);
  const entities = entitiesOf(sources);
  const problems = [...tablesOf(sources)].flatMap((table) => {
    const several = new Set(entities.filter((one) => one.table === table).map(({ file }) => libOf(file)));
    if (several.size > 1) return [`The table ${table} belongs to several libs: ${[...several].join(', ')}`];
    return libs.has(table) ? [] : [`The table ${table} belongs to no lib`];
  });
  const byName = new Map(entities.map(({ name, table }) => [name, table]));
  const listed = new Set<string>();
  for (const source of sources.filter(({ fileName }) => !MIGRATION.test(fileName))) {
    const { fileName: file } = source;
    const isForeign = (table: string): boolean => libs.has(table) && libs.get(table) !== libOf(file);
    const { read, written, named, runTime } = accessesOf(source, byName);
    for (const table of [...written, ...named].filter(isForeign))
      problems.push(`${file} writes ${table}, which belongs to ${libs.get(table)}`);
    for (const table of [...read].filter((one) => isForeign(one) && !written.has(one))) {
      const key = `${file}: ${table}`;
      if (key in rules.reads) listed.add(key);
      else problems.push(`${file} reads ${table}, which belongs to ${libs.get(table)}`);
    }
    if (runTime && file in rules.anyTable) listed.add(file);
    else if (runTime) problems.push(`${file} names a table at run time`);
    if (!STORE.test(file))
      for (const table of [...read].filter((one) => libs.has(one)))
        problems.push(`${file} names ${table} in SQL outside of a store`);
  }
  for (const key of [...Object.keys(rules.reads), ...Object.keys(rules.anyTable)])
    if (!listed.has(key)) problems.push(`${key} is listed without need`);
  return problems;
}

interface Accesses {
  /** All words of SQL, among them the tables. */
  read: Set<string>;
  written: Set<string>;
  /** The tables of entities that TypeORM receives, which can do anything with them. */
  named: Set<string>;
  /** Whether SQL contains a table that is named at run time. */
  runTime: boolean;
}

function accessesOf(source: Source, entities: ReadonlyMap<string, string>): Accesses {
  const found: Accesses = { read: new Set(), written: new Set(), named: new Set(), runTime: false };
  const isStore = STORE.test(source.fileName);
  const isOther = ![...entities.keys()].some((name) => source.text.includes(name));
  if (!isStore && isOther && !SQL.test(source.text)) return found;
  const visit = (node: Node): void => {
    if (isStringLiteralLike(node) || isTemplateExpression(node)) {
      const text = node.getText().slice(1, -1);
      if ((isStore ? SQL_IN_A_STORE : SQL).test(text)) {
        for (const [word] of text.matchAll(WORD)) found.read.add(word.replace('public.', ''));
        for (const [, table = ''] of text.matchAll(WRITTEN)) found.written.add(table);
        if (NAMED_AT_RUN_TIME.test(text)) found.runTime = true;
      } else if (isStore && isTarget(node)) found.named.add(entities.get(text) ?? text);
    }
    if (isImportDeclaration(node))
      for (const name of importedNames(node)) {
        const table = entities.get(name);
        if (table !== undefined) found.named.add(table);
      }
    forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

/** Returns whether a text is the first argument of a method, as in `manager.delete('users', ...)`. */
const isTarget = ({ parent, pos }: Node): boolean =>
  isCallExpression(parent) &&
  isPropertyAccessExpression(parent.expression) &&
  parent.arguments[0]?.pos === pos;

/** Returns the names that a file imports from other libs. */
function importedNames(node: Node): string[] {
  if (!isImportDeclaration(node) || !/^['"]@app\//.test(node.moduleSpecifier.getText())) return [];
  const bindings = node.importClause?.namedBindings;
  return bindings && isNamedImports(bindings)
    ? bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    : [];
}
