import {
  DETECTION_GENERATION,
  type DetectionRequest,
  type Detector,
  type EntityType,
  type Span,
} from '@app/anonymization';
import type { Turn } from '../turn';
import { findPersonalData } from './hide-conversation';

const language = { code: 'en', regions: ['US'] } as const;
const ALL: EntityType[] = ['Emails', 'Phone', 'Names'];
const never = new AbortController().signal;

const aTurn = (parts: Partial<Turn>): Turn => ({
  id: '1',
  ordinal: 1,
  documentId: null,
  responseType: 'text',
  model: 'm',
  hiddenTypes: ALL,
  prompt: 'a prompt',
  anonymizedPrompt: 'a prompt',
  answer: 'an answer',
  restoredAnswer: 'an answer',
  replacements: [],
  findings: { generation: DETECTION_GENERATION, prompt: [], left: 0 },
  contextTokens: 4,
  ...parts,
});

/** Finds a name over the whole of each text, and remembers what it was asked. */
function aDetector(): {
  detector: Detector;
  asked: string[][];
  kinds: (readonly EntityType[] | undefined)[];
} {
  const asked: string[][] = [];
  const kinds: (readonly EntityType[] | undefined)[] = [];
  const detect = async (
    texts: readonly string[],
    _: unknown,
    __: unknown,
    request: DetectionRequest,
  ): Promise<Span[][]> => {
    asked.push([...texts]);
    kinds.push(request.kinds);
    return texts.map((text) => [{ start: 0, end: text.length, type: 'Names' }]);
  };
  return { detector: { detect } as unknown as Detector, asked, kinds };
}

const find = async (turns: Turn[], choices: readonly EntityType[]) => {
  const { detector, asked, kinds } = aDetector();
  const found = await findPersonalData(
    detector,
    { prompt: 'new', turns, choices, language, userId: 'u' },
    never,
  );
  return { asked, lookedFor: kinds, ...found };
};

describe('findPersonalData', () => {
  it('looks at the prompt alone, where all earlier turns were hidden alike', async () => {
    const turns = [aTurn({ id: '1' }), aTurn({ id: '2' })];
    const found = await find(turns, ALL);
    expect(found.asked).toEqual([['new']]);
    expect(found.prompt).toEqual([{ start: 0, end: 3, type: 'Names' }]);
    expect(found.turns).toEqual(turns);
    expect(found.searched).toEqual([]);
  });

  it('looks at nothing where nothing is to be hidden', async () => {
    const found = await find([aTurn({ findings: {}, hiddenTypes: [] })], []);
    expect(found.asked).toEqual([]);
    expect(found.prompt).toBeUndefined();
  });

  it('looks again at turns that were sent as they stood, prompt and answer', async () => {
    const open = aTurn({ id: 'open', findings: {}, hiddenTypes: [] });
    const found = await find([open, aTurn({ id: 'closed' })], ALL);
    expect(found.asked).toEqual([['new', 'a prompt', 'an answer']]);
    expect(found.searched.map(({ id }) => id)).toEqual(['open']);
    expect(found.turns[0]?.findings).toEqual({
      generation: DETECTION_GENERATION,
      prompt: [{ start: 0, end: 8, type: 'Names' }],
      answer: [{ start: 0, end: 9, type: 'Names' }],
    });
  });

  it('looks at an answer that was given when less was hidden', async () => {
    const found = await find([aTurn({ hiddenTypes: ['Emails'] })], ['Emails', 'Names']);
    expect(found.asked).toEqual([['new', 'an answer']]);
  });

  it.each([undefined, 1])('searches an answer if the values left in its call were %s', async (left) => {
    const { findings } = aTurn({});
    const found = await find([aTurn({ findings: { ...findings, left } })], ALL);
    expect(found.asked).toEqual([['new', 'an answer']]);
  });

  it('looks again at what an earlier generation of detection looked at: it may have missed a kind', async () => {
    const found = await find([aTurn({ findings: { prompt: [] }, hiddenTypes: [] })], ['Cards']);
    expect(found.asked).toEqual([['new', 'a prompt', 'an answer']]);
  });

  it('looks for what is hidden alone, and notes that it looked for no more', async () => {
    const open = aTurn({ findings: {}, hiddenTypes: [] });
    const found = await find([open], ['Emails']);
    expect(found.lookedFor).toEqual([['Emails']]);
    expect(found.turns[0]!.findings.generation).toBeUndefined();
    expect((await find([found.turns[0]!], ['Emails'])).asked).toEqual([['new']]);
  });

  it.each<[EntityType[]]>([[['Names']], [['Emails', 'Phone']], [[...ALL]]])(
    'looks again at what was looked at for fewer kinds: now for %j',
    async (choices) => {
      const [seen] = (await find([aTurn({ findings: {}, hiddenTypes: [] })], ['Emails'])).turns;
      const again = await find([seen!], choices);
      expect(again.asked).toEqual([['new', 'a prompt', 'an answer']]);
      expect((await find([again.turns[0]!], choices)).asked).toEqual([['new']]);
    },
  );

  it('looks at an answer for fewer kinds than at its prompt, and at both for more again', async () => {
    const half = aTurn({ hiddenTypes: [] });
    const [seen] = (await find([half], ['Emails'])).turns;
    expect((await find([seen!], ['Emails'])).asked).toEqual([['new']]);
    expect((await find([seen!], ['Cards'])).asked).toEqual([['new', 'a prompt', 'an answer']]);
  });

  it('looks for what was hidden in the chat before, too: it may be written otherwise now', async () => {
    const found = await find([aTurn({ hiddenTypes: ['Organizations'] })], ['Emails']);
    expect(found.lookedFor[0]).toContain('Organizations');
  });

  it('never looks twice', async () => {
    const [seen] = (await find([aTurn({ findings: {}, hiddenTypes: [] })], ALL)).turns;
    expect((await find([seen!], ALL)).asked).toEqual([['new']]);
  });

  it('fails where detection fails', async () => {
    const detector = { detect: () => Promise.reject(new Error('no detector')) } as unknown as Detector;
    const search = { prompt: 'new', turns: [], choices: ALL, language, userId: 'u' };
    await expect(findPersonalData(detector, search, never)).rejects.toThrow('no detector');
  });
});
