import type { EntityType, ReplacementStyle } from '@app/anonymization';
import type { CallProtection } from '@app/audit';
import type { Reservation } from '@app/budgets';
import type { Caller, Owner } from '@app/common';
import type { DataKey } from '@app/crypto';
import type { BatchEndpoint } from '@app/openai-gateway';

/** The largest input, in bytes and in lines, as at OpenAI. */
export const MAX_INPUT_BYTES = 200 * 1024 ** 2;
export const MAX_LINES = 50_000;
/** Limit for one request. Each is parsed and hidden as a whole. */
export const MAX_LINE_BYTES = 1024 ** 2;
/** Limit for the distinct values of a batch, which are in memory of a worker while it is hidden or restored. */
export const MAX_VALUES = 100_000;
/** Files and batches are deleted after this time. */
export const KEPT_MS = 30 * 24 * 3_600_000;
/** The longest time until a batch has ended. */
export const LONGEST_MS = 48 * 3_600_000;

export type BatchStatus =
  | 'validating'
  | 'in_progress'
  | 'finalizing'
  | 'cancelling'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'cancelled';
export type FinalStatus = Extract<BatchStatus, 'completed' | 'failed' | 'expired' | 'cancelled'>;

const FINAL: ReadonlySet<BatchStatus> = new Set(['completed', 'failed', 'expired', 'cancelled']);
export const isFinal = (status: BatchStatus): status is FinalStatus => FINAL.has(status);

/** What the caller wants to have hidden. */
export interface AskedOfBatch {
  choices?: readonly EntityType[];
  named?: readonly EntityType[];
  style: ReplacementStyle;
}

/** How the lines of a batch were hidden. */
export interface HiddenBatch {
  /** The provider's name, and the model's id for counting */
  provider: string;
  model: string;
  /** The bytes of the hidden input */
  bytes: number;
  lines: number;
  protection: CallProtection;
  /** The number of hidden values of each kind */
  hidden: Readonly<Record<string, number>>;
}

/** What a worker needs to know of a batch, without personal data. */
export interface BatchState {
  asked: AskedOfBatch;
  /** The caller, for access and budgets */
  caller: Pick<Caller, 'key' | 'groups'>;
  hidden?: HiddenBatch;
  reservation?: Pick<Reservation, 'id' | 'budgets'> & { reservedAt: string };
  /** The ids of the input and the batch at the provider */
  upstreamFile?: string;
  upstreamBatch?: string;
  counts: { total: number; completed: number; failed: number };
  usage?: { promptTokens: number; completionTokens: number };
  outputFile?: string;
  errorFile?: string;
  /** When each state began, in seconds */
  times: Partial<Record<Exclude<BatchStatus, 'validating'>, number>>;
}

/** A fault of the input, in OpenAI's form. */
export interface BatchFault {
  code: string;
  message: string;
  line: number | null;
  param: string | null;
}

/** The parts that may contain personal data. */
export interface BatchWords {
  metadata: Readonly<Record<string, string>> | null;
  faults: readonly BatchFault[];
}

export interface StoredBatch {
  id: string;
  owner: Owner;
  inputFileId: string;
  endpoint: BatchEndpoint;
  status: BatchStatus;
  state: BatchState;
  revision: number;
  createdAt: Date;
  /** Absent after its results were deleted */
  key?: DataKey;
  /** Empty after its results were deleted */
  words: BatchWords;
}

export interface StoredFile {
  id: string;
  owner: Owner;
  /** The batch that it has results of */
  batchId: string | null;
  name: string;
  bytes: number;
  createdAt: Date;
  key: DataKey;
}

/** Returns the name of a file's content in the blob store. */
export const blobOf = (fileId: string): string => `batch-files/${fileId}`;
/** Returns the name of the hidden input of a batch in the blob store. */
export const hiddenBlobOf = (batchId: string): string => `batches/${batchId}/hidden`;
