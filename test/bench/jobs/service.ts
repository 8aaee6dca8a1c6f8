import { startSystem } from '@app/testing';
import { fillBacklog } from './backlog';
import { TEXT } from './bare';
import type { Door } from './load';

/** The service as delivered except for limits on callers, with receivers over plain HTTP as the bare pipeline has. */
export async function startService(webhookUrl: string, env: Record<string, string> = {}) {
  const encryptionKeys = `bench:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`;
  const system = await startSystem({
    ENCRYPTION_KEYS: encryptionKeys,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOW_HTTP: 'true',
    ...env,
  });
  const user = await system.user();
  const { rows } = await system.db.query<{ id: string }>('SELECT id FROM users LIMIT 1');
  const userId = rows[0]!.id;
  let workers = [system.worker];
  const waiting = async (): Promise<number> => {
    const { rows } = await system.db.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM jobs WHERE status = 'accepted'`,
    );
    return rows[0]!.left;
  };
  return {
    door: (choices: readonly string[], url = webhookUrl): Door => ({
      url: system.ai('job/anonymize'),
      headers: user.authorization,
      body: JSON.stringify({ text: TEXT, lang: 'en', webhook_url: url, choices }),
    }),
    fill: (count: number) =>
      fillBacklog(
        {
          db: system.db,
          encryptionKeys,
          organizationId: user.organizationId,
          userId,
          webhookUrl,
          text: TEXT,
        },
        count,
      ),
    /** Returns the milliseconds between the end of each job and its first attempt, from the stored rows. */
    firstAttempts: async (jobIds: readonly string[]): Promise<number[]> => {
      const { rows } = await system.db.query<{ ms: number }>(
        `SELECT extract(epoch FROM min(a.at) - j.finished_at)::float8 * 1000 AS ms
         FROM jobs j JOIN webhook_deliveries d ON d.subject_id = j.id JOIN webhook_attempts a ON a.delivery_id = d.id
         WHERE j.id = ANY($1::uuid[]) GROUP BY j.id`,
        [jobIds],
      );
      return rows.map((row) => row.ms);
    },
    settle: async () => {
      while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    forget: () =>
      system.db
        .query('TRUNCATE jobs, job_turns, webhook_deliveries, webhook_attempts, webhook_hosts')
        .then(() => system.db.query('VACUUM jobs')),
    startWorkers: async (count: number) => {
      workers = await Promise.all(Array.from({ length: count }, () => system.startWorker()));
    },
    stopWorkers: () => Promise.all(workers.map((worker) => worker.stop())),
    stop: () => system.stop(),
  };
}
