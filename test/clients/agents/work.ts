import type { Asked, Move, Schema } from '../dialects';

/** The question of the first turn, and that of the second. */
export const QUESTION =
  'Who is the contact in contact.txt? Write it into answer.txt. Aurelio Brandstetter asks.';
export const REMINDER = 'Please say it once more.';
export const NAME = 'Orsolya Veldkamp';
export const EMAIL = 'orsolya.veldkamp@example.org';
/** The file that agents read. */
export const CONTACT = `Contact: ${NAME} (${EMAIL})\n`;
/** Instructions for agents, which they send with each request. */
export const INSTRUCTIONS = 'The client of this project is Aurelio Brandstetter.\n';
/** No byte that a provider receives matches it. */
export const PLANTED = /orsolya|veldkamp|aurelio|brandstetter/i;

const FOUND = /Contact: ([^(\n\\]+ \([^)\n\\]+\))/;

/**
 * Acts as a model that lists the files, reads one, writes another, and answers, with the tools that an agent offers. It
 * knows only what it is sent.
 *
 * @param folder the folder of the agent
 */
export const workIn =
  (folder: string) =>
  ({ tools, results, said }: Asked): Move => {
    const offered = new Map(tools.map(({ name, parameters }) => [name, parameters]));
    const [, found = 'nobody'] = FOUND.exec(results.join('\n')) ?? [];
    if (said.includes(REMINDER)) return { text: `Once more: ${found}. DONE` };
    const steps = [list, read, write];
    const step = steps[results.length];
    if (tools.length === 0 || !step) return { text: `The contact is ${found}. DONE` };
    return step(offered, folder, found);
  };

type Step = (offered: ReadonlyMap<string, Schema>, folder: string, found: string) => Move;
type Tools = readonly (readonly [name: string, given: object | string])[];

/** Returns a call of the first tool that is offered. A text is the first parameter of a function. */
function first(offered: ReadonlyMap<string, Schema>, tools: Tools): Move {
  const [name, given] = tools.find(([tool]) => offered.has(tool)) ?? [];
  if (name === undefined || given === undefined)
    throw new Error(`None of the tools is known: ${[...offered.keys()].join(', ')}`);
  if (typeof given !== 'string') return { name, given };
  const [parameter] = Object.keys(offered.get(name)?.properties ?? {});
  return parameter === undefined ? { name, input: given } : { name, given: { [parameter]: given } };
}

/** Returns code for the tool that runs code. */
const run = (cmd: string): string => `text(await tools.exec_command({cmd: ${JSON.stringify(cmd)}}))`;

const list: Step = (offered, folder) =>
  first(offered, [
    ['exec_command', { cmd: 'ls -1' }],
    ['exec', run('ls -1')],
    ['Bash', { command: 'ls -1', description: 'List files' }],
    ['list_directory', { dir_path: folder }],
    ['bash', { command: 'ls -1', description: 'List files' }],
  ]);

const read: Step = (offered, folder) =>
  first(offered, [
    ['exec_command', { cmd: 'cat contact.txt' }],
    ['exec', run('cat contact.txt')],
    ['Read', { file_path: `${folder}/contact.txt` }],
    ['read_file', { file_path: `${folder}/contact.txt` }],
    ['read', { filePath: `${folder}/contact.txt` }],
  ]);

const write: Step = (offered, folder, found) => {
  const content = `Contact: ${found}\n`;
  return first(offered, [
    ['apply_patch', `*** Begin Patch\n*** Add File: answer.txt\n+${content}*** End Patch\n`],
    ['exec', run(`printf '%s\\n' 'Contact: ${found}' > answer.txt`)],
    ['Write', { file_path: `${folder}/answer.txt`, content }],
    ['write_file', { file_path: `${folder}/answer.txt`, content }],
    ['write', { filePath: `${folder}/answer.txt`, content }],
  ]);
};
