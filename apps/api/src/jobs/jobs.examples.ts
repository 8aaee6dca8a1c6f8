import type { ApiHeaderOptions, ApiResponseOptions } from '@nestjs/swagger';

export const IDEMPOTENCY_KEY: ApiHeaderOptions = {
  name: 'Idempotency-Key',
  required: false,
  description: '1 to 255 visible ASCII characters; the same key within 24 hours is answered alike',
};

export const ACCEPTANCE_HEADERS: ApiResponseOptions['headers'] = {
  'X-Job-Id': { description: "The job's id", schema: { type: 'string' } },
  'Idempotency-Replayed': { description: '`true` where it was accepted before', schema: { type: 'string' } },
};

export const JOB = {
  job_id: '019a9d2c-7f3e-7d2a-9c1b-3f5e8a7b6c4d',
  type: 'anonymization',
  status: 'completed',
  progress: 1,
  error: null,
  created_at: '2026-01-15T09:30:00.000Z',
  finished_at: '2026-01-15T09:30:01.000Z',
  delivery: {
    state: 'delivered',
    attempts: [{ at: '2026-01-15T09:30:01.250Z', status_code: 204, error: null, duration_ms: 42 }],
  },
};
