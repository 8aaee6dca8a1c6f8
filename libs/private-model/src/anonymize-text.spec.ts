import {
  Detector,
  ENTITY_TYPES,
  EntityTable,
  NO_RULES,
  type EntityType,
  type Language,
  type Replacement,
} from '@app/anonymization';
import { newId } from '@app/common';
import { HideTexts } from '@app/hiding';
import type { AcceptCall } from '@app/policy';
import { withoutCases } from '@app/testing';
import { AnonymizeText, originalValues, shownValues } from './anonymize-text';

const name = (original: string, replacement: string): Replacement => ({
  type: 'Names',
  original,
  replacement,
});

describe('the entity maps', () => {
  it('contain each replacement once, by first appearance, and its original at the same index', () => {
    const replacements = [
      name('Eva', 'Ida'),
      { type: 'Phone', original: '1', replacement: '2' } as const,
      name('Otto', 'Karl'),
      name('Eva', 'Ida'),
    ];
    expect(shownValues(replacements)).toEqual({ Names: ['Ida', 'Karl'], Phone: ['2'] });
    expect(originalValues(replacements)).toEqual({ Names: ['Eva', 'Otto'], Phone: ['1'] });
  });

  it('are empty if nothing was replaced', () => {
    expect(shownValues([])).toEqual({});
  });
});

describe('a text', () => {
  const known = EntityTable.create('placeholders');
  known.record(known.add({ type: 'Names', number: 1, forms: [] }), {
    original: 'Eva',
    replacement: '[NAME_1]',
  });

  it.each<[string, EntityTable | undefined, readonly EntityType[]]>([
    ['the chosen kinds', undefined, ['Emails']],
    ['the chosen kinds, if it begins a mapping', EntityTable.create('placeholders'), ['Emails']],
    ['all kinds, if its table has values', known, ENTITY_TYPES],
  ])('is searched for %s', async (_, from, expected) => {
    const searched: (readonly EntityType[])[] = [];
    const finder = {
      find: async (
        texts: readonly string[],
        _language: Language,
        _signal: AbortSignal,
        kinds: readonly EntityType[],
      ) => {
        searched.push(kinds);
        return texts.map(() => []);
      },
      close: async () => undefined,
    };
    const anonymizeText = new AnonymizeText(
      new HideTexts(new Detector(finder, { timeoutMs: 60_000 })),
      { execute: async () => ({ rules: NO_RULES, hidden: ['Emails'] }) } as unknown as AcceptCall,
      withoutCases(),
    );
    const input = {
      text: 'Hello',
      field: 'prompt',
      language: { code: 'en', regions: [] } as const,
      style: 'placeholders' as const,
      model: 'm',
      choices: ['Emails'] as const,
      ...(from && { from }),
    };
    const caller = { userId: newId(), organizationId: newId(), groups: [] };
    await anonymizeText.execute(caller, input, new AbortController().signal);
    expect(searched).toEqual([expected]);
  });
});
