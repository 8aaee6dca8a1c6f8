import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { eventually } from './eventually';

const ROOT = resolve(__dirname, '../../..');
const CONNECTING = ['connect', 'sendto', 'sendmsg', 'sendmmsg'];
const MAKING = ['open', 'openat', 'creat', 'mkdir', 'mkdirat'];
const CALLS = ['-e', `trace=${[...CONNECTING, ...MAKING].map((call) => `?${call}`).join(',')}`];

/** An address of a socket as strace writes it: of the internet, or a path. */
const INTERNET =
  /sa_family=AF_INET6?, sin6?_port=htons\((\d+)\).*?(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"/g;
const PATH = /sa_family=AF_UNIX, sun_path=(@?"[^"]*")/g;
/**
 * A file opened for writing or created, or a created folder. With `-y`, strace prints the path of a folder's
 * descriptor.
 */
const MADE =
  /^(?:open(?:at)?|creat)\((?:[^"]*<([^>]*)>, )?"([^"]*)", \S*(?:O_WRONLY|O_RDWR|O_CREAT)|^mkdir(?:at)?\((?:[^"]*<([^>]*)>, )?"([^"]*)"/;

/** The system calls of processes, recorded by strace from their first instruction on. */
export class SystemCalls {
  private readonly folder = mkdtempSync(join(tmpdir(), 'privacy-chat-calls-'));

  /** @returns why nothing can be traced on this machine; undefined if it can */
  static whyNot(): string | undefined {
    try {
      execFileSync('strace', ['-f', '-o', '/dev/null', ...CALLS, process.execPath, '--version'], {
        stdio: 'pipe',
      });
      return undefined;
    } catch (error) {
      return `strace cannot watch programs here: ${error instanceof Error ? error.message : 'no reason given'}`;
    }
  }

  /** The command that runs a program under strace, which also follows all processes that it starts. */
  get under(): readonly string[] {
    const out = join(this.folder, `calls-${Math.random().toString(36).slice(2)}`);
    return ['strace', '-D', '-ff', '--seccomp-bpf', '-y', '-s', '64', '-o', out, ...CALLS];
  }

  /** Resolves when all traced processes have ended and their records are written. */
  ended(): Promise<void> {
    return eventually(() => {
      const running = this.records.filter((record) => !/^\+\+\+ (?:exited|killed|superseded)/m.test(record));
      if (running.length > 0) throw new Error(`${running.length} processes or threads are still running`);
    });
  }

  /**
   * The addresses that the processes connected or sent to, each once: `127.0.0.1:5432`, `[::1]:53`, or the path of a
   * local socket.
   */
  get peers(): string[] {
    const connecting = this.lines.filter((line) => CONNECTING.some((call) => line.startsWith(`${call}(`)));
    const found = connecting.flatMap((line) => [
      ...[...line.matchAll(INTERNET)].map(([, port, host = '']) =>
        host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
      ),
      ...[...line.matchAll(PATH)].map(([, path = '']) => path),
    ]);
    return [...new Set(found)].toSorted();
  }

  /** The absolute paths that the processes opened for writing, or tried to, without devices and `/proc`. */
  get written(): string[] {
    const found = this.lines.flatMap((line) => {
      const [, folder, file, parent = folder, made = file] = MADE.exec(line) ?? [];
      return made === undefined ? [] : [resolve(parent ?? ROOT, made)];
    });
    return [...new Set(found)].filter((path) => !/^\/(?:dev|proc)\//.test(path)).toSorted();
  }

  /** Returns the paths of `written` that are in none of these folders. */
  writtenOutside(...folders: readonly string[]): string[] {
    return this.written.filter((path) => folders.every((folder) => !isWithin(folder, path)));
  }

  forget(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get lines(): string[] {
    return this.records.flatMap((record) => record.split('\n'));
  }

  /** One record for each process and thread. */
  private get records(): string[] {
    return readdirSync(this.folder).map((file) => readFileSync(join(this.folder, file), 'utf8'));
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}
