import {
  CHOICES,
  languageOf,
  REPLACEMENT_STYLES,
  type EntityType,
  type Language,
  type ReplacementStyle,
} from '@app/anonymization';
import { AppError, invalid } from '@app/common';
import type { PromptInput, RegenerateInput } from '@app/sessions';
import { ONE_CHOICE, type PersonalTextDto } from '../anonymize/personal-text.dto';
import { readAssistant, readDocs, type ChatDto, type RegenerateDto } from './chat.dto';

/**
 * Reads a chat request as the use case expects it.
 *
 * @param replacements the header `X-Replacements`
 * @param maxBytes maximum size of the prompt in UTF-8
 * @throws AppError `bad_request` or `too_large`
 */
export function readPrompt(body: ChatDto, replacements: string | undefined, maxBytes: number): PromptInput {
  const anonymized = readAnonymized(body);
  const { choices, named, ...text } = readPersonalText(body, { needsChoices: anonymized, maxBytes });
  const style = readReplacements(replacements);
  const documents = readDocs(body);
  const assistant = readAssistant(body);
  return {
    ...text,
    choices: anonymized ? choices : [],
    named: anonymized ? named : [],
    ...(body.chat_id && { chatId: body.chat_id }),
    ...(documents && { documents }),
    ...(assistant && { assistant }),
    ...(body.images?.length && { imageIds: body.images }),
    ...(style && { style }),
  };
}

/**
 * Reads a request for another version of a turn as the use case expects it.
 *
 * @param maxBytes maximum size of the prompt in UTF-8
 * @throws AppError `bad_request` or `too_large`
 */
export function readRegenerate(
  chatId: string,
  { turn_id: turnId, prompt, choices, model, lang, keep, hide }: RegenerateDto,
  maxBytes: number,
): RegenerateInput {
  return {
    chatId,
    turnId,
    ...(typeof prompt === 'string' && { prompt: readPromptText(prompt, maxBytes) }),
    ...(choices && { choices: readChoices(choices, true) }),
    ...(model && { model }),
    ...(lang && { lang }),
    ...(keep && { keep }),
    ...(hide && { hide }),
  };
}

/** The interface has two names for the flag. Both are accepted and must agree (contract: Chat). */
function readAnonymized({ anonymized, anonymize }: ChatDto): boolean {
  const flag = anonymized ?? anonymize;
  if (typeof flag !== 'boolean') throw invalid('anonymized', 'must be true or false');
  if (flag !== (anonymize ?? flag)) throw invalid('anonymized', 'must not differ from anonymize');
  return flag;
}

/**
 * Reads the header `X-Replacements`; `undefined` if it is absent.
 * @throws AppError `bad_request`
 */
export function readReplacements(header: string | undefined): ReplacementStyle | undefined {
  if (header === undefined) return undefined;
  const style = REPLACEMENT_STYLES.find((style) => style === header);
  if (style) return style;
  throw new AppError('bad_request', 'The header X-Replacements must be placeholders or surrogates');
}

/**
 * Reads the header `X-On-Disconnect`: whether a stopped answer is stored.
 * @throws AppError `bad_request`
 */
export function readOnDisconnect(header: string | undefined): boolean {
  if (header === undefined || header === 'keep') return header !== undefined;
  throw new AppError('bad_request', 'The header X-On-Disconnect must be keep, or absent');
}

export interface PersonalText {
  prompt: string;
  choices: EntityType[];
  /** Kinds of the request that `All` alone does not include. */
  named: EntityType[];
  hide: string[];
  keep: string[];
  language: Language;
  model: string;
}

/**
 * Reads and validates the text and the choices of a request.
 *
 * @param needsChoices whether an empty `choices` is refused: privacy fails closed (contract: Languages and choices)
 * @param maxBytes maximum size of the prompt in UTF-8
 * @throws AppError `bad_request` or `too_large`
 */
export function readPersonalText(
  { prompt, choices, lang, model, hide, keep }: PersonalTextDto,
  { needsChoices, maxBytes }: { needsChoices: boolean; maxBytes: number },
): PersonalText {
  return {
    prompt: readPromptText(prompt, maxBytes),
    ...readChoices(choices, needsChoices),
    hide: hide ?? [],
    keep: keep ?? [],
    language: languageOf(prompt, lang),
    model,
  };
}

/** @throws AppError `bad_request` or `too_large` */
export function readPromptText(prompt: string, maxBytes: number): string {
  if (prompt.trim() === '') throw invalid('prompt', 'must not be empty or blank');
  if (Buffer.byteLength(prompt) > maxBytes)
    throw invalid('prompt', `must not have more than ${maxBytes} bytes`, 'too_large');
  return prompt;
}

/**
 * @param needsChoices whether an empty list is refused
 * @throws AppError `bad_request`
 */
export function readChoices(
  choices: string[],
  needsChoices: boolean,
): Pick<PersonalText, 'choices' | 'named'> {
  const parsed = CHOICES.parse(choices);
  if (!parsed) throw new Error('The DTO accepts only known choices');
  if (needsChoices && parsed.choices.length === 0) throw invalid('choices', ONE_CHOICE);
  return parsed;
}
