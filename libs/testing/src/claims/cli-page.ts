import type { Command } from 'commander';
import { table } from './table';

export const CLI_PAGE = 'docs/operate/cli.md';

/** Returns the page of the command line, from the program as commander has it. */
export const cliPage = (program: Command): string =>
  `${[INTRODUCTION, ...program.commands.flatMap((command) => sectionOf(command, []))].join('\n\n')}\n`;

/** Returns the blocks of a command, and of those below it. */
function sectionOf(command: Command, parents: readonly string[]): string[] {
  const path = [...parents, command.name()];
  const depth = '#'.repeat(path.length + 1);
  const isGroup = command.commands.length > 0;
  return [
    `${depth} ${path.join(' ')}`,
    sentence(command.description()),
    ...(isGroup ? [] : usageOf(command, path)),
    ...command.commands.flatMap((one) => sectionOf(one, path)),
  ];
}

function usageOf(command: Command, path: readonly string[]): string[] {
  const help = command.createHelp();
  const subjects = help.visibleArguments(command);
  // Every command has both, as the introduction says.
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help' && long !== '--json');
  const words = command.registeredArguments.map((argument) => help.argumentTerm(argument));
  const shown = command.registeredArguments.map(({ required, variadic }, at) => {
    const word = `${words[at]}${variadic ? '...' : ''}`;
    return required ? `<${word}>` : `[${word}]`;
  });
  const rows = [
    ...subjects.map((subject) => [help.argumentTerm(subject), help.argumentDescription(subject)]),
    ...options.map((option) => [help.optionTerm(option), help.optionDescription(option)]),
  ];
  const usage = [...path, ...shown, ...(options.length > 0 ? ['[options]'] : [])].join(' ');
  return [
    `\`\`\`sh\nnpm run --silent cli -- ${usage}\n\`\`\``,
    ...(rows.length > 0
      ? [
          table(
            ['argument or option', 'meaning'],
            rows.map(([term, text]) => [`\`${term}\``, plain(text)]),
          ),
        ]
      : []),
  ];
}

/** Markdown reads `<ID>` as HTML. */
const plain = (text = ''): string => text.replaceAll('<', '&lt;');

function sentence(text: string): string {
  const one = plain(text);
  return `${one.charAt(0).toUpperCase()}${one.slice(1)}${/[.!?]$/.test(one) ? '' : '.'}`;
}

const INTRODUCTION = `# Command line

This page is for operators. It lists the commands of \`npm run --silent cli --\`. \`npm run docs:generate\` generates it from the program;
do not edit it.

Run a command where the programs run, with their settings. Each command has \`--help\`, and \`--json\` prints one JSON document. A command
that fails prints one line and exits with 1.`;
