import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Place } from './planted-search';

interface Column {
  schema: string;
  table: string;
  column: string;
  type: string;
}

/** Yields every column of every row of all tables, as `row:table.column`. */
export async function* databasePlaces(db: Pool): AsyncGenerator<Place> {
  const { rows: columns } = await db.query<Column>(
    `SELECT table_schema AS schema, table_name AS table, column_name AS column, data_type AS type
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  for (const { schema, table, column, type } of columns) {
    const value = type === 'bytea' ? `"${column}"` : `"${column}"::text`;
    const { rows } = await db.query<{ value: Buffer | string | null }>(
      `SELECT ${value} AS value FROM "${schema}"."${table}"`,
    );
    for (const row of rows)
      if (row.value !== null) yield { name: `row:${table}.${column}`, content: row.value };
  }
}

/** Yields every Redis key, its name and its value, of any type. */
export async function* redisPlaces(redis: Redis): AsyncGenerator<Place> {
  for await (const keys of redis.scanStream({ count: 500 }) as AsyncIterable<string[]>)
    for (const key of keys) {
      yield { name: 'redis:key', content: key };
      for (const part of await readKey(redis, key)) yield { name: `redis:${key}`, content: part };
    }
}

/** Reads the fields and members of a key. DUMP would compress them. */
async function readKey(redis: Redis, key: string): Promise<(Buffer | string)[]> {
  switch (await redis.type(key)) {
    case 'string':
      return [(await redis.getBuffer(key)) ?? ''];
    case 'hash':
      return Object.entries(await redis.hgetallBuffer(key)).flat();
    case 'list':
      return redis.lrangeBuffer(key, 0, -1);
    case 'set':
      return redis.smembersBuffer(key);
    case 'zset':
      return redis.zrangeBuffer(key, 0, -1);
    case 'stream':
      return (await redis.xrangeBuffer(key, '-', '+')).flatMap(([id, fields]) => [id, ...fields]);
    case 'none': //The key has just expired.
      return [];
    default:
      throw new Error(`Redis keeps ${key} in a way that is not looked into`);
  }
}

/** Yields every file below a folder that changed since `since`, with its name. */
export async function* filePlaces(label: string, folder: string, since = new Date(0)): AsyncGenerator<Place> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    yield { name: `${label}:name`, content: relative(folder, path) };
    const content = entry.isFile() ? await readIfThere(path, since) : undefined;
    if (content) yield { name: `${label}:${relative(folder, path)}`, content };
  }
}

/** Reads a file, or returns `undefined` if it was removed meanwhile: programs and PostgreSQL keep running. */
async function readIfThere(path: string, since: Date): Promise<Buffer | undefined> {
  try {
    return (await stat(path)).mtime < since ? undefined : await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
