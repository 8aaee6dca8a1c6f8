import {
  forEachChild,
  isBindingElement,
  isCallExpression,
  isClassDeclaration,
  isFunctionDeclaration,
  isFunctionLike,
  isIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteralLike,
  isTemplateExpression,
  isTypeNode,
  isVariableStatement,
  type BindingName,
  type Node,
  type SourceFile,
} from 'typescript';
import { entitiesOf, NAMED_AT_RUN_TIME, STORE, tablesOf } from '../tables/tables-of';
import { TABLE_SCOPES, type TableScope } from './own-tables';
import { WITHOUT_OWNER } from './without-owner';

/** The rules of the repository. Tests use others. */
export const RULES = { scopes: TABLE_SCOPES, ownerless: WITHOUT_OWNER };

type Half = 'userId' | 'organizationId';
const OWNER: readonly Half[] = ['userId', 'organizationId'];
const NEEDED: Readonly<Record<TableScope, readonly Half[]>> = {
  user: OWNER,
  organization: ['organizationId'],
  service: [],
};

/** Replaces the name of a table in SQL that is built at run time. */
const UNKNOWN_TABLE = 'a table that is named at run time';
const SQL = /\b(?:FROM|JOIN|INTO|UPDATE|TRUNCATE|COPY)\b/;

/**
 * Finds every access to rows of a user or an organization without a condition on the owner (contract: Data protection). A
 * method of a store, or another function of its file, that names such a table or its entity, directly or through a constant
 * or function of the file, must use the owner that it receives. Its use as the scope of the transaction does not count. All
 * code with the scope of all owners must be listed. The check reads names, not intentions.
 *
 * @returns one line for each, with file and method
 */
export function findUnscoped(sources: readonly SourceFile[], rules: typeof RULES = RULES): string[] {
  const tables = new Map([
    ...[...tablesOf(sources)].map((table): [string, string] => [table, table]),
    ...entitiesOf(sources).map(({ name, table }): [string, string] => [name, table]),
  ]);
  const problems: string[] = [];
  const excused = new Set<string>();
  for (const source of sources) {
    const declared = declarationsOf(source);
    for (const [name, node] of unitsOf(source, declared)) {
      if (crossesOwners(node)) {
        if (name in rules.ownerless) excused.add(name);
        else problems.push(`${source.fileName}: ${name} reaches the rows of all owners, and is not listed`);
      }
      if (!STORE.test(source.fileName)) continue;
      const missing = new Map<string, string>();
      const used = usedHalves(node);
      for (const table of namedTables(node, declared, tables)) {
        const lacking = NEEDED[rules.scopes[table] ?? 'user'].filter((half) => !used.has(half));
        if (lacking.length > 0) missing.set(table, lacking.join(' and '));
      }
      if (missing.size > 0 && name in rules.ownerless) excused.add(name);
      else
        for (const [table, lacking] of missing)
          problems.push(`${source.fileName}: ${name} reaches ${table} without its ${lacking}`);
    }
  }
  for (const name of Object.keys(rules.ownerless))
    if (!excused.has(name)) problems.push(`${name} is listed without need`);
  return problems;
}

/** Returns the constants and functions of a file by name. */
function declarationsOf({ statements }: SourceFile): Map<string, Node> {
  return new Map(
    statements.flatMap((statement): [string, Node][] => {
      if (isFunctionDeclaration(statement) && statement.name) return [[statement.name.text, statement]];
      if (!isVariableStatement(statement)) return [];
      return statement.declarationList.declarations.flatMap(({ name, initializer }): [string, Node][] =>
        initializer ? [[name.getText(), initializer]] : [],
      );
    }),
  );
}

/** Returns whether a unit uses the scope of all owners. A type that names it does not count. */
function crossesOwners(unit: Node): boolean {
  let crosses = false;
  walk(unit, (node) => {
    if (isIdentifier(node) && node.text === 'ALL_OWNERS') crosses = true;
  });
  return crosses;
}

/**
 * Returns the units that are checked separately: members of classes, functions, and constants that no other code of the
 * file uses.
 */
