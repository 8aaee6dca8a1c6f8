import { LISTED_CHOICES, parseChoices, type EntityType } from '@app/anonymization';
import { invalid } from '@app/common';

/** @throws AppError `bad_request` if a choice is unknown or there are none */
export function readChoices(choices: readonly string[]): EntityType[] {
  const parsed = parseChoices(choices);
  if (!parsed?.choices.length)
    throw invalid('choices', `must name at least one of ${LISTED_CHOICES.join(', ')}`);
  return parsed.choices;
}
