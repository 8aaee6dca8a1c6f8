import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mcpConfig } from '@app/config';

/** Fails if another suite changed the process. */
export async function expectDefaults(): Promise<void> {
  // Meanwhile the code of a test that was cut off runs.
  await pause(1);
  expect(mcpConfig()).toMatchObject({ servers: [], timeoutMs: 60_000 });
  expect(process.env).toMatchObject({ LOG_LEVEL: 'of the run' });
  expect(process.cwd()).toBe(resolve(__dirname, '../../..'));
  expect(Math.random()).not.toBe(Math.random());
}
