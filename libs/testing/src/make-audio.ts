import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs ffmpeg with these arguments, and returns its output file of this name, so that containers have their usual
 * layout.
 */
export async function makeAudio(name: string, ...args: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'make-audio-'));
  try {
    const file = join(folder, name);
    await run('ffmpeg', ['-v', 'error', '-y', ...args, '-bitexact', file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
