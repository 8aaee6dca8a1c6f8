import {
  isClassDeclaration,
  isDecorator,
  isCallExpression,
  isIdentifier,
  isInterfaceDeclaration,
  isPropertySignature,
  isStringLiteralLike,
  isTemplateExpression,
  isVariableStatement,
  type Expression,
  type PropertySignature,
  type SourceFile,
} from 'typescript';

/** What has to be known of all files before one of them can be judged. */
export interface Shapes {
  /** Entity classes and their tables. */
  tables: ReadonlyMap<string, string>;
  /** Tables that migrations make. */
  created: ReadonlySet<string>;
  /** Types that say whose something is, and which halves of its owner. */
  carriers: ReadonlyMap<string, ReadonlySet<Half>>;
  /** Texts in constants of modules: by `file:name`, and for those who import them by name alone. */
  texts: ReadonlyMap<string, string>;
}

/** An owner is a user of an organization; a query needs both. */
export type Half = 'user' | 'organization';
export const BOTH: readonly Half[] = ['user', 'organization'];

/** Who may be the owner of rows, by type. */
const OWNER_TYPES: ReadonlySet<string> = new Set(['Owner', 'AuthUser', 'GuardedUser']);

/** What a property holds of an owner, by its name. */
export const HALVES: ReadonlyMap<string, readonly Half[]> = new Map([
  ['userId', ['user']],
  ['organizationId', ['organization']],
  ['owner', BOTH],
]);

/** Migrations make tables and fill them; they are nobody's way to rows. */
export const MIGRATION = /\/migrations\//;

export function readShapes(sources: readonly SourceFile[]): Shapes {
  const tables = new Map<string, string>();
  const carriers = new Map(
    [...OWNER_TYPES].map((name): [string, ReadonlySet<Half>] => [name, new Set(BOTH)]),
  );
  const texts = new Map<string, string>();
  const created = new Set<string>();
  for (const { statements, fileName, text } of sources) {
    if (MIGRATION.test(fileName))
      for (const [, table] of text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)) created.add(table!);
    for (const statement of statements) {
      if (isClassDeclaration(statement) && statement.name) {
        const table = tableOf(statement.modifiers?.filter(isDecorator).map(({ expression }) => expression));
        if (table) tables.set(statement.name.text, table);
      } else if (isInterfaceDeclaration(statement)) {
        const halves = statement.members.filter(isPropertySignature).flatMap(halvesOf);
        if (halves.length > 0) carriers.set(statement.name.text, new Set(halves));
      } else if (isVariableStatement(statement)) {
        for (const { name, initializer } of statement.declarationList.declarations)
          if (initializer && isText(initializer))
            texts
              .set(`${fileName}:${name.getText()}`, initializer.getText())
              .set(name.getText(), initializer.getText());
      }
    }
  }
  return { tables, created, carriers, texts };
}

const halvesOf = ({ name, type }: PropertySignature): readonly Half[] =>
  name.getText() === 'owner' && !OWNER_TYPES.has(type?.getText() ?? '')
    ? []
    : (HALVES.get(name.getText()) ?? []);

const isText = (node: Expression): boolean => isStringLiteralLike(node) || isTemplateExpression(node);

function tableOf(decorators: readonly Expression[] = []): string | undefined {
  for (const call of decorators)
    if (isCallExpression(call) && isIdentifier(call.expression) && call.expression.text === 'Entity') {
      const [name] = call.arguments;
      if (name && isStringLiteralLike(name)) return name.text;
    }
  return undefined;
}
