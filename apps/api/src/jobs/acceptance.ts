import { applyDecorators, type Type } from '@nestjs/common';
import { ApiHeader, type ApiHeaderOptions, type ApiResponseOptions } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';

const IDEMPOTENCY_KEY: ApiHeaderOptions = {
  name: 'Idempotency-Key',
  required: false,
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  description: '1 to 255 visible ASCII characters; a repeated key within 24 hours returns the same response',
};

const HEADERS: ApiResponseOptions['headers'] = {
  'X-Job-Id': { description: "The job's id", schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` if the job was accepted before',
    schema: { type: 'string' },
  },
};

/** Documents that an endpoint accepts a job: its key, the answer, and the failure for a key of another request. */
export const ApiAcceptance = (type: Type, example: object) =>
  applyDecorators(
    ApiHeader(IDEMPOTENCY_KEY),
    ApiAnswer(type, example, { status: 202, headers: HEADERS }),
    ApiFailure(409, 'This Idempotency-Key was used for another request; use a new one'),
  );

/** Sets the headers of the answer that accepts a job. */
export function setAcceptance(
  response: Response,
  { jobId, replayed }: { jobId: string; replayed: boolean },
): void {
  response.setHeader('X-Job-Id', jobId);
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
}
