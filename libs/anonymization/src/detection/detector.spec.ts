import { AppError } from '@app/common';
import { ENTITY_TYPES, type EntityType } from '../kinds/entity-type';
import { parseLanguage } from '../text/language';
import type { Span } from '../text/spans/span';
import { createDetector } from './create-detector';
import { Detector, type Detection } from './detector';
import { SpanFinder } from './ports';

const english = parseLanguage('en');

describe('Detector', () => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await createDetector();
  });
  afterAll(() => detector.close());

  it('finds names, addresses and numbers in every text, sorted and without overlaps', async () => {
    const letter =
      'Dear Mr. Smith,\ncall +1 212-265-1040 or write to anna.jones@example.com.\nBest regards,\nAnna Jones';
    const [found = [], none] = await detector.detect([letter, 'Nothing here.'], english);
    expect(
      found.map(({ start, end, type, canonical }) => [type, letter.slice(start, end), canonical]),
    ).toEqual([
      ['Names', 'Smith', undefined],
      ['Phone', '+1 212-265-1040', '+12122651040'],
      ['Emails', 'anna.jones@example.com', 'anna.jones@example.com'],
      ['Names', 'Anna Jones', undefined],
    ]);
    expect(none).toEqual([]);
  });

  it('finds names that are in no list and follow no cue, across windows and passages', async () => {
    const filler = 'The weather was fine that day, and the meeting ended before it could rain.\n';
    const texts = [
      `${filler.repeat(120)}Then Oluwaseun Adeyemi met Thuy Nguyen at the station.\n${filler.repeat(20)}`,
      'hab mit yusuf gesprochen',
    ];
    const found = await detector.detect(texts, english);
    expect(found.map((spans, i) => spans.map(({ start, end }) => texts[i]?.slice(start, end)))).toEqual([
      ['Oluwaseun Adeyemi', 'Thuy Nguyen'],
      ['yusuf'],
    ]);
  });

  it('finds escaped values wherever a long text is cut, with offsets in the original text', async () => {
    const record = '{"id":4711,"name":"Bj\\u00f6rn Sch\\u00e4fer","mail":"b.schaefer\\u0040example.com"},';
    const text = `[${record.repeat(200)}{}]`;
    const [spans = []] = await detector.detect([text], english);
    const found = spans.map(({ start, end }) => text.slice(start, end));
    expect(found.filter((value) => value === 'Bj\\u00f6rn Sch\\u00e4fer')).toHaveLength(200);
    expect(found.filter((value) => value === 'b.schaefer\\u0040example.com')).toHaveLength(200);
    expect(spans.filter(({ canonical }) => canonical === 'b.schaefer@example.com')).toHaveLength(200);
    expect(found.filter((value) => value !== '4711')).toHaveLength(400);
  });

  it('never hides half of an escape, an entity or a character', async () => {
    const texts = [
      'Gr\\u00fc\\u00dfe von J\\u00f6rg \\ud83d\\ude00',
      'Von J&ouml;rg&nbsp;M&uuml;ller&#128512;',
      'an j%C3%B6rg%40web.de',
    ];
    const found = await detector.detect(texts, english);
    expect(found.map((spans, i) => spans.map(({ start, end }) => texts[i]?.slice(start, end)))).toEqual([
      ['J\\u00f6rg'],
      ['J&ouml;rg&nbsp;M&uuml;ller'],
      ['j%C3%B6rg%40web.de'],
    ]);
  });

  it('applies the columns of a long table on its last line', async () => {
    const rows = Array.from({ length: 800 }, (_, row) => `${row};Lager ${row % 7};-${100 + (row % 900)}`);
    const table = ['id;ort;durchwahl', ...rows, '800;Lager 3;-4711', ''].join('\n');
    const [found = []] = await detector.detect([table], english);
    expect(found.map(({ start, end }) => table.slice(start, end))).toContain('-4711');
    expect(found.filter(({ type }) => type === 'Phone')).toHaveLength(801);
  });

  it('finds as many values of the requested kinds as if all kinds were requested, in short and long texts', async () => {
    const note = 'Write to anna.jones@example.com or call +1 212-265-1040, says Oluwaseun Adeyemi.\n';
    const texts = [note, note.repeat(120), 'Bj\\u00f6rn: b\\u0040example.com'];
    const all = await detector.detect(texts, english);
    for (const kinds of [['Emails'], ['Phone'], ['Emails', 'Phone']] as const) {
      const isAsked = ({ type }: Span): boolean => (kinds as readonly EntityType[]).includes(type);
      const found = await detector.detect(texts, english, undefined, { kinds });
      expect(found).toEqual(all.map((spans) => spans.filter(isAsked)));
    }
    const kinds = ['Names'] as const;
    expect(await detector.detect(texts, english, undefined, { kinds })).toEqual(all);
  });

  it('returns no lists for no texts', async () => {
    expect(await detector.detect([], english)).toEqual([]);
  });

  it('stops when its caller aborts, with the reason of the caller', async () => {
    const reason = new Error('gone');
    await expect(detector.detect(['Hi'], english, AbortSignal.abort(reason))).rejects.toBe(reason);
    const leaving = new AbortController();
    const underWay = detector.detect(['Hi Anna'], english, leaving.signal);
    leaving.abort(reason);
    await expect(underWay).rejects.toBe(reason);
  });
});

