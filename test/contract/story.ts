import type { ReceivedWebhook } from '@app/testing';
import type { ApiAnswer } from '../support/api-client';
import { ADDRESS, LETTER, SPEECH, type Scene } from './scene';

/** Returns a chat request with all required fields. */
export const chatRequest = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  lang: 'eng',
  prompt: LETTER,
  choices: ['Names', 'Emails', 'Phone'],
  model: 'demo-echo',
  anonymized: true,
  ...more,
});

export interface Job {
  acceptance: ApiAnswer;
  webhook: ReceivedWebhook;
}

/** The answers to one user's calls of the whole interface. The calls run once; many checks read the answers. */
export interface Story {
  login: ApiAnswer;
  wrongPassword: ApiAnswer;
  transcription: Job;
  brokenTranscription: Job;
  anonymization: Job;
  failedAnonymization: Job;
  upload: ApiAnswer;
  chat: ApiAnswer;
  secondTurn: ApiAnswer;
  chatWithFile: ApiAnswer;
  anonymized: ApiAnswer;
  placeholders: ApiAnswer;
  list: ApiAnswer;
  history: ApiAnswer;
  image: ApiAnswer;
  usage: ApiAnswer;
}

export async function liveThrough(scene: Scene): Promise<Story> {
  const { call } = scene;
  const { userName, password } = scene.user;
  const logIn = (body: object) => call('POST', '/idm/v1/auth/login', { body, user: null });
  const [transcription, brokenTranscription, anonymization, failedAnonymization] = [
    transcribe(scene, SPEECH),
    transcribe(scene, Buffer.from('This is no audio.')),
    anonymize(scene, LETTER),
    cancelled(scene),
  ];
  const upload = await call('POST', 'upload', {
    body: `The contract was signed by ${ADDRESS}.`,
    headers: { 'content-type': 'text/plain', 'File-Name': 'contract.txt' },
  });
  const chat = await call('POST', 'chat', { body: chatRequest() });
  const chatId = chat.body.session_id;
  const secondTurn = await call('POST', 'chat', {
    body: chatRequest({ chat_id: chatId, prompt: 'Thanks!' }),
  });
  const doc = upload.body.data;
  return {
    login: await logIn({ userName, password }),
    wrongPassword: await logIn({ userName, password: 'wrong' }),
    upload,
    chat,
    secondTurn,
    chatWithFile: await call('POST', 'chat', { body: chatRequest({ doc, prompt: 'Who signed?' }) }),
    anonymized: await call('POST', 'anonymize', { body: chatRequest({ anonymized: true }) }),
    placeholders: await call('POST', 'anonymize', { body: chatRequest({ anonymized: false }) }),
    list: await call('GET', 'history'),
    history: await call('GET', `history/${String(chatId)}`),
    image: await call('POST', 'generate-image', { body: { prompt: `A portrait of ${ADDRESS}` } }),
    usage: await call('POST', 'get-token-usage', {
      body: {
        start_date: String(Date.now() - 600_000),
        end_date: new Date(Date.now() + 600_000).toISOString(),
      },
    }),
    transcription: await transcription,
    brokenTranscription: await brokenTranscription,
    anonymization: await anonymization,
    failedAnonymization: await failedAnonymization,
  };
}

/** Returns the parts of a transcription job; `undefined` omits a part. */
export function recording(
  scene: Scene,
  { bytes = SPEECH, name = 'recording.wav', ...changes }: Recording = {},
): FormData {
  const form = new FormData();
  const parts = { lang: 'en', webhook_url: scene.webhookUrl, ...changes };
  for (const [part, value] of Object.entries(parts)) if (value !== undefined) form.append(part, value);
  if (name !== null) form.append('file', new File([new Uint8Array(bytes)], name));
  return form;
}

interface Recording {
  bytes?: Buffer;
  /** The file name; `null` omits the file. */
  name?: string | null;
  lang?: string | undefined;
  webhook_url?: string | undefined;
}

async function transcribe(scene: Scene, bytes: Buffer): Promise<Job> {
  const acceptance = await scene.call('POST', 'job/transcribe', { body: recording(scene, { bytes }) });
  return { acceptance, webhook: await scene.webhook(String(acceptance.body.job_id)) };
}

/** Returns an anonymization job with all required fields. */
export const jobRequest = (scene: Scene, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  text: LETTER,
  lang: 'eng',
  webhook_url: scene.webhookUrl,
  choices: ['Names', 'Emails', 'Phone'],
  ...more,
});

async function anonymize(scene: Scene, text: string): Promise<Job> {
  const acceptance = await scene.call('POST', 'job/anonymize', { body: jobRequest(scene, { text }) });
  return { acceptance, webhook: await scene.webhook(acceptance.headers.get('x-job-id')!) };
}

/** Creates a job that is long enough to be cancelled before it ends. */
async function cancelled(scene: Scene): Promise<Job> {
  const body = jobRequest(scene, { text: `${LETTER}\n`.repeat(4_000) });
  const acceptance = await scene.call('POST', 'job/anonymize', { body });
  const jobId = acceptance.headers.get('x-job-id')!;
  await scene.call('DELETE', `job/${jobId}`);
  return { acceptance, webhook: await scene.webhook(jobId) };
}
