import type { Response } from 'express';
import { LISTED_CHOICES, namedChoices, parseChoices, type ReplacementStyle } from '@app/anonymization';
import { AppError } from '@app/common';
import type { GatewayInput, JsonObject } from '@app/openai-gateway';
import { readReplacements } from '../chat/read-prompt';

interface GatewayHeaders {
  /** `X-Anonymize` */
  anonymize: string | undefined;
  /** `X-Replacements` */
  replacements: string | undefined;
  usual: ReplacementStyle;
  onDropped: GatewayInput['onDropped'];
  onProtection: NonNullable<GatewayInput['onProtection']>;
}

/** The word of `X-Anonymize` by which a call asks for no protection. */
const NOTHING = 'none';

/** A request of the gateway as the use cases want it. @throws AppError `bad_request` where a header is wrong */
export function readGatewayInput(
  body: JsonObject,
  { anonymize, replacements, usual, ...listeners }: GatewayHeaders,
): GatewayInput {
  const style = readReplacements(replacements) ?? usual;
  return { body, ...readChoices(anonymize), style, ...listeners };
}

/** Absent: the policy's default. Empty: an error, since privacy fails closed. */
function readChoices(header: string | undefined): Pick<GatewayInput, 'choices' | 'named'> {
  if (header === undefined) return {};
  if (header === NOTHING) return { choices: [] };
  const given = header.split(',').map((choice) => choice.trim());
  const choices = parseChoices(given);
  if (choices && choices.length > 0) return { choices, named: namedChoices(given) };
  throw new AppError(
    'bad_request',
    `The header X-Anonymize must be ${NOTHING}, or name some of ${LISTED_CHOICES.join(', ')}, with commas`,
  );
}

export const DROPPED_HEADER = 'X-Dropped-Parameters';
const MOST_NAMES = 20;
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** Tells the caller alone which of its parameters were not sent on; names that no header takes are counted (contract: The OpenAI gateway). */
export function showDropped(response: Response, names: readonly string[]): void {
  if (names.length === 0) return;
  const shown = names.filter((name) => NAME.test(name)).slice(0, MOST_NAMES);
  const others = names.length - shown.length;
  response.setHeader(DROPPED_HEADER, [...shown, ...(others > 0 ? [`+${others}`] : [])].join(', '));
}
