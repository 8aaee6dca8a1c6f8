import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { packageRoot } from '@app/common';
import { processTree, watchMemory } from '../processes';

/** Where the first run installs the other programs. */
const FOLDER = join(packageRoot(), 'build', 'bench-files');

export interface HidingRequest {
  format: string;
  source: string;
  target: string;
  values: readonly string[];
  /** Whether pictures are read */
  withOcr: boolean;
}

export interface Hidden {
  seconds: number;
  /** The peak of the memory of the program and the processes that it starts, in bytes */
  memory: number;
}

export interface HiddenByUs extends Hidden {
  read: number;
  write: number;
  check: number;
  /** The text that OCR read in a picture */
  text: string;
}

/** A program that hides values in files, and stays between them. */
export class HidingProgram<Answer extends Hidden> {
  private readonly process: ChildProcessByStdio<Writable, Readable, null>;
  private readonly lines: AsyncIterator<string>;

  private constructor(command: string, script: string) {
    this.process = spawn(command, [join(__dirname, script)], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();
  }

  static ours = (): HidingProgram<HiddenByUs> => new HidingProgram(process.execPath, 'ours.cjs');

  static others(): HidingProgram<Hidden> {
    const python = join(FOLDER, 'bin', 'python');
    if (!existsSync(python)) {
      execFileSync('python3', ['-m', 'venv', FOLDER], { stdio: 'inherit' });
      const requirements = join(__dirname, 'requirements.txt');
      execFileSync(python, ['-m', 'pip', 'install', '--quiet', '-r', requirements], { stdio: 'inherit' });
    }
    return new HidingProgram(python, 'peers.py');
  }

  async hide(request: HidingRequest): Promise<Answer> {
    const watch = watchMemory(() => processTree(this.process.pid!));
    this.process.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await this.lines.next();
    const memory = watch.stop();
    if (done) throw new Error(`The program failed at ${request.source}`);
    return { ...(JSON.parse(value as string) as Answer), memory };
  }

  stop(): void {
    this.process.stdin.end();
  }
}
