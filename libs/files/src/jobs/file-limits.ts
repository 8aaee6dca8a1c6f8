import type { DocumentsConfig } from '@app/config';
import { formatOf } from '@app/file-formats';
import { unknownFormat } from '../hide-file-texts';

/** The largest archive, in bytes: as much as its files may expand to. */
export const MOST_ARCHIVE_BYTES = 100 * 1024 ** 2;

/**
 * Returns the limit of a file that a job anonymizes, in bytes.
 *
 * @throws AppError `invalid_file` if files with such a name are not written
 */
export function limitOfFile(
  fileName: string,
  { maxUploadBytes }: Pick<DocumentsConfig, 'maxUploadBytes'>,
): number {
  const format = formatOf(fileName);
  if (!format) throw unknownFormat();
  return format.name === 'zip' ? MOST_ARCHIVE_BYTES : maxUploadBytes;
}
