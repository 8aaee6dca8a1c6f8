import {
  forEachChild,
  isBindingElement,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isVariableDeclaration,
  type BindingName,
  type Node,
  type ParameterDeclaration,
} from 'typescript';
import type { Routine } from './routines';
import { HALVES, type Half, type Shapes } from './shapes';

/** Which halves of an owner a routine's names stand for, or were made with. */
export type Scope = Map<string, Set<Half>>;

/** Follows a routine's owner from its parameters through its local names. */
export function scopeOf({ parameters, node }: Routine, shapes: Shapes): Scope {
  const scope: Scope = new Map();
  for (const parameter of parameters) addParameter(scope, parameter, shapes);
  const follow = (inner: Node): void => {
    if (isVariableDeclaration(inner) && inner.initializer)
      addNames(scope, inner.name, halvesIn(inner.initializer, scope));
    forEachChild(inner, follow);
  };
  follow(node);
  return scope;
}

/** The halves of an owner that an expression mentions. */
export function halvesIn(node: Node, scope: Scope): Set<Half> {
  const halves = new Set<Half>();
  const look = (inner: Node): void => {
    if (isPropertyAccessExpression(inner) && isIdentifier(inner.expression)) {
      const known = scope.get(inner.expression.text) ?? new Set<Half>();
      const named = HALVES.get(inner.name.text) ?? [...known];
      for (const half of named) if (known.has(half)) halves.add(half);
      return;
    }
    // Of `rows.map` only rows, and of `{ userId: x }` only x is mentioned.
    if (isPropertyAccessExpression(inner)) return look(inner.expression);
    if (isPropertyAssignment(inner)) return look(inner.initializer);
    if (isIdentifier(inner)) for (const half of scope.get(inner.text) ?? []) halves.add(half);
    forEachChild(inner, look);
  };
  look(node);
  return halves;
}

function addParameter(scope: Scope, { name, type }: ParameterDeclaration, { carriers }: Shapes): void {
  const typeName = (type?.getText() ?? '').replace(/^(?:Pick|Omit)<(\w+),.*$/s, '$1');
  const halves = carriers.get(typeName);
  if (halves) addNames(scope, name, halves, true);
  else if (isIdentifier(name) && name.text === 'organizationId') addNames(scope, name, ORGANIZATION);
  else if (isObjectBindingPattern(name)) addNames(scope, name, ORGANIZATION, true);
}

const ORGANIZATION: ReadonlySet<Half> = new Set(['organization']);

/** @param exact whether of a pattern only the properties that say so hold a half */
function addNames(scope: Scope, name: BindingName, halves: ReadonlySet<Half>, exact = false): void {
  if (isIdentifier(name)) {
    if (halves.size > 0) scope.set(name.text, new Set([...(scope.get(name.text) ?? []), ...halves]));
    return;
  }
  for (const element of name.elements) {
    if (!isBindingElement(element)) continue;
    const property = element.propertyName?.getText() ?? element.name.getText();
    const own = HALVES.get(property)?.filter((half) => halves.has(half));
    const inherited = exact && isObjectBindingPattern(name) ? [] : [...halves];
    addNames(scope, element.name, new Set(own ?? inherited), exact);
  }
}
