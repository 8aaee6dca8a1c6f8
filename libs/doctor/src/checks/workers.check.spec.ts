import { findingOf } from './workers.check';

const worker = (...queues: string[]) => ({
  id: 'a',
  queues,
  version: '1.0.0',
  startedAt: new Date(),
  seenS: 3,
});
const EVERY = worker('anonymization', 'transcription', 'file_anonymization', 'webhook-delivery');
const waiting = (oldestS: number) => [{ type: 'transcription' as const, waiting: 81, oldestS }];

describe('the check of the workers', () => {
  it('finds a worker for every queue', () => {
    expect(findingOf([EVERY], [])).toEqual({ outcome: 'ok', found: '1 runs' });
    expect(findingOf([worker('transcription'), EVERY], waiting(12))).toEqual({
      outcome: 'ok',
      found: '2 run; 81 of transcription wait, the oldest for 12 s',
    });
  });

  it('fails if jobs wait that no worker serves', () => {
    expect(findingOf([], waiting(12))).toMatchObject({
      outcome: 'failed',
      found: expect.stringMatching(
        /^0 run; none serves anonymization, transcription, .*81 of transcription wait/,
      ),
    });
    expect(findingOf([worker('anonymization')], waiting(12))).toMatchObject({ outcome: 'failed' });
  });

  it('warns if no worker serves a queue, and if a job waits for long', () => {
    expect(findingOf([worker('transcription')], waiting(12))).toMatchObject({ outcome: 'warning' });
    expect(findingOf([EVERY], waiting(301))).toMatchObject({ outcome: 'warning' });
  });
});
