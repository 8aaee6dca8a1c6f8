import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ALLOWED_CHOICES, LISTED_CHOICES } from '@app/anonymization';

const CHOICE = `\\s*(${ALLOWED_CHOICES.join('|')})\\s*`;

/** Documents the headers by which a caller of the gateway says what is hidden, and how. */
export const ApiHidingHeaders = () =>
  applyDecorators(
    ApiHeader({
      name: 'X-Anonymize',
      required: false,
      schema: { type: 'string', pattern: `^(none|${CHOICE}(,${CHOICE})*)$` },
      description: `What is hidden, with commas: some of ${LISTED_CHOICES.join(', ')}; absent: the default of the policy, or all but Dates; none: nothing, if the policy allows it`,
    }),
    ApiHeader({
      name: 'X-Replacements',
      required: false,
      schema: { type: 'string', enum: ['placeholders', 'surrogates'] },
    }),
  );
