import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '@app/testing';

const SIZE = '16m';
const PIECE = Buffer.alloc(64 * 1024);

/**
 * The folder of the blob store on a small disk of its own, to be filled to the last byte. Where mounting one is not
 * allowed, the api's files are limited to nothing instead (RLIMIT_FSIZE), which fails its writes too.
 */
export class BlobDisk {
  private readonly folder: string;
  private readonly mounted: boolean;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'blobs');
    mkdirSync(this.folder, { recursive: true });
    this.mounted = mount(this.folder);
  }

  fill(api: Program): void {
    if (this.mounted) fillWith(join(this.folder, '.filler'));
    else limitFiles(api, '0:');
  }

  free(api: Program): void {
    if (this.mounted) rmSync(join(this.folder, '.filler'), { force: true });
    else limitFiles(api, 'unlimited:');
  }

  /** The files of jobs. What an upload that was killed left over is no job's: it has no name yet. */
  files(): string[] {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.parentPath.includes('tombstones'),
      )
      .map(({ name }) => name);
  }

  drop(): void {
    if (this.mounted) execFileSync('umount', ['--lazy', this.folder]);
  }
}

function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // Not root, or a container without the right to mount.
  }
}

function fillWith(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, PIECE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** The api may just have been killed: then it is as well. */
function limitFiles({ pid }: Program, limit: string): void {
  execFileSync('sh', ['-c', `prlimit --pid ${pid} --fsize=${limit} || ! kill -0 ${pid}`], {
    stdio: 'ignore',
  });
}
