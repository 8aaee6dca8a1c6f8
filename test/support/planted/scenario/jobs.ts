import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@app/testing';
import { ApiClient } from '../../api-client';
import { accepted, anAnonymization, aRecording, formOf } from '../../jobs';
import type { Stage } from '../stage';
import { expectStatus } from './chats';

const RECORDING = join(__dirname, '../../../fixtures/speech/librivox-0880.wav');
const SPEECH = readFileSync(RECORDING);

/** Jobs of all types: delivered, failed, cancelled, rejected, redelivered, and run by a worker that is killed. */
export async function playJobs(stage: Stage): Promise<{ jobIds: string[] }> {
  await plantVoices(stage);
  const jobIds = [
    await anonymize(stage, 'job'),
    await failDeliveries(stage),
    await transcribe(stage, 'transcript', 'open', {}),
    await transcribe(stage, 'transcript with choices', 'personal', {
      choices: 'Names,Emails,Phone',
      speakers: 'true',
      speaker_names: 'true',
      words: 'true',
      format: 'vtt',
      vocabulary: 'die Rechnung, der Vertrag',
      bleep: 'true',
    }),
    await unreadable(stage),
    await anonymizeFile(stage, 'file of a job'),
    await anonymizeFile(stage, 'damaged file of a job', 'json'),
  ];
  for (const id of jobIds) await ended(stage, id);
  await cancel(stage);
  return { jobIds };
}

/** Submits a job with a planted token in its webhook's address. @returns its id */
export async function anonymize(stage: Stage, field: string, path = ''): Promise<string> {
  const { plants, around } = stage;
  const webhook_url = `${around.receiver.url}/${path}${plants.secret(`${field}: webhook path`)}?token=${plants.secret(`${field}: webhook token`)}`;
  const choices = ['Names', 'Emails', 'Phone'];
  const body = anAnonymization(webhook_url, { text: plants.sentence(field), lang: 'de', choices });
  const headers = { 'idempotency-key': plants.secret(`${field}: Idempotency-Key`) };
  return accepted(new ApiClient(stage.system, stage.user).post('job/anonymize', body, headers));
}

/** Delivers to a receiver that fails with planted text, then redelivers to another receiver. */
async function failDeliveries(stage: Stage): Promise<string> {
  const { receiver } = stage.around;
  const location = `https://127.0.0.1:1/${stage.plants.secret('Location of a redirect')}`;
  receiver.respond = ({ path }) =>
    path.startsWith('/failing-') ? { status: 302, headers: { location, 'retry-after': '0' } } : 204;
  const id = await anonymize(stage, 'job that is redirected', 'failing-');
  await eventually(async () => {
    const { delivery } = await expectStatus(
      200,
      stage.ai<{ delivery: { state: string } | null }>(`job/${id}`),
    );
    if (delivery?.state !== 'exhausted') throw new Error('Not exhausted yet');
  });
  receiver.respond = () => 204;
  const body = { webhook_url: `${receiver.url}/${stage.plants.secret('new webhook path')}` };
  await expectStatus(202, stage.ai(`job/${id}/redeliver`, { body }));
  return id;
}

async function transcribe(
  stage: Stage,
  field: string,
  kind: 'open' | 'personal',
  fields: Record<string, string>,
): Promise<string> {
  const text = ` ${stage.plants.sentence(field, kind)}`;
  stage.around.speech.recognize = () => [{ start: 0.2, end: 2.8, text }];
  const id = await submitRecording(stage, field, SPEECH, fields);
  await ended(stage, id);
  return id;
}

/** In numbers: the part of a voice that is searched for. */
const PART = 8;

/**
 * Registers the voices of the recording that is transcribed with speakers: successive numbers as bytes, and one as text.
 * Two processes must hear the same, as then the worker does, too.
 */
