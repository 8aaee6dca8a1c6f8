import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { AppError } from '@app/common';
import { FolderReport, type FileOutcome } from './folder-report';

/** A file with replacements, and what was done with it. */
export interface WrittenFile {
  content: Buffer;
  /** Its name, in which values are replaced too */
  name: string;
  /** The number of values by kind */
  values: Readonly<Record<string, number>>;
  /** How often each part was left out */
  dropped: Readonly<Record<string, number>>;
}

export interface FolderWork {
  from: string;
  to: string;
  /** Returns the paths of folders with their values replaced, in the same order. */
  hideFolders(paths: readonly string[]): Promise<string[]>;
  /** @param name the name of the file, without its folder. @throws AppError if it is refused */
  anonymize(name: string, content: Buffer): Promise<WrittenFile>;
  /** @returns the limit of a file with this name, in bytes. @throws AppError if files of its type are refused */
  limitOf(name: string): number;
  /** Called after each file with the number of files done, and of all. */
  onProgress(done: number, all: number): void;
}

/** The number of files. */
export interface FolderSummary {
  done: number;
  refused: number;
  /** Done by an earlier run */
  kept: number;
  report: string;
}

/** The file that is being written, in the folder of results. */
const PART = '.privacy-chat-part';

/**
 * Anonymizes each file of a folder. A file appears in the folder of results when it is complete. A run continues what an
 * earlier one left undone.
 *
 * @throws AppError `bad_request` if a folder cannot be used
 */
export async function anonymizeFiles(work: FolderWork): Promise<FolderSummary> {
  const [from, to] = [resolve(work.from), resolve(work.to)];
  const reportFile = `${to}.csv`;
  await checkFolders(from, to, reportFile);
  const { files, folders } = await listed(from);
  const report = await FolderReport.open(reportFile);
  await rm(join(to, PART), { force: true });
  const hidden = await work.hideFolders(folders);
  const run = new FolderRun(work, from, to, report, new Map(folders.map((path, i) => [path, hidden[i]!])));
  const summary: FolderSummary = { done: 0, refused: 0, kept: 0, report: reportFile };
  for (const [i, path] of files.entries()) {
    const outcome = await run.file(path);
    summary[outcome?.status ?? 'kept'] += 1;
    work.onProgress(i + 1, files.length);
  }
  await report.finish(files);
  return summary;
}

class FolderRun {
  /** The paths in the folder of results, as case-insensitive file systems compare them. */
  private readonly taken = new Set<string>();

  constructor(
    private readonly work: FolderWork,
    private readonly from: string,
    private readonly to: string,
    private readonly report: FolderReport,
    private readonly hiddenFolders: ReadonlyMap<string, string>,
  ) {
    for (const { written } of report.all) if (written !== '') this.taken.add(keyOf(written));
  }

  /** @returns what became of a file; undefined if an earlier run has done it */
  async file(path: string): Promise<FileOutcome | undefined> {
    const content = await this.read(path).catch(refusalOf);
    const sha256 = typeof content === 'string' ? '' : createHash('sha256').update(content).digest('hex');
    const earlier = this.report.of(path);
    if (
      earlier?.status === 'done' &&
      earlier.sha256 === sha256 &&
      (await exists(join(this.to, earlier.written)))
    )
      return undefined;
    if (earlier) this.taken.delete(keyOf(earlier.written));
    const name = path.slice(path.lastIndexOf('/') + 1);
    const written =
      typeof content === 'string' ? content : await this.work.anonymize(name, content).catch(refusalOf);
    if (typeof written === 'string') {
      const refused: FileOutcome = {
        path,
        status: 'refused',
        written: '',
        values: '',
        dropped: '',
        error: written,
        sha256,
      };
      await this.report.add(refused);
      return refused;
    }
    const done: FileOutcome = {
      path,
      status: 'done',
      written: this.free(this.hiddenFolders.get(folderOf(path))!, written.name),
      values: listOf(written.values),
      dropped: listOf(written.dropped),
      error: '',
      sha256,
    };
    await mkdir(dirname(join(this.to, done.written)), { recursive: true, mode: 0o700 });
    await writeFile(join(this.to, PART), written.content, { mode: 0o600 });
    // A row without its file is not counted as done, and a file without its row would be written again beside it.
    await this.report.add(done);
    await rename(join(this.to, PART), join(this.to, done.written));
    return done;
  }

  private async read(path: string): Promise<Buffer> {
    const { size } = await stat(join(this.from, path));
    const most = this.work.limitOf(path);
    if (size > most)
      throw new AppError('too_large', `The file is too large: at most ${most} bytes are accepted`);
    return readFile(join(this.from, path));
  }

  /** Returns a path that no other file has: names that differ in their values alone are equal now. */
  private free(folder: string, name: string): string {
    const dot = name.lastIndexOf('.');
    for (let number = 1; ; number += 1) {
      const numbered = number === 1 ? name : `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
      const path = `${folder}/${numbered}`;
      if (this.taken.has(keyOf(path))) continue;
      this.taken.add(keyOf(path));
      return path;
    }
  }
}

/** Returns the code of a refusal. Another failure, such as that of the database, ends the run. */
function refusalOf(error: unknown): string {
  if (error instanceof AppError && REFUSALS.has(error.code)) return error.code;
  throw error;
}
const REFUSALS: ReadonlySet<AppError['code']> = new Set([
  'invalid_file',
  'file_unverifiable',
  'tracked_changes',
  'too_large',
  'too_many_values',
  'blocked_by_policy',
]);

const keyOf = (path: string): string => path.toLowerCase();
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const listOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name}=${count}`)
    .join('; ');

/** Returns the files and the folders with files, in order. Links are not followed. Paths begin with `./`. */
async function listed(from: string): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `./${relative(from, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
    .sort();
  return { files, folders: [...new Set(files.map(folderOf))] };
}

/** @throws AppError `bad_request` */
async function checkFolders(from: string, to: string, report: string): Promise<void> {
  const known = await stat(from).catch(unlessMissing);
  if (!known?.isDirectory()) throw new AppError('bad_request', 'IN names no folder');
  if ([from, to].some((one, i, both) => `${one}${sep}`.startsWith(`${both[1 - i]}${sep}`)))
    throw new AppError('bad_request', 'OUT must not be in IN, nor IN in OUT');
  await mkdir(to, { recursive: true, mode: 0o700 });
  if ((await readdir(to)).length > 0 && !(await exists(report)))
    throw new AppError('bad_request', 'OUT names a folder with other files; expected a new one');
}

const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(unlessMissing)) !== undefined;

function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
