import { AppError } from '@app/common';
import { BackupFolder } from './backup-folder';
import { inGroups } from './in-groups';
import { reportOf, type BackupReport, type BlobFile, type Manifest } from './manifest';
import type { Measure } from './measured-file';

/** The number of blobs that are read concurrently. */
const AT_ONCE = 8;
/** The maximum number of reported problems, because a failing disk may damage everything. */
const TOLD = 10;

/** Verifies a backup against its manifest without a database: every byte, and the number of rows. */
export class VerifyBackup {
  /** @throws AppError `bad_request` if it is no backup; `conflict` if it is damaged, with the problems; `unavailable` */
  async execute(folder: string, keysFile?: string): Promise<BackupReport> {
    const backup = new BackupFolder(folder, keysFile);
    const manifest = await backup.manifest();
    const problems: string[] = [];
    for await (const problem of problemsOf(backup, manifest)) {
      problems.push(problem);
      if (problems.length === TOLD) break;
    }
    if (problems.length > 0) throw new AppError('conflict', `The backup is damaged: ${problems.join('; ')}`);
    return reportOf(manifest);
  }
}

async function* problemsOf(backup: BackupFolder, manifest: Manifest): AsyncGenerator<string> {
  const { tables, keys, blobs } = manifest;
  const files = [...tables, keys].map(({ rows, ...file }) => ({ ...file, lines: rows }));
  const lists = [...files, { ...blobs, lines: blobs.count }];
  let listIsSound = true;
  for (const expected of lists) {
    const problem = await problemOf(expected.file, expected, () => backup.measureLines(expected.file));
    if (problem && expected.file === blobs.file) listIsSound = false;
    if (problem) yield problem;
  }
  if (!listIsSound) return;
  for await (const group of inGroups(backup.blobs(), AT_ONCE)) {
    const check = (blob: BlobFile) => problemOf(blob.name, blob, () => backup.measureBlob(blob.name));
    yield* (await Promise.all(group.map(check))).filter((problem) => problem !== undefined);
  }
}

type Expected = Measure & { lines?: number };

async function problemOf(
  name: string,
  expected: Expected,
  read: () => Promise<Expected>,
): Promise<string | undefined> {
  const found = await read().catch((error: unknown) => error as Error);
  if (found instanceof AppError && found.code === 'unavailable') throw found;
  if (found instanceof AppError && found.code === 'not_found') return `${name} is missing`;
  if (found instanceof Error) return `${name} cannot be read`;
  if (found.bytes !== expected.bytes) return `${name} has ${found.bytes} bytes, not ${expected.bytes}`;
  if (found.sha256 !== expected.sha256) return `${name} was changed: its SHA-256 differs`;
  if (found.lines !== expected.lines) return `${name} contains ${found.lines} rows, not ${expected.lines}`;
  return undefined;
}