describe('Detector, in repeated searches', () => {
  it('searches only texts that it has not searched before', async () => {
    const asked: string[] = [];
    class Recording extends SpanFinder {
      async find(texts: readonly string[]): Promise<Span[][]> {
        asked.push(...texts);
        return texts.map((text) => [{ start: 0, end: text.length, type: 'Names' }]);
      }
      async close(): Promise<void> {}
    }
    const told: Pick<Detection, 'known' | 'searched' | 'length'>[] = [];
    const onDetection = ({ known, searched, length }: Detection): void =>
      void told.push({ known, searched, length });
    const remembering = new Detector(new Recording(), { timeoutMs: 1000, onDetection });
    await remembering.detect(['a', 'bb'], english, undefined, { owner: 'o' });
    const lengths = (
      await remembering.detect(['ccc', 'a', 'bb', 'dddd'], english, undefined, { owner: 'o' })
    ).map(([span]) => span?.end);
    expect(lengths).toEqual([3, 1, 2, 4]);
    expect(asked).toEqual(['a', 'bb', 'ccc', 'dddd']);
    expect(told).toEqual([
      { known: 0, searched: 2, length: 3 },
      { known: 2, searched: 2, length: 7 },
    ]);
  });

  it('searches a text again that was searched for fewer kinds, but not one that was searched for more', async () => {
    const asked: [string, readonly EntityType[]][] = [];
    class Recording extends SpanFinder {
      async find(
        texts: readonly string[],
        _: unknown,
        __: unknown,
        kinds: readonly EntityType[],
      ): Promise<Span[][]> {
        asked.push(...texts.map((text): [string, readonly EntityType[]] => [text, kinds]));
        return texts.map(() => []);
      }
      async close(): Promise<void> {}
    }
    const remembering = new Detector(new Recording(), { timeoutMs: 1000 });
    const detect = (kinds?: readonly EntityType[]): Promise<Span[][]> =>
      remembering.detect(['a'], english, undefined, { owner: 'o', ...(kinds && { kinds }) });
    await detect(['Phone', 'Emails']);
    await detect(['Emails']);
    expect(asked).toEqual([['a', ['Emails', 'Phone']]]);
    await detect(['Emails', 'Names']);
    expect(asked.slice(1)).toEqual([['a', ENTITY_TYPES]]);
    await detect(['Emails']);
    await detect();
    expect(asked).toHaveLength(2);
  });

  it.each(['found', 'failed', 'abandoned'] as const)('reports that a detection %s', async (outcome) => {
    const caller = new AbortController();
    class Finder extends SpanFinder {
      async find(): Promise<Span[][]> {
        if (outcome === 'abandoned') caller.abort(new Error('gone'));
        if (outcome !== 'found') throw new Error('the model is broken');
        return [[]];
      }
      async close(): Promise<void> {}
    }
    const onDetection = jest.fn();
    const detector = new Detector(new Finder(), { timeoutMs: 1000, onDetection });
    await detector.detect(['a'], english, caller.signal).catch(() => undefined);
    expect(onDetection.mock.calls).toEqual([[expect.objectContaining({ outcome })]]);
  });
});

