import { Injectable } from '@nestjs/common';
import { EndedCallsStore, monthOf, Spending, type Reservation } from '@app/budgets';
import { AppError, Clock } from '@app/common';
import { BatchProviders, isRunning, type BatchServer, type UpstreamBatch } from '@app/llm';
import { Log } from '@app/observability';
import { refusalOf } from '@app/openai-client';
import { unansweredLine } from '@app/openai-gateway';
import { BlobRemovals, EncryptedBlobs } from '@app/storage';
import {
  hiddenBlobOf,
  isFinal,
  LONGEST_MS,
  type BatchFault,
  type BatchState,
  type FinalStatus,
  type HiddenBatch,
  type StoredBatch,
} from './batch';
import { BatchFilesStore } from './batch-files.store';
import { BatchResults, type CollectedFile } from './batch-results';
import { BatchesStore, keyOf, LostBatch } from './batches.store';
import { BatchRefused, HideBatch } from './hide-batch';
import { leftOf } from './left-at-provider';
import { ProviderRemovalsStore, type LeftAtProvider } from './provider-removals.store';

/** The lease of a worker on a batch. Hiding, uploading and collecting extend it. */
const LEASE_MS = 5 * 60_000;
const EXTEND_MS = 60_000;
/** How often a batch is read at its provider, and how long a worker waits after a failure. */
const POLL_MS = 15_000;
const RETRY_MS = 60_000;
const RETRY_REMOVAL_MS = 10 * 60_000;
/** When a forgotten file or batch is removed at its provider: after each batch has ended. */
const LEFT_MS = LONGEST_MS + 3_600_000;

/**
 * Continues batches: hides their lines, sends them, follows them at the provider, and collects and counts their results. If
 * its worker dies, a batch is continued by another one.
 */
