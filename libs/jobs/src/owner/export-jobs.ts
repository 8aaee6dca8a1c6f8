import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError, type Owner } from '@app/common';
import { ReadDelivery } from '@app/webhooks';
import { JobFiles } from '../files/job-files';
import { jobBinding, type JobRow } from '../store/jobs.entities';
import { JobsReadStore } from '../store/jobs-read.store';
import { openInput } from '../store/sealed-input';
import { jobReport, type JobReport } from './own-job';

export interface ExportedJob extends JobReport {
  /** The job's input, until it ends. */
  input?: unknown;
  /** The webhook's body, until it is deleted. */
  result?: unknown;
  /** What restores the values of the result, as a runner wrote it (`RunContext.onIssued`). */
  issued?: string;
  /** Its files, by name, until the job ends. */
  files?: Record<string, () => Promise<Readable>>;
}

const STEP = 100;

/** Exports a user's jobs with their remaining data, oldest first. */
@Injectable()
export class ExportJobs {
  constructor(
    private readonly jobs: JobsReadStore,
    private readonly deliveries: ReadDelivery,
    private readonly files: JobFiles,
  ) {}

  async *execute(owner: Owner): AsyncGenerator<ExportedJob> {
    let after: string | undefined;
    for (let found = STEP; found === STEP;) {
      const page = await this.jobs.page(owner, { ...(after !== undefined && { after }), take: STEP });
      found = page.length;
      after = page.at(-1)?.id;
      for (const job of page) yield { ...(await this.report(job)), ...(await this.content(job)) };
    }
  }

  private async report(job: JobRow): Promise<JobReport> {
    return jobReport(job, await this.deliveries.report(job));
  }

  private async content(job: JobRow): Promise<Pick<ExportedJob, 'input' | 'result' | 'issued' | 'files'>> {
    const { id, input, type } = job;
    if (job.status !== 'accepted') return { ...(await this.result(job)), ...(await this.issued(job)) };
    const key = await this.jobs.keyOf(id);
    if (!key || !input) return {};
    return { input: openInput(key, input), files: this.files.of(type, key) };
  }

  private async issued({ id, organizationId, userId }: JobRow): Promise<{ issued?: string }> {
    const { issuedTable, key } = await this.jobs.ownIssued(id, { organizationId, userId });
    return issuedTable && key ? { issued: key.openText(issuedTable, jobBinding.issuedTable(id)) } : {};
  }

  private async result(job: JobRow): Promise<{ result?: unknown }> {
    try {
      return { result: JSON.parse(await this.deliveries.body(job)) as unknown };
    } catch (error) {
      if (error instanceof AppError && error.code === 'gone') return {};
      throw error;
    }
  }
}
