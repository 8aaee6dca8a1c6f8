import { Injectable } from '@nestjs/common';
import type { AuditFilter } from '../audit-event';
import { AuditStore } from '../audit.store';
import { exportHead, exportLine, type ExportFormat } from './export-lines';

/** The number of entries that are read at once. */
const PAGE = 1_000;

/**
 * Exports the trail as a file for independent verification: each line contains everything that its hash covers. Oldest
 * entry first.
 */
@Injectable()
export class ExportAuditEvents {
  constructor(private readonly store: AuditStore) {}

  /**
   * Yields text as fast as the reader takes it, page by page without a transaction, so a slow reader blocks nothing.
   */
  async *execute(filter: Omit<AuditFilter, 'limit' | 'after'>, format: ExportFormat): AsyncGenerator<string> {
    const head = exportHead(format);
    if (head !== '') yield head;
    let last: { at: string; id: string } | undefined;
    let page;
    do {
      page = await this.store.list({ ...filter, limit: PAGE, ...(last && { after: last }) }, 'oldest first');
      yield page.map((entry) => exportLine(entry, format)).join('');
      last = page.at(-1);
    } while (page.length === PAGE);
  }
}
