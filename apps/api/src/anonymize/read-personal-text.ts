import { parseChoices, parseLanguage, type EntityType, type Language } from '@app/anonymization';
import { invalid } from '@app/common';
import type { PersonalTextDto } from './personal-text.dto';

export interface PersonalText {
  prompt: string;
  choices: EntityType[];
  language: Language;
  model: string;
}

/**
 * @param needsChoices whether an empty `choices` is refused: privacy fails closed (contract: Languages and choices)
 * @param maxBytes of the prompt in UTF-8
 * @throws AppError `bad_request`, or `too_large`
 */
export function readPersonalText(
  { prompt, choices, lang, model }: PersonalTextDto,
  { needsChoices, maxBytes }: { needsChoices: boolean; maxBytes: number },
): PersonalText {
  if (prompt.trim() === '') throw invalid('prompt', 'must not be empty or blank');
  if (Buffer.byteLength(prompt) > maxBytes)
    throw invalid('prompt', `must not have more than ${maxBytes} bytes`, 'too_large');
  const types = parseChoices(choices);
  if (!types) throw new Error('The DTO lets through only known choices');
  if (needsChoices && types.length === 0)
    throw invalid('choices', 'must name at least one of Names, Emails, Phone');
  return { prompt, choices: types, language: parseLanguage(lang), model };
}
