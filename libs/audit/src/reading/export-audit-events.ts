import { Injectable } from '@nestjs/common';
import type { AuditFilter } from '../audit-event';
import { AuditStore } from '../audit.store';
import { exportHead, exportLine, type ExportFormat } from './export-lines';

/** Entries that are read at once. */
const PAGE = 1_000;

/** The trail as a file that anybody can check: each line holds what its hash is over. Oldest entry first. */
@Injectable()
export class ExportAuditEvents {
  constructor(private readonly store: AuditStore) {}

  /**
   * Text in pieces, read only as fast as it is taken, a page after another without a transaction: a reader that is slow
   * holds nothing up.
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
