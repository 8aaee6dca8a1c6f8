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

/** Every column of every row, of whatever tables there are: `row:table.column`. */
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

/** Every key of Redis, as it is called and as it is stored, whatever its type. */
export async function* redisPlaces(redis: Redis): AsyncGenerator<Place> {
  for await (const keys of redis.scanStream({ count: 500 }) as AsyncIterable<string[]>)
    for (const key of keys) {
      yield { name: 'redis:key', content: key };
      for (const part of await readKey(redis, key)) yield { name: `redis:${key}`, content: part };
    }
}

/** Its fields and members: a dump would compress them. */
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
    case 'none': // It expired just now.
      return [];
    default:
      throw new Error(`Redis keeps ${key} in a way that is not looked into`);
  }
}

/** Every file below a folder, its name included, that was written to since. */
export async function* filePlaces(label: string, folder: string, since = new Date(0)): AsyncGenerator<Place> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    yield { name: `${label}:name`, content: relative(folder, path) };
    const content = entry.isFile() ? await readIfThere(path, since) : undefined;
    if (content) yield { name: `${label}:${relative(folder, path)}`, content };
  }
}

/** Programs and PostgreSQL go on meanwhile: what they just removed is nowhere. */
async function readIfThere(path: string, since: Date): Promise<Buffer | undefined> {
  try {
    return (await stat(path)).mtime < since ? undefined : await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
