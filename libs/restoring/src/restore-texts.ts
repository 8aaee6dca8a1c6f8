import { Injectable } from '@nestjs/common';
import { IssuedTable, Restorer, type RestoredValue, type RestoringText } from '@app/anonymization';
import { AuditTrail, type AuditSubject } from '@app/audit';
import { CaseTables } from '@app/cases';
import { invalid, type Owner } from '@app/common';
import { OwnJob } from '@app/job-records';
import { ChatTables } from '@app/sessions';
import { SealedMappings } from './mappings/sealed-mappings';

/** What issued the replacements of a text. Exactly one is given. */
export interface Issuer {
  caseId?: string;
  chatId?: string;
  /** A restorable job */
  jobId?: string;
  /** A sealed mapping */
  mapping?: string;
  /** The headers that name the issuer, for errors, if it is not named in the body */
  fields?: { caseId: string; chatId: string; jobId: string };
}

export interface TextsToRestore extends Issuer {
  texts: readonly string[];
  /** Returns the field that has a text, for errors */
  fieldOf?(index: number): string;
  /** Returns whether programs read a text as one address: it is restored only if all of it was hidden before */
  isAddress?(index: number): boolean;
  /** `json`: values are restored inside strings only, and the rest stays unchanged byte for byte */
  format: 'text' | 'json';
  /** Whether to return where the restored values are; not for `json` */
  withValues?: boolean;
}

export interface RestoredTexts {
  texts: string[];
  /** The number of restored values */
  restored: number;
  /** The restored values of each text, only `withValues` */
  values?: RestoredValue[][];
}

/**
 * Restores the values of texts that a model, a program or a person wrote with replacements of a case, a chat, a job or a
 * mapping. A value is restored only if its replacement is unambiguous (contract: Cases).
 */
@Injectable()
export class RestoreTexts {
  constructor(
    private readonly cases: CaseTables,
    private readonly chats: ChatTables,
    private readonly jobs: OwnJob,
    private readonly mappings: SealedMappings,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `bad_request` unless the caller may use the issuer, or if a text is not JSON as `format` says */
  async execute(
    owner: Owner,
    {
      texts,
      fieldOf = (index) => `texts[${index}]`,
      isAddress = () => false,
      format,
      withValues = false,
      ...issuer
    }: TextsToRestore,
  ): Promise<RestoredTexts> {
    if (format === 'json') texts.forEach((text, i) => assertJson(text, fieldOf(i)));
    const restorer =
      issuer.caseId === undefined
        ? await this.restorerOf(owner, issuer)
        : await this.cases.restorer(owner, { caseId: issuer.caseId }, texts);
    const shown: string[] = [];
    const values: RestoredValue[][] = [];
    for (const [i, text] of texts.entries()) {
      if (format === 'json') {
        shown.push(await restorer.restoreJson(text));
        continue;
      }
      const one = await restorer.restoreWithValues(text, isAddress(i));
      shown.push(one.text);
      values.push(one.values);
    }
    const { restored } = restorer;
    await this.record(owner, issuer, { texts: texts.length, values: restored });
    return { texts: shown, restored, ...(withValues && { values }) };
  }

  /**
   * Restores one long text while it arrives, in pieces of any length. Of a case, only the parts of its table that the text
   * needs are in memory.
   *
   * @throws AppError `bad_request` unless the caller may use the issuer, also while the text arrives
   */
  async *stream(
    owner: Owner,
    issuer: Issuer,
    pieces: AsyncIterable<string>,
  ): AsyncGenerator<string, void, void> {
    const { text, counted } = await this.begin(owner, issuer);
    try {
      for await (const piece of pieces) yield* nonEmpty(await text.write(piece));
      yield* nonEmpty(await text.end());
    } finally {
      await this.record(owner, issuer, { texts: 1, values: counted.restored });
    }
  }

  private async begin(
    owner: Owner,
    issuer: Issuer,
  ): Promise<{ text: RestoringText; counted: { readonly restored: number } }> {
    if (issuer.caseId === undefined) {
      const restorer = await this.restorerOf(owner, issuer);
      return { text: restorer.begin(), counted: restorer };
    }
    const { caseId, fields } = issuer;
    const text = await this.cases.restoreInSteps(owner, { caseId, ...(fields && { field: fields.caseId }) });
    return { text, counted: text };
  }

  /** Returns a restorer with the whole table. */
  private async restorerOf(owner: Owner, { chatId, jobId, mapping, fields }: Issuer): Promise<Restorer> {
    if (mapping !== undefined) return (await this.mappings.open(owner, mapping)).restorer();
    if (jobId !== undefined)
      return (await IssuedTable.read(await this.jobs.issued(jobId, owner, fields?.jobId))).restorer();
    if (chatId === undefined) throw invalid('case_id', 'must be given, or chat_id, job_id or mapping');
    const restorer = await this.chats.restorer(owner, chatId);
    if (!restorer) throw invalid(fields?.chatId ?? 'chat_id', 'must be the id of one of your chats');
    return restorer;
  }

  private record(
    { organizationId }: Owner,
    issuer: Issuer,
    counts: Readonly<Record<string, number>>,
  ): Promise<void> {
    const subject = subjectOf(issuer);
    return this.trail.recordAlone({
      action: 'values.restore',
      ...(subject && { subject }),
      organizationId,
      counts,
    });
  }
}

/** Returns the object of the audit entry. A mapping has no id. */
function subjectOf({ caseId, chatId, jobId }: Issuer): AuditSubject | undefined {
  if (caseId !== undefined) return { type: 'case', id: caseId };
  if (jobId !== undefined) return { type: 'job', id: jobId };
  return chatId === undefined ? undefined : { type: 'chat', id: chatId };
}

const nonEmpty = (text: string): string[] => (text === '' ? [] : [text]);

function assertJson(text: string, field: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw invalid(field, 'must be valid JSON; omit format, or set it to text');
  }
}
