import { Injectable } from '@nestjs/common';
import { ALL_OWNERS, Transactions, type Owner } from '@app/common';
import { CasesStore } from './cases.store';
import { CaseTablesStore, type BroughtRecord } from './case-tables.store';
import type { Case } from './case';

/** A case with values that its user brought to it. */
export interface ExportedCase {
  id: string;
  /** Absent for a case that the user may not use any more */
  usable?: Case;
  values: () => AsyncGenerator<object>;
}

const STEP = 100;

/**
 * Exports a person's cases. Of a shared case, it exports the values that were found in the person's texts; of a case that the
 * person left, those that were found in no other texts, because all forms of these are the person's own (contract: Cases).
 */
@Injectable()
export class ExportCases {
  constructor(
    private readonly store: CasesStore,
    private readonly tables: CaseTablesStore,
    private readonly transactions: Transactions,
  ) {}

  async *execute(owner: Owner): AsyncGenerator<ExportedCase> {
    for (let before: string | undefined; ;) {
      const page = await this.store.page(owner, { ...(before && { before }), limit: STEP });
      for (const one of page) yield { id: one.id, usable: one, values: () => this.valuesOf(owner, one.id) };
      before = page.at(-1)?.id;
      if (page.length < STEP) break;
    }
    for (const id of await this.left(owner)) yield { id, values: () => this.ownValuesOf(owner, id) };
  }

  /** Returns the ids of the cases that a user left. */
  private async left(user: Owner): Promise<string[]> {
    const cases = await this.transactions.runFor(ALL_OWNERS, (tx) => this.store.ofMember(tx, user));
    return cases.filter(({ isMember }) => !isMember).map(({ id }) => id);
  }

  private valuesOf(owner: Owner, id: string): AsyncGenerator<object> {
    return pagesOf((after) =>
      this.tables.run(owner, async (tx) => {
        const opened = await this.tables.open(this.tables.askingIn(tx), owner, id);
        return opened ? this.tables.broughtBy(tx, opened, owner.userId, after, STEP) : [];
      }),
    );
  }

  private ownValuesOf(user: Owner, id: string): AsyncGenerator<object> {
    return pagesOf(
      (after) =>
        this.transactions.runFor(ALL_OWNERS, async (tx) => {
          const opened = await this.tables.openAny(tx, id);
          return opened ? this.tables.broughtBy(tx, opened, user.userId, after, STEP) : [];
        }),
      ({ isShared }) => !isShared,
    );
  }
}

/** Yields the entities of records that are read in pages. */
async function* pagesOf(
  read: (after: number) => Promise<BroughtRecord[]>,
  isWanted: (record: BroughtRecord) => boolean = () => true,
): AsyncGenerator<object> {
  for (let after = 0; ;) {
    const page = await read(after);
    for (const { json } of page.filter(isWanted)) {
      const { entity } = JSON.parse(json) as { entity?: { type: string; forms: object[] } };
      if (entity) yield { type: entity.type, forms: entity.forms };
    }
    const last = page.at(-1);
    if (!last || page.length < STEP) return;
    after = last.id;
  }
}
