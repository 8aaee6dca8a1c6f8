import { dirname, join } from 'node:path';
import { readFile } from 'node:fs/promises';
import type { RedisListener } from './redis-listener';
import { isAllowed } from './allowed';
import { databasePlaces, filePlaces, redisPlaces } from './places';
import { PlantedSearch, type Place } from './planted-search';
import type { Stage } from './stage';

export interface Report {
  /** `field in place (form): text around it`, for each value found where it must not be. */
  leaks: string[];
  searched: PlantedSearch['searched'] & { values: number };
  /** Number of places searched, by kind. */
  kinds: Record<string, number>;
}

/** Searches every place that the service can write to for all planted values. */
export async function searchEverywhere(
  stage: Stage,
  { listener, startedAt, more }: { listener: RedisListener; startedAt: Date; more: readonly Place[] },
): Promise<Report> {
  const plants = new Map(stage.plants.all.map((plant) => [plant.value, plant]));
  const search = new PlantedSearch([...plants.keys()]);
  const leaks = new Set<string>();
  const kinds: Record<string, number> = {};
  const look = (place: Place): void => {
    const kind = place.name.split(/[: .]/)[0]!;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    for (const finding of search.find(place)) {
      const plant = plants.get(finding.value)!;
      if (!isAllowed(finding, plant))
        leaks.add(`${plant.field} in ${finding.place} (${finding.form}): ${finding.around}`);
    }
  };
  const { system, around } = stage;
  for (const [name, { output }] of Object.entries({ api: system.api, worker: system.worker }))
    for (const line of output.split('\n')) look({ name: `log:${name}`, content: line });
  for (const { raw, headers } of around.upstream.requests) {
    look({ name: 'upstream', content: raw });
    for (const [name, value] of Object.entries(headers))
      look({
        name: name === 'authorization' ? 'upstream authorization' : 'upstream',
        content: String(value),
      });
  }
  for (const { raw, headers } of around.receiver.webhooks) {
    look({ name: 'webhook', content: raw });
    look({ name: 'webhook', content: JSON.stringify(headers) });
  }
  for (const content of listener.commands) look({ name: 'redis command', content });
  for (const place of [...stage.answers, ...more]) look(place);
  for await (const place of databasePlaces(system.db)) look(place);
  for await (const place of databaseFiles(stage, startedAt)) look(place);
  for await (const place of redisPlaces(system.redis)) look(place);
  for await (const place of filePlaces('data', system.dataDir)) look(place);
  return { leaks: [...leaks], searched: { ...search.searched, values: plants.size }, kinds };
}

/** Yields PostgreSQL's own files: deleted rows, the write-ahead log and its log. */
async function* databaseFiles({ system }: Stage, since: Date): AsyncGenerator<Place> {
  const { rows } = await system.db.query<{ folder: string; oid: string }>(
    `SELECT current_setting('data_directory') AS folder, oid::text FROM pg_database WHERE datname = current_database()`,
  );
  const [{ folder, oid }] = rows as [{ folder: string; oid: string }];
  await system.db.query('CHECKPOINT');
  for (const part of [join('base', oid), 'pg_wal'])
    yield* filePlaces('database file', join(folder, part), since);
  yield { name: 'database file:log', content: await readFile(join(dirname(folder), 'postgres.log')) };
}
