import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError, type Owner } from '@app/common';
import { JobFiles } from '@app/job-files';
import { StoredJobs, type StoredJob } from '@app/jobs';
import { ReadDelivery } from '@app/webhooks';
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
    private readonly jobs: StoredJobs,
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

  private async report(job: StoredJob): Promise<JobReport> {
    return jobReport(job, await this.deliveries.report(job));
  }

  private async content(job: StoredJob): Promise<Pick<ExportedJob, 'input' | 'result' | 'issued' | 'files'>> {
    if (job.status !== 'accepted') return { ...(await this.result(job)), ...(await this.issued(job)) };
    const found = await this.jobs.inputOf(job);
    return found ? { input: found.input, files: this.files.of(job.type, found.key) } : {};
  }

  private async issued({ id, organizationId, userId }: StoredJob): Promise<{ issued?: string }> {
    const { issued } = await this.jobs.ownIssued(id, { organizationId, userId });
    return issued === undefined ? {} : { issued };
  }

  private async result(job: StoredJob): Promise<{ result?: unknown }> {
    try {
      return { result: JSON.parse(await this.deliveries.body(job)) as unknown };
    } catch (error) {
      if (error instanceof AppError && error.code === 'gone') return {};
      throw error;
    }
  }
}
