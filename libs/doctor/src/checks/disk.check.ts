import { statfs } from 'node:fs/promises';
import { runtimeConfig, storageConfig } from '@app/config';
import { Check, failed, ok, skipped, warning, type Finding } from '../check';

const MIB = 1024 ** 2;
/** Room for a few recordings of the maximum size. */
const WARNING_BYTES = 2_048 * MIB;
/** Less than one such recording, so uploads fail. */
const FAILED_BYTES = 512 * MIB;

/** Checks the free space for files on this machine. */
export class DiskCheck extends Check {
  readonly name = 'disk';

  /** @param freeIn returns the bytes that this process may still write to a folder */
  constructor(private readonly freeIn: (folder: string) => Promise<number> = freeBytes) {
    super();
  }

  async run(): Promise<Finding> {
    if (storageConfig().kind === 's3') return skipped('files are stored in S3');
    const { dataDir } = runtimeConfig();
    const free = await this.freeIn(dataDir);
    const seen = `${(free / MIB).toFixed(0)} MiB are free in ${dataDir}`;
    if (free >= WARNING_BYTES) return ok(seen);
    return (free >= FAILED_BYTES ? warning : failed)(
      seen,
      'Increase the space, or store files in S3 (BLOB_STORE=s3)',
    );
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
