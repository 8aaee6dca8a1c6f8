import {
  forEachChild,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  SyntaxKind,
  type Node,
} from 'typescript';
import type { Routine } from './routines';

/** What a routine calls: `Class.method` of what its class is given, its own methods, functions of modules. */
export function callsOf({ name, node, injected, parameters }: Routine): string[] {
  const classOf = new Map(
    [...injected, ...parameters].map((parameter) => [
      parameter.name.getText(),
      (parameter.type?.getText() ?? '').replace(/<.*$/s, ''),
    ]),
  );
  const calls: string[] = [];
  const look = (inner: Node): void => {
    if (isCallExpression(inner)) {
      const called = inner.expression;
      if (isIdentifier(called)) calls.push(called.text);
      if (isPropertyAccessExpression(called)) {
        const { expression, name: method } = called;
        const property = isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
        const type = expression.kind === SyntaxKind.ThisKeyword ? name.split('.')[0] : classOf.get(property);
        if (type) calls.push(`${type}.${method.text}`);
      }
    }
    forEachChild(inner, look);
  };
  look(node);
  return calls;
}
