import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Clock } from '@app/common';
import { KeyRing } from '@app/crypto';
import { RestoringLines, type AnsweredLine, type StoredLine } from '@app/openai-gateway';
import { EncryptedBlobs } from '@app/storage';
import { blobOf, type StoredBatch } from './batch';
import { BatchFilesStore } from './batch-files.store';
import { BatchesStore, LostBatch } from './batches.store';
import { shortLinesOf } from './bounded-lines';

/** Limit for one answer of a provider, as for other answers: that of vectors, which are the longest. */
const MAX_ANSWER_BYTES = 40 * 1024 ** 2;
/** The number of lines that are read and restored at once, and of their characters. */
const STEP = 20;
const STEP_CHARACTERS = 4 * 1024 ** 2;

/** A stored file with results. */
export interface CollectedFile {
  id: string;
  bytes: number;
  answered: number;
  failed: number;
  usage: { promptTokens: number; completionTokens: number; source: 'provider' | 'tokenizer' };
}

/** Restores the results of a batch, and stores them. */
@Injectable()
export class BatchResults {
  constructor(
    private readonly store: BatchesStore,
    private readonly files: BatchFilesStore,
    private readonly blobs: EncryptedBlobs,
    private readonly keyRing: KeyRing,
    private readonly clock: Clock,
  ) {}

  /**
   * Restores a file with results of the provider. It is incomplete until `BatchFilesStore.complete`.
   *
   * @param what a part of the file's name
   * @param seen the numbers of the requests that have a result. Their other results are left out. It grows
   * @param onProgress extends the lease
   */
  async collect(
    batch: StoredBatch,
    content: AsyncIterable<Uint8Array>,
    what: 'output' | 'errors',
    seen: Set<number>,
    onProgress: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<CollectedFile> {
    const { owner } = batch;
    const restoring = await this.restoring(batch);
    const name = `batch_${batch.id}_${what}.jsonl`;
    const { id, key } = await this.files.create(owner, name, this.clock.now(), batch.id);
    const collected = { id, answered: 0, failed: 0 };
    const usage: CollectedFile['usage'] = { promptTokens: 0, completionTokens: 0, source: 'provider' };
    const copy = async function* (this: BatchResults): AsyncGenerator<Buffer> {
      for await (const group of this.groups(batch, content, restoring, seen)) {
        for (const { answered, stored } of group) {
          yield Buffer.from(`${JSON.stringify(await restoring.restore(answered, stored))}\n`);
          if (!answered.body) {
            collected.failed += 1;
            continue;
          }
          collected.answered += 1;
          const cost = await restoring.usageOf(answered.body, stored);
          usage.promptTokens += cost.promptTokens;
          usage.completionTokens += cost.completionTokens;
          if (cost.source === 'tokenizer') usage.source = 'tokenizer';
        }
        await onProgress();
      }
    };
    const { bytes } = await this.blobs.write(key, blobOf(id), Readable.from(copy.call(this)), { signal });
    return { ...collected, bytes, usage };
  }

  private async restoring(batch: StoredBatch): Promise<RestoringLines> {
    const table = await this.store.table(batch);
    if (table === undefined) throw new LostBatch('The table of the batch is deleted');
    return RestoringLines.read(batch.endpoint, table, this.keyRing, batch.owner);
  }

  /**
   * Yields lines in groups, each with what restores it. Lines that answer no request, or one that has a result, are left out.
   */
  private async *groups(
    batch: StoredBatch,
    source: AsyncIterable<Uint8Array>,
    restoring: RestoringLines,
    seen: Set<number>,
  ): AsyncGenerator<{ answered: AnsweredLine; stored: StoredLine }[]> {
    let waiting: AnsweredLine[] = [];
    let characters = 0;
    const withStored = async () => {
      const stored = await this.store.lines(
        batch,
        waiting.map(({ number }) => number),
      );
      return waiting.flatMap((answered) => {
        const line = stored.get(answered.number);
        return line ? [{ answered, stored: line }] : [];
      });
    };
    for await (const line of shortLinesOf(source, MAX_ANSWER_BYTES)) {
      const answered = restoring.readLine(line);
      if (!answered || seen.has(answered.number)) continue;
      seen.add(answered.number);
      waiting.push(answered);
      characters += line.length;
      if (waiting.length < STEP && characters <= STEP_CHARACTERS) continue;
      yield await withStored();
      waiting = [];
      characters = 0;
    }
    if (waiting.length > 0) yield await withStored();
  }
}
