import { Injectable } from '@nestjs/common';
import {
  EntityTable,
  Restorer,
  TableInMemory,
  tableRecords,
  type AnonymizedText,
  type ReplacementStyle,
  type TextToLookUp,
} from '@app/anonymization';
import { AuditTrail } from '@app/audit';
import { AppError, isId, type Owner, type Transaction } from '@app/common';
import { Metrics } from '@app/observability';
import { MOST_CONTEXTS, MOST_ENTITIES, unknownCase } from './case';
import { CaseTablesStore, type Ask, type OpenCase } from './case-tables.store';
import { TurnsOfCases } from './turns-of-cases';

/** The case of a request. */
export interface CaseRequest {
  caseId: string;
  /** The field or header of the request that names it */
  field?: string;
  /** The style that the request names */
  style?: ReplacementStyle;
}

export interface HiddenInCase {
  hidden: AnonymizedText[];
  /** The table, or the part of a large table, that contains what was hidden, for restoring an answer to it */
  table: EntityTable;
}

interface TextsToHide {
  texts: readonly TextToLookUp[];
  hide: (table: EntityTable) => Promise<AnonymizedText[]>;
}

/** The number of attempts before one that locks the case. */
const MOST_ATTEMPTS = 3;

/**
 * Hides and restores texts with the table of a case. Only the records that a text needs are read; the rest stays in the
 * database. No transaction is open while a text is hidden or restored. Each use is audited.
 */
@Injectable()
export class CaseTables {
  private readonly uses: ReturnType<Metrics['counter']>;
  private readonly turns = new TurnsOfCases();

  constructor(
    private readonly store: CaseTablesStore,
    private readonly trail: AuditTrail,
    metrics: Metrics,
  ) {
    this.uses = metrics.counter(
      'case_uses_total',
      'Calls that hid texts with the table of a case, by result',
      ['outcome'],
    );
  }

  /** @throws AppError `bad_request` unless the user may use this case; `style_conflict` */
  async check(member: Owner, request: CaseRequest): Promise<ReplacementStyle> {
    const { style } = await this.open(this.store.asking(member), member, request);
    return style;
  }

  /**
   * Runs `hide` on the part of a case's table that the texts need, and stores what it added, under an optimistic lock. If
   * another call changed the table meanwhile, `hide` runs again on the current table, after the other repeated calls of
   * this process. The last attempt locks the case.
   *
   * @param request the case, or a table that its caller stores, if at all
   * @param hide may run several times
   * @throws AppError `bad_request` unless the user may use this case; `style_conflict`; `case_full`
   */
  async hide(
    member: Owner,
    request: CaseRequest | EntityTable | TableInMemory,
    texts: readonly TextToLookUp[],
    hide: (table: EntityTable) => Promise<AnonymizedText[]>,
  ): Promise<HiddenInCase> {
    if (request instanceof EntityTable) return { hidden: await hide(request), table: request };
    if (request instanceof TableInMemory) {
      const { result: hidden, table } = await request.change(texts, hide);
      return { hidden, table };
    }
    const work = { texts, hide };
    const first = await this.attempt(member, request, work);
    this.uses.inc({ outcome: first ? 'at_once' : 'repeated' });
    return first ?? this.turns.take(request.caseId, () => this.repeat(member, request, work));
  }

  private async repeat(member: Owner, request: CaseRequest, work: TextsToHide): Promise<HiddenInCase> {
    for (let attempts = 1; attempts < MOST_ATTEMPTS; attempts += 1) {
      const hidden = await this.attempt(member, request, work);
      if (hidden) return hidden;
    }
    return this.store.run(member, async (tx) => {
      const opened = await this.open(this.store.askingIn(tx), member, request, true);
      return (await this.attempt(member, request, work, { opened, tx }))!;
    });
  }

