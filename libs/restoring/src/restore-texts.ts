import { Injectable } from '@nestjs/common';
import { IssuedTable, restoreJson, Restorer, type RestoredValue } from '@app/anonymization';
import { AuditTrail, type AuditSubject } from '@app/audit';
import { CaseTables } from '@app/cases';
import { AppError, invalid, type Owner } from '@app/common';
import { OwnJob } from '@app/jobs';
import { ChatTables, ReadHistory } from '@app/sessions';
import { SealedMappings } from './mappings/sealed-mappings';

/** What issued the replacements of a text. Exactly one is given. */
export interface Issuer {
  caseId?: string;
  chatId?: string;
  /** A restorable job */
  jobId?: string;
  /** A sealed mapping */
  mapping?: string;
}

export interface TextsToRestore extends Issuer {
  texts: readonly string[];
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

interface Restoring {
  restorer: Restorer;
  /** For the audit trail. A mapping has no id. */
  subject?: AuditSubject;
}

/** The number of turns that are read, newest first. */
const TURNS = 1_000;

/**
 * Restores the values of texts that a model, a program or a person wrote with replacements of a case, a chat, a job or a mapping. A value is
 * restored only if its replacement is unambiguous (contract: Cases).
 */
@Injectable()
export class RestoreTexts {
  constructor(
    private readonly cases: CaseTables,
    private readonly chats: ChatTables,
    private readonly history: ReadHistory,
    private readonly jobs: OwnJob,
    private readonly mappings: SealedMappings,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `bad_request` unless the caller may use the issuer, or if a text is not JSON as `format` says */
  async execute(
    owner: Owner,
    { texts, format, withValues = false, ...issuer }: TextsToRestore,
  ): Promise<RestoredTexts> {
    if (format === 'json') texts.forEach(assertJson);
    const { restorer, subject } = await this.restorerOf(owner, issuer, texts);
    const restored: string[] = [];
    const values: RestoredValue[][] = [];
    for (const text of texts) {
      if (format === 'json') {
        restored.push(await restoreJson(restorer, text));
        continue;
      }
      const one = await restorer.restoreWithValues(text);
      restored.push(one.text);
      values.push(one.values);
    }
    await this.trail.recordAlone({
      action: 'values.restore',
      ...(subject && { subject }),
      organizationId: owner.organizationId,
      counts: { texts: texts.length, values: restorer.restored },
    });
    return { texts: restored, restored: restorer.restored, ...(withValues && { values }) };
  }

  private async restorerOf(
    owner: Owner,
    { caseId, chatId, jobId, mapping }: Issuer,
    texts: readonly string[],
  ): Promise<Restoring> {
    if (caseId !== undefined) {
      const restorer = await this.cases.restorer(owner, { caseId }, texts);
      return { restorer, subject: { type: 'case', id: caseId } };
    }
    if (mapping !== undefined)
      return { restorer: await (await this.mappings.open(owner, mapping)).restorer() };
    if (jobId !== undefined) {
      const issued = await IssuedTable.read(await this.jobs.issued(jobId, owner));
      return { restorer: await issued.restorer(), subject: { type: 'job', id: jobId } };
    }
    if (chatId === undefined) throw invalid('case_id', 'must be given, or chat_id, job_id or mapping');
    const { turns } = await this.history.execute(owner, chatId, { limit: TURNS }).catch(unknownChat);
    const sent = turns.map(({ anonymizedPrompt }) => anonymizedPrompt);
    const table = await this.chats.read(
      owner,
      { chatId },
      [...sent, ...texts].map((text) => ({ text })),
    );
    const restorer = await Restorer.prepare(table, sent);
    return { restorer, subject: { type: 'chat', id: chatId } };
  }
}

/** Turns the error for a chat that an address names into the one for a chat that a body names. */
function unknownChat(error: unknown): never {
  if (error instanceof AppError && error.code === 'not_found')
    throw invalid('chat_id', 'must be the id of one of your chats');
  throw error;
}

function assertJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new AppError('bad_request', 'The text is not valid JSON; omit format, or set it to text');
  }
}
