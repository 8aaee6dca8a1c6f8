import { extname } from 'node:path';
import ts from 'typescript';

const STRINGS = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
]);
const SCRIPTS = { '.ts': ts.ScriptKind.TS, '.tsx': ts.ScriptKind.TSX };
/** Functions that take a title as their first argument. */
const TITLED = new Set(['describe', 'it', 'test']);

/**
 * Finds the texts of a program's source: its comments, and its strings, template literals and JSX texts or, with
 * `titlesOnly`, the titles of its tests alone.
 *
 * @param {{ titlesOnly?: boolean }} options
 * @returns {[number, number][]} the start and end of each text, without quotation marks
 */
export function codeTexts(source, filePath, { titlesOnly = false } = {}) {
  const kind = SCRIPTS[extname(filePath)] ?? ts.ScriptKind.JS;
  const file = ts.createSourceFile(filePath, source, ts.ScriptTarget.Latest, false, kind);
  const texts = [];
  const titles = new Set();
  const visit = (node, isInTitle) => {
    const isChecked = isInTitle || !titlesOnly;
    if (ts.isJsxText(node)) {
      if (isChecked) texts.push([node.pos, node.end]);
      return;
    }
    if (STRINGS.has(node.kind) && isChecked && !isName(node.text))
      texts.push([node.getStart(file) + 1, node.end - 1]);
    if (ts.isTokenKind(node.kind)) texts.push(...commentsBefore(source, node.pos));
    if (ts.isCallExpression(node) && takesTitle(node)) titles.add(node.arguments[0]);
    for (const child of node.getChildren(file))
      if (!ts.isJSDoc(child)) visit(child, isInTitle || titles.has(child));
  };
  visit(file, false);
  return texts;
}

/** Returns whether a string is a name in the code: it has no spaces and no capitals. */
const isName = (text) => /^[^\sA-Z]*$/.test(text);

/** `it('…')`, `it.skip('…')`, `it.each(table)('…')`; the table itself holds no title. */
function takesTitle({ expression }) {
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'each') return false;
  let called = expression;
  while (!ts.isIdentifier(called)) {
    called = ts.isTaggedTemplateExpression(called) ? called.tag : called.expression;
    if (!called) return false;
  }
  return TITLED.has(called.text);
}

/** Returns the comments between a token and the previous one. Consecutive comments are one text. */
function commentsBefore(source, position) {
  const comments = [];
  for (const { pos, end } of [
    ...(position > 0 ? (ts.getTrailingCommentRanges(source, position) ?? []) : []),
    ...(ts.getLeadingCommentRanges(source, position) ?? []),
  ]) {
    const last = comments.at(-1);
    if (last && source.slice(last[1], pos).trim() === '') last[1] = end;
    else comments.push([pos, end]);
  }
  return comments;
}
