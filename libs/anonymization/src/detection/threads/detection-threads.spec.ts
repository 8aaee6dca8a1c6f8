import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import threads, { type Worker } from 'node:worker_threads';
import { StageTimes, timingStages } from '@app/common';
import { ENTITY_TYPES } from '../../kinds/entity-type';
import { parseLanguage } from '../../text/language';
import type { DetectionTask } from './detection-task';
import { DetectionThreads } from './detection-threads';

const patterns = (text: string): DetectionTask<'patterns'> => ({
  kind: 'patterns',
  text,
  language: parseLanguage('en'),
  kinds: ENTITY_TYPES,
});
const ADDRESS = 'ann@example.com';
const FOUND = [expect.objectContaining({ start: 0, end: ADDRESS.length, type: 'Emails' })];

/** Returns the signal of a running search. */
const aSearch = (): AbortSignal => new AbortController().signal;

describe('DetectionThreads', () => {
  /** The last test closes it. */
  let one: DetectionThreads;
  beforeAll(async () => {
    one = await DetectionThreads.start({}, 1);
  });
  afterAll(() => one?.close());

  it('runs many tasks of many owners, and returns each its own result', async () => {
    const pool = await DetectionThreads.start({}, 2);
    const texts = Array.from({ length: 40 }, (_, i) => `${' '.repeat(i)}${ADDRESS}`);
    const found = await Promise.all(texts.map((text) => pool.run(aSearch(), patterns(text))));
    expect(found.map(([span]) => span?.start)).toEqual(texts.map((_, i) => i));
    await pool.close();
  });

  it('counts the time of a task for the request that it belongs to', async () => {
    const request = new StageTimes();
    await timingStages(request, () =>
      one.run(aSearch(), patterns(`${'Call Ann at +1 212-265-1040. '.repeat(500)}`)),
    );
    expect(request.processorMs).toBeGreaterThan(0);
  });

  it('replaces a thread that crashes; its task fails, the next one succeeds', async () => {
    const started: Worker[] = [];
    const Original = threads.Worker;
    const spy = jest.spyOn(threads, 'Worker').mockImplementation((...settings) => {
      const worker = new Original(...settings);
      started.push(worker);
      return worker;
    });
    const pool = await DetectionThreads.start({}, 1);
    const dying = pool.run(aSearch(), patterns('x'));
    await started[0]?.terminate();
    await expect(dying).rejects.toThrow('ended');
    expect(await pool.run(aSearch(), patterns(ADDRESS))).toEqual(FOUND);
    expect(started).toHaveLength(2);
    await pool.close();
    spy.mockRestore();
  });

  it('continues after a failed task, and does not repeat the message of the failure', async () => {
    const broken = {
      kind: 'patterns',
      text: '030 1234567',
      language: { code: 'en' },
    } as unknown as DetectionTask<'patterns'>;
    await expect(one.run(aSearch(), broken)).rejects.toThrow(/^Detection failed: TypeError$/);
    expect(await one.run(aSearch(), patterns(ADDRESS))).toEqual(FOUND);
  });

  it('begins no task of a search that has ended', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(one.run(gone, patterns('x'))).rejects.toThrow('gone');
  });

  it('does not start without its model, and names the missing file', async () => {
    const modelDirectory = mkdtempSync(join(tmpdir(), 'model-'));
    await expect(DetectionThreads.start({ modelDirectory }, 1)).rejects.toThrow('entities.onnx');
    writeFileSync(join(modelDirectory, 'entities.onnx'), 'no network');
    await expect(DetectionThreads.start({ modelDirectory }, 1)).rejects.toThrow('vocabulary.json.gz');
  });

  it('drops the tasks of a search that was aborted, and all tasks when it closes', async () => {
    const [gone, here] = [aSearch(), aSearch()];
    const running = one.run(here, patterns(ADDRESS));
    const dropped = one.run(gone, patterns('x'));
    one.drop(gone);
    await expect(dropped).rejects.toThrow('aborted');
    expect(await running).toEqual(FOUND);
    // The first of these tasks is already on the thread and may still return a result.
    const [started, queued] = [one.run(here, patterns('x')), one.run(here, patterns('y'))];
    const settled = Promise.allSettled([started, queued]);
    await one.close();
    expect((await settled)[1]).toMatchObject({
      status: 'rejected',
      reason: { message: 'Detection is closed' },
    });
    await expect(one.run(here, patterns('z'))).rejects.toThrow('closed');
  });
});
