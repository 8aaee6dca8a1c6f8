import { ENTITY_TYPES, parseChoices, type EntityType, type ReplacementStyle } from '@app/anonymization';
import { AppError } from '@app/common';
import type { GatewayInput, JsonObject } from '@app/openai-gateway';
import { readReplacements } from '../chat/read-replacements';

interface GatewayHeaders {
  /** `X-Anonymize` */
  anonymize: string | undefined;
  /** `X-Replacements` */
  replacements: string | undefined;
  usual: ReplacementStyle;
  onDropped: GatewayInput['onDropped'];
}

/** A request of the gateway as the use cases want it. @throws AppError `bad_request` where a header is wrong */
export function readGatewayInput(
  body: JsonObject,
  { anonymize, replacements, usual, onDropped }: GatewayHeaders,
): GatewayInput {
  return { body, choices: readChoices(anonymize), style: readReplacements(replacements) ?? usual, onDropped };
}

/** Absent: everything. Empty: an error, since privacy fails closed. */
function readChoices(header: string | undefined): readonly EntityType[] {
  if (header === undefined) return ENTITY_TYPES;
  const choices = parseChoices(header.split(',').map((choice) => choice.trim()));
  if (choices && choices.length > 0) return choices;
  throw new AppError(
    'bad_request',
    'The header X-Anonymize must name some of Names, Emails, Phone, with commas',
  );
}
