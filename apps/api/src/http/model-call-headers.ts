import type { ApiResponseOptions } from '@nestjs/swagger';
import { PROTECTIONS } from '@app/audit';

/** The headers of answers to calls of models, for the document. */
export const MODEL_CALL_HEADERS = {
  'X-Protection': {
    description: 'Whether all, some or no kinds of personal data were searched for in what was sent',
    schema: { type: 'string', enum: [...PROTECTIONS] },
  },
  'X-Budget-Remaining': {
    description:
      'Where budgets apply: what was left before the call of the one with the least left, in its unit. Where less is ' +
      'left than a call may need: 429.',
    schema: { type: 'number', example: 882_000 },
  },
  'X-Budget-Unit': {
    description: 'Of `X-Budget-Remaining`: `tokens`, or a currency (ISO 4217)',
    schema: { type: 'string', example: 'tokens' },
  },
} as const satisfies ApiResponseOptions['headers'];
