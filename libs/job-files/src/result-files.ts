import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, newId } from '@app/common';
import { jobsConfig, webhooksConfig, type JobsConfig, type WebhooksConfig } from '@app/config';
import type { DataKey } from '@app/crypto';
import { StoredJobs, type RunContext } from '@app/jobs';
import { BlobRemovals, EncryptedBlobs, SignedLinks, type SignedLink } from '@app/storage';
import { ResultFilesStore } from './result-files.store';

/** A file that a runner returns. */
export interface NewResultFile {
  name: string;
  mediaType: string;
  /** A stream is read once. */
  content: Buffer | Readable;
}

/** A stored file, as its job notes it. */
interface StoredResultFile {
  /** Names the blob. Each attempt writes another one, so that a late attempt cannot replace the file of the job. */
  id: string;
  name: string;
  mediaType: string;
  bytes: number;
}

/** The content of a result file, and what a response says about it. */
export interface OpenResultFile extends StoredResultFile {
  content: Readable;
}

const BATCH = 100;
const folderOf = (jobId: string): string => `jobs/${jobId}/`;
const blobOf = (jobId: string, fileId: string): string => `${folderOf(jobId)}${fileId}`;

/**
 * Stores the files that jobs return, encrypted with the key of their job. They are stored as long as the result: the key is
 * destroyed with it, and the sweep deletes files without a key (contract: Jobs).
 */
@Injectable()
export class ResultFiles {
  private readonly linkTtlMs: number;

  constructor(
    @Inject(jobsConfig.KEY) { resultRetentionMs }: JobsConfig,
    @Inject(webhooksConfig.KEY) { retryScheduleMs }: WebhooksConfig,
    private readonly rows: ResultFilesStore,
    private readonly jobs: StoredJobs,
    private readonly encrypted: EncryptedBlobs,
    private readonly removals: BlobRemovals,
    private readonly links: SignedLinks,
  ) {
    this.linkTtlMs = retryScheduleMs.reduce((sum, waitMs) => sum + waitMs, resultRetentionMs);
  }

  /**
   * Stores a file of a run and hands it over.
   *
   * @returns the field of the result that links to it
   */
  async add(
    key: DataKey,
    { content, ...file }: NewResultFile,
    { signal, onFile }: Pick<RunContext, 'signal' | 'onFile'>,
  ): Promise<{ file_url: string }> {
    const id = newId();
    const { subjectId: jobId } = key;
    await this.rows.add(jobId);
    const stream = Buffer.isBuffer(content) ? Readable.from([content]) : content;
    const blob = blobOf(jobId, id);
    const { bytes } = await this.encrypted.write(key, blob, stream, { signal });
    const note: StoredResultFile = { id, ...file, bytes };
    onFile({ note, discard: () => this.removals.discard(blob) });
    return { file_url: this.linkTo(jobId) };
  }

  /** Returns a new link to a job's file. It outlives the last scheduled attempt of the webhook by RETENTION_JOB_RESULTS. */
  linkTo(jobId: string): string {
    return this.links.to('file', jobId, this.linkTtlMs);
  }

  /**
   * Opens the file of a link.
   *
   * @throws AppError `not_found`, the same for an expired or forged link and for a deleted file
   */
  async open(link: SignedLink): Promise<OpenResultFile> {
    const file = this.links.isGood('file', link) && (await this.find(link.id.toLowerCase()));
    if (!file) throw new AppError('not_found', 'There is no such file, or the link has expired');
    return file;
  }

  /** Deletes the files of results that were deleted. */
  async sweep(): Promise<void> {
    for (const jobId of await this.rows.withoutKey(BATCH)) {
      await this.removals.discard(folderOf(jobId));
      await this.rows.delete(jobId);
    }
  }

  private async find(jobId: string): Promise<OpenResultFile | undefined> {
    const found = await this.jobs.resultFile(jobId);
    if (!found) return undefined;
    const file = found.note as StoredResultFile;
    const content = await this.encrypted.read(found.key, blobOf(jobId, file.id)).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    });
    return content && { ...file, content };
  }
}
