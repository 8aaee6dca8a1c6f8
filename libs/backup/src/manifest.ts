import { z } from 'zod';

/** A file of a backup, as it lies on the disk. */
const FILE = z.strictObject({
  /** Below the backup's folder; of the data keys it may have been put elsewhere. */
  file: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A table's rows: COPY's text format, compressed. */
const TABLE = z.strictObject({
  ...FILE.shape,
  table: z.string().regex(/^[a-z_]+$/),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
});
export type TableFile = z.infer<typeof TABLE>;

/** A file of the blob store. The list of them is a file of its own: there may be millions. */
const BLOB = z.strictObject({ name: z.string(), bytes: FILE.shape.bytes, sha256: FILE.shape.sha256 });
export type BlobFile = z.infer<typeof BLOB>;

/** What a backup holds. It is written last: a folder without one is no backup. */
const MANIFEST = z.strictObject({
  format: z.literal(1),
  id: z.uuid(),
  /** Of the program that made it. */
  version: z.string(),
  /** That had run, oldest first: the version of the schema is the last of them. */
  migrations: z.array(z.string()).min(1),
  /** Everything that was committed before is in it. */
  snapshot_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  tables: z.array(TABLE),
  /** What opens the rest: a file to be kept apart. */
  keys: TABLE,
  blobs: z.strictObject({ ...FILE.shape, count: z.int().nonnegative() }),
});
export type Manifest = z.infer<typeof MANIFEST>;

/** @throws Error where `text` is no manifest of a format that this version reads */
export function readManifest(text: string): Manifest {
  const { data, error } = MANIFEST.safeParse(JSON.parse(text));
  if (error) throw new Error('It is no manifest of a backup that this version can read');
  return data;
}

export const blobLine = (blob: BlobFile): string => `${JSON.stringify(blob)}\n`;

/** @throws ZodError, SyntaxError */
export const readBlobLine = (line: string): BlobFile => BLOB.parse(JSON.parse(line));

/** A backup in a few numbers. */
export interface BackupReport {
  id: string;
  version: string;
  /** The last migration. */
  schema: string;
  snapshotAt: string;
  tables: number;
  rows: number;
  blobs: number;
}

export const reportOf = ({
  id,
  version,
  migrations,
  snapshot_at,
  tables,
  keys,
  blobs,
}: Manifest): BackupReport => ({
  id,
  version,
  schema: migrations.at(-1) ?? '',
  snapshotAt: snapshot_at,
  tables: tables.length + 1,
  rows: [...tables, keys].reduce((sum, { rows }) => sum + rows, 0),
  blobs: blobs.count,
});
