import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import { runOnce, statement } from '@app/database';

/** A worker process that runs, or that was killed recently. */
@Entity('workers')
export class WorkerRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'workers_pkey' }) id!: string;
  @Column('text', { array: true }) queues!: string[];
  @Column('text') version!: string;
  @Column('timestamptz', { name: 'started_at', default: () => 'now()' }) startedAt!: Date;
  @Column('timestamptz', { name: 'seen_at', default: () => 'now()' }) seenAt!: Date;
}

/** A worker, with the seconds since its last heartbeat. */
export type SeenWorker = Pick<WorkerRow, 'id' | 'queues' | 'version' | 'startedAt'> & { seenS: number };

/** Rows of killed workers are deleted after this time. */
const FORGOTTEN_AFTER_S = 3_600;

/** Stores the heartbeats of workers. */
@Injectable()
export class WorkersStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Stores a heartbeat, and deletes the rows of workers that were killed long ago. */
  async beat({ id, queues, version }: Pick<WorkerRow, 'id' | 'queues' | 'version'>): Promise<void> {
    const beat = statement(
      `WITH forgotten AS (DELETE FROM workers WHERE seen_at < now() - make_interval(secs => $4) AND id <> $1)
       INSERT INTO workers (id, queues, version) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
      [id, queues, version, FORGOTTEN_AFTER_S],
    );
    await runOnce(this.db, beat);
  }

  async remove(id: string): Promise<void> {
    await runOnce(this.db, statement('DELETE FROM workers WHERE id = $1', [id]));
  }

  /** Returns the workers that were seen within `seconds`, oldest first. */
  async seenWithin(seconds: number): Promise<SeenWorker[]> {
    const seen = statement(
      `SELECT id, queues, version, started_at AS "startedAt", extract(epoch FROM now() - seen_at)::float8 AS "seenS"
       FROM workers WHERE seen_at > now() - make_interval(secs => $1) ORDER BY started_at, id`,
      [seconds],
    );
    return (await runOnce<SeenWorker>(this.db, seen)).rows;
  }
}
