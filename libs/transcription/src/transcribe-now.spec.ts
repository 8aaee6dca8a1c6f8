import type { EntityType } from '@app/anonymization';
import type { EndedCall, EndedCallsStore, Spending } from '@app/budgets';
import { newId } from '@app/common';
import type { ReceiveUpload } from '@app/job-files';
import { PrivateModel } from '@app/private-model';
import { policiesOf, withoutCases } from '@app/testing';
import type { AnonymizeTranscript } from './anonymize-transcript';
import type { SpeechLanguages } from './speech-languages';
import type { TranscribeAudio, Transcript } from './transcribe-audio';
import { TranscribeNow } from './transcribe-now';

const owner = { organizationId: newId(), userId: newId(), groups: [] };
const audio = { jobId: newId(), bytes: 1, digest: '' };
const RECOGNIZED: Transcript = { text: 'Hello.', segments: [], seconds: 2, speechSeconds: 1 };
const forever = new AbortController().signal;

/** Transcribes one recording at a time with `hear`. */
function scene(recognize: () => Promise<Transcript>) {
  const counted: EndedCall[] = [];
  const hidden: (readonly EntityType[] | undefined)[] = [];
  const asked: { mostSeconds?: number }[] = [];
  const transcribeNow = new TranscribeNow(
    { concurrency: 1, model: 'ears' },
    { open: async () => ({}) } as unknown as ReceiveUpload,
    { parse: async (code: string) => code } as unknown as SpeechLanguages,
    {
      execute: (input: { mostSeconds?: number }) => {
        asked.push(input);
        return recognize();
      },
    } as unknown as TranscribeAudio,
    policiesOf(),
    {
      hideUnder: async (_: unknown, spoken: Transcript, how?: { choices: readonly EntityType[] }) => {
        hidden.push(how?.choices);
        return { text: spoken.text, segments: spoken.segments };
      },
    } as unknown as AnonymizeTranscript,
    new PrivateModel(
      { record: async (call: EndedCall) => void counted.push(call) } as unknown as EndedCallsStore,
      { cancel: async () => undefined } as unknown as Spending,
    ),
    withoutCases(),
  );
  return { transcribeNow, counted, hidden, asked };
}

describe('a recording that is transcribed while its caller waits', () => {
  it('may be ten minutes long, is hidden as requested, and is counted', async () => {
    const { transcribeNow, counted, hidden, asked } = scene(async () => RECOGNIZED);
    const anonymize = { choices: ['Names'] as const, style: 'placeholders' as const };
    expect(await transcribeNow.execute(owner, { audio, language: 'en', anonymize }, forever)).toEqual(
      RECOGNIZED,
    );
    await transcribeNow.execute(owner, { audio, language: 'en' }, forever);
    expect(hidden).toEqual([['Names'], undefined]);
    expect(asked[0]).toMatchObject({ mostSeconds: 600, language: 'en' });
    expect(counted[0]).toEqual({ owner, model: 'ears', hidden: {} });
  });

  it('is refused at the concurrency limit, and accepted when another one is done', async () => {
    let done: (recognized: Transcript) => void = () => undefined;
    const { transcribeNow } = scene(() => new Promise((resolve) => (done = resolve)));
    const first = transcribeNow.execute(owner, { audio, language: 'en' }, forever);
    await expect(transcribeNow.execute(owner, { audio, language: 'en' }, forever)).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterS: expect.any(Number) },
    });
    await new Promise(setImmediate);
    done(RECOGNIZED);
    await first;
    const next = transcribeNow.execute(owner, { audio, language: 'en' }, forever);
    await new Promise(setImmediate);
    done(RECOGNIZED);
    expect(await next).toEqual(RECOGNIZED);
  });

  it('is reported if it fails, and releases its slot', async () => {
    const { transcribeNow, counted } = scene(() => Promise.reject(new Error('away')));
    for (let i = 0; i < 2; i += 1)
      await expect(transcribeNow.execute(owner, { audio, language: 'en' }, forever)).rejects.toThrow('away');
    expect(counted).toMatchObject([{ cutShort: 'failed' }, { cutShort: 'failed' }]);
  });
});
