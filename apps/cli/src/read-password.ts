import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError } from '@app/common';

/**
 * Reads a password twice from a prompt without echo; or, with `passwordStdin`, from standard input without its last
 * line break. Never reads it from an argument, because the process list would show it to other users.
 *
 * @throws AppError `bad_request`
 */
export async function readPassword({ passwordStdin }: { passwordStdin?: boolean }): Promise<string> {
  if (passwordStdin) return (await text(process.stdin)).replace(/\r?\n$/, '');
  if (!process.stdin.isTTY)
    throw new AppError('bad_request', 'No terminal to ask for the password; use --password-stdin');
  const password = await ask('Password: ');
  if (password === (await ask('Repeat password: '))) return password;
  throw new AppError('bad_request', 'The two passwords differ');
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  try {
    const interrupted = new Promise<never>((_, reject) => {
      // Ctrl-D also closes the terminal; after an answer, closing no longer matters.
      for (const event of ['SIGINT', 'close'])
        terminal.on(event, () => reject(new AppError('bad_request', 'No password was given')));
    });
    return await Promise.race([terminal.question(''), interrupted]);
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
