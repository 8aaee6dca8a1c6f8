import { z } from 'zod';

/** A file of a backup on disk. */
const FILE = z.strictObject({
  /** A path in the backup's folder; the data keys may be elsewhere. */
  file: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The rows of a table: COPY's text format, compressed. */
const TABLE = z.strictObject({
  ...FILE.shape,
  table: z.string().regex(/^[a-z_]+$/),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
});
export type TableFile = z.infer<typeof TABLE>;

/** A file of the blob store. The list of them is a separate file, because there may be millions. */
const BLOB = z.strictObject({ name: z.string(), bytes: FILE.shape.bytes, sha256: FILE.shape.sha256 });
export type BlobFile = z.infer<typeof BLOB>;

/** The content of a backup. It is written last, so a folder without it is not a complete backup. */
const MANIFEST = z.strictObject({
  format: z.literal(1),
  id: z.uuid(),
  /** The version of the program that created it. */
  version: z.string(),
  /** The migrations that had run, oldest first. The last one is the version of the schema. */
  migrations: z.array(z.string()).min(1),
  /** The backup contains everything that was committed before. */
  snapshot_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  tables: z.array(TABLE),
  /** The data keys, which decrypt the rest: a file to store separately. */
  keys: TABLE,
  blobs: z.strictObject({ ...FILE.shape, count: z.int().nonnegative() }),
});
export type Manifest = z.infer<typeof MANIFEST>;

/** @throws Error if `text` is not a manifest in a supported format */
export function readManifest(text: string): Manifest {
  const { data, error } = MANIFEST.safeParse(JSON.parse(text));
  if (error) throw new Error('This is no backup manifest that this version can read');
  return data;
}

export const blobLine = (blob: BlobFile): string => `${JSON.stringify(blob)}\n`;

/** @throws ZodError, SyntaxError */
export const readBlobLine = (line: string): BlobFile => BLOB.parse(JSON.parse(line));

/** A summary of a backup. */
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
