import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  isCallExpression,
  isFunctionLike,
  isIdentifier,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isStringLiteralLike,
  isTaggedTemplateExpression,
  isTemplateExpression,
  ScriptTarget,
  type CallExpression,
  type Node,
  type SourceFile,
} from 'typescript';
import { read } from './files';

const ROOT = resolve(__dirname, '../../../..');
export const EVIDENCE_PAGE = 'docs/security/test-evidence.md';
export const EVIDENCE_COMMAND = 'npm run docs:evidence';

/** A test with an id at the end of its title that documents cite: `refuses a token [SEC-2]`. */
export interface Evidence {
  id: string;
  /** Without the id. */
  title: string;
  /** The titles of the suites around the test, outermost first. */
  suites: readonly string[];
  file: string;
}

/** Texts by their path from the root of the repository. */
export type Texts = ReadonlyMap<string, string>;

const ID = '(?:SEC|PRIV)-\\d+';
const CITATION = new RegExp(`\\[(${ID})\\]`, 'g');
const DEFINITION = new RegExp(`^\\[${ID}\\]: .*\n?`, 'gm');
const TITLE_WITH_ID = new RegExp(`^(.*\\S) \\[(${ID})\\]$`, 's');

/** Returns the Markdown documents that can cite ids. */
export const readDocuments = (): Texts =>
  textsOf(['*.md'], (path) => path !== EVIDENCE_PAGE && !path.startsWith('test/fixtures/'));

/** Returns the TypeScript files that contain an id. */
export const readSources = (): Texts => {
  const sources = textsOf(['apps/*.ts', 'apps/*.tsx', 'libs/*.ts', 'test/*.ts']);
  return new Map([...sources].filter(([, text]) => text.search(CITATION) >= 0));
};

/** Returns tracked and new files, sorted: the page is the same before and after `git add`. */
function textsOf(patterns: readonly string[], wanted: (path: string) => boolean = () => true): Texts {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns];
  const paths = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 16 * 1024 ** 2 })
    .split('\0')
    .filter((path) => path !== '' && wanted(path) && existsSync(join(ROOT, path)))
    .sort();
  return new Map(paths.map((path) => [path, read(path)]));
}

/** Finds the tests with an id in files of TypeScript, sorted by id. Skipped tests and suites do not count. */
export const findEvidence = (sources: Texts): Evidence[] =>
  [...sources].flatMap(([file, text]) => evidenceIn(file, text)).sort((a, b) => compareIds(a.id, b.id));

function evidenceIn(file: string, text: string): Evidence[] {
  const source = createSourceFile(file, text, ScriptTarget.Latest);
  const found: Evidence[] = [];
  const visit = (node: Node, suites: readonly string[]): void => {
    const title = isCallExpression(node) ? titleOf(node, source) : undefined;
    if (!isCallExpression(node) || title === undefined) {
      forEachChild(node, (child) => visit(child, suites));
      return;
    }
    const { root, isSkipped } = calleeOf(node);
    if (isSkipped) return;
    const [, plain, id] = TITLE_WITH_ID.exec(title) ?? [];
    if (plain && id && root !== 'describe' && !node.arguments.some(containsTest))
      found.push({ id, title: plain, suites, file });
    forEachChild(node, (child) => visit(child, [...suites, title]));
  };
  visit(source, []);
  return found;
}

/** Returns the first argument of a call such as `it('title', () => {})`, or undefined if the call has another form. */
function titleOf({ arguments: [title, body] }: CallExpression, source: SourceFile): string | undefined {
  if (!title || !body || !isFunctionLike(body)) return undefined;
  if (isStringLiteralLike(title)) return title.text;
  return isTemplateExpression(title) ? title.getText(source).slice(1, -1) : undefined;
}

/**
 * Returns the beginning of a call, such as `it` in `it.each(rows)('title', ...)`. A name such as `itWith` is a test as
 * well.
 */
