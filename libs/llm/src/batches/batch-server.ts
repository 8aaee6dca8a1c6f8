import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ProviderSettings } from '@app/config';
import { notUnderstood, ProviderClient, refusalOf, type ServerSettings } from '@app/openai-client';
import { SERVER } from '../openai-format';

/** A file that is left at the provider after this time is deleted by the provider, if it supports that. */
const EXPIRES_AFTER_S = 48 * 3_600;
/** The most time for the upload of a large file. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;
/** The number of batches among which one is looked up that began a short time ago, as many as OpenAI returns at once. */
const NEWEST = 100;
/** The largest output: that of a large input with long answers. */
const MAX_OUTPUT_BYTES = 2 * 1024 ** 3;

const id = z.string().regex(/^[\w.:-]{1,200}$/);
const FILE = z.object({ id });
const count = z.number().int().nonnegative().catch(0);
const BATCH = z.object({
  id,
  status: z.string(),
  output_file_id: id.nullish(),
  error_file_id: id.nullish(),
  request_counts: z.object({ completed: count, failed: count }).nullish(),
});

const LIST = z.object({ data: z.array(z.looseObject({ input_file_id: z.unknown() })) });

/** The states in which a provider works on a batch. Every other state is final. */
const RUNNING = ['validating', 'in_progress', 'finalizing', 'cancelling'] as const;
const FINAL = ['completed', 'failed', 'expired', 'cancelled'] as const;
const STATES: ReadonlySet<string> = new Set([...RUNNING, ...FINAL]);

/** A batch at the provider. */
export interface UpstreamBatch {
  id: string;
  status: (typeof RUNNING)[number] | (typeof FINAL)[number];
  /** The files with answers and with failures */
  outputFile?: string;
  errorFile?: string;
  completed: number;
  failed: number;
}

/** A file to upload, of a known length. */
export interface UploadedContent {
  content: Readable;
  bytes: number;
}

type Settings = Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'timeoutMs' | 'chunkTimeoutMs'> &
  Pick<ServerSettings, 'onOutcome'>;

/**
 * Calls a server with OpenAI's files and batches. Every method throws an AppError with a `provider_` code, or the reason of
 * the signal. An error never contains the provider's words.
 */
export class BatchServer {
  private readonly client: ProviderClient;

  constructor({ baseUrl, apiKey, timeoutMs, chunkTimeoutMs, onOutcome }: Settings) {
    this.client = new ProviderClient({
      name: SERVER,
      baseUrl,
      apiKey,
      timeoutMs: Math.max(timeoutMs, UPLOAD_TIMEOUT_MS),
      chunkTimeoutMs,
      maxAnswerBytes: MAX_OUTPUT_BYTES,
      ...(onOutcome && { onOutcome }),
      // A streamed body cannot be sent again.
      keepAlive: false,
    });
  }

  /** Uploads the input of a batch. @returns its id */
  async upload(content: UploadedContent, signal: AbortSignal): Promise<string> {
    const form = encoded(content);
    try {
      return this.parse(FILE, await this.client.json({ path: '/files', form, signal })).id;
    } finally {
      form.bytes.destroy();
    }
  }

  async create(inputFile: string, endpoint: string, signal: AbortSignal): Promise<UpstreamBatch> {
    const body = {
      input_file_id: inputFile,
      endpoint,
      completion_window: '24h',
      output_expires_after: { anchor: 'created_at', seconds: EXPIRES_AFTER_S },
    };
    return this.batchOf(await this.client.json({ path: '/batches', body, signal }));
  }

  /** Returns the newest batch with an input; undefined if there is none, or if the server has no list. */
  async findByInput(inputFile: string, signal: AbortSignal): Promise<UpstreamBatch | undefined> {
    const list = await this.client
      .json({ path: `/batches?limit=${NEWEST}`, signal })
      .catch(unless(404, 405, 501));
    if (list === undefined) return undefined;
    const found = this.parse(LIST, list).data.find(({ input_file_id: input }) => input === inputFile);
    return found && this.batchOf(found);
  }

  async read(batch: string, signal: AbortSignal): Promise<UpstreamBatch> {
    return this.batchOf(await this.client.json({ path: `/batches/${batch}`, signal }));
  }

  /** Cancels a batch. One that is unknown or has ended is no error. */
  async cancel(batch: string, signal: AbortSignal): Promise<void> {
    await this.client
      .json({ path: `/batches/${batch}/cancel`, body: {}, signal })
      .catch(unless(400, 404, 409));
  }

  download(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    return this.client.download({ path: `/files/${file}/content`, signal });
  }

  /** Deletes a file. A missing file is no error. */
  async delete(file: string, signal: AbortSignal): Promise<void> {
    await this.client.json({ path: `/files/${file}`, method: 'DELETE', signal }).catch(unless(404, 410));
  }

  private batchOf(answer: unknown): UpstreamBatch {
    const batch = this.parse(BATCH, answer);
    const { id, status, output_file_id: output, error_file_id: errors, request_counts: counts } = batch;
    if (!STATES.has(status)) throw notUnderstood(SERVER, new Error('The state of the batch is unknown'));
    return {
      id,
      status: status as UpstreamBatch['status'],
      ...(output && { outputFile: output }),
      ...(errors && { errorFile: errors }),
      completed: counts?.completed ?? 0,
      failed: counts?.failed ?? 0,
    };
  }

  private parse<T>(form: z.ZodType<T>, answer: unknown): T {
    const { success, data, error } = form.safeParse(answer);
    if (!success) throw notUnderstood(SERVER, error);
    return data;
  }
}

/** Returns whether a provider still works on a batch. */
export const isRunning = ({ status }: Pick<UpstreamBatch, 'status'>): boolean =>
  (RUNNING as readonly string[]).includes(status);

/** Ignores refusals with some statuses. */
const unless =
  (...statuses: readonly (number | undefined)[]) =>
  (error: unknown): undefined => {
    if (!statuses.includes(refusalOf(error)?.status)) throw error;
  };

/** Encodes the form of an upload. The caller's file name may contain personal data, so the provider receives another one. */
function encoded({ content, bytes }: UploadedContent): { bytes: Readable; type: string; length: number } {
  const boundary = `privacy-chat-${randomUUID()}`;
  const field = (name: string, value: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = Buffer.from(
    field('purpose', 'batch') +
      field('expires_after[anchor]', 'created_at') +
      field('expires_after[seconds]', String(EXPIRES_AFTER_S)) +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="batch.jsonl"\r\n` +
      'content-type: application/jsonl\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* content;
    yield tail;
  }
  return {
    bytes: Readable.from(parts(), { objectMode: false }),
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.length + bytes + tail.length,
  };
}
