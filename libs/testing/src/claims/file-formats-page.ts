import { FORMATS, type FileFormat } from '@app/file-formats';

export const FILE_FORMATS_PAGE = 'docs/reference/file-formats.md';

/** Returns the text that people write, and a table of parts for each format. */
export const fileFormatsPage = (introduction: string): string =>
  [introduction, FORMATS.map(section).join('\n')].join('');

const section = ({ extensions, parts }: FileFormat): string => {
  const rows = Object.entries(parts).map(
    ([name, { rule, about }]) => `| \`${name}\` | ${about} | ${ruleText(rule)} |`,
  );
  return `## ${extensions.map((end) => `.${end}`).join(', ')}\n\n| part | what it is | what happens |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
};

const RULES = {
  rewrite: 'rewritten',
  drop: 'left out',
  keep: 'stays: it has no text that people wrote',
  refuse: 'the file is refused',
} as const;

const ruleText = (rule: FileFormat['parts'][string]['rule']): string =>
  typeof rule === 'string'
    ? RULES[rule]
    : `the file is refused; left out with \`drop=${rule.unlessDropped}\``;
