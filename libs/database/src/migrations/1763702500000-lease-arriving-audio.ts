import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A lease on an upload: it belongs to a process while that renews the lease. */
export class LeaseArrivingAudio1763702500000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE job_audio ADD arriving_until timestamptz');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE job_audio DROP arriving_until');
  }
}
