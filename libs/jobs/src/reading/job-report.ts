import type { DeliveryReport } from '@app/webhooks';
import type { JobRow, JobStatus, JobType } from '../store/jobs.entities';

/** A job as its owner sees it (contract: Jobs). Times are ISO 8601, UTC. */
export interface JobReport {
  job_id: string;
  type: JobType;
  status: JobStatus;
  /** How much is done, 0..1. */
  progress: number;
  error: string | null;
  created_at: string;
  finished_at: string | null;
  /** Null until the job ends. */
  delivery: DeliveryReport | null;
}

export const jobReport = (job: JobRow, delivery: DeliveryReport | null): JobReport => ({
  job_id: job.id,
  type: job.type,
  status: job.status,
  progress: job.progress / 100,
  error: job.error,
  created_at: job.createdAt.toISOString(),
  finished_at: job.finishedAt?.toISOString() ?? null,
  delivery,
});
