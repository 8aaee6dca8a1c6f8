import { createPrivateKey } from 'node:crypto';
import type { Command } from 'commander';
import { createProgram } from './program';

/** Modules that load slowly. Help and errors must not wait for them. */
jest.mock('@nestjs/common', () => loadedTooEarly());
jest.mock('@nestjs/core', () => loadedTooEarly());
jest.mock('typeorm', () => loadedTooEarly());
jest.mock('zod', () => loadedTooEarly());

function loadedTooEarly(): never {
  throw new Error('Loaded before a command runs');
}

/** Returns the message with which commander refuses. Only main prints it. */
const refusal = async (...args: string[]): Promise<string> => {
  const failure = await createProgram()
    .parseAsync(args, { from: 'user' })
    .catch((error: unknown) => error);
  if (!(failure instanceof Error)) throw new Error('The command was not refused');
  return failure.message;
};

const find = (command: Command, name: string): Command => {
  const found = command.commands.find((candidate) => candidate.name() === name);
  if (!found) throw new Error(`There is no command ${name}`);
  return found;
};

const printed = async (...args: string[]): Promise<string> => {
  const log = jest.spyOn(console, 'log').mockImplementation();
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return log.mock.calls.flat().join('\n');
  } finally {
    log.mockRestore();
  }
};

describe("the operator's program", () => {
  it.each([
    ['org', ['create', 'list', 'activate', 'deactivate', 'grant', 'revoke', 'limit', 'secret']],
    ['user', ['create', 'list', 'activate', 'deactivate', 'password', 'limit']],
    ['job', ['list', 'show', 'redeliver']],
    ['webhook', ['listen']],
    ['keys', ['generate']],
    ['maintenance', ['on', 'off', 'show']],
    ['log-level', ['set', 'reset', 'show']],
    ['backup', ['create', 'rotate', 'verify', 'drill', 'restore']],
  ])('has under %s the commands %j, each with help and --json', (noun, verbs) => {
    const command = find(createProgram(), noun);
    expect(createProgram().helpInformation()).toContain(command.description().slice(0, 40));
    for (const verb of verbs) {
      expect(command.helpInformation()).toContain(verb);
      expect(find(command, verb).helpInformation()).toContain('--json');
    }
  });

  it.each([
    [[], /missing command after cli; expected one of org, user, /],
    [['frobnicate'], /unknown command after cli/],
    [['org'], /missing command after org; expected one of create, list/],
    [['org', 'remove', 'x'], /unknown command after org/],
    [['org', 'create'], /missing required argument 'NAME'/],
    [['org', 'list', 'all'], /too many arguments/],
    [['org', 'list', '--yaml'], /unknown option '--yaml'/],
    [['org', 'grant', 'x', 'everything'], /Allowed choices are transcribe, anonymize/],
    [['user', 'create', 'a@b.example', '--password-stdin'], /--org <ORG>/],
  ])('refuses %j with what it expects, on one line', async (args, words) => {
    const message = await refusal(...args);
    expect(message).toMatch(words);
    expect(message).not.toContain('\n');
  });

  it('generates keys as lines of an .env file', async () => {
    expect(await printed('keys', 'generate', '--env')).toMatch(/^JWT_KEYS=\S+\nENCRYPTION_KEYS=\S+$/);
  });

  it('generates valid keys that differ each time', async () => {
    const [first, second] = [
      JSON.parse(await printed('keys', 'generate', '--json')),
      JSON.parse(await printed('keys', 'generate', '--json')),
    ] as Record<string, string>[];
    expect(first).not.toEqual(second);
    const [, pkcs8 = ''] = /^[\w-]+:(.+)$/.exec(first?.JWT_KEYS ?? '') ?? [];
    const key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
    expect(key.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    const [, secret = ''] = /^[\w-]+:(.+)$/.exec(first?.ENCRYPTION_KEYS ?? '') ?? [];
    expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  });
});
