import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { IssuedTable, type EntityType, type Language, type ReplacementStyle } from '@app/anonymization';
import { CaseOfJob, failWhereClosed, failWhereRefused } from '@app/anonymization-jobs';
import { AppError } from '@app/common';
import { formatOf, type Droppable } from '@app/file-formats';
import { ReadingSlots } from '@app/isolation';
import { JobUploads, ResultFiles } from '@app/job-files';
import { JobFailure, JobRunner, type RunContext, type RunningJob } from '@app/jobs';
import { CurrentPolicies } from '@app/policy';
import { AnonymizeFile } from '../anonymize-file';
import type { FileReport } from '../file-report';

/**
 * The stored input of a job that anonymizes a file, in addition to the file. Only add fields, because older workers read newer
 * jobs.
 */
export interface FileJobInput {
  fileName: string;
  /** If absent, it is guessed by the beginning of the file */
  language?: Language;
  choices: EntityType[];
  style: ReplacementStyle;
  drop: Droppable[];
  /** The case that the file belongs to */
  caseId?: string;
  /** Whether the owner can restore the result while it is stored */
  restorable?: boolean;
}

/** The fields of the result. */
type FileResult = { file_url: string; report: FileReport };

/** Replaces the personal data in a file, which becomes the file of the result (contract: Jobs). */
@Injectable()
export class FileRunner extends JobRunner {
  readonly type = 'file_anonymization';
  /** Limits the archives in memory to one, because an archive and its result may have 100 MiB each. */
  private readonly archives = new ReadingSlots(1);

  constructor(
    private readonly uploads: JobUploads,
    private readonly results: ResultFiles,
    private readonly anonymizeFile: AnonymizeFile,
    private readonly policies: CurrentPolicies,
    private readonly cases: CaseOfJob,
  ) {
    super();
  }

  run(job: RunningJob, context: RunContext): Promise<FileResult> {
    const isArchive = formatOf((job.input as FileJobInput).fileName)?.name === 'zip';
    const work = () => this.anonymize(job, context);
    return isArchive ? this.archives.run(job.userId, work) : work();
  }

  override ended({ id }: RunningJob): Promise<void> {
    return this.uploads.delete(id);
  }

  private async anonymize(
    { input, organizationId, userId, policyVersion, key }: RunningJob,
    context: RunContext,
  ): Promise<FileResult> {
    const { signal, onIssued } = context;
    signal.throwIfAborted();
    const { caseId, restorable, style, ...file } = input as FileJobInput;
    const owner = { organizationId, userId };
    await this.cases.check(owner, caseId);
    const rules = (await this.policies.at(organizationId, policyVersion)).rulesFor();
    const content = await buffer(await this.uploads.read(key));
    const from = caseId === undefined ? style : { caseId };
    const anonymized = await this.anonymizeFile
      .execute(owner, { ...file, content, rules, from }, signal)
      .catch(failWhereRefused)
      .catch(failWhereClosed)
      .catch(failWhereUnwritable);
    const { fileName: name, mediaType, content: written, report, sent, table } = anonymized;
    if (restorable) onIssued(await (await IssuedTable.of(table, sent)).write());
    return { ...(await this.results.add(key, { name, mediaType, content: written }, context)), report };
  }
}

const UNWRITABLE = ['invalid_file', 'file_unverifiable', 'tracked_changes', 'too_large'] as const;

/** Converts a refusal of the file, which a retry would repeat, to a permanent failure. */
function failWhereUnwritable(error: unknown): never {
  const code = error instanceof AppError && UNWRITABLE.find((each) => each === error.code);
  if (code) throw new JobFailure(code, (error as AppError).message, { cause: error });
  throw error;
}
