import type { ApiResponseOptions } from '@nestjs/swagger';
import { PROTECTIONS } from '@app/audit';

/** The response headers of model calls in the OpenAPI document. */
export const MODEL_CALL_HEADERS = {
  'X-Protection': {
    description:
      'Whether all, some or no kinds of personal data were searched for in the texts that were sent',
    schema: { type: 'string', enum: [...PROTECTIONS] },
  },
  'X-Budget-Remaining': {
    description:
      'If budgets apply: the amount left before the call in the budget that has the least left, in its ' +
      'unit. 429 if less is left than a call may need.',
    schema: { type: 'number', example: 882_000 },
  },
  'X-Budget-Unit': {
    description: 'The unit of `X-Budget-Remaining`: `tokens`, or a currency (ISO 4217)',
    schema: { type: 'string', example: 'tokens' },
  },
} as const satisfies ApiResponseOptions['headers'];
