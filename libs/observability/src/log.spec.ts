import { AppError, StoreUnavailable } from '@app/common';
import { Log, runInContext } from './log';
import type { ActiveSpan } from './tracing/tracing';

/** Returns a log that records its lines. */
function recordingLog() {
  const lines: string[] = [];
  const log = new Log({ logLevel: 'debug' }, { write: (line: string) => void lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
}

describe('Log', () => {
  it('writes one JSON object a line, with the event, the time and the allowed fields [PRIV-57]', () => {
    const { log, last } = recordingLog();
    log.info('request.finished', { method: 'POST', route: '/ai/v1/chat', status: 200, durationMs: 12 });
    expect(last()).toMatchObject({
      event: 'request.finished',
      method: 'POST',
      route: '/ai/v1/chat',
      status: 200,
    });
    expect(last()['time']).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('drops fields that are not on the list, whatever a caller passes [SEC-112]', () => {
    const { log, lines } = recordingLog();
    const fields = { prompt: 'Ada Lovelace', user: { email: 'ada@example.com' }, status: 200 };
    log.info('request.finished', fields);
    expect(lines.join('')).not.toMatch(/Ada|example\.com|prompt/);
  });

  it("adds the request's id to every line that the request causes [PRIV-105]", async () => {
    const { log, last } = recordingLog();
    await runInContext({ requestId: 'r-1', userId: 'u-1' }, async () => {
      await Promise.resolve();
      log.warn('job.finished');
    });
    expect(last()).toMatchObject({ requestId: 'r-1', userId: 'u-1' });
  });

  it('shows only the id of a trace', () => {
    const { log, last } = recordingLog();
    const span = { traceId: 't-1', spanId: 's-1', attributes: { prompt: 'Ada' } } as unknown as ActiveSpan;
    runInContext({ requestId: 'r-1', span }, () => log.info('request.finished'));
    expect(last()).toMatchObject({ requestId: 'r-1', traceId: 't-1' });
    expect(Object.keys(last())).not.toContain('span');
  });

  it('shows the class, the code and the own stack frames of an error, never a message [PRIV-107]', () => {
    const { log, last, lines } = recordingLog();
    const cause = new TypeError('cannot read "Ada Lovelace"\n    at Ada (libs/ada@example.com:1:1)');
    log.error('request.failed', new AppError('provider_failed', 'Ada said no', {}, { cause }));
    expect(last()).toMatchObject({
      errorClass: 'AppError',
      errorCode: 'provider_failed',
      frames: [expect.stringMatching(/^libs\/observability\/src\/log\.spec\.ts:\d+:\d+$/)],
      cause: { errorClass: 'TypeError' },
    });
    expect(lines.join('')).not.toMatch(/said no|cannot read/);
  });

  it.each([
    ['the system', Object.assign(new Error('connect 10.0.0.5'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    ['PostgreSQL', Object.assign(new Error('the database is starting'), { code: '57P03' }), '57P03'],
    ['Redis', Object.assign(new Error('READONLY You cannot write'), { name: 'ReplyError' }), 'READONLY'],
    [
      'a library that quotes a value in it',
      Object.assign(new Error(''), { code: 'Ada Lovelace' }),
      undefined,
    ],
  ])('shows the code of an error of %s if it is well-formed', (_, error, code) => {
    const { log, last } = recordingLog();
    log.error('store.away', error);
    expect(last()['code']).toBe(code);
  });

  it('does not read a frame-like line of a message as a frame [PRIV-108]', () => {
    const { log, lines } = recordingLog();
    log.error('request.failed', new Error('x\n    at secret (libs/ada.ts:1:1)'));
    expect(lines.join('')).not.toContain('ada.ts');
  });

  it('has no line about repeated work that fails because a store is known to be unavailable', () => {
    const { log, lines, last } = recordingLog();
    const away = new StoreUnavailable('The service cannot reach its database');
    log.upkeep('worker.sweep', away);
    log.upkeep('job.commit', new Error('not written', { cause: away }));
    expect(lines).toEqual([]);
    log.upkeep('worker.sweep', new TypeError('a bug'));
    expect(last()).toMatchObject({ event: 'worker.sweep', errorClass: 'TypeError' });
  });

  it('accepts values that are not errors', () => {
    const { log, last } = recordingLog();
    log.error('request.failed', 'Ada Lovelace');
    expect(last()).toMatchObject({ errorClass: 'string', frames: [] });
  });
});