async function plantVoices({ plants }: Stage): Promise<void> {
  const [voices, again] = await Promise.all([printedVoices(), printedVoices()]);
  if (voices !== again) throw new Error('The same recording has different voices');
  for (const [window, encoded] of (JSON.parse(voices) as string[]).entries()) {
    const bytes = Buffer.from(encoded, 'base64');
    for (let at = 0; at < bytes.length / 4; at += PART) {
      const numbers = Array.from({ length: PART }, (_, i) => bytes.readFloatLE(4 * (at + i)));
      // Many numbers are 0. A part of almost only zeros would be found anywhere.
      if (numbers[0] === 0 || numbers.filter((number) => number !== 0).length < 3) continue;
      const field = `voice of window ${window}, number ${at}`;
      plants.add('voice', field, bytes.subarray(4 * at, 4 * (at + PART)));
      plants.add('voice', `${field}, as text`, String(numbers[0]).slice(0, 10));
    }
  }
}

const PRINT_VOICES = 'libs/transcription/testing/print-voices.ts';

const printedVoices = async (): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, [
      '--require',
      './tools/typescript/register.cjs',
      PRINT_VOICES,
      RECORDING,
    ])
  ).stdout;

/** Submits a recording with a planted file name and planted text among its samples. @returns the job's id */
export async function submitRecording(
  stage: Stage,
  field: string,
  samples: Buffer,
  fields: Record<string, string> = {},
): Promise<string> {
  const { plants, around } = stage;
  const bytes = Buffer.concat([samples, Buffer.from(plants.secret(`${field}: in the recording`))]);
  const form = formOf({
    lang: 'en',
    webhook_url: `${around.receiver.url}/${plants.secret(`${field}: webhook path`)}`,
    ...fields,
    file: aRecording(bytes, `${plants.secret(`${field}: file name`)}.wav`),
  });
  return (await expectStatus(202, stage.ai<{ job_id: string }>('job/transcribe', { body: form }))).job_id;
}

/**
 * Submits a file with planted text and a planted name, downloads the written file, and restores it. A text that is no JSON fails.
 *
 * @returns the job's id
 */
async function anonymizeFile(stage: Stage, field: string, end = 'txt'): Promise<string> {
  const { plants, around } = stage;
  const name = `Mr. Peter ${plants.surname(`${field}: file name`, 'secret')}.${end}`;
  const form = formOf({
    lang: 'de',
    restorable: 'true',
    webhook_url: `${around.receiver.url}/${plants.secret(`${field}: webhook path`)}`,
    file: new File([plants.sentence(field)], name),
  });
  const { job_id: id } = await expectStatus(
    202,
    stage.ai<{ job_id: string }>('job/anonymize-file', { body: form }),
  );
  await ended(stage, id);
  const { file_url: address } = (await stage.ai<{ file_url?: string }>(`job/${id}/result`)).body;
  if (!address) return id;
  const written = await expectStatus(200, stage.call<string>(address, { user: null }));
  const edited = formOf({ job_id: id, file: new File([written], 'edited.txt') });
  await expectStatus(200, stage.ai('files/restore', { body: edited }));
  return id;
}

/** Submits a file that is not audio. The job fails with a fixed message. */
const unreadable = (stage: Stage): Promise<string> =>
  submitRecording(stage, 'no recording', Buffer.from(stage.plants.content('no recording')));

export async function ended(stage: Stage, id: string): Promise<void> {
  await eventually(async () => {
    const { status } = await expectStatus(200, stage.ai<{ status: string }>(`job/${id}`));
    if (status === 'accepted') throw new Error('The job has not ended');
  });
  await stage.ai(`job/${id}/result`);
}

async function cancel(stage: Stage): Promise<void> {
  stage.around.speech.recognize = () => 'never';
  const id = await submitRecording(stage, 'cancelled recording', SPEECH);
  await expectStatus(200, stage.ai(`job/${id}`, { method: 'DELETE' }));
  await expectStatus(200, stage.ai(`job/${id}`, { method: 'DELETE' }));
}
