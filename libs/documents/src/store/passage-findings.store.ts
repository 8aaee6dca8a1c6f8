import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource } from 'typeorm';
import type { Owner } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { inScope } from '@app/database';
import type { DocumentPassage } from '../passages/document-passages';
import { PassageFindingsRow } from './documents.entities';
import { ownedBy } from './documents.store';

export interface NotedPassage<F> {
  passage: Pick<DocumentPassage, 'documentId' | 'start'>;
  findings: F;
}

/** Stores the spans detected in passages with their documents, scoped by their owner. */
@Injectable()
export class PassageFindings {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /**
   * @param variants the acceptable keys of searches, the best first
   * @returns the findings of each passage, or undefined if it was not searched yet
   */
  async load<F>(
    owner: Owner,
    passages: readonly DocumentPassage[],
    variants: readonly string[],
  ): Promise<(F | undefined)[]> {
    if (passages.length === 0) return [];
    const documentIds = [...new Set(passages.map(({ documentId }) => documentId))];
    const starts = passages.map(({ start }) => start);
    const document = { id: In(documentIds), ...ownedBy(owner) };
    const where = { document, start: In(starts), variant: In([...variants]) };
    const rows = await inScope(this.db, owner, (tx) => tx.findBy(PassageFindingsRow, where));
    const keys = await this.keys.loadAll(this.db.manager, documentIds);
    return passages.map(({ documentId, start }) => {
      const [row] = rows
        .filter((found) => found.documentId === documentId && found.start === start)
        .sort((one, other) => variants.indexOf(one.variant) - variants.indexOf(other.variant));
      const key = keys.get(documentId);
      return row && key ? (JSON.parse(key.openText(row.findings, bindingOf(row))) as F) : undefined;
    });
  }

  /** Stores findings. Skips those of a document that was deleted meanwhile. */
  async keep<F>(owner: Owner, noted: readonly NotedPassage<F>[], variant: string): Promise<void> {
    await inScope(this.db, owner, async (tx) => {
      const keys = await this.keys.loadAll(
        tx,
        noted.map(({ passage }) => passage.documentId),
      );
      for (const { passage, findings } of noted) {
        const row = { documentId: passage.documentId, start: passage.start, variant };
        const sealed = keys.get(row.documentId)?.seal(JSON.stringify(findings), bindingOf(row));
        // The statement itself selects the document's row, which may have been deleted meanwhile.
        if (sealed)
          await tx.query(
            `INSERT INTO passage_findings (document_id, start, variant, findings)
             SELECT id, $2, $3, $4 FROM documents
             WHERE id = $1 AND user_id = $5 AND organization_id = $6 FOR KEY SHARE
             ON CONFLICT DO NOTHING`,
            [row.documentId, row.start, variant, sealed, owner.userId, owner.organizationId],
          );
      }
    });
  }
}

/** Returns the associated data of the sealed findings. */
const bindingOf = ({
  documentId,
  start,
  variant,
}: Omit<PassageFindingsRow, 'findings' | 'document'>): string =>
  `passage_findings.findings:${documentId}:${start}:${variant}`;