describe('Detector, with very many texts', () => {
  it('searches them in portions, yields to other work in between, and returns the results in order', async () => {
    const portions: number[] = [];
    class Counting extends SpanFinder {
      async find(texts: readonly string[]): Promise<Span[][]> {
        portions.push(texts.length);
        return texts.map((text) => [{ start: 0, end: text.length, type: 'Names' }]);
      }
      async close(): Promise<void> {}
    }
    const texts = Array.from({ length: 2_000 }, (_, i) => 'x'.repeat(1 + (i % 97)) + i);
    const detector = new Detector(new Counting(), { timeoutMs: 1000 });
    for (const isKnown of [false, true]) {
      portions.length = 0;
      let turns = 0;
      let done = false;
      const count = (): void => {
        turns += 1;
        if (!done) setImmediate(count);
      };
      setImmediate(count);
      const known = isKnown ? texts.slice(-900) : texts;
      const found = await detector.detect(known, english, undefined, { owner: 'o' });
      done = true;
      expect(found.map(([span]) => span?.end)).toEqual(known.map(({ length }) => length));
      expect(Math.max(0, ...portions)).toBeLessThanOrEqual(64);
      expect(turns).toBeGreaterThan(known.length / 64 - 2);
      if (isKnown) expect(portions).toEqual([]);
    }
  });

  it('searches a long text separately', async () => {
    const portions: number[][] = [];
    class Measuring extends SpanFinder {
      async find(texts: readonly string[]): Promise<Span[][]> {
        portions.push(texts.map(({ length }) => length));
        return texts.map(() => []);
      }
      async close(): Promise<void> {}
    }
    const lengths = [10, 300_000, 20, 200_000, 100_000];
    const texts = lengths.map((length) => 'x'.repeat(length));
    await new Detector(new Measuring(), { timeoutMs: 1000 }).detect(texts, english);
    expect(portions).toEqual([[10], [300_000], [20, 200_000], [100_000]]);
  });
});

describe('Detector, with more values than one request may hide', () => {
  class Crowded extends SpanFinder {
    async find(texts: readonly string[]): Promise<Span[][]> {
      const spans = Array.from({ length: 50_001 }, () => ({ start: 0, end: 1, type: 'Names' as const }));
      return texts.map(() => spans);
    }
    async close(): Promise<void> {}
  }

  it('refuses the request, also if no portion of its texts has as many', async () => {
    const detector = new Detector(new Crowded(), { timeoutMs: 1000 });
    const long = 'x'.repeat(200_000);
    await expect(detector.detect([long], english)).resolves.toHaveLength(1);
    await expect(detector.detect([long, `${long}y`], english)).rejects.toMatchObject({
      code: 'too_many_values',
    });
  });
});

describe('Detector, when a search fails', () => {
  class Broken extends SpanFinder {
    async find(): Promise<Span[][]> {
      throw new Error('Anna Schmidt could not be read');
    }
    async close(): Promise<void> {}
  }
  class Endless extends SpanFinder {
    find(_: readonly string[], __: unknown, signal: AbortSignal): Promise<Span[][]> {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    }
    async close(): Promise<void> {}
  }

  it('fails closed, without the cause in its message [PRIV-6]', async () => {
    const failure = new Detector(new Broken(), { timeoutMs: 1000 }).detect(['x'], english);
    await expect(failure).rejects.toBeInstanceOf(AppError);
    await expect(failure).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.not.stringContaining('Anna'),
    });
  });

  it('fails closed when it takes too long [PRIV-9]', async () => {
    const failure = new Detector(new Endless(), { timeoutMs: 5 }).detect(['x'], english);
    await expect(failure).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('too long'),
    });
  });
});
