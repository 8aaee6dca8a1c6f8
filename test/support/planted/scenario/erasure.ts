import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../../api-client';
import { sendPrompt } from '../../chat';
import type { Stage } from '../stage';
import { expectStatus } from './chats';

/** Exports and erases a user, reads the audit entries, and rewraps all data keys. @returns the output */
export async function playErasure(stage: Stage): Promise<string> {
  const { system, plants } = stage;
  await expectStatus(200, stage.ai('export'));
  const leaving = await system.user();
  plants.add('secret', 'name of an erased user', leaving.userName);
  const { status } = await sendPrompt(
    new ApiClient(system, leaving),
    plants.sentence('chat of an erased user'),
  );
  if (status !== 200) throw new Error(`Answered ${status}`);
  const archive = join(tmpdir(), `${plants.secret('name of an archive')}.zip`);
  try {
    await system.cli(['user', 'export', leaving.userName, '--out', archive]);
    if ((await readFile(archive)).length === 0) throw new Error('Nothing was exported');
  } finally {
    await rm(archive, { force: true });
  }
  const printed: string[] = [];
  for (const command of [
    ['user', 'erase', leaving.userName, '--json'],
    ['audit', 'list', '--json'],
    ['keys', 'rotate', '--json'],
  ])
    printed.push(await system.cli(command));
  return printed.join('\n');
}