function unitsOf(source: SourceFile, declared: ReadonlyMap<string, Node>): [string, Node][] {
  const uses = new Map<string, number>();
  walk(source, (node) => {
    if (isIdentifier(node)) uses.set(node.text, (uses.get(node.text) ?? 0) + 1);
  });
  const members = source.statements.filter(isClassDeclaration).flatMap((declaration) =>
    declaration.members.map((member): [string, Node] => {
      const name = member.name?.getText() ?? 'constructor';
      return [`${declaration.name?.text ?? 'class'}.${name}`, member];
    }),
  );
  const loose = [...declared].filter(([name, node]) => isFunctionLike(node) || uses.get(name) === 1);
  return [...members, ...loose];
}

/** Returns the tables that a unit names, also through constants and functions of its file. */
function namedTables(
  unit: Node,
  declared: ReadonlyMap<string, Node>,
  tables: ReadonlyMap<string, string>,
): Set<string> {
  const found = new Set<string>();
  const seen = new Set<Node>();
  const look = (root: Node): void => {
    if (seen.has(root)) return;
    seen.add(root);
    walk(root, (node) => {
      if (isStringLiteralLike(node) || isTemplateExpression(node)) {
        const text = node.getText().slice(1, -1);
        const named = SQL.test(text) ? (text.match(/\w+/g) ?? []) : [text];
        for (const word of named) if (tables.get(word) === word) found.add(word);
        if (NAMED_AT_RUN_TIME.test(text)) found.add(UNKNOWN_TABLE);
      }
      if (!isIdentifier(node) || (isPropertyAccessExpression(node.parent) && node.parent.name === node))
        return;
      const table = tables.get(node.text);
      if (table !== undefined && table !== node.text) found.add(table);
      const used = declared.get(node.text);
      if (used && !isPropertyName(node)) look(used);
    });
  };
  look(unit);
  return found;
}

/** Returns the parts of an owner that a unit receives and uses: both for `owner`, one for `owner.userId`. */
function usedHalves(unit: Node): Set<Half> {
  const used = new Set<Half>();
  if (!isFunctionLike(unit)) return used;
  const given = new Map<string, readonly Half[]>();
  const give = (name: BindingName, property: string, type = ''): void => {
    if (!isIdentifier(name)) {
      for (const element of name.elements)
        if (isBindingElement(element)) give(element.name, (element.propertyName ?? element.name).getText());
    } else if (type === 'Owner' || property === 'owner') given.set(name.text, OWNER);
    else
      given.set(
        name.text,
        OWNER.filter((half) => half === property),
      );
  };
  for (const { name, type } of unit.parameters) give(name, name.getText(), type?.getText());
  walk((unit as { body?: Node }).body, (node) => {
    if (isWritten(node) || isScope(node)) return false;
    if (!isIdentifier(node) || isPropertyName(node)) return;
    const halves = given.get(node.text) ?? [];
    const { parent } = node;
    const asked = isPropertyAccessExpression(parent) ? parent.name.text : undefined;
    for (const half of halves)
      if (halves.length === 1 || asked === undefined || asked === half) used.add(half);
  });
  return used;
}

/** The values that an update writes are not conditions. */
const isWritten = ({ parent, pos }: Node): boolean =>
  isCallExpression(parent) &&
  parent.arguments[2]?.pos === pos &&
  parent.expression.getText().endsWith('.update');

/**
 * The argument of a call that is the scope of its transaction. That is the second barrier, not a condition of the
 * query.
 */
const SCOPE_PLACES: Readonly<Record<string, number>> = { inScope: 1, runOnce: 2, runPrepared: 2 };

const isScope = ({ parent, pos }: Node): boolean =>
  (isCallExpression(parent) &&
    parent.arguments[SCOPE_PLACES[parent.expression.getText()] ?? -1]?.pos === pos) ||
  // As in `runTogether(db, [{ scope: owner, statements }])`.
  (isPropertyAssignment(parent) && parent.name.getText() === 'scope' && parent.initializer.pos === pos);

/** Returns whether a node is the name of a property, as in `a.name` and `{ name: a }`, and so no use of a variable. */
const isPropertyName = (node: Node): boolean =>
  (isPropertyAccessExpression(node.parent) || isPropertyAssignment(node.parent)) && node.parent.name === node;

/** Visits a node and its descendants, except types and descendants of nodes for which the visitor returns `false`. */
function walk(node: Node | undefined, visit: (node: Node) => false | void): void {
  if (!node || isTypeNode(node) || visit(node) === false) return;
  forEachChild(node, (child) => walk(child, visit));
}
