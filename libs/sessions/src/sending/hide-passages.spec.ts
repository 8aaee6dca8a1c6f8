import { array, assert, asyncProperty, constantFrom, integer, property } from 'fast-check';
import {
  type Detector,
  anonymize,
  EntityTable,
  NO_RULES,
  TermFinder,
  type Rules,
  type Span,
} from '@app/anonymization';
import { TimeSlice } from '@app/common';
import { HideTexts } from '@app/hiding';
import type { ChosenPassage } from './choose-passages';
import { readHidden, textsOf, type Conversation, runsOf } from './hide-conversation';

/** Hides texts with stored findings, so it needs no detector. */
const hideTexts = new HideTexts({} as Detector);
const MARGIN = 20;
const language = { code: 'de', regions: ['DE'] } as const;
let rules: Rules;

beforeAll(async () => {
  rules = {
    ...NO_RULES,
    terms: await TermFinder.of(
      [{ phrase: 'Roter Adler Sieben' }, { pattern: 'PRJ-[0-9]{4}' }],
      new TimeSlice(),
    ),
    hide: ['Blaue Tonne'],
  };
});

/** A value with a first half that is found in a passage if the text around the passage completes it. */
const PERSON = 'Hans Müller';
const findPersons = (text: string): Span[] =>
  [...text.matchAll(new RegExp(PERSON, 'g'))].map(({ index }) => ({
    start: index,
    end: index + PERSON.length,
    type: 'Names',
  }));

/** Returns a passage of a document, with the spans in it and in the text around it. */
function passageOf(document: string, start: number, end: number): ChosenPassage {
  const before = document.slice(Math.max(0, start - MARGIN), start);
  const text = document.slice(start, end);
  const after = document.slice(end, end + MARGIN);
  const spans = findPersons(before + text + after)
    .map((span) => ({
      ...span,
      start: Math.max(0, span.start - before.length),
      end: Math.min(text.length, span.end - before.length),
    }))
    .filter((span) => span.start < span.end);
  return { documentId: 'd', start, before, text, after, spans };
}

const hide = async (
  passages: readonly ChosenPassage[],
  under = rules,
  signal = new AbortController().signal,
): Promise<string[]> => {
  const conversation: Conversation = {
    turns: [],
    prompt: 'Was steht darin?',
    spans: [],
    passages,
    images: [],
    choices: ['Names'],
    choicesOfAssistant: [],
    language,
    rules: under,
    systemPrompt: '',
    instruction: { text: '', spans: [] },
  };
  const hidden = await readHidden(
    conversation,
    await hideTexts.hide(EntityTable.create('placeholders'), textsOf(conversation), signal),
  );
  return hidden.passages.map(({ text }) => text);
};

const words = array(
  constantFrom('Roter Adler Sieben', 'Blaue Tonne', 'PRJ-4711', PERSON, 'das ', 'und\n', ' ', 'ein Haus. '),
  { minLength: 1, maxLength: 12 },
).map((parts) => parts.join(' '));

describe('passages of a document', () => {
  it('hide the same values as the whole document, wherever it is cut', async () => {
    await assert(
      asyncProperty(words, array(integer({ min: 1, max: 150 }), { maxLength: 6 }), async (document, cuts) => {
        const [whole] = await anonymize(EntityTable.create('placeholders'), [
          { text: document, spans: findPersons(document), choices: ['Names'], language, rules },
        ]);
        const edges = [...new Set([0, ...cuts.filter((cut) => cut < document.length), document.length])];
        edges.sort((a, b) => a - b);
        const passages = edges.slice(1).map((end, i) => passageOf(document, edges[i]!, end));
        expect((await hide(passages)).join('')).toBe(whole!.text);
      }),
    );
  });

  it('send no part of a term if the rest of the term is not sent', async () => {
    const document = 'Es geht um Roter Adler Sieben und mehr.';
    for (const cut of [14, 18, 22, 26]) {
      expect(await hide([passageOf(document, 0, cut)])).toEqual(['Es geht um [TERM_1]']);
      expect((await hide([passageOf(document, cut, document.length)])).join('')).toMatch(/^ und mehr\.$/);
    }
  });

  it('are not refused for a value next to them that is not sent', async () => {
    const document = 'Es geht um Roter Adler Sieben. Und mehr.';
    const blocking: Rules = { ...rules, modes: { Terms: 'block' } };
    expect(await hide([passageOf(document, 30, document.length)], blocking)).toEqual([' Und mehr.']);
    await expect(hide([passageOf(document, 20, document.length)], blocking)).rejects.toThrow('blocks');
  });

  it('are joined only if they follow one another in one document', () => {
    const document = 'abcdefghij';
    const [first, second, last] = [
      [0, 2],
      [2, 5],
      [7, 10],
    ].map(([start, end]) => passageOf(document, start!, end!)) as [
      ChosenPassage,
      ChosenPassage,
      ChosenPassage,
    ];
    expect(runsOf([first, second, last]).map(({ text, seams }) => [text, seams])).toEqual([
      [document, [0, 2, 5]],
      [document, [7, 10]],
    ]);
    expect(runsOf([first, { ...second, documentId: 'other' }])).toHaveLength(2);
  });

  it('keep every character that is not hidden', () => {
    assert(
      property(words, integer({ min: 0, max: 60 }), (document, cut) => {
        const [run] = runsOf([passageOf(document, 0, cut), passageOf(document, cut, document.length)]);
        expect(run!.text).toBe(document);
      }),
    );
  });
});
