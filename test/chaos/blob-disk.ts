import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '@app/testing';

const SIZE = '16m';
const PIECE = Buffer.alloc(64 * 1024);

/**
 * The folder of the blob store on its own small disk, which tests fill to the last byte. If mounting one is not
 * allowed, the api's file size limit is set to zero instead (RLIMIT_FSIZE), which also makes its writes fail.
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

  /** Returns the files of jobs. Files of interrupted uploads belong to no job, since they have no final name yet. */
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

/** Sets the file size limit of the api. Ignores an error if the api was just killed. */
function limitFiles({ pid }: Program, limit: string): void {
  execFileSync('sh', ['-c', `prlimit --pid ${pid} --fsize=${limit} || ! kill -0 ${pid}`], {
    stdio: 'ignore',
  });
}
