import type { StartedAssistant } from '@app/assistants';
import type { History, KeptTurn } from '@app/sessions';
import { historyData } from './history.controller';

const AT = new Date('2026-11-21T08:37:24.129Z');
const turn = (more: Partial<KeptTurn> = {}): KeptTurn =>
  ({
    id: 't1',
    responseType: 'text',
    prompt: 'Write to Anna 😀',
    anonymizedPrompt: 'Write to [NAME_1] 😀 [NAME_1]',
    answer: 'Dear [NAME_1]',
    restoredAnswer: 'Dear Anna',
    replacements: [{ type: 'Names', original: 'Anna', replacement: '[NAME_1]' }],
    findings: {},
    model: 'm',
    documentId: null,
    createdAt: AT,
    ...more,
  }) as KeptTurn;
const history = (...turns: KeptTurn[]): History => ({
  anonymizedValues: { Names: ['[NAME_1]'] },
  detectedValues: { Names: ['Anna'] },
  turns,
  nextCursor: null,
});
const url = (id: string): string => `https://x/images/${id}`;
const shown = (of: History, include = '', extras: Parameters<typeof historyData>[3] = {}) =>
  historyData(of, new Set(include.split(',')), url, extras);

describe('the history of a chat', () => {
  it('has what was written, what was sent and what was received, and nothing else unless it is asked for', () => {
    expect(shown(history(turn()))).toEqual({
      anonymized_values: { Names: ['[NAME_1]'] },
      prompts: [
        {
          responseType: 'text',
          originalPrompt: 'Write to Anna 😀',
          anonymizedPrompt: 'Write to [NAME_1] 😀 [NAME_1]',
          response: 'Dear [NAME_1]',
        },
      ],
    });
  });

  it('of a chat without turns is empty', () => {
    expect(
      shown({ anonymizedValues: {}, detectedValues: {}, turns: [], nextCursor: null }, 'restored'),
    ).toEqual({
      anonymized_values: {},
      detected_values: {},
      prompts: [],
    });
  });

  it('has the restored texts with `restored`', () => {
    const data = shown(history(turn({ documentId: 'd' }), turn()), 'restored', { names: [['a.txt']] });
    expect(data).toMatchObject({
      detected_values: { Names: ['Anna'] },
      prompts: [
        {
          replacedResponse: 'Dear Anna',
          createdAt: '2026-11-21T08:37:24.129Z',
          model: 'm',
          doc: 'd',
          docs: ['d'],
          docNames: ['a.txt'],
        },
        { doc: '', docs: [], docNames: [] },
      ],
    });
    expect(data).not.toHaveProperty('assistant');
  });

  it('names all documents of a turn, and null for a deleted one', () => {
    const several = turn({ documentId: 'd', findings: { attached: ['d', 'e'] } });
    expect(shown(history(several), 'restored', { names: [['a.txt', null]] }).prompts).toMatchObject([
      { doc: 'd', docs: ['d', 'e'], docNames: ['a.txt', null] },
    ]);
  });

  it('has a new link in place of an image, in both fields', () => {
    const image = turn({ id: 'i', responseType: 'image', answer: 'stored', restoredAnswer: 'stored' });
    const { prompts } = shown(history(image), 'restored');
    expect(prompts).toMatchObject([{ response: url('i'), replacedResponse: url('i') }]);
    expect(JSON.stringify(prompts)).not.toContain('stored');
  });

  it('has the places of the replacements in UTF-16 units with `replacements`', () => {
    const [prompt] = shown(history(turn()), 'replacements').prompts;
    expect(prompt!.replacements).toEqual([
      { start: 9, end: 17, kind: 'Names', original: 'Anna' },
      { start: 21, end: 29, kind: 'Names', original: 'Anna' },
    ]);
    expect(prompt).not.toHaveProperty('sentBeside');
    expect(prompt).not.toHaveProperty('replacedResponse');
  });

  it('has no original of a value that the policy removed', () => {
    const removed = turn({
      anonymizedPrompt: 'Key [SECRET_1]',
      replacements: [{ type: 'Secrets', original: 'k', replacement: '[SECRET_1]', removed: true }],
    });
    expect(shown(history(removed), 'replacements').prompts[0]!.replacements).toEqual([
      { start: 4, end: 14, kind: 'Secrets' },
    ]);
  });

  it.each([
    [{}, {}],
    [{ finish: 'stop' }, { finishReason: 'stop' }],
    [{ finish: 'stopped' }, { finishReason: 'stopped', stopped: true }],
    [{ protection: 'some' }, { protection: 'some' }],
    [
      { beside: { turns: 0, passages: 2, systemPrompt: false } },
      { sentBeside: { turns: 0, passages: 2, systemPrompt: false } },
    ],
    [
      {
        beside: { turns: 0, passages: 2, systemPrompt: false, instruction: true },
        passages: [{ replaced: [{}, {}] }, { replaced: [{}] }],
        instruction: [{}],
      },
      { sentBeside: { turns: 0, passages: 2, systemPrompt: false, instruction: true, replaced: 4 } },
    ],
  ] as const)('tells how the turn ended, if that is known: %j', (findings, expected) => {
    const [prompt] = shown(
      history(turn({ findings: findings as KeptTurn['findings'] })),
      'replacements',
    ).prompts;
    const {
      responseType: _,
      originalPrompt: _o,
      anonymizedPrompt: _a,
      response: _r,
      replacements: _p,
      ...rest
    } = prompt!;
    expect(rest).toEqual(expected);
  });

  it('says where an answer continues the previous one, and only that one', () => {
    const continued = turn({
      id: 't2',
      findings: { continues: { turnId: 't1', at: 9 } } as KeptTurn['findings'],
    });
    const last = (...turns: KeptTurn[]) => shown(history(...turns), 'replacements').prompts.at(-1);
    expect(last(turn(), continued)).toMatchObject({ continuesAt: 9 });
    expect(last(continued)).toMatchObject({ continuesAt: 9 });
    expect(last(turn({ id: 'other' }), continued)).not.toHaveProperty('continuesAt');
  });

  it('has passages, instructions and versions of the turns that have them', () => {
    const passages = [undefined, [{ documentId: 'd', text: null, replacements: [] }]];
    const instructions = [{ text: 'Be polite', replacements: [] }, undefined];
    const { prompts } = shown(history(turn(), turn({ id: 't2' })), 'passages,versions', {
      passages,
      instructions,
      versions: [['t0', 't1'], ['t2']],
    });
    expect(prompts).toMatchObject([
      { instruction: { text: 'Be polite', replacements: [] }, turnId: 't1', versions: ['t0', 't1'] },
      { passages: [{ doc: 'd', text: null, replacements: [] }], turnId: 't2', versions: ['t2'] },
    ]);
    expect(prompts[0]).not.toHaveProperty('passages');
    expect(prompts[1]).not.toHaveProperty('instruction');
  });

  it('has the assistant only with `restored`, because its instruction has original values', () => {
    const assistant: StartedAssistant = {
      id: 'a',
      version: 2,
      name: 'Letters',
      instruction: 'Sign as Anna',
      kinds: [],
    };
    expect(shown(history(turn()), 'restored', { assistant })).toMatchObject({
      assistant: { assistant_id: 'a', version: 2, name: 'Letters', instruction: 'Sign as Anna' },
    });
    expect(JSON.stringify(shown(history(turn()), 'passages', { assistant }))).not.toContain('Sign as');
  });
});