@Injectable()
export class FollowBatches {
  constructor(
    private readonly store: BatchesStore,
    private readonly files: BatchFilesStore,
    private readonly removals: ProviderRemovalsStore,
    private readonly hideBatch: HideBatch,
    private readonly results: BatchResults,
    private readonly providers: BatchProviders,
    private readonly spending: Spending,
    private readonly calls: EndedCallsStore,
    private readonly blobs: EncryptedBlobs,
    private readonly blobRemovals: BlobRemovals,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Continues all due batches, and removes what is left at providers. @param signal stops it after a step */
  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const batch = await this.store.takeDue(this.clock.now(), this.in(LEASE_MS));
      if (!batch) break;
      await this.continue(batch, signal);
    }
    while (!signal.aborted) {
      const left = await this.removals.takeDue(this.clock.now(), this.in(RETRY_REMOVAL_MS));
      if (!left) break;
      await this.remove(left, signal).catch((error: unknown) => this.log.upkeep('worker.batches', error));
    }
  }

  private async continue(batch: StoredBatch, signal: AbortSignal): Promise<void> {
    try {
      await this.step(batch, signal);
    } catch (error) {
      if (error instanceof LostBatch || signal.aborted) return;
      this.log.upkeep('worker.batches', error);
      await this.store
        .postpone(batch, this.in(RETRY_MS))
        .catch((lost: unknown) => this.log.upkeep('worker.batches', lost));
    }
  }

  private async step(batch: StoredBatch, signal: AbortSignal): Promise<void> {
    if (isFinal(batch.status) || !batch.key) return;
    const { upstreamFile, upstreamBatch, hidden } = batch.state;
    if (this.clock.now().getTime() > batch.createdAt.getTime() + LONGEST_MS)
      return this.end(batch, 'expired');
    if (upstreamBatch !== undefined && hidden) return this.follow(batch, hidden, upstreamBatch, signal);
    if (upstreamFile !== undefined && hidden) {
      // A worker died, or its provider did not answer. A provider that ran the lines twice would bill them twice.
      const { server } = this.providers.named(hidden.provider);
      const begun = await server.findByInput(upstreamFile, signal);
      if (begun) return this.noteBegin(batch, hidden, begun.id);
    }
    if (batch.status === 'cancelling') return this.end(batch, 'cancelled');
    let current = batch;
    try {
      current = await this.prepare(batch, signal);
      current = await this.upload(current, signal);
      await this.begin(current, signal);
    } catch (error) {
      const fault = faultOf(error);
      if (!fault) throw error;
      await this.end(current, 'failed', [fault]);
    }
  }

  /** Hides the lines and reserves the largest cost, unless that is done. @returns the batch as it is then */
  private async prepare(batch: StoredBatch, signal: AbortSignal): Promise<StoredBatch> {
    if (batch.state.hidden) return batch;
    const { owner } = batch;
    const input = await this.files.find(owner, batch.inputFileId);
    if (!input)
      throw new BatchRefused({
        code: 'not_found',
        message: 'The input file was deleted',
        line: null,
        param: 'input_file_id',
      });
    const leasedUntil = () => this.in(LEASE_MS);
    const prepared = await this.hideBatch.execute(batch, input, leasedUntil, signal);
    const { hidden, table, promptTokens, answerTokens } = prepared;
    const reservation = await this.spending.reserve(
      { ...owner, ...batch.state.caller },
      { model: hidden.model, promptTokens: async () => promptTokens, completionTokens: answerTokens },
      LONGEST_MS,
    );
    const counts = { total: hidden.lines, completed: 0, failed: 0 };
    const reservedAt = this.clock.now().toISOString();
    const reserved = reservation && { id: reservation.id, budgets: reservation.budgets, reservedAt };
    const state: BatchState = {
      ...batch.state,
      hidden,
      counts,
      ...(reserved && { reservation: reserved }),
    };
    try {
      await this.store.change(batch, { status: 'validating', state, table, dueAt: this.in(LEASE_MS) });
    } catch (error) {
      await this.spending.cancel(reservation);
      throw error;
    }
    return { ...batch, state };
  }

  /** Uploads the lines to the provider, unless that is done. @returns the batch as it is then */
  private async upload(batch: StoredBatch, signal: AbortSignal): Promise<StoredBatch> {
    if (batch.state.upstreamFile !== undefined) return batch;
    const { provider, bytes } = batch.state.hidden!;
    const { server } = this.providers.named(provider);
    const content = await this.blobs.read(keyOf(batch), hiddenBlobOf(batch.id));
    const upstreamFile = await this.leased(batch, () => server.upload({ content, bytes }, signal));
    const left: LeftAtProvider[] = [{ provider, kind: 'file', upstreamId: upstreamFile }];
    await this.removals.plan(left, this.in(LEFT_MS));
    const state = { ...batch.state, upstreamFile };
    try {
      await this.store.change(batch, { status: 'validating', state, dueAt: this.in(LEASE_MS) });
    } catch (error) {
      await this.removals.plan(left, this.clock.now());
      throw error;
    }
    return { ...batch, state };
  }

  /** Lets the provider begin. */
  private async begin(batch: StoredBatch, signal: AbortSignal): Promise<void> {
    const { hidden, upstreamFile } = batch.state;
    const { server } = this.providers.named(hidden!.provider);
    const { id } = await server.create(upstreamFile!, batch.endpoint, signal);
    await this.noteBegin(batch, hidden!, id);
  }

  private async noteBegin(
    batch: StoredBatch,
    { provider }: HiddenBatch,
    upstreamBatch: string,
  ): Promise<void> {
    const left: LeftAtProvider[] = [{ provider, kind: 'batch', upstreamId: upstreamBatch }];
    await this.removals.plan(left, this.in(LEFT_MS));
    const times = { ...batch.state.times, in_progress: this.seconds() };
    const state = { ...batch.state, upstreamBatch, times };
    try {
      await this.store.change(batch, { status: 'in_progress', state, dueAt: this.in(POLL_MS) });
    } catch (error) {
      // Another worker finds the batch at the provider, unless it was deleted here.
      if (!(await this.store.find(batch.owner, batch.id))) await this.removals.plan(left, this.clock.now());
      throw error;
    }
  }

  /** Extends the lease of a batch until `work` ends. */
  private async leased<T>(batch: StoredBatch, work: () => Promise<T>): Promise<T> {
    const extend = (): void =>
      void this.store.postpone(batch, this.in(LEASE_MS)).catch((error: unknown) => {
        // The next change fails, too.
        if (!(error instanceof LostBatch)) this.log.upkeep('worker.batches', error);
      });
    const timer = setInterval(extend, EXTEND_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  private async follow(
    batch: StoredBatch,
    hidden: HiddenBatch,
    upstreamId: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { server } = this.providers.named(hidden.provider);
    const upstream = await server.read(upstreamId, signal);
    if (isRunning(upstream)) {
      if (batch.status === 'cancelling' && upstream.status !== 'cancelling')
        await server.cancel(upstreamId, signal);
      const { completed, failed } = upstream;
      const counts = { ...batch.state.counts, completed, failed };
      const status = upstream.status === 'finalizing' ? 'finalizing' : 'in_progress';
      const times = { [status]: this.seconds(), ...batch.state.times };
      const state = { ...batch.state, counts, times };
      return this.store.change(batch, { status, state, dueAt: this.in(POLL_MS) });
    }
    await this.collect(batch, server, upstream, signal);
  }

  private async collect(
    batch: StoredBatch,
    server: BatchServer,
    { status, outputFile, errorFile, failed }: UpstreamBatch,
    signal: AbortSignal,
  ): Promise<void> {
    // A worker that died left them.
    await this.files.deleteIncomplete(batch.owner, batch.id);
    const seen = new Set<number>();
    let extendedAt = this.clock.now().getTime();
    const onProgress = async (): Promise<void> => {
      const now = this.clock.now().getTime();
      if (now < extendedAt + EXTEND_MS) return;
      extendedAt = now;
      await this.store.postpone(batch, this.in(LEASE_MS));
    };
    const copy = (content: AsyncIterable<Uint8Array>, what: 'output' | 'errors') =>
      this.results.collect(batch, content, what, seen, onProgress, signal);
    const output =
      outputFile === undefined ? undefined : await copy(server.download(outputFile, signal), 'output');
    const errorsOf = errorFile === undefined ? [] : [server.download(errorFile, signal)];
    const numbers = status === 'completed' || status === 'expired' ? await this.store.numbers(batch) : [];
    const isWhole = numbers.every((number) => seen.has(number));
    const errors =
      errorsOf.length === 0 && isWhole
        ? undefined
        : await copy(failuresOf(errorsOf, numbers, seen), 'errors');
    await this.end(batch, status as FinalStatus, status === 'failed' ? [REFUSED] : [], {
      output,
      errors,
      failed,
    });
  }

  /** Ends a batch: stores its results and its cost together, releases the reservation, and plans removals. */
  private async end(
    batch: StoredBatch,
    status: FinalStatus,
    faults: readonly BatchFault[] = [],
    results: { output?: CollectedFile | undefined; errors?: CollectedFile | undefined; failed?: number } = {},
  ): Promise<void> {
    const { owner, state, words } = batch;
    const { hidden, upstreamBatch } = state;
    const files = [results.output, results.errors].filter((file) => file !== undefined);
    const cost = sumOf(files);
    const reservation = reservationOf(batch);
    const completed = files.reduce((sum, { answered }) => sum + answered, 0);
    const ended: BatchState = {
      ...state,
      times: { ...state.times, [status]: this.seconds() },
      counts: {
        ...state.counts,
        completed,
        failed: Math.max(
          results.failed ?? 0,
          files.reduce((sum, { failed }) => sum + failed, 0),
        ),
      },
      ...(results.output && { outputFile: results.output.id }),
      ...(results.errors && { errorFile: results.errors.id }),
      ...(completed > 0 && { usage: cost }),
    };
    const call = hidden &&
      upstreamBatch !== undefined && {
        owner: { ...owner, ...state.caller },
        model: hidden.model,
        hidden: hidden.hidden,
        protection: hidden.protection,
        reservation,
        ...(completed > 0 ? { cost } : { cutShort: 'failed' as const }),
      };
    await this.store.change(
      batch,
      { status, state: ended, words: { ...words, faults }, dueAt: null },
      call ? this.calls.recording(call) : [],
      async (tx) => {
        for (const { id, bytes } of files) await this.files.complete(owner, id, bytes, tx);
        await this.store.forgetLines(tx, batch);
        await this.removals.plan(leftOf(batch), this.clock.now(), tx);
        await this.blobRemovals.plan(tx, [hiddenBlobOf(batch.id)]);
      },
    );
    if (call) await this.spending.settle(reservation, completed > 0 ? cost : undefined);
    else await this.spending.cancel(reservation);
    await this.blobRemovals.carryOut([hiddenBlobOf(batch.id)]);
  }

  /** Removes a file or a batch at its provider. What cannot be removed now is tried again. */
  private async remove(left: LeftAtProvider, signal: AbortSignal): Promise<void> {
    const { provider, kind, upstreamId } = left;
    const { server } = this.providers.named(provider);
    if (kind === 'file') await server.delete(upstreamId, signal);
    else {
      const upstream = await server.read(upstreamId, signal).catch(undefinedIfGone);
      if (upstream && isRunning(upstream)) return server.cancel(upstreamId, signal);
      for (const file of [upstream?.outputFile, upstream?.errorFile])
        if (file !== undefined) await server.delete(file, signal);
    }
    await this.removals.done(left);
  }

  private in(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }

  private seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}

/** Yields the failures that a provider reports, and then one for each request without a result. */
async function* failuresOf(
  reported: readonly AsyncIterable<Uint8Array>[],
  numbers: readonly number[],
  seen: ReadonlySet<number>,
): AsyncGenerator<Uint8Array> {
  for (const each of reported) yield* each;
  for (const number of numbers) if (!seen.has(number)) yield Buffer.from(`\n${unansweredLine(number)}`);
}

const REFUSED: BatchFault = {
  code: 'provider_failed',
  message: 'The provider refused the batch',
  line: null,
  param: null,
};

function reservationOf({
  owner,
  state: { reservation, caller, hidden },
}: StoredBatch): Reservation | undefined {
  if (!reservation || !hidden) return undefined;
  const { id, budgets, reservedAt } = reservation;
  return {
    id,
    budgets,
    caller: { ...owner, ...caller },
    model: hidden.model,
    month: monthOf(new Date(reservedAt)),
  };
}

/** The codes with which a provider refuses the batch itself. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 404, 405, 413, 422, 501]);

/** Returns the fault that ends a batch; undefined if the batch is tried again. */
function faultOf(error: unknown): BatchFault | undefined {
  if (error instanceof BatchRefused) return error.fault;
  if (REFUSALS.has(refusalOf(error)?.status)) return REFUSED;
  if (!(error instanceof AppError)) return undefined;
  if (error.code !== 'budget_exceeded' && error.code !== 'not_configured') return undefined;
  return { code: error.code, message: error.message, line: null, param: null };
}

function sumOf(files: readonly CollectedFile[]): CollectedFile['usage'] {
  const sum: CollectedFile['usage'] = { promptTokens: 0, completionTokens: 0, source: 'provider' };
  for (const { usage } of files) {
    sum.promptTokens += usage.promptTokens;
    sum.completionTokens += usage.completionTokens;
    if (usage.source === 'tokenizer') sum.source = 'tokenizer';
  }
  return sum;
}

function undefinedIfGone(error: unknown): undefined {
  if (refusalOf(error)?.status !== 404) throw error;
}
