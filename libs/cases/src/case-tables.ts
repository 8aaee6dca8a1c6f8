import { Injectable } from '@nestjs/common';
import {
  changeRecords,
  contextsOf,
  EntityTable,
  readRecords,
  Restorer,
  RestoreInSteps,
  type AnonymizedText,
  type Contexts,
  type ReplacementStyle,
  type TextToLookUp,
} from '@app/anonymization';
import { AuditTrail } from '@app/audit';
import { AppError, isId, type Owner, type Transaction } from '@app/common';
import { Metrics } from '@app/observability';
import { MOST_CONTEXTS, MOST_ENTITIES, unknownCase } from './case';
import { CaseTablesStore, type OpenCase } from './case-tables.store';

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
  /** The table, or the part of the case's table, that contains what was hidden, for restoring an answer to it */
  table: EntityTable;
}

/**
 * Hides and restores texts with the table of a case. Only the records that a text needs are read; the rest stays in the
 * database. Each use is audited.
 */
@Injectable()
export class CaseTables {
  private readonly uses: ReturnType<Metrics['counter']>;

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
    const { style } = await this.store.run(member, (tx) => this.open(tx, member, request));
    return style;
  }

  /**
   * Runs `hide` on the part of a case's table that the texts need, and stores what it added, under an optimistic lock. If
   * another process changed the table meanwhile, `hide` runs again on the current table, with the case locked.
   *
   * @param request the case, or a table that is not stored
   * @param hide may run several times
   * @throws AppError `bad_request` unless the user may use this case; `style_conflict`; `case_full`
   */
  async hide(
    member: Owner,
    request: CaseRequest | EntityTable,
    texts: readonly TextToLookUp[],
    hide: (table: EntityTable) => Promise<AnonymizedText[]>,
  ): Promise<HiddenInCase> {
    if (request instanceof EntityTable) return { hidden: await hide(request), table: request };
    const first = await this.attempt(member, request, texts, hide, false);
    this.uses.inc({ outcome: first ? 'at_once' : 'repeated' });
    return first ?? (await this.attempt(member, request, texts, hide, true))!;
  }

  /**
   * Returns what restores the values of a case in these texts (contract: Cases).
   *
   * @throws AppError `bad_request` unless the user may use this case
   */
  restorer(member: Owner, request: CaseRequest, texts: readonly string[]): Promise<Restorer> {
    return this.store.run(member, async (tx) => {
      const opened = await this.open(tx, member, request);
      const { table } = await readRecords(
        { ...opened, source: this.store.records(tx, opened) },
        texts.map((text) => ({ text })),
      );
      const contexts = await contextsOf(table, texts);
      const known = await this.store.knownContexts(tx, opened, asKeys(contexts));
      return Restorer.ofIssued(table, fromKeys(known));
    });
  }

  /** Returns the table of a few texts, for reading only. @throws AppError `bad_request` */
  async read(member: Owner, request: CaseRequest, texts: readonly TextToLookUp[]): Promise<EntityTable> {
    return this.store.run(member, async (tx) => {
      const opened = await this.open(tx, member, request);
      return (await readRecords({ ...opened, source: this.store.records(tx, opened) }, texts)).table;
    });
  }

  /**
   * Returns what restores the values of a case in a long text while it arrives. Each step checks access again, and reads the
   * part of the table that it needs.
   *
   * @throws AppError `bad_request` unless the user may use this case, also in each step
   */
  async restoreInSteps(member: Owner, request: CaseRequest): Promise<RestoreInSteps> {
    await this.check(member, request);
    return new RestoreInSteps((text) => this.restorer(member, request, [text]));
  }

  private async attempt(
    member: Owner,
    request: CaseRequest,
    texts: readonly TextToLookUp[],
    hide: (table: EntityTable) => Promise<AnonymizedText[]>,
    lock: boolean,
  ): Promise<HiddenInCase | undefined> {
    return this.store.run(member, async (tx) => {
      const opened = await this.open(tx, member, request, lock);
      const source = this.store.records(tx, opened);
      const { result, read, changes } = await changeRecords({ ...opened, source }, texts, hide);
      const added = changes.records.filter(({ id }) => id === undefined).length;
      if (opened.entities + added > MOST_ENTITIES) throw full();
      if (changes.records.length > 0 || changes.head !== undefined)
        if (!(await this.store.write(tx, member, opened, changes))) return undefined;
      const replacements = result.flatMap((text) => text.replacements.map(({ replacement }) => replacement));
      const sent = result.map(({ text }) => text);
      if (opened.contexts < MOST_CONTEXTS)
        await this.store.addContexts(tx, opened, asKeys(await contextsOf(read.table, sent)));
      const ids = replacements.flatMap((replacement) => read.idOf(replacement) ?? []);
      await this.store.bring(
        tx,
        member,
        opened.id,
        [...new Set(ids)].sort((one, other) => one - other),
      );
      await this.store.touch(tx, opened.id);
      await this.trail.record(tx, {
        action: 'case.use',
        subject: { type: 'case', id: opened.id },
        organizationId: member.organizationId,
        counts: { values: replacements.length, added },
      });
      return { hidden: result, table: read.table };
    });
  }

  private async open(
    tx: Transaction,
    member: Owner,
    { caseId, field, style }: CaseRequest,
    lock = false,
  ): Promise<OpenCase> {
    const opened = isId(caseId) ? await this.store.open(tx, member, caseId, lock) : undefined;
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

const asKeys = ({ tokens, pairs }: Contexts): string[] => [
  ...[...tokens].map((token) => `token:${token}`),
  ...[...pairs].map((pair) => `pair:${pair}`),
];

function fromKeys(keys: ReadonlySet<string>): Contexts {
  const after = (prefix: string): Set<string> =>
    new Set([...keys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)));
  return { tokens: after('token:'), pairs: after('pair:') };
}
