import { CHOICES, type EntityType } from '@app/anonymization';
import { invalid } from '@app/common';

/** @throws AppError `bad_request` if a choice is unknown or there are none */
export function readChoices(choices: readonly string[]): EntityType[] {
  const parsed = CHOICES.parse(choices);
  if (!parsed?.choices.length)
    throw invalid('choices', `must name at least one of ${CHOICES.listed.join(', ')}`);
  return parsed.choices;
}
