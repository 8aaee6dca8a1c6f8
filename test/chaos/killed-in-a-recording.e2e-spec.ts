import { join } from 'node:path';
import { eventually, makeAudio, startSpeechServer, startSystem, startWebhookReceiver } from '@app/testing';
import { TranscriptionClient } from '../support/transcription-client';

const SPEECH = join(__dirname, '../fixtures/speech/librivox-0870.wav');

jest.setTimeout(180_000);

describe('a job of ten minutes of speech after its worker is killed', () => {
  it('is finished by another worker, with one result and one webhook', async () => {
    const [receiver, speech] = await Promise.all([startWebhookReceiver(), startSpeechServer()]);
    const system = await startSystem({
      WEBHOOK_CA_FILE: receiver.caFile,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      TRANSCRIPTION_REQUEST_BYTES: '1MiB',
      JOB_LEASE: '2s',
      JOB_SWEEP_INTERVAL: '500ms',
    });
    try {
      const client = new TranscriptionClient(system, await system.user(), receiver);
      const audio = await makeAudio(
        'long.mp3',
        '-stream_loop',
        '-1',
        '-i',
        SPEECH,
        '-t',
        '600',
        '-b:a',
        '32k',
      );
      speech.recognize = () =>
        speech.requests.length < 8 ? [{ start: 0, end: 7, text: ' before.' }] : 'never';
      const jobId = await client.submit(audio, 'long.mp3');
      await eventually(() => expect(speech.requests).toHaveLength(8), 60_000);
      await system.worker.stop('SIGKILL');

      speech.recognize = () => [{ start: 0, end: 7, text: ' after.' }];
      await system.startWorker();
      const { status, transcript } = await client.delivered(jobId);
      const pieces = String(transcript).split(' ');

      expect(status).toBe('completed');
      expect(new Set(pieces)).toEqual(new Set(['after.']));
      expect(pieces.length).toBeGreaterThan(15);
      expect(receiver.webhooks.filter(({ body }) => body.job_id === jobId)).toHaveLength(1);
      const events = 'SELECT count(*)::int AS count FROM webhook_deliveries WHERE subject_id = $1';
      expect((await system.db.query(events, [jobId])).rows).toEqual([{ count: 1 }]);
    } finally {
      await system.stop();
      await Promise.all([receiver.stop(), speech.stop()]);
    }
  });
});
