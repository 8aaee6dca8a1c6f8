import { FORMATS, type FileFormat } from '@app/file-formats';

export const FILE_FORMATS_PAGE = 'docs/reference/file-formats.md';

/** Returns the text that people write, and a table of parts for each format. */
export const fileFormatsPage = (introduction: string): string =>
  [introduction, FORMATS.map(section).join('\n')].join('');

type PartRule = FileFormat['parts'][string]['rule'];

const section = ({ extensions, parts }: FileFormat): string => {
  const rows = Object.entries(parts)
    .toSorted(([, one], [, other]) => placeOf(one.rule) - placeOf(other.rule))
    .map(([name, { rule, about }]) => `| \`${name}\` | ${about} | ${ruleText(rule)} |`);
  return `## ${extensions.map((end) => `.${end}`).join(', ')}\n\n| part | what it is | what happens |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
};

const RULES = {
  rewrite: 'rewritten',
  drop: 'left out',
  keep: 'stays: it has no text that people wrote',
  refuse: 'the file is refused',
} as const;

/** The rules in the order of the rows. */
const ORDER = ['rewrite', 'keep', 'drop', 'unlessDropped', 'refuse'];

const placeOf = (rule: PartRule): number => ORDER.indexOf(typeof rule === 'string' ? rule : 'unlessDropped');

const ruleText = (rule: PartRule): string =>
  typeof rule === 'string'
    ? RULES[rule]
    : `the file is refused; left out with \`drop=${rule.unlessDropped}\``;
