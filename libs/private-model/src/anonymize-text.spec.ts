import {
  Detector,
  ENTITY_TYPES,
  EntityTable,
  NO_RULES,
  type EntityType,
  type Language,
} from '@app/anonymization';
import { newId } from '@app/common';
import { HideTexts } from '@app/hiding';
import type { AcceptCall } from '@app/policy';
import { withoutCases } from '@app/testing';
import { AnonymizeText } from './anonymize-text';

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
