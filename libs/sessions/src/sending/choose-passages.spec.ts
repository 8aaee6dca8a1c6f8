import { ENTITY_TYPES, type Detector, type EntityType, type Span } from '@app/anonymization';
import { HideTexts } from '@app/hiding';
import { newId } from '@app/common';
import type { DocumentPassage, DocumentPassages, PassageFindings } from '@app/documents';
import { ChoosePassages } from './choose-passages';

const language = { code: 'en', regions: ['US'] } as const;
const owner = { organizationId: newId(), userId: newId() };
const passage = { documentId: 'd', start: 0, before: '', text: 'Anna Schmidt', after: '' } as DocumentPassage;

/** A document of one passage, with its stored findings and the number of its searches. */
function aDocument() {
  const kept = new Map<string, Span[]>();
  const searched: (readonly EntityType[])[] = [];
  const detect = async (
    texts: readonly string[],
    _: unknown,
    __: unknown,
    asked: { kinds: EntityType[] },
  ) => {
    searched.push(asked.kinds);
    return texts.map(() => []);
  };
  const findings: Pick<PassageFindings, 'load' | 'keep'> = {
    load: async <F>(_: unknown, passages: readonly DocumentPassage[], variants: readonly string[]) =>
      passages.map(() => variants.map((variant) => kept.get(variant)).find(Boolean) as F | undefined),
    keep: async (_, noted, variant) => void kept.set(variant, noted[0]!.findings as Span[]),
  };
  const choosePassages = new ChoosePassages(
    { select: async () => ({ passages: [passage], complete: true }) } as unknown as DocumentPassages,
    findings as PassageFindings,
    new HideTexts({ detect } as unknown as Detector),
  );
  const choose = (kinds: readonly EntityType[]) => {
    const question = { prompt: 'Who?', documentIds: ['d'], tokens: 100, kinds, language };
    return choosePassages.execute(owner, question, new AbortController().signal);
  };
  return { choose, searched };
}

describe('ChoosePassages', () => {
  it('searches a passage again for kinds that it was not searched for, and never twice for the same', async () => {
    const { choose, searched } = aDocument();
    for (const kinds of [['Emails'], ['Emails'], ['Phone'], ['Names'], ['Names']] as const)
      await choose(kinds);
    expect(searched).toEqual([['Emails'], ['Phone'], ['Names']]);
  });

  it('does not search a passage again after it was searched for all kinds', async () => {
    const { choose, searched } = aDocument();
    await choose(ENTITY_TYPES);
    await choose(['Emails']);
    await choose(['Names']);
    expect(searched).toEqual([ENTITY_TYPES]);
  });
});
