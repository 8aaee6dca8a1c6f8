import { ApiProperty } from '@nestjs/swagger';
import {
  DEFAULT_TYPES,
  ENTITY_TYPES,
  LABELS,
  MODES,
  parseChoices,
  REQUEST_LANGUAGES,
} from '@app/anonymization';
import type { Policy } from '@app/policy';
import { DoneDto } from '../openapi/api-answer.decorator';

class KindDto {
  @ApiProperty({ enum: ENTITY_TYPES, description: 'As `choices` names it' }) kind!: string;
  @ApiProperty({ example: '[NAME_1]' }) placeholder!: string;
  @ApiProperty({ type: [String], description: 'Languages in which it is looked for' }) languages!: string[];
  @ApiProperty({ description: 'Whether `All` stands for it too' }) in_all!: boolean;
  @ApiProperty({ description: 'Whether it is hidden if a request names no choices' }) default!: boolean;
  @ApiProperty({ enum: MODES, description: "What your organization's policy says of it" }) mode!: string;
  @ApiProperty({ description: 'Whether a request has no say in it' }) fixed!: boolean;
}
export class KindsDto extends DoneDto {
  @ApiProperty({ description: 'Whether the policy allows calls in which no kind is searched' })
  allow_unprotected!: boolean;
  @ApiProperty({ type: [KindDto] }) data!: KindDto[];
}

const ALL = parseChoices(['All']) ?? [];

/** A kind, and what a policy says of it. */
export function toKindDto(
  kind: (typeof ENTITY_TYPES)[number],
  policy: Pick<Policy, 'modeOf' | 'defaultKinds'>,
): KindDto {
  const mode = kind === 'Terms' && policy.modeOf(kind) === 'asked' ? 'always' : policy.modeOf(kind);
  return {
    kind,
    placeholder: `[${LABELS[kind]}_1]`,
    languages: [...REQUEST_LANGUAGES],
    in_all: ALL.includes(kind) && mode !== 'never',
    default: policy.defaultKinds.includes(kind) && mode !== 'never',
    mode,
    fixed: mode !== 'asked',
  };
}

/** What an organization without a policy is answered. */
export const KINDS = {
  success: true,
  message: 'Kinds of personal data',
  allow_unprotected: true,
  data: ENTITY_TYPES.map((kind) => toKindDto(kind, { modeOf: () => 'asked', defaultKinds: DEFAULT_TYPES })),
};
