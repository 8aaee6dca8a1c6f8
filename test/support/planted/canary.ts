import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestSystem } from '@app/testing';
import { spellings } from './spellings';

const KEY = 'planted:canary';

/** Puts a value, in every spelling, into every place that the search covers. @returns the names of these places */
export async function plantCanary(
  { db, redis, dataDir, worker }: TestSystem,
  value: string,
): Promise<string[]> {
  await db.query('CREATE TABLE canaries (content bytea, note jsonb)');
  await mkdir(join(dataDir, 'blobs/canary'), { recursive: true });
  const keys = ['string', 'list', 'set', 'zset', 'hash', 'stream'].map((type) => `${KEY}:${type}`);
  const [string, list, set, zset, hash, stream] = keys as [string, string, string, string, string, string];
  const bytes = spellings(value).map((spelling) => spelling.bytes);
  for (const [i, content] of bytes.entries()) {
    await db.query('INSERT INTO canaries (content) VALUES ($1)', [content]);
    await redis.rpush(list, content);
    await redis.sadd(set, content);
    await redis.zadd(zset, i, content);
    await redis.hset(hash, String(i), content);
    await redis.xadd(stream, '*', 'field', content);
  }
  await redis.set(string, Buffer.concat(bytes.flatMap((content) => [content, Buffer.from('\n')])));
  await writeFile(join(dataDir, 'blobs/canary/file'), Buffer.concat(bytes));
  // These places store only text.
  await db.query('INSERT INTO canaries (note) VALUES ($1)', [JSON.stringify({ said: value })]);
  await redis.set(`${KEY}:${value}`, 'in its name');
  worker.output += `\n{"event":"canary","said":${JSON.stringify(value)}}\n`;
  return ['row:canaries.content', ...keys.map((key) => `redis:${key}`), 'data:blobs/canary/file'];
}

export async function removeCanary({ db, redis }: TestSystem): Promise<void> {
  await db.query('DROP TABLE canaries');
  await redis.del(...(await redis.keys(`${KEY}*`)));
}
