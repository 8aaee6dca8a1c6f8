import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { CasesStore } from './cases.store';
import { CaseTablesStore } from './case-tables.store';
import { ManageCases } from './manage-cases';
import type { Case } from './case';

/** A case, and the records of the values that its user brought to it. */
export interface ExportedCase extends Case {
  values: () => AsyncGenerator<object>;
}

const STEP = 100;

/** Exports a person's cases. Of a shared case, it exports the values that were found in the person's texts. */
@Injectable()
export class ExportCases {
  constructor(
    private readonly cases: ManageCases,
    private readonly store: CasesStore,
    private readonly tables: CaseTablesStore,
  ) {}

  async *execute(owner: Owner): AsyncGenerator<ExportedCase> {
    for (let before: string | undefined; ;) {
      const page = await this.store.page(owner, { ...(before && { before }), limit: STEP });
      for (const one of page) yield { ...one, values: () => this.valuesOf(owner, one.id) };
      before = page.at(-1)?.id;
      if (page.length < STEP) return;
    }
  }

  private async *valuesOf(owner: Owner, id: string): AsyncGenerator<object> {
    for (let after = 0; ;) {
      const page = await this.tables.run(owner, async (tx) => {
        const opened = await this.tables.open(tx, owner, id);
        return opened ? this.tables.broughtBy(tx, opened, owner.userId, after, STEP) : [];
      });
      for (const { json } of page) {
        const { entity } = JSON.parse(json) as { entity?: { type: string; forms: object[] } };
        if (entity) yield { type: entity.type, forms: entity.forms };
      }
      const last = page.at(-1);
      if (!last || page.length < STEP) return;
      after = last.id;
    }
  }
}
