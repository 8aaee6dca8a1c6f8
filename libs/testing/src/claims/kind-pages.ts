import { CHOICES, ENTITY_TYPES, FAMILIES, kindOf, LANGUAGES, type EntityType } from '@app/anonymization';
import { read } from './files';
import { table } from './table';

const CONTRACT_OF_KINDS = 'docs/reference/contract/kinds-of-personal-data.md';
const CONTRACT_OF_POLICY = 'docs/reference/contract/policy-and-own-terms.md';
const PRESIDIO = 'docs/reference/contract/presidio.md';
const SHARES = 'docs/concepts/entity-kinds.md';
const LIMITS = ['docs/privacy/en/limits.md', 'docs/privacy/de/limits.md'];
const READMES = ['README.md', 'README.de.md'];
const CONSOLE = 'apps/console/src/privacy/kind-table.ts';
const CONSOLE_WORDS = 'apps/console/src/privacy/function-words.ts';

/** The kinds by family, the most common first. */
const SHOWN: readonly EntityType[] = FAMILIES.flatMap((family) =>
  CHOICES.listed.filter((choice): choice is EntityType =>
    ENTITY_TYPES.some((type) => type === choice && kindOf(type).family === family),
  ),
);

/** Returns the files that list the kinds, with the text that each must have. */
export const kindPages = (): (readonly [path: string, text: string])[] => [
  [CONTRACT_OF_KINDS, contractOfKinds(read(CONTRACT_OF_KINDS))],
  [CONTRACT_OF_POLICY, contractOfPolicy(read(CONTRACT_OF_POLICY))],
  [PRESIDIO, presidioOf(read(PRESIDIO))],
  ...LIMITS.map((path) => [path, limitsOf(read(path), read(SHARES))] as const),
  ...READMES.map((path) => [path, readmeOf(read(path))] as const),
  [CONSOLE, consoleTable()],
  [CONSOLE_WORDS, consoleWords()],
];

/** Returns the contract of kinds with its table and the order of kinds. */
const contractOfKinds = (page: string): string =>
  replaced(
    replaced(page, /^\| `choices` \| placeholder [\s\S]*?(?=\n\n)/m, tableOfKinds()),
    /(?<=Of equal ones the first of )[A-Z]\w+(?:, [A-Z]\w+)*/,
    ENTITY_TYPES.join(', '),
  );

/** Returns the contract of the policy with its lists of kinds. */
const contractOfPolicy = (page: string): string =>
  replaced(
    replaced(
      page,
      /(?<=`block` is not possible for )[A-Z]\w+(?:, [A-Z]\w+)*/,
      ENTITY_TYPES.filter((kind) => !kindOf(kind).mayBeBlocked).join(', '),
    ),
    /(?<=stays hidden; not possible for )[A-Z]\w+(?:, [A-Z]\w+)*/,
    ENTITY_TYPES.filter((kind) => !kindOf(kind).mayStay).join(', '),
  );

const tableOfKinds = (): string =>
  table(
    ['`choices`', 'placeholder', 'what it covers', 'surrogate'],
    SHOWN.map((type) => {
      const { label, covers, surrogate, surrogateIs = surrogate } = kindOf(type);
      return [`\`${type}\``, `\`${label}\``, covers, surrogateIs];
    }),
  );

/** Returns the contract of Presidio's interface with its table of entities. */
const presidioOf = (page: string): string => replaced(page, /(?:^\|.*\n)+/m, `${tableOfEntities()}\n`);

const tableOfEntities = (): string =>
  table(
    ['kind', 'in answers', 'also accepted'],
    SHOWN.map((type) => {
      const [name, ...others] = kindOf(type).presidio;
      return [`\`${type}\``, `\`${name}\``, others.map((other) => `\`${other}\``).join(', ')];
    }),
  );

/** Returns a limits paper with the shares of the page of kinds. */
function limitsOf(paper: string, page: string): string {
  const shares = rowsOf(page).map(([kind = '', , , ...cells]) => [kind, ...cells]);
  const pattern = /^\|[^\n]*\n\|[- :|]*\|\n(?:\| `[A-Z]\w+` [^\n]*\n)+/m;
  const [head = []] = [...(pattern.exec(paper)?.[0] ?? '').matchAll(/^\|.*\|$/gm)].map(([row]) =>
    cellsOf(row),
  );
  const widths = head.map((cell, i) =>
    Math.max(3, cell.length, ...shares.map((cells) => cells[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |\n`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return replaced(paper, pattern, [head, rule, ...shares].map(line).join(''));
}

const rowsOf = (page: string): string[][] =>
  [...page.matchAll(/^\| `[A-Z]\w+` .*\|$/gm)].map(([row]) => cellsOf(row));

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const readmeOf = (readme: string): string =>
  replaced(readme, /(?<=\[alle? )\d+(?= (?:kinds|Arten)\])/, String(rowsOf(read(SHARES)).length));

/** Returns the source of the console's table, since the console may not import libraries. */
const consoleTable = (): string => `import type { Schemas } from '../api/client';

type Kind = Schemas['KindDto']['kind'];
type Facts = Record<'mayStay' | 'mayBeBlocked', boolean> & { family: string };

/** \`npm run docs:generate\` writes this file from the declared kinds. */
export const KIND_TABLE = {
${SHOWN.map((type) => {
  const { family, mayStay, mayBeBlocked } = kindOf(type);
  return `  ${type}: { family: '${family}', mayStay: ${mayStay}, mayBeBlocked: ${mayBeBlocked} },`;
}).join('\n')}
} as const satisfies Readonly<Record<Kind, Facts>>;

/** The name of one value of each kind. */
export const KIND_NAMES: Readonly<Record<'en' | 'de', Readonly<Record<Kind, string>>>> = {
${(['en', 'de'] as const)
  .map(
    (language) =>
      `  ${language}: {\n${SHOWN.map((type) => `    ${type}: '${kindOf(type).name[language]}',\n`).join('')}  },`,
  )
  .join('\n')}
};
`;

const consoleWords =
  (): string => `/** \`npm run docs:generate\` writes this file: the words by which the service guesses the language of a text. */
export const FUNCTION_WORDS: Readonly<Record<string, string>> = {
${Object.entries(LANGUAGES)
  .flatMap(([code, { request }]) => (request ? [`  ${code}: '${request.functionWords.join(' ')}',`] : []))
  .join('\n')}
};
`;

/** @throws Error if the text has no place for the list */
function replaced(text: string, pattern: RegExp, list: string): string {
  if (!pattern.test(text)) throw new Error(`No text matches ${pattern}`);
  return text.replace(pattern, () => list);
}
