import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, type Relay } from '@app/testing';
import { ApiClient } from '../../api-client';
import type { Stage } from '../stage';
import { expectStatus } from './chats';
import { anonymize, ended, submitRecording } from './jobs';

const SPEECH = readFileSync(join(__dirname, '../../../fixtures/speech/librivox-0880.wav'));

/** Kills both programs during their work and stops both stores for a while. @returns the jobs that must survive */
export async function playCrashes(
  stage: Stage,
  postgres: Relay,
  redis: Relay,
): Promise<{ jobIds: string[] }> {
  const jobIds = [await killWorker(stage)];
  await killApi(stage);
  await redis.cut();
  jobIds.push(await anonymize(stage, 'job without Redis'));
  await stage.ai('chat', { body: stage.prompt(stage.plants.sentence('chat without Redis')) });
  await redis.repair();
  await postgres.cut();
  for (const path of ['chat', 'anonymize'])
    await stage.ai(path, { body: stage.prompt(stage.plants.sentence(`${path} without PostgreSQL`)) });
  await stage.idm('login', {
    userName: stage.plants.email('login without PostgreSQL', 'secret'),
    password: stage.plants.secret('password without PostgreSQL'),
  });
  await postgres.repair();
  await eventually(async () => {
    const { status } = await new ApiClient(stage.system).get('/health/ready');
    if (status !== 200) throw new Error('Not ready yet');
  });
  for (const id of jobIds) await ended(stage, id);
  return { jobIds };
}

async function killWorker(stage: Stage): Promise<string> {
  const { speech } = stage.around;
  const before = speech.requests.length;
  speech.recognize = () => 'never';
  const id = await submitRecording(stage, 'recording of a killed worker', SPEECH);
  await eventually(() => {
    if (speech.requests.length === before) throw new Error('No worker has started the job yet');
  });
  await stage.system.worker.stop('SIGKILL');
  const text = ` ${stage.plants.sentence('transcript after a crash', 'open')}`;
  speech.recognize = () => [{ start: 0.2, end: 2.8, text }];
  await stage.system.worker.start();
  await ended(stage, id);
  return id;
}

async function killApi(stage: Stage): Promise<void> {
  const { upstream } = stage.around;
  const asked = upstream.requests.length;
  upstream.intercept = () => true; // Never answers.
  const body = stage.prompt(stage.plants.sentence('chat of a killed api'));
  let answer: { status: number; body: unknown } | undefined;
  const call = stage.ai('chat', { body }).then(
    (answered) => (answer = answered),
    () => undefined,
  );
  await eventually(() => {
    if (answer) throw new Error(`The call was answered: ${JSON.stringify(answer)}`);
    if (upstream.requests.length === asked) throw new Error('The model was not asked yet');
  });
  await stage.system.api.stop('SIGKILL');
  if (await call) throw new Error('The call outlived its program');
  upstream.intercept = undefined;
  await stage.system.api.start();
  await expectStatus(200, stage.ai('capabilities'));
  await expectStatus(200, stage.ai('history'));
}
