import fc from 'fast-check';
import { KeptValues, NO_RULES, TermFinder, type Rules } from '@app/anonymization';
import { TimeSlice } from '@app/common';
import { hide, hiderOf, THOUGHTS } from '../testing/hiding';
import { responsesForm } from './forms/responses-form';
import type { JsonObject } from './json';

let RULES: Rules;

beforeAll(async () => {
  RULES = {
    ...NO_RULES,
    // Only whole values are excepted: the word in "Hans Müller" is hidden.
    exceptions: new KeptValues([{ value: 'Müller' }]),
    terms: await TermFinder.of(
      [{ phrase: 'Roter Adler Sieben' }, { pattern: 'PRJ-[0-9]{4}' }],
      new TimeSlice(),
    ),
  };
});
const VALUES = ['Hans Müller', 'Roter Adler Sieben', 'PRJ-4711', 'k.brinkmann@firma-nord.de'];
const hider = hiderOf(['Hans Müller']);

const PLACEHOLDERS = { style: 'placeholders' as const };
const message = (type: string, parts: readonly string[]): JsonObject => ({
  role: 'user',
  content: parts.map((text) => ({ type, text })),
});
/** Returns what is sent of the last message, without the values that are hidden in it. */
const leftOf = (messages: unknown): string => {
  const { content } = (messages as { content: { text: string }[] }[]).at(-1)!;
  return content.map(({ text }) => text.replace(/\[[A-Z]+_\d+[A-Z]*\]/g, '')).join('');
};
const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };

/** The ways to send texts as parts of one message. Each returns the text that is sent. */
const WAYS: Readonly<Record<string, (parts: readonly string[], rules: Rules) => Promise<string>>> = {
  'a message': async (parts, rules) => {
    const messages = [message('text', parts)];
    const { body } = await hide(hider, { model: 'm', messages }, { ...PLACEHOLDERS, rules });
    return leftOf(body.messages);
  },
  "a tool's answer": async (parts, rules) => {
    const answer = { ...message('text', parts), role: 'tool', tool_call_id: 'c' };
    const messages = [{ role: 'assistant', tool_calls: [CALL] }, answer];
    const { body } = await hide(hider, { model: 'm', messages }, { ...PLACEHOLDERS, rules });
    return leftOf(body.messages);
  },
  'an item of a response': async (parts, rules) => {
    const input = [message('input_text', parts)];
    const { body } = await hide(
      hider,
      { model: 'm', input },
      { ...PLACEHOLDERS, rules },
      responsesForm(THOUGHTS),
    );
    return leftOf(body.input);
  },
};

describe.each(Object.keys(WAYS))('the parts of %s', (way) => {
  const send = WAYS[way]!;
  const text = fc
    .array(fc.constantFrom(...VALUES, 'das ist', 'und dann', 'mehr dazu'), { minLength: 1, maxLength: 5 })
    .map((words) => words.join(' '));
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 });

  it('hide the same values as one text, wherever it is cut [SEC-119]', async () => {
    await fc.assert(
      fc.asyncProperty(text, cuts, async (text, at) => {
        const ends = [...at.map((part) => Math.floor(part * text.length)), text.length].sort((a, b) => a - b);
        const parts = ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
        expect(await send(parts, RULES)).toBe(await send([text], RULES));
      }),
      { numRuns: 100 },
    );
  });

  it('are hidden even if one of them alone is an exception of the policy', async () => {
    expect(await send(['Bitte an Hans ', 'Müller schreiben'], RULES)).toBe('Bitte an  schreiben');
  });

  it('are refused if together they contain what the policy blocks', async () => {
    const rules = { ...RULES, modes: { Terms: 'block' as const } };
    await expect(send(['Projekt Roter Adler', ' Sieben'], rules)).rejects.toThrow(/holds Terms/);
  });
});
