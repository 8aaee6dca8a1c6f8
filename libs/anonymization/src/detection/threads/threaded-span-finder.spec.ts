import { join } from 'node:path';
import { packageRoot } from '@app/common';
import { ENTITY_TYPES, type EntityType } from '../../kinds/entity-type';
import { parseLanguage } from '../../text/language';
import { PhoneRecognizer } from '../recognizers/phones/phone.recognizer';
import type { DetectionTask } from './detection-task';
import type { Span } from '../../text/spans/span';
import { TooManyValues } from '../../text/spans/value-limit';
import { DetectionThreads } from './detection-threads';
import { ThreadedSpanFinder } from './threaded-span-finder';

const language = parseLanguage('en');
const SHORT = 'Call +1 212-265-1040, says Anna Schmidt.';
const LONG = `${SHORT}\n`.repeat(500);

/** Returns the tasks that threads receive for a search of texts for these kinds. */
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
  it('runs the network only if a kind that it finds is searched for', async () => {
    const reads = async (kinds: readonly EntityType[]): Promise<boolean> =>
      (await tasksFor([LONG], kinds)).some(({ kind }) => kind === 'read');
    expect(await reads(ENTITY_TYPES)).toBe(true);
    expect(await reads(['Emails', 'Phone'])).toBe(false);
    expect(await reads(['Cards', 'Plates', 'Secrets'])).toBe(false);
  });

  it('searches short texts for patterns without a thread, and passes longer or more texts to threads', async () => {
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

  it('searches a single short text with the network and the recognizers in parallel if two threads are idle', async () => {
    const kindsOf = async (idle: number, texts = [SHORT]): Promise<string[]> =>
      (await tasksFor(texts, ENTITY_TYPES, idle)).map(({ kind }) => kind);
    expect(await kindsOf(2)).toEqual(['entities', 'patterns']);
    expect(await kindsOf(1)).toEqual(['short']);
    expect(await kindsOf(2, [SHORT, SHORT])).toEqual(['short', 'short']);
  });

  it('passes the kinds to each thread', async () => {
    const kinds = ['Emails', 'Phone'] as const;
    const tasks = await tasksFor([SHORT, LONG], kinds);
    expect(tasks.map(({ kind }) => kind)).toContain('patterns');
    for (const task of tasks) if ('kinds' in task) expect(task.kinds).toEqual(kinds);
  });
});

describe('texts with more values than one request may hide', () => {
  it('fail their search', async () => {
    const found = Array.from({ length: 200_001 }, () => ({ start: 0, end: 5, type: 'Emails' }));
    const run = async (_: object, { kind }: DetectionTask) => (kind === 'patterns' ? found : []);
    const threads = { run, hasIdle: () => false, drop: () => undefined } as unknown as DetectionThreads;
    const finder = new ThreadedSpanFinder(threads, false, []);
    const search = (count: number): Promise<unknown> =>
      finder.find(Array(count).fill(LONG.slice(0, 2_000)), language, new AbortController().signal, [
        'Emails',
      ]);
    await expect(search(1)).resolves.toHaveLength(1);
    await expect(search(2)).rejects.toThrow(TooManyValues);
  });
});

describe('a short text, by one thread or by two', () => {
  const TEXTS = [
    '',
    SHORT,
    'Anna \ud800Schmidt \udc00 wohnt in Berlin',
    '{"name":"M\\u00fcller, Hans","mail":"hans%40firma.de"}',
    'name;phone\nHans Müller;030 1234567\nEva Schulz;0171 2345678',
    'Art. 4711 Schraube M8 3,20 EUR\nArt. 4712 Mutter M8 1,10 EUR',
    '漢字'.repeat(256),
  ];
  let threads: DetectionThreads;
  beforeAll(async () => {
    const modelDirectory = join(packageRoot(), 'libs/anonymization/model');
    threads = await DetectionThreads.start({ modelDirectory }, 2);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => threads?.close());

  const search = async (text: string): Promise<Span[][]> =>
    new ThreadedSpanFinder(threads, true, []).find(
      [text],
      language,
      new AbortController().signal,
      ENTITY_TYPES,
    );

  it('has the same findings', async () => {
    const run = jest.spyOn(threads, 'run');
    const bySides = [];
    for (const text of TEXTS) bySides.push(await search(text));
    expect(run.mock.calls.map(([, { kind }]) => kind)).toContain('entities');
    jest.spyOn(threads, 'hasIdle').mockReturnValue(false);
    for (const [i, text] of TEXTS.entries()) expect(await search(text)).toEqual(bySides[i]);
    expect(bySides[1]).toEqual([expect.arrayContaining([expect.objectContaining({ type: 'Names' })])]);
  });

  it('uses as many threads as it has tasks', async () => {
    expect(threads.hasIdle(2)).toBe(true);
    const searched = threads.run(new AbortController().signal, { kind: 'entities', text: SHORT });
    expect([threads.hasIdle(1), threads.hasIdle(2)]).toEqual([true, false]);
    await searched;
    expect(threads.hasIdle(2)).toBe(true);
  });
});
