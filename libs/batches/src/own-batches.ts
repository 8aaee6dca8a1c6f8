import { Injectable } from '@nestjs/common';
import { AppError, Clock, invalid, isId, type Caller, type Owner } from '@app/common';
import { BatchProviders } from '@app/llm';
import { BATCH_ENDPOINTS, HideEmbeddings, modelOfLine, type BatchEndpoint } from '@app/openai-gateway';
import { CurrentPolicies } from '@app/policy';
import { EncryptedBlobs } from '@app/storage';
import {
  blobOf,
  LONGEST_MS,
  MAX_LINE_BYTES,
  type AskedOfBatch,
  type BatchStatus,
  type StoredBatch,
  type StoredFile,
} from './batch';
import { BatchFilesStore, type Page } from './batch-files.store';
import { BatchesStore } from './batches.store';
import { shortLinesOf } from './bounded-lines';
import { assertStorage } from './hide-batch';
import { fileId, fileRowId, rowIdOf, seconds } from './own-batch-files';

const PREFIX = 'batch_';
const MAX_METADATA = 16;
const MAX_METADATA_KEY = 64;
const MAX_METADATA_VALUE = 512;

/** OpenAI's request for a batch, as the caller sent it. */
export interface AskedBatch {
  input_file_id?: unknown;
  endpoint?: unknown;
  completion_window?: unknown;
  metadata?: unknown;
}

/** The batches of a user, by the ids that callers know. */
@Injectable()
export class OwnBatches {
  constructor(
    private readonly store: BatchesStore,
    private readonly files: BatchFilesStore,
    private readonly policies: CurrentPolicies,
    private readonly providers: BatchProviders,
    private readonly blobs: EncryptedBlobs,
    private readonly hideEmbeddings: HideEmbeddings,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts a batch, which a worker then validates, hides and sends.
   *
   * @throws AppError `provider_storage_off`, `not_supported`; `bad_request` that names the field; `not_found` for another
   *   user's file
   */
  async create(
    { userId, organizationId, key, groups }: Caller,
    given: AskedBatch,
    asked: AskedOfBatch,
  ): Promise<object> {
    const owner = { userId, organizationId };
    const endpoint = endpointOf(given.endpoint);
    if (given.completion_window !== '24h') throw invalid('completion_window', 'must be 24h');
    const metadata = metadataOf(given.metadata);
    if (typeof given.input_file_id !== 'string') throw invalid('input_file_id', 'must be the id of a file');
    const inputFileId = fileRowId(given.input_file_id);
    const input = inputFileId === undefined ? undefined : await this.files.find(owner, inputFileId);
    if (!input) throw new AppError('not_found', 'There is no such file');
    if (input.batchId !== null) throw invalid('input_file_id', 'must be a file with the purpose batch');
    assertStorage(await this.policies.of(organizationId));
    if (BATCH_ENDPOINTS[endpoint] === 'embeddings') this.hideEmbeddings.assertEnabled();
    await this.providers.assertAccepted(await this.modelOf(input));
    const batch = await this.store.create(owner, {
      inputFileId: input.id,
      endpoint,
      createdAt: this.clock.now(),
      words: { metadata, faults: [] },
      state: {
        asked,
        caller: { ...(key && { key: { id: key.id } }), groups },
        counts: { total: 0, completed: 0, failed: 0 },
        times: {},
      },
    });
    return shownBatch(batch);
  }

  async list(owner: Owner, page: Page): Promise<{ batches: object[]; hasMore: boolean }> {
    const { after, limit } = page;
    const from = after === undefined ? {} : { after: rowIdOf(PREFIX, after, 'after') };
    const found = await this.store.page(owner, { ...page, ...from, limit: limit + 1 });
    return { batches: found.slice(0, limit).map(shownBatch), hasMore: found.length > limit };
  }

  /** @throws AppError `not_found` */
  async read(owner: Owner, id: string): Promise<object> {
    return shownBatch(await this.find(owner, id));
  }

  /**
   * Lets a worker cancel a batch. Its finished requests have results.
   *
   * @throws AppError `not_found`; `conflict` if it has ended
   */
  async cancel(owner: Owner, id: string): Promise<object> {
    const { id: rowId, status } = await this.find(owner, id);
    const isAsked = await this.store.askToCancel(owner, rowId, this.clock.now());
    if (!isAsked && status !== 'cancelling') throw new AppError('conflict', 'The batch has ended');
    return this.read(owner, id);
  }

  /** Returns the model of the first line; undefined if the line is invalid, which a worker then says. */
  private async modelOf({ id, key }: StoredFile): Promise<string | undefined> {
    for await (const line of shortLinesOf(await this.blobs.read(key, blobOf(id)), MAX_LINE_BYTES))
      if (line.trim() !== '') return modelOfLine(line);
    return undefined;
  }

  private async find(owner: Owner, id: string): Promise<StoredBatch> {
    const rowId = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : '';
    const batch = isId(rowId) ? await this.store.find(owner, rowId) : undefined;
    if (!batch) throw new AppError('not_found', 'There is no such batch');
    return batch;
  }
}

function endpointOf(endpoint: unknown): BatchEndpoint {
  const supported = Object.keys(BATCH_ENDPOINTS) as BatchEndpoint[];
  const known = supported.find((each) => each === endpoint);
  if (known) return known;
  const message = `must be one of ${supported.join(', ')}`;
  throw typeof endpoint === 'string'
    ? invalid('endpoint', message, 'not_supported')
    : invalid('endpoint', message);
}

function metadataOf(metadata: unknown): Record<string, string> | null {
  if (metadata === undefined || metadata === null) return null;
  const entries = typeof metadata === 'object' ? Object.entries(metadata) : [];
  const isValid = ([key, value]: [string, unknown]): boolean =>
    key.length <= MAX_METADATA_KEY && typeof value === 'string' && value.length <= MAX_METADATA_VALUE;
  if (typeof metadata === 'object' && !Array.isArray(metadata) && entries.length <= MAX_METADATA)
    if (entries.every(isValid)) return Object.fromEntries(entries) as Record<string, string>;
  throw invalid(
    'metadata',
    `must be at most ${MAX_METADATA} texts, of ${MAX_METADATA_VALUE} characters at most, with keys of ${MAX_METADATA_KEY}`,
  );
}

/** Returns a batch in OpenAI's form. */
function shownBatch({ id, endpoint, inputFileId, status, state, words, createdAt }: StoredBatch): object {
  const { times, counts, usage, outputFile, errorFile, hidden } = state;
  const at = (one: Exclude<BatchStatus, 'validating'>): number | null => times[one] ?? null;
  return {
    id: `${PREFIX}${id}`,
    object: 'batch',
    endpoint,
    model: hidden?.model ?? null,
    errors: words.faults.length === 0 ? null : { object: 'list', data: words.faults },
    input_file_id: fileId(inputFileId),
    completion_window: '24h',
    status,
    output_file_id: outputFile === undefined ? null : fileId(outputFile),
    error_file_id: errorFile === undefined ? null : fileId(errorFile),
    created_at: seconds(createdAt),
    in_progress_at: at('in_progress'),
    expires_at: seconds(new Date(createdAt.getTime() + LONGEST_MS)),
    finalizing_at: at('finalizing'),
    completed_at: at('completed'),
    failed_at: at('failed'),
    expired_at: at('expired'),
    cancelling_at: at('cancelling'),
    cancelled_at: at('cancelled'),
    request_counts: counts,
    usage: usage && {
      input_tokens: usage.promptTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.completionTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.promptTokens + usage.completionTokens,
    },
    metadata: words.metadata,
  };
}
