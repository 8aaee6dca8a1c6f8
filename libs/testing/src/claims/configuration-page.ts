import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  isArrayLiteralExpression,
  isCallExpression,
  isIdentifier,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  ScriptTarget,
  SyntaxKind,
  type CallExpression,
  type Expression,
  type Node,
} from 'typescript';
import { table } from './table';
import { read } from './files';

export const CONFIGURATION_PAGE = 'docs/operate/configuration.md';
const SETTINGS = 'libs/config/src';

/** A setting as a source of `libs/config` declares it. */
export interface Declaration {
  name: string;
  /** As the page shows it. */
  type: string;
  /** As the environment would give it, or undefined if the source has no literal default. */
  fallback: string | undefined;
}

/** A setting as `.env.example` shows it. */
export interface Example {
  section: string;
  name: string;
  value: string;
  meaning: string;
}

/** What the page calls the functions of `setting-types.ts` and of zod. */
const TYPES: Readonly<Record<string, string>> = {
  basePath: 'path',
  duration: 'duration',
  durations: 'durations',
  flag: '`true`, `false`',
  integer: 'whole number',
  list: 'list',
  namedKeys: 'keys',
  networks: 'networks',
  optionalInteger: 'whole number',
  rate: 'rate',
  ocrLanguages: 'languages, `off`',
  retention: 'duration, `off`',
  size: 'size',
  string: 'text',
  url: 'URL',
  uuid: 'UUID',
};

/** Functions that take the default as their first argument. */
const WITH_DEFAULT = new Set([
  'basePath',
  'duration',
  'durations',
  'flag',
  'integer',
  'list',
  'rate',
  'ocrLanguages',
  'retention',
  'size',
]);

/** Returns every setting that a file of `libs/config` reads, each once. */
export function readDeclarations(): Declaration[] {
  const files = readdirSync(resolve(__dirname, '../../../..', SETTINGS)).filter((file) =>
    file.endsWith('.config.ts'),
  );
  const all = files.flatMap((file) => declarationsIn(read(join(SETTINGS, file))));
  return [...new Map(all.map((declaration) => [declaration.name, declaration])).values()];
}

/** Finds the arguments of `parseSettings` in a source. */
export function declarationsIn(text: string): Declaration[] {
  const found: Declaration[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === 'parseSettings')
      found.push(...node.arguments.flatMap(propertiesOf));
    forEachChild(node, visit);
  };
  visit(createSourceFile('config.ts', text, ScriptTarget.Latest));
  return found;
}

const propertiesOf = (shape: Expression): Declaration[] =>
  isObjectLiteralExpression(shape)
    ? shape.properties.flatMap((property) =>
        isPropertyAssignment(property) && isIdentifier(property.name)
          ? [{ name: property.name.text, ...describe(property.initializer) }]
          : [],
      )
    : [];

/** Describes `duration('20s')`, `z.string().default('x')` or `oneOf(['on', 'off'], 'on')`. */
function describe(initializer: Expression): Pick<Declaration, 'type' | 'fallback'> {
  const calls = callsOf(initializer);
  const [name = '', call] = calls[0] ?? [];
  const [, byDefault] = calls.find(([called]) => called === 'default') ?? [];
  if (name === 'oneOf' || name === 'enum')
    return { type: wordsOf(call?.arguments[0]), fallback: literal(call?.arguments[1]) };
  const type = TYPES[name];
  if (type === undefined) throw new Error(`libs/config has a type that the page does not know: ${name}`);
  return { type, fallback: literal((WITH_DEFAULT.has(name) ? call : byDefault)?.arguments[0]) };
}

/** Returns the calls of a chain such as `z.string().default('x')` with their names, the first one first. */
function callsOf(expression: Expression): [string, CallExpression][] {
  if (!isCallExpression(expression)) return [];
  const { expression: callee } = expression;
  if (isIdentifier(callee)) return [[callee.text, expression]];
  if (!isPropertyAccessExpression(callee)) return [];
  return [...callsOf(callee.expression), [callee.name.text, expression]];
}

const wordsOf = (words: Expression | undefined): string =>
  words && isArrayLiteralExpression(words)
    ? words.elements.map((word) => `\`${literal(word)}\``).join(', ')
    : '';

function literal(expression: Expression | undefined): string | undefined {
  if (!expression) return undefined;
  if (isStringLiteral(expression)) return expression.text;
  if (isNumericLiteral(expression)) return expression.text;
  if (expression.kind === SyntaxKind.TrueKeyword) return 'true';
  return expression.kind === SyntaxKind.FalseKeyword ? 'false' : undefined;
}

/** Returns the settings of an `.env.example`, in its order. */
export function readExamples(text: string): Example[] {
  const examples: Example[] = [];
  let section = '';
  let comment: string[] = [];
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (line.startsWith('# --- ')) section = line.slice('# --- '.length);
    else if (line.startsWith('# ')) comment.push(line.slice('# '.length));
    else if (name) examples.push({ section, name, value, meaning: comment.join(' ') });
    if (!line.startsWith('# ') || line.startsWith('# --- ')) comment = [];
  }
  return examples;
}

/** Returns the page that lists all settings, by the sections of `.env.example`. */
export function configurationPage(
  examples: readonly Example[],
  declarations: readonly Declaration[],
): string {
  const types = new Map(declarations.map(({ name, type }) => [name, type]));
  const sections = [...new Set(examples.map(({ section }) => section))];
  return `${[
    INTRODUCTION,
    ...sections.flatMap((section) => [
      `## ${section}`,
      table(
        ['setting', 'type', 'default', 'meaning'],
        examples
          .filter((example) => example.section === section)
          .map(({ name, value, meaning }) => [
            `\`${name}\``,
            types.get(name) ?? '',
            value && `\`${value}\``,
            meaning,
          ]),
      ),
    ]),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `# Configuration

This page is for operators. It lists every setting of api, worker and commands. \`npm run docs:generate\` generates it from \`.env.example\`
and \`libs/config\`; do not edit it.

Settings are environment variables. Programs check them at their start: an invalid value stops the program with one line that names the
variable and never shows its value. An empty value counts as unset. \`NAME_FILE\` names a file that contains the value of \`NAME\`.
With \`NODE_ENV=production\`, a secret that is a default, an example or easy to guess stops the start. \`npm start\` creates its own secrets and stores.

- duration: \`500ms\`, \`5s\`, \`1m\`, \`2h\`, \`30d\`; durations are separated by commas.
- size: \`25MiB\`, \`64KiB\` or a number of bytes.
- rate: \`60/1m\` is 60 requests in a minute.
- list: words separated by commas. networks: CIDR blocks separated by commas, such as \`10.0.0.0/8,fd00::/8\`.
- keys: \`id:key\` pairs separated by commas; \`npm run --silent cli -- keys generate\` creates one.`;
