/** Implements `npm run fixture:upgrade`: fills a system with data and backs it up with its own command. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '@app/common';
import { ApiClient } from '../api-client';
import { accepted, JobClient } from '../jobs';
import { startRunningSystem } from '../running-system';
import { presentCommit } from './earlier-programs';
import { fixtureFolder, fixtureKeys, type Kept, type Sources } from './fixture';
import { schemaOf } from './schema';

async function main(): Promise<void> {
  const folder = fixtureFolder(VERSION);
  await mkdir(folder, { recursive: true });
  const { system, receiver, furnish, stop } = await startRunningSystem({ ENCRYPTION_KEYS: fixtureKeys() });
  try {
    const user = await system.user();
    const belongings = await furnish(user);
    await system.worker.stop();
    const jobs = new JobClient(new ApiClient(system, user), receiver);
    const waitingId = await accepted(
      jobs.anonymize({ text: 'Call Anna Schmidt.', webhook_url: undefined, delivery: 'poll' }),
    );
    await system.cli(['org', 'secret', user.organizationId, 'show']);
    await system.cli(['backup', 'create', '--out', join(folder, 'backup')]);
    const { chatId, prompt, documentId, jobId } = belongings;
    const { userName, password } = user;
    const kept: Kept = { userName, password, chatId, prompt, documentId, jobId, waitingId };
    const sources: Sources = { commit: presentCommit() };
    for (const [name, value] of [
      ['sources', sources],
      ['kept', kept],
      ['schema', await schemaOf(system.db)],
    ] as const)
      await writeFile(join(folder, `${name}.json`), `${JSON.stringify(value, null, 2)}\n`);
  } finally {
    await stop();
  }
}

void main();
