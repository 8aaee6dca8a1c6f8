import { anonymizeInSlices, type EntityTable, type Language, type Replacement } from '@app/anonymization';

/** The replacements of the table that stand in an answer as the model wrote it, by first appearance. */
export async function replacementsIn(
  answer: string,
  table: EntityTable,
  language: Language,
): Promise<Replacement[]> {
  const [read] = await anonymizeInSlices(table, [
    { text: answer, spans: [], choices: [], language, origin: 'own' },
  ]);
  return read!.replacements.filter(({ replacement }) => answer.includes(replacement));
}
