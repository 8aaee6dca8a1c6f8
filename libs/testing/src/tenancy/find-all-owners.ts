import {
  forEachChild,
  isClassElement,
  isIdentifier,
  isImportDeclaration,
  isSourceFile,
  isStringLiteralLike,
  isTemplateExpression,
  isTypeNode,
  isVariableStatement,
  type Node,
} from 'typescript';
import type { Source } from '../tables/product-sources';
import { ALL_OWNERS_REASONS } from './all-owners';

/** The definition of the scope. */
const DEFINITION = /^libs\/common\/src\/(?:scope|index)\.ts$/;
const MIGRATION = /\/migrations\//;
/** SQL that sets a scope, instead of the functions of the database lib. */
const SETTING = /privacy_chat\.scope/;

/**
 * Finds all code with the scope of all owners, under which PostgreSQL hides no rows, that is not listed with its reason.
 * Row-level security covers all other code.
 *
 * @returns one line for each, with its file; also one for each entry of the list that is not needed
 */
export function findAllOwners(
  sources: readonly Source[],
  reasons: Readonly<Record<string, string>> = ALL_OWNERS_REASONS,
): string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  for (const source of sources.filter(
    ({ fileName }) => !DEFINITION.test(fileName) && !MIGRATION.test(fileName),
  ))
    for (const name of usesIn(source)) {
      used.add(name);
      if (!(name in reasons))
        problems.push(`${source.fileName}: ${name} reaches the rows of all owners, and is not listed`);
    }
  const idle = Object.keys(reasons).filter((name) => !used.has(name));
  return [...problems, ...idle.map((name) => `${name} is listed without need`)];
}

/** Returns the members of classes and the declarations that use the scope. A type that names it does not count. */
function usesIn(source: Source): Set<string> {
  const found = new Set<string>();
  if (!source.text.includes('ALL_OWNERS') && !SETTING.test(source.text)) return found;
  const visit = (node: Node): void => {
    if (isTypeNode(node)) return;
    if (isImportDeclaration(node)) {
      // Another name would hide the uses.
      if (/\bALL_OWNERS as\b/.test(node.getText())) found.add('import of ALL_OWNERS under another name');
      return;
    }
    const isScope = isIdentifier(node) && node.text === 'ALL_OWNERS';
    const isSetting =
      (isStringLiteralLike(node) || isTemplateExpression(node)) && SETTING.test(node.getText());
    if (isScope || isSetting) found.add(placeOf(node));
    forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

/** Returns the name of the class and member, or of the declaration, that contains a node. */
function placeOf(node: Node): string {
  const { parent } = node;
  if (isClassElement(node)) {
    const owner = (parent as { name?: Node }).name?.getText() ?? 'class';
    return `${owner}.${node.name?.getText() ?? 'constructor'}`;
  }
  if (!isSourceFile(parent)) return placeOf(parent);
  const named = isVariableStatement(node) ? node.declarationList.declarations[0] : node;
  return (named as { name?: Node }).name?.getText() ?? 'top level';
}
