import { DataSource } from 'typeorm';
import { dataSourceOptions, type Login } from './data-source-options';

/** Undoes every migration, newest first: an empty database remains. For tests and for starting over. */
export async function revertAll(login: Login): Promise<void> {
  const db = await new DataSource(dataSourceOptions(login)).initialize();
  try {
    const [{ count }] = await db.query<[{ count: number }]>('SELECT count(*)::int AS count FROM migrations');
    for (let done = 0; done < count; done += 1) await db.undoLastMigration({ transaction: 'all' });
  } finally {
    await db.destroy();
  }
}
