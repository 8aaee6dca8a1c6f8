import { UUID, expectFailure, expectProtected, type Check, type Checks } from '../check';
import { ADDRESS, NUMBER, PERSON, type Scene } from '../scene';
import { jobRequest, recording, type Job, type Story } from '../story';

const TRANSCRIPT = 'He was not an ill-disposed young man.';
const HIDDEN = 'Dear [NAME_1], please write to [EMAIL_1] or call [PHONE_1].';

const idOf = ({ acceptance }: Job): unknown => acceptance.headers.get('x-job-id');
const transcribe = (scene: Scene, changes: Parameters<typeof recording>[1]) =>
  scene.call('POST', 'job/transcribe', { body: recording(scene, changes) });
const anonymize = (scene: Scene, changes: Record<string, unknown>) =>
  scene.call('POST', 'job/anonymize', { body: jobRequest(scene, changes) });

const stateOf = async (scene: Scene, job: Job): Promise<unknown> =>
  (await scene.call('GET', `job/${String(idOf(job))}`)).body.status;

const textField =
  (field: string): Check =>
  async (scene) => {
    for (const wrong of [undefined, 5, '', 'xx'].slice(0, field === 'text' ? 3 : 4))
      expectFailure(await anonymize(scene, { [field]: wrong }), 400, field);
  };

/** Checks that the webhook of an ended job has exactly these fields. */
const delivers =
  (
    job: (keyof Story & `${string}nscription`) | 'anonymization' | 'failedAnonymization',
    fields: object,
  ): Check =>
  (_, story) => {
    const { acceptance, webhook } = story[job] as Job;
    expect(acceptance.status).toBe(202);
    expect(webhook.body).toEqual({ job_id: idOf({ acceptance, webhook }), ...fields });
  };

const completedTranscription = delivers('transcription', { status: 'completed', transcript: TRANSCRIPT });
const failedTranscription = delivers('brokenTranscription', {
  status: 'failed',
  error: 'Unsupported audio format',
});
const completedAnonymization = delivers('anonymization', { status: 'completed', anonymized_text: HIDDEN });
const failedAnonymization = delivers('failedAnonymization', { status: 'failed', error: 'Cancelled' });

/** @param state that the job shows after it ended this way */
const ends =
  (
    job: 'transcription' | 'brokenTranscription' | 'anonymization' | 'failedAnonymization',
    state: string,
    check: Check,
  ): Check =>
  async (scene, story) => {
    await check(scene, story);
    expect(await stateOf(scene, story[job])).toBe(state);
  };

