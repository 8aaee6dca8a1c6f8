import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { CHOICES, ENTITY_TYPES, kindOf } from '@app/anonymization';
import { CASE_HEADER } from './gateway-headers';

const CHOICE = `\\s*(${CHOICES.allowed.join('|')})\\s*`;

/** Documents the headers with which a gateway caller chooses what is hidden and how. */
export const ApiHidingHeaders = () =>
  applyDecorators(
    ApiHeader({
      name: 'X-Anonymize',
      required: false,
      schema: { type: 'string', pattern: `^(none|${CHOICE}(,${CHOICE})*)$` },
      description: `The kinds to hide, comma-separated, of ${CHOICES.listed.join(', ')}. If absent: the default of the policy, or all but ${ENTITY_TYPES.filter((kind) => kindOf(kind).chosenBy === 'named').join(', ')}. none: nothing is hidden, if the policy allows it`,
    }),
    ApiHeader({
      name: 'X-Replacements',
      required: false,
      schema: { type: 'string', enum: ['placeholders', 'surrogates'] },
    }),
    ApiHeader({
      name: CASE_HEADER,
      required: false,
      schema: { type: 'string', format: 'uuid' },
      description:
        'The case that the call belongs to: its values have the same replacements in all texts of the case. Its style ' +
        'applies. A key needs the scope `cases`, too',
    }),
  );
