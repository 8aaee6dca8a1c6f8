import { anonymize, type EntityTable, type Language, type Replacement } from '@app/anonymization';

/** The replacements of the table that stand in an answer as the model wrote it, by first appearance. */
export function replacementsIn(answer: string, table: EntityTable, language: Language): Replacement[] {
  const { replacements } = anonymize(table, {
    text: answer,
    spans: [],
    choices: [],
    language,
    origin: 'own',
  });
  return replacements.filter(({ replacement }) => answer.includes(replacement));
}
