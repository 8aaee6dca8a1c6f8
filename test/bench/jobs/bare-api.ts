/** The bare pipeline's endpoint: HTTP accept, one insert, Bull add. No privacy, no durability. */
import { randomUUID } from 'node:crypto';
import Queue from 'bull';
import express, { type Response } from 'express';
import { Pool } from 'pg';
import { KEEP_ALIVE_MS } from './receiver';

const { DATABASE_URL, REDIS_URL, REDIS_PREFIX, PORT } = process.env;
const db = new Pool({ connectionString: DATABASE_URL, max: 10 });
const queue = new Queue('bare', REDIS_URL!, { prefix: REDIS_PREFIX });

interface Submission {
  text: string;
  webhook_url: string;
}

async function accept({ text, webhook_url: url }: Submission, response: Response): Promise<void> {
  const id = randomUUID();
  await db.query('INSERT INTO bare_jobs (id, text, url) VALUES ($1, $2, $3)', [id, text, url]);
  await queue.add({ id, text, url }, { removeOnComplete: true });
  response.status(202).json({ success: true, message: 'Job accepted', response_code: 202 });
}

const server = express()
  .use(express.json())
  .post('/job', (request, response) => void accept(request.body as Submission, response))
  .get('/health/ready', (_, response) => void response.json({}))
  .listen(Number(PORT), '127.0.0.1');
server.keepAliveTimeout = KEEP_ALIVE_MS;
