import { DETECTION_GENERATION, type Detector, type EntityType, type Span } from '@app/anonymization';
import { HideTexts } from '@app/hiding';
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

/** Returns a detector that finds a name spanning each whole text, and records its inputs. */
function aDetector(): {
  hideTexts: HideTexts;
  asked: string[][];
  kinds: (readonly EntityType[] | undefined)[];
} {
  const asked: string[][] = [];
  const kinds: (readonly EntityType[] | undefined)[] = [];
  const detect = async (
    texts: readonly string[],
    _: unknown,
    __: unknown,
    request: { kinds?: readonly EntityType[] },
  ): Promise<Span[][]> => {
    asked.push([...texts]);
    kinds.push(request.kinds);
    return texts.map((text) => [{ start: 0, end: text.length, type: 'Names' }]);
  };
  return { hideTexts: new HideTexts({ detect } as unknown as Detector), asked, kinds };
}

const find = async (turns: Turn[], choices: readonly EntityType[]) => {
  const { hideTexts, asked, kinds } = aDetector();
  const found = await findPersonalData(
    hideTexts,
    { prompt: 'new', turns, choices, language, userId: 'u' },
    never,
  );
  return { asked, lookedFor: kinds, ...found };
};

describe('findPersonalData', () => {
  it('searches only the prompt if all earlier turns were hidden in the same way', async () => {
    const turns = [aTurn({ id: '1' }), aTurn({ id: '2' })];
    const found = await find(turns, ALL);
    expect(found.asked).toEqual([['new']]);
    expect(found.prompt).toEqual([{ start: 0, end: 3, type: 'Names' }]);
    expect(found.turns).toEqual(turns);
    expect(found.searched).toEqual([]);
  });

  it('searches no text if no kind is hidden', async () => {
    const found = await find([aTurn({ findings: {}, hiddenTypes: [] })], []);
    expect(found.asked).toEqual([]);
    expect(found.prompt).toBeUndefined();
  });

  it('searches prompts and answers of turns that were sent unchanged', async () => {
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

  it('searches an answer that was given when fewer kinds were hidden', async () => {
    const found = await find([aTurn({ hiddenTypes: ['Emails'] })], ['Emails', 'Names']);
    expect(found.asked).toEqual([['new', 'an answer']]);
  });

  it.each([undefined, 1])('searches an answer if the values left in its call were %s', async (left) => {
    const { findings } = aTurn({});
    const found = await find([aTurn({ findings: { ...findings, left } })], ALL);
    expect(found.asked).toEqual([['new', 'an answer']]);
  });

  it('repeats the search of an earlier generation of detection, which may have missed a kind', async () => {
    const found = await find([aTurn({ findings: { prompt: [] }, hiddenTypes: [] })], ['Cards']);
    expect(found.asked).toEqual([['new', 'a prompt', 'an answer']]);
  });

  it('searches only for the kinds to hide, and records these kinds', async () => {
    const open = aTurn({ findings: {}, hiddenTypes: [] });
    const found = await find([open], ['Emails']);
    expect(found.lookedFor).toEqual([['Emails']]);
    expect(found.turns[0]!.findings.generation).toBeUndefined();
    expect((await find([found.turns[0]!], ['Emails'])).asked).toEqual([['new']]);
  });

  it.each<[EntityType[]]>([[['Names']], [['Emails', 'Phone']], [[...ALL]]])(
    'repeats a search that covered fewer kinds, now for %j',
    async (choices) => {
      const [seen] = (await find([aTurn({ findings: {}, hiddenTypes: [] })], ['Emails'])).turns;
      const again = await find([seen!], choices);
      expect(again.asked).toEqual([['new', 'a prompt', 'an answer']]);
      expect((await find([again.turns[0]!], choices)).asked).toEqual([['new']]);
    },
  );

  it('searches an answer for fewer kinds than its prompt, and both again for more', async () => {
    const half = aTurn({ hiddenTypes: [] });
    const [seen] = (await find([half], ['Emails'])).turns;
    expect((await find([seen!], ['Emails'])).asked).toEqual([['new']]);
    expect((await find([seen!], ['Cards'])).asked).toEqual([['new', 'a prompt', 'an answer']]);
  });

  it('also searches for the kinds hidden in the chat before, since a value may be written differently now', async () => {
    const found = await find([aTurn({ hiddenTypes: ['Organizations'] })], ['Emails']);
    expect(found.lookedFor[0]).toContain('Organizations');
  });

  it('never searches twice', async () => {
    const [seen] = (await find([aTurn({ findings: {}, hiddenTypes: [] })], ALL)).turns;
    expect((await find([seen!], ALL)).asked).toEqual([['new']]);
  });

  it('fails if detection fails', async () => {
    const detector = { detect: () => Promise.reject(new Error('no detector')) } as unknown as Detector;
    const search = { prompt: 'new', turns: [], choices: ALL, language, userId: 'u' };
    await expect(findPersonalData(new HideTexts(detector), search, never)).rejects.toThrow('no detector');
  });
});