function calleeOf(call: CallExpression): { root: string; isSkipped: boolean } {
  let callee: Node = call.expression;
  let isSkipped = false;
  for (;;) {
    if (isCallExpression(callee) || isParenthesizedExpression(callee)) callee = callee.expression;
    else if (isTaggedTemplateExpression(callee)) callee = callee.tag;
    else if (isPropertyAccessExpression(callee)) {
      isSkipped ||= ['skip', 'todo'].includes(callee.name.text);
      callee = callee.expression;
    } else {
      const root = isIdentifier(callee) ? callee.text : '';
      return { root, isSkipped: isSkipped || /^x(?:it|test|describe)$/.test(root) };
    }
  }
}

/** Returns whether a node contains a test: then the call around it is a suite, whatever its name. */
const containsTest = (node: Node): boolean =>
  (isCallExpression(node) && ['it', 'test'].includes(calleeOf(node).root)) ||
  (forEachChild(node, containsTest) ?? false);

/** Returns the ids that a document cites, each once, sorted. Link definitions are not citations. */
export const citedIn = (document: string): string[] =>
  [...new Set([...document.replaceAll(DEFINITION, '').matchAll(CITATION)].map(([, id = '']) => id))].sort(
    compareIds,
  );

/** Returns one line for each id that is cited without a test, or that several tests have. */
export function faultsOf(evidence: readonly Evidence[], documents: Texts): string[] {
  const ids = evidence.map(({ id }) => id);
  const lost = [...documents].flatMap(([path, text]) =>
    citedIn(text)
      .filter((id) => !ids.includes(id))
      .map((id) => `${path} cites ${id}, which no test has`),
  );
  const shared = evidence
    .filter(({ id }, at) => ids.indexOf(id) !== at)
    .map(({ id, file }) => `${file} has ${id}, which another test has too`);
  return [...lost, ...shared];
}

/** Returns a document with the link definitions of the ids that it cites at its end, and without any other. */
export function withDefinitions(path: string, document: string): string {
  const definitions = citedIn(document).map(
    (id) => `[${id}]: ${linkTo(path, EVIDENCE_PAGE)}#${anchorOf(id)}\n`,
  );
  const text = document.replaceAll(DEFINITION, '');
  if (definitions.length > 0) return `${text.trimEnd()}\n\n${definitions.join('')}`;
  return text === document ? document : `${text.trimEnd()}\n`;
}

/** Returns the page that lists the evidence. */
export function evidencePage(evidence: readonly Evidence[], documents: Texts): string {
  const citing = [...documents].map(([path, text]) => ({ path, ids: new Set(citedIn(text)) }));
  const entries = evidence.map(({ id, title, suites, file }) => {
    const links = citing
      .filter(({ ids }) => ids.has(id))
      .map(({ path }) => `[${path}](${linkTo(EVIDENCE_PAGE, path)})`);
    return [
      `## ${id}`,
      `${[...suites, title].map(escapeMarkdown).join(' › ')}`,
      `- Test file: [${file}](${linkTo(EVIDENCE_PAGE, file)})\n- Cited by: ${links.join(', ') || 'no document'}`,
    ].join('\n\n');
  });
  return `${[INTRODUCTION, ...entries].join('\n\n')}\n`;
}

const INTRODUCTION = `# Test evidence

This page is for readers of documents that cite tests by id. Each id stands for one test: its suites and its title, its file, and the
documents that cite it. \`%s\`, \`%j\` and \`$name\` in a title stand for the values of the test's cases.

\`${EVIDENCE_COMMAND}\` generates this page from the test files. Do not edit it.`;

const linkTo = (from: string, to: string): string => posix.relative(posix.dirname(from), to);
const anchorOf = (id: string): string => id.toLowerCase();
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_<>[\]]/g, String.raw`\$&`);

/** Compares ids: `SEC` before `PRIV`, then by number. */
function compareIds(a: string, b: string): number {
  const [one, other] = [a, b].map((id) => id.split('-')) as [[string, string], [string, string]];
  return other[0].localeCompare(one[0]) || Number(one[1]) - Number(other[1]);
}
