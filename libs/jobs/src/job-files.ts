import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { DataKey } from '@app/crypto';
import type { JobRow, JobType } from './store/jobs.entities';

/**
 * Manages the files that jobs of one type store besides their rows. Every program that erases or exports jobs needs it,
 * not only the workers that run this type.
 */
export abstract class JobFiles {
  abstract readonly type: JobType;

  /** Deletes the files of a job that was cancelled or erased. Idempotent. */
  abstract delete(jobId: string): Promise<void>;

  /** Returns how to open the files of an unfinished job, by name. */
  abstract of(key: DataKey): Record<string, () => Promise<Readable>>;

  /** Deletes files that a crash left behind. */
  abstract sweep(): Promise<void>;
}

/** The files of all types of jobs. The module of a type with files adds them when a program starts. */
@Injectable()
export class JobFilesRegistry {
  private readonly byType = new Map<JobType, JobFiles>();

  add(files: JobFiles): void {
    this.byType.set(files.type, files);
  }

  async delete({ id, type }: Pick<JobRow, 'id' | 'type'>): Promise<void> {
    await this.byType.get(type)?.delete(id);
  }

  of(type: JobType, key: DataKey): Record<string, () => Promise<Readable>> {
    return this.byType.get(type)?.of(key) ?? {};
  }

  async sweep(): Promise<void> {
    for (const files of this.byType.values()) await files.sweep();
  }
}
