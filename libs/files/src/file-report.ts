import type { EntityType } from '@app/anonymization';
import type { FormatName, WrittenReport } from '@app/file-formats';

/** What was done with a file. It contains no value. */
export interface FileReport {
  format: FormatName;
  /** The number of hidden values by part of the file and by kind */
  values: Record<string, Partial<Record<EntityType, number>>>;
  /** How often each part was left out */
  dropped: Record<string, number>;
  /** How often each word that the request asked to hide was found, in their order. Absent without such words */
  asked_words?: number[];
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

/** Returns the number of values by kind, in all parts together. */
export function totalsOf({ values }: Pick<FileReport, 'values'>): Partial<Record<EntityType, number>> {
  const totals: Partial<Record<EntityType, number>> = {};
  for (const ofPart of Object.values(values))
    for (const [kind, count] of Object.entries(ofPart) as [EntityType, number][])
      totals[kind] = (totals[kind] ?? 0) + count;
  return totals;
}
