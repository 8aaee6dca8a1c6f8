import type { Response } from 'express';
import { CHOICES, type ReplacementStyle } from '@app/anonymization';
import { AppError } from '@app/common';
import type { GatewayInput, JsonObject } from '@app/openai-gateway';
import { readReplacements } from '../chat/read-prompt';

interface GatewayHeaders {
  /** `X-Anonymize` */
  anonymize: string | undefined;
  /** `X-Replacements` */
  replacements: string | undefined;
  usual: ReplacementStyle;
  /** `X-Case`, if the caller may use cases */
  caseId?: string | undefined;
  onDropped: GatewayInput['onDropped'];
  onProtection: NonNullable<GatewayInput['onProtection']>;
}

/** The header that names the case of a call. */
export const CASE_HEADER = 'X-Case';

/** The value of `X-Anonymize` that disables protection for a call. */
const NOTHING = 'none';

/**
 * Reads a gateway request as the use cases expect it.
 *
 * @throws AppError `bad_request` if a header is invalid
 */
export function readGatewayInput(
  body: JsonObject,
  { anonymize, replacements, usual, caseId, ...listeners }: GatewayHeaders,
): GatewayInput {
  const asked = readReplacements(replacements);
  const inCase = caseId !== undefined && { caseId, field: CASE_HEADER, ...(asked && { style: asked }) };
  return {
    body,
    ...readChoices(anonymize),
    style: asked ?? usual,
    ...(inCase && { inCase }),
    ...listeners,
  };
}

/** If the header is absent, the policy's default applies. An empty header is an error, because privacy fails closed. */
function readChoices(header: string | undefined): Pick<GatewayInput, 'choices' | 'named'> {
  if (header === undefined) return {};
  if (header === NOTHING) return { choices: [] };
  const parsed = CHOICES.parse(header.split(',').map((choice) => choice.trim()));
  if (parsed && parsed.choices.length > 0) return parsed;
  throw new AppError(
    'bad_request',
    `The header X-Anonymize must be ${NOTHING} or a comma-separated list of ${CHOICES.listed.join(', ')}`,
  );
}

export const DROPPED_HEADER = 'X-Dropped-Parameters';
const MOST_NAMES = 20;
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Lists the parameters that were not forwarded, for the caller only. Names that a header cannot contain are counted
 * (contract: The OpenAI gateway).
 */
export function showDropped(response: Response, names: readonly string[]): void {
  if (names.length === 0) return;
  const shown = names.filter((name) => NAME.test(name)).slice(0, MOST_NAMES);
  const others = names.length - shown.length;
  response.setHeader(DROPPED_HEADER, [...shown, ...(others > 0 ? [`+${others}`] : [])].join(', '));
}
