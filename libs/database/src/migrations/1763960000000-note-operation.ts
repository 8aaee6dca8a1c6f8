import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The heartbeats of workers, and the state that all processes share. */
export class NoteOperation1763960000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE workers (
        id uuid CONSTRAINT workers_pkey PRIMARY KEY,
        queues text[] NOT NULL,
        version text NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now(),
        seen_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE service_state (
        name text CONSTRAINT service_state_pkey PRIMARY KEY,
        value jsonb NOT NULL
      );
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE service_state; DROP TABLE workers;');
  }
}