export const JOB_CHECKS = {
  'service / jobs': (_, { transcription, anonymization }) => {
    expect(transcription.webhook.body.transcript).toBe(TRANSCRIPT);
    for (const personal of [PERSON, ADDRESS, NUMBER])
      expect(anonymization.webhook.raw).not.toContain(personal);
  },
  'service / grants': async (scene) => {
    const message = 'The job endpoints are not enabled for your organization; access is granted on request.';
    for (const path of ['job/transcribe', 'job/anonymize']) {
      const answer = await scene.call('POST', path, { user: scene.stranger });
      expect([answer.status, answer.body.message]).toEqual([403, message]);
    }
  },

  'transcription job / file': async (scene) => {
    for (const extension of ['mp3', 'wav', 'm4a', 'ogg', 'WAV'])
      expect((await transcribe(scene, { name: `a.${extension}` })).status).toBe(202);
    for (const name of ['a.txt', 'a', 'mp3', 'a.mp3.txt', null])
      expectFailure(await transcribe(scene, { name }), 400, 'file');
    expectFailure(await transcribe(scene, { bytes: Buffer.alloc(0) }), 400, 'file');
  },
  'transcription job / lang': async (scene) => {
    for (const lang of [undefined, '', 'xx']) expectFailure(await transcribe(scene, { lang }), 400, 'lang');
    for (const lang of ['de', 'fr']) expect((await transcribe(scene, { lang })).status).toBe(202);
  },
  'transcription job / webhook_url': async (scene) => {
    for (const webhook_url of [undefined, '', 'http://127.0.0.1:9999/', 'https://u:p@127.0.0.1:9999/'])
      expectFailure(await transcribe(scene, { webhook_url }), 400, 'webhook_url');
  },
  'transcription acceptance / status': (_, { transcription }) =>
    expect(transcription.acceptance.body.status).toBe('accepted'),
  'transcription acceptance / job_id': (_, { transcription: { acceptance } }) => {
    expect(acceptance.body.job_id).toMatch(UUID);
    expect(Object.keys(acceptance.body)).toHaveLength(2);
  },

  'anonymization job / text': textField('text'),
  'anonymization job / lang': async (scene, story) => {
    await textField('lang')(scene, story);
    for (const lang of ['en', 'eng', 'de', 'ger', 'deu', 'en-GB', 'DE_ch'])
      expect((await anonymize(scene, { lang })).status).toBe(202);
  },
  'anonymization job / webhook_url': textField('webhook_url'),
  'anonymization job / choices': async (scene) => {
    for (const choices of [[], ['names'], 'Names', [5]])
      expectFailure(await anonymize(scene, { choices }), 400, 'choices');
    const { headers } = await anonymize(scene, { choices: ['Emails'] });
    const { body } = await scene.webhook(headers.get('x-job-id')!);
    expect(body.anonymized_text).toBe(`Dear ${PERSON}, please write to [EMAIL_1] or call ${NUMBER}.`);
  },
  'anonymization acceptance / success': (_, { anonymization }) =>
    expect(anonymization.acceptance.body.success).toBe(true),
  'anonymization acceptance / message': (_, { anonymization }) =>
    expect(anonymization.acceptance.body.message).toEqual(expect.any(String)),
  'anonymization acceptance / response_code': (_, { anonymization: { acceptance } }) =>
    expect([acceptance.status, acceptance.body.response_code]).toEqual([202, 202]),
  'anonymization acceptance / nothing else': (_, { anonymization }) =>
    expect(Object.keys(anonymization.acceptance.body).sort()).toEqual([
      'message',
      'response_code',
      'success',
    ]),

  'job state / transcribe: none -> accepted': (_, { transcription: { acceptance } }) =>
    expect(acceptance.body).toEqual({ status: 'accepted', job_id: expect.stringMatching(UUID) }),
  'job state / transcribe: accepted -> completed': ends('transcription', 'completed', completedTranscription),
  'job state / transcribe: accepted -> failed': ends('brokenTranscription', 'failed', failedTranscription),
  'job state / anonymize: none -> accepted': (_, { anonymization: { acceptance } }) =>
    expect(acceptance.body).toEqual({ success: true, message: expect.any(String), response_code: 202 }),
  'job state / anonymize: accepted -> completed': ends('anonymization', 'completed', completedAnonymization),
  'job state / anonymize: accepted -> failed': ends('failedAnonymization', 'failed', failedAnonymization),

  'endpoint / transcribe': (scene) => expectProtected(scene, 'POST', 'job/transcribe'),
  'endpoint / anonymization job': (scene) => expectProtected(scene, 'POST', 'job/anonymize'),

  'event / delivery': (scene, { transcription, anonymization }) => {
    for (const { webhook } of [transcription, anonymization]) {
      expect(webhook.headers['content-type']).toMatch(/^application\/json/);
      expect(scene.webhookUrl).toMatch(new RegExp(`${webhook.path}$`));
    }
  },
  'event / transcription completed': completedTranscription,
  'event / transcription failed': failedTranscription,
  'event / anonymization completed': completedAnonymization,
  'event / anonymization failed': failedAnonymization,
  'error / webhook, job failure': (_, { brokenTranscription, failedAnonymization: cancelled }) => {
    for (const { webhook } of [brokenTranscription, cancelled])
      expect(webhook.body).toMatchObject({ status: 'failed', error: expect.stringMatching(/\S/) });
  },
} satisfies Checks;