  /**
   * Returns what restores the values of a case in these texts (contract: Cases).
   *
   * @throws AppError `bad_request` unless the user may use this case
   */
  async restorer(member: Owner, request: CaseRequest, texts: readonly string[]): Promise<Restorer> {
    const { opened, table } = await this.readFor(
      member,
      request,
      texts.map((text) => ({ text })),
    );
    const contexts = [...(await Restorer.contextsOf(table, texts))];
    const known = await this.store.knownContexts(this.store.asking(member), opened, contexts);
    return Restorer.ofIssued(table, known);
  }

  /** Returns the table of a few texts, for reading only. @throws AppError `bad_request` */
  async read(member: Owner, request: CaseRequest, texts: readonly TextToLookUp[]): Promise<EntityTable> {
    return (await this.readFor(member, request, texts)).table;
  }

  /**
   * Returns what restores the values of a case in a long text while it arrives. Each step checks access again, and reads the
   * part of the table that it needs.
   *
   * @throws AppError `bad_request` unless the user may use this case, also in each step
   */
  async restoreInSteps(member: Owner, request: CaseRequest): Promise<tableRecords.RestoreInSteps> {
    await this.check(member, request);
    return new tableRecords.RestoreInSteps((text) => this.restorer(member, request, [text]));
  }

  private async readFor(
    member: Owner,
    request: CaseRequest,
    texts: readonly TextToLookUp[],
  ): Promise<{ opened: OpenCase; table: EntityTable }> {
    const ask = this.store.asking(member);
    const opened = await this.open(ask, member, request);
    const [{ table }] = await Promise.all([
      tableRecords.read({ ...opened, source: this.store.records(ask, opened) }, texts),
      this.store.touch(ask, opened.id),
    ]);
    return { opened, table };
  }

  /**
   * @param locked the case, locked, and its transaction. If absent, each step has a transaction of its own
   * @returns undefined if another call changed the table meanwhile
   */
  private async attempt(
    member: Owner,
    request: CaseRequest,
    { texts, hide }: TextsToHide,
    locked?: { opened: OpenCase; tx: Transaction },
  ): Promise<HiddenInCase | undefined> {
    const ask = locked ? this.store.askingIn(locked.tx) : this.store.asking(member);
    const opened = locked?.opened ?? (await this.open(ask, member, request));
    const source = this.store.records(ask, opened);
    const { result, read, changes } = await tableRecords.change({ ...opened, source }, texts, hide);
    const added = changes.records.filter(({ id }) => id === undefined).length;
    if (opened.entities + added > MOST_ENTITIES) throw full();
    const sent = result.map(({ text }) => text);
    const contexts =
      opened.contexts < MOST_CONTEXTS ? [...(await Restorer.contextsOf(read.table, sent))] : [];
    const replacements = result.flatMap((text) => text.replacements.map(({ replacement }) => replacement));
    const ids = new Set(replacements.flatMap((replacement) => read.idsOf(replacement)));
    const store = async (tx: Transaction): Promise<boolean> => {
      if (!(await this.store.write(tx, member, opened, changes))) return false;
      const use = {
        action: 'case.use',
        subject: { type: 'case', id: opened.id },
        organizationId: member.organizationId,
        counts: { values: replacements.length, added },
      } as const;
      // Sent without waiting for each other's results.
      await Promise.all([
        this.store.addContexts(tx, opened, contexts),
        this.store.bring(tx, member, opened.id, [...ids]),
        this.trail.record(tx, use),
      ]);
      return true;
    };
    const stored = await (locked ? store(locked.tx) : this.store.run(member, store));
    return stored ? { hidden: result, table: read.table } : undefined;
  }

  private async open(
    ask: Ask,
    member: Owner,
    { caseId, field, style }: CaseRequest,
    lock = false,
  ): Promise<OpenCase> {
    const opened = isId(caseId) ? await this.store.open(ask, member, caseId, lock) : undefined;
    if (!opened) throw unknownCase(field);
    if (style !== undefined && style !== opened.style)
      throw new AppError(
        'style_conflict',
        `This case uses ${opened.style}; omit the style, or set it to that`,
      );
    return opened;
  }
}

const full = (): AppError =>
  new AppError(
    'case_full',
    `A case may have ${MOST_ENTITIES.toLocaleString('en')} entities; use another case`,
  );
