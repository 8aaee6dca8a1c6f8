import {
  createSourceFile,
  forEachChild,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isClassDeclaration,
  isClassLike,
  isDeleteExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionLike,
  isIdentifier,
  isImportClause,
  isImportSpecifier,
  isNonNullExpression,
  isParameter,
  isParenthesizedExpression,
  isPostfixUnaryExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyDeclaration,
  isVariableDeclaration,
  isVariableStatement,
  ModifierFlags,
  getCombinedModifierFlags,
  NodeFlags,
  ScriptTarget,
  SyntaxKind,
  type BindingName,
  type Expression,
  type Node,
  type SourceFile,
} from 'typescript';

/** The methods of collections and arrays that change them. */
const MUTATORS = new Set(
  'set add push delete clear pop shift unshift splice sort reverse fill copyWithin'.split(' '),
);
/** The position of a regular expression is a number, and contains no text. */
const HARMLESS_PROPERTY = 'lastIndex';

/**
 * Returns the names of a module's mutable state, sorted: variables of the module, constants of the module and imports that a
 * function changes, static fields that are not `readonly`, fields of recognizers that are not, and the static properties of `RegExp`,
 * which contain the last text. A change through another variable is not found.
 */
export function findModuleState(file: string, text: string): string[] {
  const source = createSourceFile(file, text, ScriptTarget.Latest, true);
  const found = new Set<string>(variablesOf(source));
  const shared = sharedNames(source);
  const visit = (node: Node, local: ReadonlySet<string>, isInFunction: boolean): void => {
    const inside = isFunctionLike(node);
    const names = inside ? new Set([...local, ...declaredIn(node)]) : local;
    if (
      isPropertyAccessExpression(node) &&
      isIdentifier(node.expression) &&
      node.expression.text === 'RegExp'
    )
      found.add(`RegExp.${node.name.text}`);
    if (isClassLike(node)) for (const name of fieldsOf(node)) found.add(name);
    const changed = isInFunction || inside ? changedBy(node) : undefined;
    if (changed !== undefined && shared.has(changed) && !names.has(changed)) found.add(changed);
    forEachChild(node, (child) => visit(child, names, isInFunction || inside));
  };
  visit(source, new Set(), false);
  return [...found].sort();
}

/** Yields the names that the module declares with `let` or `var`. */
function* variablesOf(source: SourceFile): Generator<string> {
  for (const statement of source.statements)
    if (isVariableStatement(statement) && !(statement.declarationList.flags & NodeFlags.Const))
      for (const { name } of statement.declarationList.declarations) yield* namesIn(name);
}

/** Returns the names of all constants, functions, classes and imports of the module. */
function sharedNames(source: SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations)
        for (const each of namesIn(name)) names.add(each);
    if ((isFunctionDeclaration(statement) || isClassDeclaration(statement)) && statement.name)
      names.add(statement.name.text);
    if (statement.kind === SyntaxKind.ImportDeclaration) visitImports(statement, names);
  }
  return names;
}

function visitImports(node: Node, names: Set<string>): void {
  if ((isImportSpecifier(node) || isImportClause(node)) && node.name) names.add(node.name.text);
  forEachChild(node, (child) => visitImports(child, names));
}

/** Yields the parameters and variables of a function, including those of functions within it. */
function* declaredIn(node: Node): Generator<string> {
  const children: Node[] = [];
  forEachChild(node, (child) => void children.push(child));
  for (const child of children) {
    if (isParameter(child) || isVariableDeclaration(child) || isBindingElement(child))
      yield* namesIn(child.name);
    yield* declaredIn(child);
  }
}

function* namesIn(name: BindingName): Generator<string> {
  if (isIdentifier(name)) yield name.text;
  else for (const element of name.elements) if (isBindingElement(element)) yield* namesIn(element.name);
}

/** Yields the mutable static fields of a class, and of a recognizer every field that can be assigned. */
function* fieldsOf(node: Node): Generator<string> {
  if (!isClassLike(node)) return;
  const isRecognizer =
    node.heritageClauses?.some((clause) => /\bRecognizer\b/.test(clause.getText())) ?? false;
  for (const member of node.members) {
    if (!isPropertyDeclaration(member)) continue;
    const flags = getCombinedModifierFlags(member);
    const isStatic = (flags & ModifierFlags.Static) !== 0;
    if ((isStatic || isRecognizer) && !(flags & ModifierFlags.Readonly))
      yield `${node.name?.text}.${member.name.getText()}`;
  }
}

/** Returns the name at the root of what an expression changes: `memo` of `memo.set(a, b)`, `memo[a] = b`, `delete memo.a`. */
function changedBy(node: Node): string | undefined {
  if (isCallExpression(node) && isPropertyAccessExpression(node.expression))
    return MUTATORS.has(node.expression.name.text) ? rootOf(node.expression.expression) : undefined;
  if (isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return memberRoot(node.left);
  if (isDeleteExpression(node)) return memberRoot(node.expression);
  if (isPostfixUnaryExpression(node)) return memberRoot(node.operand);
  const { PlusPlusToken, MinusMinusToken } = SyntaxKind;
  if (isPrefixUnaryExpression(node) && [PlusPlusToken, MinusMinusToken].includes(node.operator as never))
    return memberRoot(node.operand);
  return undefined;
}

const isAssignment = (kind: SyntaxKind): boolean =>
  kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;

/** Returns the root of a member that is changed. An assignment to a variable of the module is found at its declaration. */
function memberRoot(node: Expression): string | undefined {
  if (isPropertyAccessExpression(node) && node.name.text === HARMLESS_PROPERTY) return undefined;
  return isPropertyAccessExpression(node) || isElementAccessExpression(node) ? rootOf(node) : undefined;
}

function rootOf(node: Expression): string | undefined {
  if (isIdentifier(node)) return node.text;
  const isChain =
    isPropertyAccessExpression(node) ||
    isElementAccessExpression(node) ||
    isNonNullExpression(node) ||
    isParenthesizedExpression(node);
  return isChain ? rootOf(node.expression) : undefined;
}
