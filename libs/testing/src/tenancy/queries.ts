import {
  forEachChild,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isStringLiteralLike,
  isTemplateExpression,
  isTypeNode,
  type CallExpression,
  type Node,
} from 'typescript';
import type { Routine } from './routines';
import { halvesIn, type Scope } from './scope';
import type { Half, Shapes } from './shapes';

/** A place where a routine reaches rows. */
export interface Query {
  tables: readonly string[];
  /** The halves of an owner that choose its rows. */
  halves: ReadonlySet<Half>;
}

/** Where a routine reaches tables: through their entities, or in SQL of its own or of its module. */
export function queriesOf(
  { node, file }: Routine,
  { tables, created, texts }: Shapes,
  scope: Scope,
): Query[] {
  const names = [...new Set([...tables.values(), ...created])];
  const queries: Query[] = [];
  const look = (inner: Node): void => {
    if (isTypeNode(inner)) return;
    const found = reached(inner);
    if (found.length > 0) queries.push({ tables: found, halves: condition(callAround(inner), scope) });
    forEachChild(inner, look);
  };
  const reached = (inner: Node): string[] => {
    if (isStringLiteralLike(inner) && names.includes(inner.text) && isMethodCall(inner.parent))
      return [inner.text];
    if (isStringLiteralLike(inner) || isTemplateExpression(inner)) return tablesInSql(inner.getText(), names);
    if (!isIdentifier(inner)) return [];
    const table = tables.get(inner.text);
    const text = texts.get(`${file}:${inner.text}`) ?? texts.get(inner.text);
    return table ? [table] : text ? tablesInSql(text, names) : [];
  };
  look(node);
  return queries;
}

/** In place of a table's name, where SQL is put together at run time. */
const UNKNOWN_TABLE = 'a table that is named at run time';

const SQL = /\b(?:SELECT|INSERT|UPDATE|DELETE|TRUNCATE|COPY)\b/;
const BEFORE_TABLE = String.raw`(?:\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ONLY|COPY)|,)\s+"?`;

/** Tables that a text names, where it is SQL. */
function tablesInSql(text: string, tables: readonly string[]): string[] {
  if (!SQL.test(text)) return [];
  const named = tables.filter((table) => new RegExp(`${BEFORE_TABLE}${table}\\b`).test(text));
  return /\b(?:FROM|JOIN|INTO|UPDATE|TRUNCATE|COPY)\s+"?\$\{/.test(text) ? [...named, UNKNOWN_TABLE] : named;
}

const isMethodCall = (node: Node): boolean =>
  isCallExpression(node) && isPropertyAccessExpression(node.expression);

/** The call that a mention is an argument of, with all that is chained to it. */
function callAround(mention: Node): CallExpression | undefined {
  let node: Node = mention;
  while (node.parent && !(isCallExpression(node.parent) && node.parent.expression !== node)) {
    if (isPropertyAccessExpression(node.parent) && node.parent.expression !== node) return undefined;
    node = node.parent;
  }
  let call = node.parent;
  while (call?.parent && isPropertyAccessExpression(call.parent) && isCallExpression(call.parent.parent))
    call = call.parent.parent;
  return call && isCallExpression(call) ? call : undefined;
}

/** What the call's condition mentions. What an update writes is none. */
function condition(call: CallExpression | undefined, scope: Scope): Set<Half> {
  if (!call) return new Set();
  const isChain = isPropertyAccessExpression(call.expression) && containsCall(call.expression.expression);
  const writes =
    isPropertyAccessExpression(call.expression) && call.expression.name.text === 'update' && !isChain;
  if (isChain) return halvesIn(call, scope);
  return new Set(
    call.arguments.slice(0, writes ? 2 : undefined).flatMap((argument) => [...halvesIn(argument, scope)]),
  );
}

const containsCall = (node: Node): boolean =>
  isCallExpression(node) || (isPropertyAccessExpression(node) && containsCall(node.expression));
