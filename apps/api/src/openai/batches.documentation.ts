import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { BATCH_ENDPOINTS } from '@app/openai-gateway';

const FILE_ID = 'file-019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d';
const BATCH_ID = 'batch_019aa5c1-8d2f-7c1f-8b55-1d7a5b7c2a1e';

export const FILE = {
  id: FILE_ID,
  object: 'file',
  bytes: 312,
  created_at: 1_795_248_000,
  expires_at: 1_797_840_000,
  filename: 'letters.jsonl',
  purpose: 'batch',
  status: 'processed',
  status_details: null,
};

export const BATCH = {
  id: BATCH_ID,
  object: 'batch',
  endpoint: '/v1/chat/completions',
  model: null,
  errors: null,
  input_file_id: FILE_ID,
  completion_window: '24h',
  status: 'validating',
  output_file_id: null,
  error_file_id: null,
  created_at: 1_795_248_000,
  in_progress_at: null,
  expires_at: 1_795_420_800,
  finalizing_at: null,
  completed_at: null,
  failed_at: null,
  expired_at: null,
  cancelling_at: null,
  cancelled_at: null,
  request_counts: { total: 0, completed: 0, failed: 0 },
  metadata: null,
};

export const DELETED_FILE = { id: FILE_ID, object: 'file', deleted: true };

/** Returns a list in OpenAI's form. */
export const listOf = <T extends { id?: unknown }>(data: readonly T[], hasMore: boolean) => ({
  object: 'list',
  data,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
  has_more: hasMore,
});

/** Documents an answer in OpenAI's form. */
export const ApiOpenAiAnswer = (example: object) =>
  applyDecorators(
    ApiResponse({
      status: 200,
      content: { 'application/json': { schema: { type: 'object', additionalProperties: true }, example } },
    }),
  );

export const BATCH_FILE_FORM = {
  type: 'object',
  required: ['file', 'purpose'],
  properties: {
    purpose: { type: 'string', enum: ['batch'] },
    file: { type: 'string', format: 'binary', description: 'A request in each line' },
  },
};

export const BATCH_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['input_file_id', 'endpoint', 'completion_window'],
  properties: {
    input_file_id: { type: 'string', minLength: 1 },
    endpoint: { type: 'string', enum: Object.keys(BATCH_ENDPOINTS) },
    completion_window: { type: 'string', enum: ['24h'] },
    metadata: { type: 'object', nullable: true, additionalProperties: { type: 'string' } },
  },
  example: { input_file_id: FILE_ID, endpoint: '/v1/chat/completions', completion_window: '24h' },
};
