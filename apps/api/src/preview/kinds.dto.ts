import { ApiProperty } from '@nestjs/swagger';
import { CHOICES, ENTITY_TYPES, kindOf, LANGUAGES, MODES } from '@app/anonymization';
import type { Policy } from '@app/policy';
import { DoneDto } from '../openapi/api-answer.decorator';

const COVERED = ENTITY_TYPES.map((kind) => `\`${kind}\`: ${kindOf(kind).covers}.`).join(' ');

const LANGUAGES_OF_REQUESTS = Object.entries(LANGUAGES).flatMap(([code, { request }]) =>
  request ? [code] : [],
);

class KindDto {
  @ApiProperty({
    enum: ENTITY_TYPES,
    description: `The name of the kind in \`choices\`. ${COVERED}`,
  })
  kind!: string;
  @ApiProperty({ example: '[NAME_1]' }) placeholder!: string;
  @ApiProperty({ type: [String], description: 'Languages in which the kind is detected' })
  languages!: string[];
  @ApiProperty({ description: 'Whether `All` includes the kind' }) in_all!: boolean;
  @ApiProperty({ description: 'Whether it is hidden if a request names no choices' }) default!: boolean;
  @ApiProperty({ enum: MODES, description: "The mode in your organization's policy" }) mode!: string;
  @ApiProperty({ description: 'Whether a request cannot change the mode' }) fixed!: boolean;
}
export class KindsDto extends DoneDto {
  @ApiProperty({ description: 'Whether the policy allows calls in which no kind is searched' })
  allow_unprotected!: boolean;
  @ApiProperty({ description: 'Whether the policy allows users to share chats with their original values' })
  share_originals!: boolean;
  @ApiProperty({ type: [KindDto] }) data!: KindDto[];
}

/** Returns the response body of a kind and its mode in a policy. */
export function toKindDto(
  kind: (typeof ENTITY_TYPES)[number],
  policy: Pick<Policy, 'modeOf' | 'defaultKinds'>,
): KindDto {
  const mode = kind === 'Terms' && policy.modeOf(kind) === 'asked' ? 'always' : policy.modeOf(kind);
  return {
    kind,
    placeholder: `[${kindOf(kind).label}_1]`,
    languages: LANGUAGES_OF_REQUESTS,
    in_all: CHOICES.all.includes(kind) && mode !== 'never',
    default: policy.defaultKinds.includes(kind) && mode !== 'never',
    mode,
    fixed: mode !== 'asked',
  };
}

/** The answer for an organization without a policy. */
export const KINDS = {
  success: true,
  message: 'Kinds of personal data',
  allow_unprotected: true,
  share_originals: false,
  data: ENTITY_TYPES.map((kind) => toKindDto(kind, { modeOf: () => 'asked', defaultKinds: CHOICES.all })),
};
