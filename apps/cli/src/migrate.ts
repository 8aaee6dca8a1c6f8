// The settings are loaded first because they disable the telemetry of modules that are loaded later.
import { databaseConfig } from '@app/config';
import { runProgram } from '@app/common';
import { migrate } from '@app/database';

void runProgram(async () => {
  const ran = await migrate(databaseConfig());
  for (const name of ran) console.log(`migrated ${name}`);
  if (ran.length === 0) console.log('nothing to migrate');
});
