import { ENTITY_TYPES, type EntityType } from '../../entity-type';
import { parseLanguage } from '../../language';
import { PhoneRecognizer } from '../recognizers/phones/phone.recognizer';
import type { DetectionTask } from './detection-task';
import type { DetectionThreads } from './detection-threads';
import { ThreadedSpanFinder } from './threaded-span-finder';

const language = parseLanguage('en');
const SHORT = 'Call +1 212-265-1040, says Anna Schmidt.';
const LONG = `${SHORT}\n`.repeat(500);

/** What threads are given to do with texts in which these kinds are looked for. */
async function tasksFor(
  texts: readonly string[],
  kinds: readonly EntityType[],
  idle = 0,
): Promise<DetectionTask[]> {
  const tasks: DetectionTask[] = [];
  const run = async (_: object, task: DetectionTask): Promise<unknown> => {
    tasks.push(task);
    return task.kind === 'read' ? { words: [], windows: [], decoding: { classes: [], bias: [] } } : [];
  };
  const hasIdle = (count: number): boolean => idle >= count;
  const threads = { run, hasIdle, drop: () => undefined } as unknown as DetectionThreads;
  await new ThreadedSpanFinder(threads, true, [new PhoneRecognizer()]).find(
    texts,
    language,
    new AbortController().signal,
    kinds,
  );
  return tasks;
}

describe('ThreadedSpanFinder', () => {
  it('lets the network read where a kind that it finds is looked for, and nowhere else', async () => {
    const reads = async (kinds: readonly EntityType[]): Promise<boolean> =>
      (await tasksFor([LONG], kinds)).some(({ kind }) => kind === 'read');
    expect(await reads(ENTITY_TYPES)).toBe(true);
    expect(await reads(['Emails', 'Phone'])).toBe(false);
    expect(await reads(['Cards', 'Plates', 'Secrets'])).toBe(false);
  });

  it('searches short texts for patterns without a thread, and hands on what is longer or more', async () => {
    const kinds = ['Phone'] as const;
    expect(await tasksFor([SHORT, SHORT], kinds)).toEqual([]);
    expect(await tasksFor([SHORT], ENTITY_TYPES)).not.toEqual([]);
    expect(await tasksFor([SHORT.repeat(20)], kinds)).not.toEqual([]);
    expect(
      await tasksFor(
        Array.from({ length: 64 }, () => SHORT),
        kinds,
      ),
    ).not.toEqual([]);
  });

  it('has a short text read and searched side by side where two threads are idle, else by one', async () => {
    const kindsOf = async (idle: number): Promise<string[]> =>
      (await tasksFor([SHORT], ENTITY_TYPES, idle)).map(({ kind }) => kind);
    expect(await kindsOf(2)).toEqual(['entities', 'patterns']);
    expect(await kindsOf(1)).toEqual(['short']);
    expect(await kindsOf(0)).toEqual(['short']);
  });

  it('tells each thread what is looked for', async () => {
    const kinds = ['Emails', 'Phone'] as const;
    const tasks = await tasksFor([SHORT, LONG], kinds);
    expect(tasks.map(({ kind }) => kind)).toContain('patterns');
    for (const task of tasks) if ('kinds' in task) expect(task.kinds).toEqual(kinds);
  });
});
