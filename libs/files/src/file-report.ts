import type { EntityType } from '@app/anonymization';
import type { FormatName, WrittenReport } from '@app/file-formats';

/** What was done with a file. It contains no value. */
export interface FileReport {
  format: FormatName;
  /** The number of hidden values by part of the file and by kind */
  values: Record<string, Partial<Record<EntityType, number>>>;
  /** How often each part was left out */
  dropped: Record<string, number>;
  rasterized_pages: number;
  pages_read_by_ocr: number;
}

export const reportOf = (
  format: FormatName,
  values: FileReport['values'],
  { dropped, rasterizedPages, pagesReadByOcr }: WrittenReport,
): FileReport => ({
  format,
  values,
  dropped,
  rasterized_pages: rasterizedPages,
  pages_read_by_ocr: pagesReadByOcr,
});
