import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace context of the request that created a job, for the job and its webhook. */
export class CarryTraceContext1763880000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE jobs ADD traceparent text;
      ALTER TABLE webhook_deliveries ADD traceparent text;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE webhook_deliveries DROP traceparent;
      ALTER TABLE jobs DROP traceparent;
    `);
  }
}
